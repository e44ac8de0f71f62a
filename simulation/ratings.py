"""``python -m simulation.ratings``: models of ratings on games of players of known strength.

In each game a player's performance is the strength and chance; who performs best comes first.
Strengths are normal, and spread so that somebody at the 75th percentile comes before somebody at
the 25th in 75 % of games of both.
"""

import argparse
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from statistics import NormalDist
from typing import Final, NamedTuple
from uuid import UUID

from tqdm import tqdm

from games.engine.randomness import Stream

NORMAL: Final = NormalDist()
BETTER: Final = 0.75
QUARTILES: Final = 2 * NORMAL.inv_cdf(0.75)
"""How far the 75th percentile is from the 25th, in standard deviations."""
GRAIN: Final = 8
"""A performance is rounded to such parts of one, so that some games have ties."""
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
SIZES: Final = (2, 3, 4)
LEAST: Final = 0.9
"""The Spearman correlation with the true order that a model must reach."""


class Noise(NamedTuple):
    """Chance of one kind, and how far apart two strengths are of which one wins 75 %."""

    name: str
    draw: Callable[[float], float]
    apart: float


NOISES: Final = (
    Noise("normal", NORMAL.inv_cdf, NORMAL.inv_cdf(BETTER) * math.sqrt(2)),
    Noise("Gumbel", lambda u: -math.log(-math.log(u)), math.log(BETTER / (1 - BETTER))),
)


class SimulatedGame(NamedTuple):
    """A simulated game: players by number, with their places."""

    players: tuple[int, ...]
    places: tuple[int, ...]


class Universe:
    """Players of known strength and the games that they play, the same for the same seed."""

    def __init__(self, noise: Noise, *, games: int, each: int, seed: str = "1") -> None:
        self.noise = noise
        self.chance = Stream(seed.encode().rjust(32), f"ratings/{noise.name}")
        self.sizes = [self.chance.choice(SIZES) for _ in range(games)]
        number = sum(self.sizes) // each
        spread = noise.apart / QUARTILES
        self.strengths = [NORMAL.inv_cdf((i + 0.5) / number) * spread for i in range(number)]
        self.waiting: list[int] = []

    def games(self) -> Iterator[SimulatedGame]:
        """All games, in order; everybody plays as often as everybody else, or once more."""
        for size in self.sizes:
            players = self._next(size)
            yield SimulatedGame(players, self._places(players))

    def _next(self, size: int) -> tuple[int, ...]:
        seated: dict[int, None] = {}
        left: list[int] = []
        while len(seated) < size:
            if not self.waiting:
                self.waiting = self.chance.shuffled(range(len(self.strengths)))
            player = self.waiting.pop()
            if player in seated:
                left.append(player)
            seated[player] = None
        self.waiting += left
        return tuple(seated)

    def _places(self, players: Sequence[int]) -> tuple[int, ...]:
        performed = [
            round(GRAIN * (self.strengths[player] + self.noise.draw(self._uniform())))
            for player in players
        ]
        return tuple(1 + sum(other > one for other in performed) for one in performed)

    def _uniform(self) -> float:
        """A number between 0 and 1, neither of them."""
        return (self.chance.below(1 << 52) + 0.5) / (1 << 52)


def spearman(estimates: Sequence[float], truth: Sequence[float]) -> float:
    """The correlation of the orders that two lists of numbers without ties are in."""
    number = len(truth)
    apart = zip(_ranks(estimates), _ranks(truth), strict=True)
    return 1 - 6 * sum((a - b) ** 2 for a, b in apart) / (number * (number**2 - 1))


def _ranks(numbers: Sequence[float]) -> list[int]:
    ranks = [0] * len(numbers)
    for rank, index in enumerate(sorted(range(len(numbers)), key=numbers.__getitem__)):
        ranks[index] = rank
    return ranks


def compare(universe: Universe, *, quiet: bool = False) -> tuple[str, list[float]]:
    """A table of all models, and the Spearman correlation of each with the true order."""
    from tournaments.ratings import comparing  # noqa: PLC0415 - needs Django
    from tournaments.ratings.finished import RatedGame  # noqa: PLC0415
    from tournaments.ratings.formulas import MODELS  # noqa: PLC0415

    def finished() -> Iterator[RatedGame]:
        for number, game in enumerate(universe.games(), 1):
            people = tuple((player, "") for player in game.players)
            at = START + timedelta(minutes=number)
            yield RatedGame(number, UUID(int=number), at, people, game.places)

    tests = [comparing.Backtest(model) for model in MODELS]
    for game in tqdm(finished(), total=len(universe.sizes), unit=" games", disable=quiet):
        for test in tests:
            test.take(game)
    forecasts = [test.forecast() for test in tests]
    found = [
        spearman(
            [one.standings[player, ""].skill.mu for player in range(len(universe.strengths))],
            universe.strengths,
        )
        for one in forecasts
    ]
    column = ("Spearman", [f"{one:.4f}" for one in found])
    return comparing.table(forecasts, [column]), found


def main() -> None:
    """Print a table for each kind of chance; status 1 if the true order does not come out."""
    import django  # noqa: PLC0415

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia.settings")
    django.setup()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--each", type=int, default=60, help="games of each player")
    parser.add_argument("--seed", default="1", help="at most 32 letters")
    chosen = parser.parse_args()
    worst = 1.0
    for noise in NOISES:
        universe = Universe(noise, games=chosen.games, each=chosen.each, seed=chosen.seed)
        text, found = compare(universe)
        sys.stdout.write(
            f"{chosen.games} games of {len(universe.strengths)} players, {noise.name} chance; "
            f"log-loss of the order in nats\n{text}\n\n"
        )
        worst = min(worst, *found)
    sys.stdout.write(f"The lowest Spearman correlation is {worst:.4f}; {LEAST} is asked for.\n")
    sys.exit(worst < LEAST)


if __name__ == "__main__":
    main()
