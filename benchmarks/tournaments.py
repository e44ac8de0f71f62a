"""``make tournaments``: how good and how fast the draws of Swiss are, for 5 to 128 players.

Tournaments of three to seven rounds at tables of four, of three and of two, each drawn as one of so
many rounds is: the seats look ahead to its end. The stronger of two players places better more
often, ties aside, so that points part as they do among people. Repeated opponents are counted
beside the best of 1,000 draws by lot for the same round after the same rounds. Ends with 1 where a
target of the last lines is missed.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec import Struct
from tqdm import tqdm

from games.engine.randomness import Stream
from simulation.random_play import seed_of
from tournaments.formats.swiss import coarseness
from tournaments.pairing.matching import duels
from tournaments.pairing.mixing import table_sizes
from tournaments.pairing.pods import pods
from tournaments.pairing.records import SwissRecord, records, seat_imbalance
from tournaments.scoring.points import points_row
from tournaments.state import DEFAULT_POINTS, EntrantId

ROUNDS: Final = (3, 4, 5, 6, 7)
TABLES: Final = (4, 3, 2)
LEAST: Final = 5
MOST: Final = 128
DENSE: Final = 24
"""With ``--thin`` only every eighth number of players is played beyond so many."""
FREE: Final = 16
"""From so many players up nobody meets again in the first three rounds."""
RANDOM_DRAWS: Final = 1000
LUCK: Final = 2
"""A place is decided by strength (0 to 1) and by chance, which counts so many times as much."""

Round = Sequence[tuple[EntrantId, ...]]


class SwissRun(Struct, frozen=True):
    """One tournament of ``rounds`` at tables of ``size``.

    By round: pairs that met again, and in the best of the draws by lot. ``imbalances`` are those of
    all players after the last round, ``most`` the largest after any. ``small`` is how much oftener
    the one at most smaller tables sat there than the one at fewest.
    """

    players: int
    size: int
    rounds: int
    repeats: tuple[int, ...]
    by_lot: tuple[int, ...]
    imbalances: tuple[int, ...]
    most: int
    small: int
    slowest: float


class Plan(Struct, frozen=True):
    """A tournament to be played; ``name`` says which of several."""

    players: int
    size: int
    rounds: int
    name: str


class UnderWay:
    """A tournament under way."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.seed = seed_of(f"{plan.name}/{plan.players}")
        self.luck = Stream(self.seed, "luck")
        self.points = {one: Fraction(0) for one in range(1, plan.players + 1)}
        self.rounds = list[Round]()
        self.byes = list[EntrantId]()

    def before(self) -> list[SwissRecord]:
        """What the next draw goes by, as the format makes it."""
        plan = self.plan
        steps = coarseness(plan.players, plan.rounds) if plan.size > 2 else 1
        win = points_row(DEFAULT_POINTS, plan.size)[0] * steps
        return records(list(self.points), self.rounds, self.points, win)

    def drawn(self, before: Sequence[SwissRecord]) -> tuple[Round, EntrantId | None]:
        """The tables of the next round, and who has a bye."""
        number = len(self.rounds) + 1
        chance = Stream(self.seed, f"draw/{number}/1")
        if self.plan.size == 2:
            return duels(before, self.byes, chance)
        left = self.plan.rounds - number
        return pods(before, self.plan.size, chance, left=left), None

    def play(self, tables: Round, bye: EntrantId | None) -> None:
        """Give the points of a round; a bye counts as a win."""
        for table in tables:
            row = points_row(DEFAULT_POINTS, len(table))
            placing = placed(table, self.plan.players, self.luck)
            for one, gained in zip(placing, row, strict=True):
                self.points[one] += gained
        if bye is not None:
            self.byes.append(bye)
            self.points[bye] += points_row(DEFAULT_POINTS, 2)[0]
        self.rounds.append(tables)


def run(plan: Plan) -> SwissRun:
    """A tournament."""
    course = UnderWay(plan)
    repeats, by_lot, most, slowest = list[int](), list[int](), 0, 0.0
    for _ in range(plan.rounds):
        before = course.before()
        began = time.process_time()
        tables, bye = course.drawn(before)
        slowest = max(slowest, time.process_time() - began)
        repeats.append(repeated(before, tables))
        needed = repeats[-1] or plan.players < FREE
        by_lot.append(best_by_lot(before, plan.size, course.luck) if needed else 0)
        course.play(tables, bye)
        after = records(list(course.points), course.rounds, course.points, 1)
        imbalances = tuple(seat_imbalance(one.shares) for one in after)
        most = max(most, *imbalances)
    small = [one.small for one in after]
    return SwissRun(
        plan.players,
        plan.size,
        plan.rounds,
        tuple(repeats),
        tuple(by_lot),
        imbalances,
        most,
        max(small) - min(small),
        slowest,
    )


def placed(table: Sequence[EntrantId], players: int, luck: Stream) -> list[EntrantId]:
    """Who sits at a table by place: lower numbers are stronger."""
    form = {one: one + luck.below(LUCK * players) for one in table}
    return sorted(table, key=lambda one: (form[one], one))


