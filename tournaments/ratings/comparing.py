"""How well models foretell games: each game is predicted before it is counted."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.models import Pool
from tournaments.ratings.finished import Person, RatedGame, games_after, rated
from tournaments.ratings.formulas import MODELS, RatingModel
from tournaments.ratings.ledger import PoolStanding, after, going_in


class Forecast(NamedTuple):
    """What came of a model: the mean log-loss of the order of a game, in nats, and others.

    ``second_half`` is that of the later half of the games, when players are known. ``favourites``
    is the share of pairs, without ties, that ended as the model held more likely.
    """

    model: str
    games: int
    log_loss: float
    second_half: float
    favourites: float
    standings: dict[Person, PoolStanding]


class Backtest:
    """One model, taken through games in their order."""

    def __init__(self, model: RatingModel) -> None:
        self.model = model
        self.standings: dict[Person, PoolStanding] = {}
        self.losses: list[float] = []
        self.pairs = self.right = 0

    def take(self, game: RatedGame) -> None:
        """Predict a game, then count it."""
        old = [self.standings.get(person) for person in game.people]
        skills = going_in(self.model, game, old)
        self.losses.append(-math.log(self.model.chance(skills, game.places)))
        for index, place in enumerate(game.places):
            for other in range(index):
                if place != game.places[other] and skills[index].mu != skills[other].mu:
                    self.pairs += 1
                    ahead = skills[index].mu > skills[other].mu
                    self.right += ahead == (place < game.places[other])
        self.standings.update(zip(game.people, after(self.model, game, old), strict=True))

    def forecast(self) -> Forecast:
        """What came of it so far."""
        later = self.losses[len(self.losses) // 2 :]
        return Forecast(
            model=self.model.name,
            games=len(self.losses),
            log_loss=mean(self.losses),
            second_half=mean(later),
            favourites=self.right / self.pairs if self.pairs else 0.0,
            standings=self.standings,
        )


class PoolTests:
    """Every model in every pool: what is believed in one pool says nothing in another."""

    def __init__(self) -> None:
        self.tests = {pool: [Backtest(model) for model in MODELS] for pool in Pool}

    def take(self, game: RatedGame) -> None:
        """Predict a game in the pools that it counts in, then count it there."""
        for pool in game.pools:
            for test in self.tests[pool]:
                test.take(game)

    def forecasts(self) -> dict[Pool, list[Forecast]]:
        """What came of each model, by pool."""
        return {pool: [test.forecast() for test in tests] for pool, tests in self.tests.items()}


def stored_games(at_once: int = 100) -> Iterator[tuple[int, list[RatedGame]]]:
    """The games that ended here in the order of their finish, a stretch at a time.

    Each with how many it has, and those of them that are rated.
    """
    position = 0
    while games := games_after(position, at_once):
        yield len(games), list(rated(games))
        position = games[-1].finish_position or position


def table(forecasts: Sequence[Forecast], more: Sequence[tuple[str, Sequence[str]]] = ()) -> str:
    """Forecasts as lines of text, with further columns by their title."""
    titles = ["model", "log-loss", "second half", "favourites", *(title for title, _ in more)]
    lines = [f"{titles[0]:20}" + "".join(f"{title:>14}" for title in titles[1:])]
    for number, one in enumerate(forecasts):
        cells = [f"{one.log_loss:.4f}", f"{one.second_half:.4f}", f"{one.favourites:.1%}"]
        cells += [column[number] for _, column in more]
        lines.append(f"{one.model:20}" + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(lines)


def mean(numbers: Sequence[float]) -> float:
    """The arithmetic mean; 0 of nothing."""
    return math.fsum(numbers) / len(numbers) if numbers else 0.0
