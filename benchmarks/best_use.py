"""``python -m benchmarks.best_use``: what modules could bring at most to one who uses them best.

Two stewards, of which one has an advantage that is more than any use of the module: the award for
nothing at the end, or the contracts of the refill board as if they lay on the export board. Where
that wins less often than wanted, no use of the module can reach it.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Final, Protocol

from benchmarks.modules import PLAYERS, WANTED, ignoring, options_of, spread
from games import bots, engine
from games.engine.decisions import MainActionDecision
from simulation.random_play import Chooser, seed_of, steps
from simulation.text import table

AWARD: Final = 8
"""The points of an award between two. (IND-AWARD-03)"""

HEAD: Final = ("module", "won", "of", "%", "wanted", "lead", "spread")

Pair = tuple[float, float]
"""A game from both seats: the part of the win, and the lead in points."""


def share(lead: int) -> float:
    """The part of the win."""
    return 0.5 if lead == 0 else float(lead > 0)


def given_award(number: int, *, clans: bool = True) -> Iterator[Pair]:
    """A game without the module; then each of the two has the points of the award."""
    name = f"best use/{number}"
    lead = play(name, options_of((), clans=clans), ignorant("awards", name))
    return ((share(one + AWARD), one + AWARD) for one in (lead, -lead))


def given_row(number: int, *, clans: bool = True) -> Iterator[Pair]:
    """Two games, in which one seat and then the other knows the row, and takes from it too."""
    name, options = f"best use/{number}", options_of({"refill_board"}, clans=clans)
    for seat in range(PLAYERS):
        chooser = with_the_row(seat, stewards(name), ignorant("refill_board", name))
        ahead = play(name, options, chooser)
        lead = ahead if seat == 0 else -ahead
        yield share(lead), lead


class Given(Protocol):
    """Plays the games of a number, in which one has such an advantage."""

    def __call__(self, number: int, *, clans: bool = True) -> Iterator[Pair]: ...


GIVEN: Final[Mapping[str, Given]] = {
    "awards": given_award,
    "refill_board": given_row,
}


def stewards(name: str) -> Chooser:
    """Stewards; clans are drafted by chance."""
    seed = seed_of(name)

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return bots.choose("random" if state.phase == "draft" else "steward", state, seat, seed)

    return choose


def ignorant(module: str, name: str) -> Chooser:
    """Stewards that do not know the module."""
    knowing = stewards(name)

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        with ignoring(module):
            return knowing(state, seat)

    return choose


def with_the_row(privileged: int, own: Chooser, other: Chooser) -> Chooser:
    """On each turn of one seat the row lies on the export board too."""

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        if seat != privileged:
            return other(state, seat)
        if isinstance(state.decision_for(seat), MainActionDecision):
            state.slots.extend(state.future)
        return own(state, seat)

    return choose


def play(name: str, options: engine.Options, choose: Chooser) -> int:
    """A game: by how many points the first seat is ahead."""
    last = engine.State()
    for state, _ in steps(PLAYERS, name, choose, options):
        part_again(state)
        last = state
    first, second = last.scores
    return first.total - second.total


def part_again(state: engine.State) -> None:
    """Take the row off the export board, as far as it is left."""
    slots = state.content.slots(PLAYERS)
    if len(state.slots) > slots:
        left = state.slots[slots:]
        state.future = [contract for contract in state.future if contract in left]
        del state.slots[slots:]


def line(module: str, found: Sequence[Pair]) -> list[str]:
    """A row of the table, with the doubt of the share; pairs of games have one seed."""
    shares = [share_ for share_, _ in found]
    pairs = [fmean(shares[place : place + 2]) for place in range(0, len(shares), 2)]
    doubt = 100 * stdev(pairs) / len(pairs) ** 0.5 if len(pairs) > 1 else 0
    leads = [lead for _, lead in found]
    part = f"{100 * fmean(shares):.1f} ± {doubt:.1f}"
    figures = [f"{fmean(leads):+.1f}", f"{spread(leads):.1f}"]
    return [module, f"{sum(shares):g}", str(len(shares)), part, str(WANTED), *figures]


def main() -> int:
    """Play; print what there is after each tenth pair of games, and the table in the end."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.best_use", description=__doc__)
    parser.add_argument("--pairs", type=int, default=200, help="of games with exchanged seats")
    parser.add_argument("--module", choices=list(GIVEN), action="append", help="only these")
    parser.add_argument("--without-clans", action="store_true", help="less hangs on luck")
    args = parser.parse_args()
    rows: list[list[str]] = []
    for module in args.module or GIVEN:
        found: list[Pair] = []
        for number in range(args.pairs):
            found += GIVEN[module](number, clans=not args.without_clans)
            if number % 10 == 9:
                print(*line(module, found), sep="  ", file=sys.stderr, flush=True)
        rows.append(line(module, found))
    print(table(HEAD, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
