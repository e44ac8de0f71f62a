"""How many moves a second the server's core carries, and what it does with twice as many."""

import argparse
import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from benchmarks.load.checking import accounts_of, come_to_rest, outcome, stored_events
from benchmarks.load.crowd import Crowd
from benchmarks.load.meter import Latencies, RequestKind
from benchmarks.load.pacing import Pacer, for_seconds
from benchmarks.load.report import Window, print_errors, print_memory, print_outcome, print_shares
from benchmarks.load.served import LoadSite
from benchmarks.load.watching import Watcher
from simulation.text import table

SLOW_MS: Final = 500
"""The p99 beyond which the knee is passed."""
OVERLOADED_MS: Final = 2000
"""The most that the p99 of what is accepted may be while there is too much."""
RECOVERED_SECONDS: Final = 10
CARRIED: Final = 0.85
"""The part of what is asked for that has to be answered, or the knee is passed too."""
GROWTH: Final = 1.4
NARROWED: Final = 3
SETTLING: Final = 3.0
DRAINING: Final = 5.0
MOVES: Final[tuple[RequestKind, ...]] = ("move", "page move")
ALL: Final[tuple[RequestKind, ...]] = ("move", "page move", "read", "page")


@dataclass(frozen=True)
class LoadStep:
    """What came of so many a second."""

    asked: float
    answered: float
    latencies: Latencies
    shed: int

    @property
    def carried(self) -> bool:
        """Whether the server has answered it all, and soon."""
        return self.latencies.ms(99) <= SLOW_MS and self.answered >= CARRIED * self.asked

    @property
    def row(self) -> tuple[str, ...]:
        """For the table."""
        shown = (f"{self.asked:.0f}", f"{self.answered:.0f}", *self.latencies.row[1:])
        return (*shown, str(self.shed), "yes" if self.carried else "no")


@dataclass
class Saturation:
    """Finds the most that one kind of request is answered soon, by steps of some seconds each."""

    crowd: Crowd
    act: Callable[[], bool]
    kinds: tuple[RequestKind, ...]
    seconds: float

    async def knee(self, start: float) -> float:
        """The most a second that is carried; prints each step."""
        steps = [await self.step(start)]
        while steps[-1].carried:
            steps.append(await self.step(steps[-1].asked * GROWTH))
        good = max((one.asked for one in steps if one.carried), default=0.0)
        bad = steps[-1].asked
        for _ in range(NARROWED):
            tried = await self.step((good + bad) / 2)
            good, bad = (tried.asked, bad) if tried.carried else (good, tried.asked)
            steps.append(tried)
        head = ("asked/s", "answered/s", "p50 ms", "p95", "p99", "shed", "carried")
        print(table(head, [one.row for one in sorted(steps, key=lambda one: one.asked)]))
        return max((one.answered for one in steps if one.carried), default=0.0)

    async def step(self, rate: float) -> LoadStep:
        """The better one of up to two tries: other work on the machine may spoil one."""
        tried = await self._try(rate)
        if tried.carried:
            return tried
        again = await self._try(rate)
        return again if again.carried else tried

    async def _try(self, rate: float) -> LoadStep:
        """Ask so many a second for a while, and let the server come to rest after it."""
        pacer = Pacer(self.crowd, self.act, rate)
        task = asyncio.create_task(pacer.run())
        await asyncio.sleep(SETTLING)
        began, begun = time.monotonic(), pacer.begun
        await asyncio.sleep(self.seconds)
        ended, asked = time.monotonic(), (pacer.begun - begun) / self.seconds
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        meter = self.crowd.meter
        found = meter.answered(began, ended, *self.kinds)
        answered = len(found.seconds) / (ended - began)
        step = LoadStep(asked, answered, found, len(meter.shed(began, ended)))
        await self._rest()
        return step

    async def _rest(self) -> None:
        end = time.monotonic() + DRAINING
        while self.crowd.tasks and time.monotonic() < end:
            await asyncio.sleep(0.1)


async def run(site: LoadSite, args: argparse.Namespace) -> int:
    """Find the knees of the bare insert and of moves, then ask for twice as much."""
    crowd = Crowd(site, games=args.games, pages=args.pages, seed=args.seed)
    async with crowd:
        print("\nA bare insert of one row:", flush=True)
        bare = await Saturation(crowd, crowd.insert_once, ("bare",), args.step).knee(40.0)
        print("\nMoves, each with what a player reads before it:", flush=True)
        moves = await Saturation(crowd, crowd.play_once, MOVES, args.step).knee(10.0)
        print(f"\nknee: {moves:.1f} moves a second and core, {bare:.1f} bare inserts", flush=True)
        held, since = await _overload(crowd, site, max(moves, 5.0), args.overload)
        waited = await come_to_rest(crowd)
        found = outcome(accounts_of(crowd), stored_events(site), since=since, waited=waited)
    print_outcome(found)
    return 0 if held and found.whole and not site.dead() else 1


async def _overload(
    crowd: Crowd, site: LoadSite, knee: float, seconds: float
) -> tuple[bool, float]:
    """Twice the knee, then half of it; whether the promises were kept, and when it began."""
    watcher, pacer = Watcher(site), Pacer(crowd, crowd.play_once, 2 * knee)
    began, since = time.monotonic(), time.time()
    await for_seconds(seconds, pacer.run, watcher.run)
    window = Window(crowd, watcher, began, time.monotonic())
    watcher.look()
    print(f"\nTwice the knee, {pacer.rate:.0f} moves a second, for {seconds:.0f} s:")
    print(f"{pacer.begun / seconds:.1f} begun, {window.moves_a_second:.1f} accepted a second")
    rows = [(kind, *window.latencies(kind).row) for kind in ALL]
    print("\n" + table(("ms, accepted", "number", "p50", "p95", "p99"), rows))
    print_shares(window)
    print_errors(window)
    print_memory(window)
    recovery = await _recovery(crowd, knee / 2)
    print(f"recovered after {recovery} s" if recovery else "not recovered", flush=True)
    rude = sum(not one.polite for one in crowd.meter.shed(began, window.ended))
    slowest = max(window.latencies(kind).ms(99) for kind in ALL)
    failed = crowd.meter.failed(began, window.ended)
    kept = not rude and not failed and slowest < OVERLOADED_MS
    return kept and recovery is not None and recovery <= RECOVERED_SECONDS, since


async def _recovery(crowd: Crowd, rate: float) -> int | None:
    """Seconds of half the knee until moves are quick again and none is refused; None if never."""
    pacer, meter = Pacer(crowd, crowd.play_once, rate), crowd.meter
    began = time.monotonic()
    await for_seconds(2 * RECOVERED_SECONDS, pacer.run)
    seconds = range(2 * RECOVERED_SECONDS)
    bad = [
        second
        for second in seconds
        if meter.shed(began + second, began + second + 1)
        or meter.answered(began + second, began + second + 1, *ALL).ms(99) > SLOW_MS
    ]
    last = max(bad, default=-1) + 1
    return last if last < len(seconds) else None
