"""``python -m benchmarks.modules``: how well the steward plays the modules of Industria.

Games of two with one module each: a steward against one that ignores the module, then against a
player by chance. Each pair of games has one seed, with the seats exchanged.
"""

import argparse
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from math import sqrt
from statistics import fmean
from typing import Final
from unittest.mock import patch

from games import bots, engine
from games.bots.steward import choosing, shortlist, weights, worth
from games.bots.steward.outlook import Outlook, outlook
from games.engine.expansions.farmers_markets import FarmersMarkets
from games.engine.moves.ports import UsePort
from simulation.random_play import Chooser, seed_of, steps
from simulation.text import table

PLAYERS: Final = 2
NEW: Final = 10
"""The number of the first port and scoring tile that the base game does not have."""
WANTED, WANTED_OF_CHANCE = 60, 95
"""Of a hundred games, how many a steward should win."""

HEAD: Final = ("module", "against", "won", "of", "%", "wanted", "lead", "spread", "s a game")

Replaced = Mapping[tuple[object, str], object]
"""What stands in for functions of the steward."""


def _nothing(*_: object) -> float:
    return 0.0


def _as_it_is(out: Outlook, _state: engine.State) -> Outlook:
    return out


def _nowhere(*_: object) -> list[engine.Hex]:
    return []


def _old_tiles(state: engine.State, seat: engine.Seat) -> Outlook:
    """What a seat expects that does not look at new scoring tiles."""
    out = outlook(state, seat)
    out.tiles[:] = [one for one in out.tiles if one.tile.number < NEW]
    return out


def _first_site(_state: engine.State, moves: Sequence[engine.Move]) -> engine.Move:
    return moves[0]


def _without(
    unwanted: Callable[[engine.Move], bool],
    out: Outlook,
    state: engine.State,
    moves: Sequence[engine.Move],
) -> list[engine.Move]:
    return shortlist.shortlist(out, state, [move for move in moves if not unwanted(move)])


def _at_a_market(move: engine.Move) -> bool:
    return type(move) in FarmersMarkets.moves


def _of_a_new_port(move: engine.Move) -> bool:
    return isinstance(move, UsePort) and (move.tile >= NEW or (move.copy or 0) >= NEW)


IGNORING: Final[Mapping[str, Replaced]] = {
    "awards": {(choosing, "with_races"): _as_it_is},
    "farmers_markets": {
        (worth, "places_beside"): _nowhere,
        (worth, "sale"): _nothing,
        (shortlist, "places_beside"): _nowhere,
        (choosing, "best_site"): _first_site,
        (choosing, "shortlist"): partial(_without, _at_a_market),
    },
    "refill_board": {(worth, "drawing"): lambda _out, _state: weights.DRAWING},
    "new_scoring_tiles": {(choosing, "outlook"): _old_tiles},
    "new_ports": {
        (weights, "PORTS"): {n: worth_ for n, worth_ in weights.PORTS.items() if n < NEW},
        (weights, "OTHER_PORT"): 0.0,
        (choosing, "shortlist"): partial(_without, _of_a_new_port),
    },
}
"""By module what a steward thinks that does not know it. Maps and starting tiles are left out:
they are the ground of a game and the draft, which no player can leave unused."""


@contextmanager
def ignoring(module: str) -> Iterator[None]:
    """A steward asked meanwhile does not know the module."""
    with ExitStack() as stack:
        for (where, name), stand_in in IGNORING[module].items():
            stack.enter_context(patch.object(where, name, stand_in))
        yield


def chooser(module: str, name: str, knowing: int, other: str) -> Chooser:
    """The seat ``knowing`` is a steward; the other one is one that ignores, or plays by chance.

    Clans are drafted by chance.
    """
    seed = seed_of(name)

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        if state.phase == "draft":
            return bots.choose("random", state, seat, seed)
        if seat == knowing:
            return bots.choose("steward", state, seat, seed)
        if other == "random":
            return bots.choose(other, state, seat, seed)
        with ignoring(module):
            return bots.choose("steward", state, seat, seed)

    return choose


def options_of(expansions: Collection[str], *, clans: bool = True) -> engine.Options:
    """Those of a game of two; the others are as usual."""
    return engine.Options(players=PLAYERS, expansions=sorted(expansions), clans=clans)


def won(module: str, options: engine.Options, other: str, number: int) -> tuple[float, int]:
    """A game: the part of the win that the steward has, and by how many points it is ahead."""
    seat, name = number % PLAYERS, f"modules/{module}/{number // PLAYERS}"
    state = engine.State()
    for after, _ in steps(PLAYERS, name, chooser(module, name, seat, other), options):
        state = after
    mine, theirs = state.scores[seat], state.scores[1 - seat]
    share = 0.5 if mine.rank == theirs.rank else float(mine.rank == 1)
    return share, mine.total - theirs.total


def spread(leads: Iterable[float]) -> float:
    """How far two players are apart in the end: the root mean square of the lead."""
    return sqrt(fmean(lead * lead for lead in leads))


def line(module: str, options: engine.Options, other: str, games: int, pool: Executor) -> list[str]:
    """A row of the table: games won of all, in per cent, and the lead in points with its spread."""
    began = time.monotonic()
    found = list(pool.map(partial(won, module, options, other), range(games)))
    wins = sum(share for share, _ in found)
    wanted = WANTED_OF_CHANCE if other == "random" else WANTED
    lead = fmean(ahead for _, ahead in found)
    against = "chance" if other == "random" else "one that ignores it"
    part, seconds = 100 * wins / games, (time.monotonic() - began) / games
    figures = [
        f"{wins:g}",
        str(games),
        f"{part:.1f}",
        str(wanted),
        f"{lead:+.1f}",
        f"{spread(ahead for _, ahead in found):.1f}",
        f"{seconds:.1f}",
    ]
    return [module, against, *figures]


def main() -> int:
    """Play, and print a row as soon as its games are over."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.modules", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="against one that ignores it")
    parser.add_argument("--chance", type=int, default=100, help="against chance")
    parser.add_argument("--module", choices=list(IGNORING), action="append", help="only these")
    parser.add_argument("--also", action="append", default=[], help="expansions in all games")
    parser.add_argument("--without-clans", action="store_true", help="less hangs on luck")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    rows: list[list[str]] = []
    with ProcessPoolExecutor(args.processes) as pool:
        for module in args.module or IGNORING:
            options = options_of({module, *args.also}, clans=not args.without_clans)
            for other, games in (("steward", args.games), ("random", args.chance)):
                if games:
                    rows.append(line(module, options, other, games, pool))
                    print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    print(table(HEAD, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
