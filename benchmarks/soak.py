"""``python -m benchmarks.soak``: thousands of games of bots with every invariant at every event.

Which bot sits where is drawn for each game, or it is always the one that is named. Prints what the
games were like. Ends with 1 and the game and event of the first broken invariant.
"""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from msgspec import Struct

from benchmarks.playing import chooser, drawn
from benchmarks.tables import Finished, finished, render, summarise
from games import bots, engine
from tests.invariants import broken, progress, went_back
from tests.random_play import steps

COUNTS = (2, 3, 4)
"""Numbers of players; the games are spread evenly over them."""
AT_ONCE = 8
"""Games that a process is given at a time."""


class Broken(Struct, frozen=True):
    """Where a game went wrong, and how."""

    bots: list[str]
    name: str
    version: int
    kind: str
    wrong: list[str]

    def __str__(self) -> str:
        """With what it takes to see it again."""
        choose = f'chooser({self.bots}, "{self.name}")'
        game = f'steps({len(self.bots)}, "{self.name}", {choose})'
        where = f"event {self.version} ({self.kind})"
        return "\n  ".join([f"BROKEN: {game}, {where}", *self.wrong])


def tables(games: int, seed: str, bot: str = "") -> list[tuple[list[str], str]]:
    """The bots by seat and the name of every game; the name is what chance is drawn from."""
    counted = [
        (players, f"soak/{seed}/{players}/{number // len(COUNTS)}")
        for number in range(games)
        for players in [COUNTS[number % len(COUNTS)]]
    ]
    return [([bot] * players if bot else drawn(players, name), name) for players, name in counted]


def play(game: tuple[list[str], str]) -> Finished | Broken:
    """One game to its end, or to the first event after which something is wrong."""
    seated, name = game
    order: list[engine.Seat] = []
    before: list[tuple[int, ...]] = []
    state, version, kind = engine.State(), 0, "nothing yet"
    try:
        for state, event in steps(len(seated), name, chooser(seated, name)):
            version, kind = event.version, event.kind
            order = order or list(state.turn_order)
            after = progress(state)
            if wrong := broken(state) + went_back(before, after):
                return Broken(seated, name, version, kind, wrong)
            before = after
    except Exception:  # noqa: BLE001 - whatever it is, it belongs into the report
        return Broken(seated, name, version, f"after {kind}", traceback.format_exc().splitlines())
    return finished(state, order, seated)


def play_all(games: Sequence[tuple[list[str], str]], processes: int) -> Iterator[Finished | Broken]:
    """All games, in order; whoever stops asking stops the rest."""
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from pool.map(play, games, chunksize=AT_ONCE)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def main() -> int:
    """Play, print the tables, and say whether all was well."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="over 2, 3 and 4 players together")
    parser.add_argument("--seed", default="1", help="any text; another one gives other games")
    parser.add_argument("--bot", choices=sorted(bots.BOTS), default="", help="on every seat")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args()
    if told.games < 1 or told.processes < 1:
        parser.error("at least one game and one process")
    began = time.monotonic()
    kept: list[Finished] = []
    for result in play_all(tables(told.games, told.seed, told.bot), told.processes):
        if isinstance(result, Broken):
            print(result)
            return 1
        kept.append(result)
    print(render(summarise(kept)))
    events = sum(game.length for game in kept)
    seconds = time.monotonic() - began
    print(f"\n{len(kept)} games, {events} events, every invariant at each: {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
