"""``make tournaments``: how good and how fast the draws of Swiss are, for 5 to 128 players.

Each tournament has seven rounds at tables of four and three. The stronger of two players places
better more often, ties aside, so that points part as they do among people. Repeated opponents are
counted beside the best of 1,000 draws by lot for the same round after the same rounds. Ends with 1
where a target of the last lines is missed.
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
from tournaments.formats.swiss import FEW_PLAYERS
from tournaments.pairing.mixing import table_sizes
from tournaments.pairing.pods import pods
from tournaments.pairing.records import STEPS, SwissRecord, records, seat_imbalance
from tournaments.scoring.points import points_row
from tournaments.state import DEFAULT_POINTS, EntrantId

ROUNDS: Final = 7
LEAST: Final = 5
MOST: Final = 128
FREE: Final = 16
"""From so many players up nobody meets again in the first three rounds."""
RANDOM_DRAWS: Final = 1000
LUCK: Final = 2
"""A place is decided by strength (0 to 1) and by chance, which counts so many times as much."""

Round = Sequence[tuple[EntrantId, ...]]


class SwissRun(Struct, frozen=True):
    """One tournament, by round: pairs that met again, and in the best of the draws by lot.

    ``imbalances`` are those of all players after the last round, ``most`` the largest after any.
    ``small`` is how much oftener the one at most smaller tables sat there than the one at fewest.
    """

    players: int
    repeats: tuple[int, ...]
    by_lot: tuple[int, ...]
    imbalances: tuple[int, ...]
    most: int
    small: int
    slowest: float


def run(players: int, name: str) -> SwissRun:
    """A tournament of so many players."""
    seed = seed_of(f"{name}/{players}")
    luck = Stream(seed, "luck")
    points = {one: Fraction(0) for one in range(1, players + 1)}
    rounds = list[Round]()
    repeats, by_lot, most, slowest = list[int](), list[int](), 0, 0.0
    for number in range(1, ROUNDS + 1):
        win = points_row(DEFAULT_POINTS, 4)[0] * (STEPS if players < FEW_PLAYERS else 1)
        before = records(list(points), rounds, points, win)
        began = time.process_time()
        tables = pods(before, 4, Stream(seed, f"draw/{number}/1"), left=ROUNDS - number)
        slowest = max(slowest, time.process_time() - began)
        repeats.append(repeated(before, tables))
        by_lot.append(best_by_lot(before, luck) if repeats[-1] or players < FREE else 0)
        for table in tables:
            row = points_row(DEFAULT_POINTS, len(table))
            for one, gained in zip(placed(table, players, luck), row, strict=True):
                points[one] += gained
        rounds.append(tables)
        after = records(list(points), rounds, points, 1)
        imbalances = tuple(seat_imbalance(one.shares) for one in after)
        most = max(most, *imbalances)
    small = [one.small for one in after]
    return SwissRun(
        players,
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


def best_by_lot(before: Sequence[SwissRecord], luck: Stream) -> int:
    """The fewest repeats of many draws in which only lots decide."""
    best = len(before) ** 2
    sizes = table_sizes(len(before), 4)
    for _ in range(RANDOM_DRAWS):
        order = iter(luck.shuffled([one.entrant for one in before]))
        tables = [tuple(next(order) for _ in range(size)) for size in sizes]
        best = min(best, repeated(before, tables))
        if best == 0:
            break
    return best


def lines(runs: Sequence[SwissRun]) -> Iterator[str]:
    """A line for each number of players, all its tournaments together."""
    yield "repeats: ours/best of 1,000 by lot, in all tournaments of the line; seats after 7 rounds"
    yield "players  3 rounds  4 rounds  5 rounds  6 rounds  7 rounds  seats  over 1  small  slowest"
    for players in sorted({one.players for one in runs}):
        some = [one for one in runs if one.players == players]
        cells = [
            f"{sum(sum(one.repeats[:last]) for one in some)}"
            f"/{sum(sum(one.by_lot[:last]) for one in some)}"
            for last in range(3, ROUNDS + 1)
        ]
        most, small = max(one.most for one in some), max(one.small for one in some)
        slowest = max(one.slowest for one in some)
        yield (
            f"{players:7}  " + "  ".join(f"{cell:>8}" for cell in cells) + f"  {most:5}"
            f"  {over_one(some):5.1f}%  {small:5}  {slowest:5.2f} s"
        )


def over_one(runs: Sequence[SwissRun]) -> float:
    """Players of whom the seats are out of balance by more than one game at the end, in percent."""
    imbalances = [found for one in runs for found in one.imbalances]
    return 100 * sum(found > 1 for found in imbalances) / len(imbalances)


def targets(runs: Sequence[SwissRun]) -> Iterator[tuple[bool, str]]:
    """Each target: whether it is met, and the figure."""
    large = [one for one in runs if one.players >= FREE]
    repeats = sum(sum(one.repeats[:3]) for one in large)
    yield repeats == 0, f"repeats in three rounds from {FREE} players up: {repeats} (none)"
    worse = sum(sum(one.repeats) > sum(one.by_lot) for one in runs)
    yield worse == 0, f"tournaments with more repeats than draws by lot: {worse} (none)"
    most = max(one.most for one in runs)
    yield most <= 2, f"seats out of balance by at most: {most} (2)"
    share = over_one(runs)
    yield share <= 15, f"players out of balance by more than 1 after 7 rounds: {share:.1f} % (15)"
    slowest = max(one.slowest for one in runs)
    yield slowest < 2, f"slowest draw: {slowest:.2f} s of one core (2)"


def main() -> int:
    """Run the tournaments and print what came of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tournaments", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="tournaments of each number of players")
    parser.add_argument("--least", type=int, default=LEAST)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    args = parser.parse_args()
    numbers = [one for one in range(args.least, args.most + 1) for _ in range(args.runs)]
    names = [f"swiss/{index % args.runs}" for index in range(len(numbers))]
    with ProcessPoolExecutor(args.jobs) as pool:
        runs = list(tqdm(pool.map(run, numbers, names, chunksize=2), total=len(numbers)))
    print(*lines(runs), "", sep="\n")
    uneven = sorted({one.players for one in runs})
    uneven = [n for n in uneven if over_one([one for one in runs if one.players == n]) > 15]
    print(f"more than 15 % out of balance by more than 1 with {uneven or 'no number of'} players")
    found = list(targets(runs))
    for met, text in found:
        print("met    " if met else "MISSED ", text)
    return 0 if all(met for met, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