def repeated(before: Sequence[SwissRecord], tables: Round) -> int:
    """How many pairs meet who have met."""
    met = {one.entrant: one.met for one in before}
    return sum(
        other in met[one] for table in tables for one, other in combinations(sorted(table), 2)
    )


def best_by_lot(before: Sequence[SwissRecord], size: int, luck: Stream) -> int:
    """The fewest repeats of many draws in which only lots decide."""
    best = len(before) ** 2
    sizes = [2] * (len(before) // 2) if size == 2 else table_sizes(len(before), size)
    for _ in range(RANDOM_DRAWS):
        order = iter(luck.shuffled([one.entrant for one in before]))
        tables = [tuple(next(order) for _ in range(seats)) for seats in sizes]
        best = min(best, repeated(before, tables))
        if best == 0:
            break
    return best


def lines(runs: Sequence[SwissRun]) -> Iterator[str]:
    """A line for each number of players, all its tournaments together; a block for each size."""
    rounds = sorted({one.rounds for one in runs})
    yield "for each number of rounds: pairs that met again, ours/best of 1,000 by lot by round, and"
    yield "players whose seats are out of balance by more than 1 at the end"
    for size in sorted({one.size for one in runs}, reverse=True):
        some = [one for one in runs if one.size == size]
        yield ""
        yield f"tables of {size}"
        yield (
            "players  " + "  ".join(f"{f'{one} rounds':>15}" for one in rounds) + "  seats  slowest"
        )
        for players in sorted({one.players for one in some}):
            own = [one for one in some if one.players == players]
            yield _line(players, own, rounds)


def _line(players: int, runs: Sequence[SwissRun], rounds: Sequence[int]) -> str:
    cells = list[str]()
    for number in rounds:
        some = [one for one in runs if one.rounds == number]
        met = f"{sum(sum(one.repeats) for one in some)}/{sum(sum(one.by_lot) for one in some)}"
        cells.append(f"{met:>8} {over_one(some):5.1f}%")
    most, slowest = max(one.most for one in runs), max(one.slowest for one in runs)
    return f"{players:7}  " + "  ".join(cells) + f"  {most:5}  {slowest:5.2f} s"


def over_one(runs: Sequence[SwissRun]) -> float:
    """Players of whom the seats are out of balance by more than one game at the end, in percent."""
    imbalances = [found for one in runs for found in one.imbalances]
    return 100 * sum(found > 1 for found in imbalances) / max(1, len(imbalances))


def targets(runs: Sequence[SwissRun]) -> Iterator[tuple[bool, str]]:
    """Each target: whether it is met, and the figure."""
    large = [one for one in runs if one.players >= FREE]
    repeats = sum(sum(one.repeats[:3]) for one in large)
    yield repeats == 0, f"repeats in three rounds from {FREE} players up: {repeats} (none)"
    worse = sum(sum(one.repeats) > sum(one.by_lot) for one in runs)
    yield worse == 0, f"tournaments with more repeats than draws by lot: {worse} (none)"
    most = max(one.most for one in runs)
    yield most <= 2, f"seats out of balance by at most: {most} (2)"
    for number in sorted({one.rounds for one in runs}):
        share = over_one([one for one in runs if one.rounds == number])
        said = f"players out of balance by more than 1 after {number} rounds: {share:.1f} % (15)"
        yield share <= 15, said
    slowest = max(one.slowest for one in runs)
    yield slowest < 2, f"slowest draw: {slowest:.2f} s of one core (2)"


def uneven(runs: Sequence[SwissRun]) -> Iterator[str]:
    """The numbers of players of which more than 15 % end out of balance by more than 1."""
    for size in sorted({one.size for one in runs}, reverse=True):
        for number in sorted({one.rounds for one in runs}):
            some = [one for one in runs if (one.size, one.rounds) == (size, number)]
            players = sorted({one.players for one in some})
            found = [n for n in players if over_one([o for o in some if o.players == n]) > 15]
            if found:
                yield f"more than 15 % at tables of {size} after {number} rounds with {found}"


def numbers(least: int, most: int, *, thin: bool) -> list[int]:
    """The numbers of players to play with."""
    found = range(least, most + 1)
    return [one for one in found if not thin or one <= DENSE or one % 8 == 0 or one >= most - 1]


def main() -> int:
    """Run the tournaments and print what came of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tournaments", description=__doc__)
    parser.add_argument("--runs", type=int, default=1, help="tournaments of each kind")
    parser.add_argument("--least", type=int, default=LEAST)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--rounds", type=int, nargs="+", default=ROUNDS)
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES, help="4, 3, 2")
    parser.add_argument("--thin", action="store_true", help=f"fewer numbers beyond {DENSE}")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    args = parser.parse_args()
    plans = [
        Plan(players, size, rounds, f"swiss/{index}")
        for players in numbers(args.least, args.most, thin=args.thin)
        for size in args.tables
        for rounds in args.rounds
        for index in range(args.runs)
    ]
    with ProcessPoolExecutor(args.jobs) as pool:
        runs = list(tqdm(pool.map(run, plans, chunksize=2), total=len(plans)))
    print(*lines(runs), "", *uneven(runs), sep="\n")
    found = list(targets(runs))
    for met, text in found:
        print("met    " if met else "MISSED ", text)
    return 0 if all(met for met, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
