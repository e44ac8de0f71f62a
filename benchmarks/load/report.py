"""What a run has found, in tables."""

from dataclasses import dataclass
from typing import Final

from benchmarks.load.checking import FoundFaults
from benchmarks.load.crowd import Crowd
from benchmarks.load.meter import Latencies, RequestKind
from benchmarks.load.watching import ALL, CLIENTS, Watcher
from simulation.text import table

KINDS: Final[tuple[RequestKind, ...]] = ("move", "read", "page move", "page", "table")
MOST_FAULTS: Final = 20
MEMORY_ROWS: Final = 12
HEAD: Final = ("ms", "number", "p50", "p95", "p99")


@dataclass(frozen=True)
class Window:
    """A stretch of a run; its times are of the monotonic clock."""

    crowd: Crowd
    watcher: Watcher
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        """How long it was."""
        return self.ended - self.began

    def latencies(self, *kinds: RequestKind) -> Latencies:
        """Those of what was accepted."""
        return self.crowd.meter.answered(self.began, self.ended, *kinds)

    @property
    def moves_a_second(self) -> float:
        """Accepted, over the API and on pages."""
        return len(self.latencies("move", "page move").seconds) / self.seconds


def print_window(window: Window, *, begun: int, idle: int) -> None:
    """Rates, latencies, shares of the cores and memory."""
    rate, seconds = window.moves_a_second, window.seconds
    print(f"\n{rate:.1f} moves accepted a second, for {seconds:.0f} s")
    thinking = len(window.crowd.ready.tables) * seconds / max(begun, 1)
    print(f"{begun / seconds:.1f} begun a second; players think for {thinking:.1f} s on average")
    if idle:
        print(f"{idle} times no table waited for anybody: more games would be needed")
    rows = [(kind, *window.latencies(kind).row) for kind in KINDS]
    print("\n" + table(HEAD, rows))
    print_shares(window)
    print_errors(window)
    print_memory(window)


def print_shares(window: Window) -> None:
    """What part of its core the server used, by service, and the clients of theirs."""
    used = window.watcher.shares(window.began, window.ended)
    clients, busy = used.pop(CLIENTS), used.pop(ALL)
    named = ", ".join(f"{name} {share:.0%}" for name, share in sorted(used.items()))
    print(f"\nserver's core {sum(used.values()):.0%} ({named}); clients' core {clients:.0%}")
    print(f"the server's core was busy for {busy:.0%} with all that ran on this machine")


def print_errors(window: Window) -> None:
    """Refusals because of too much, faults, and what should not have happened."""
    meter = window.crowd.meter
    shed = meter.shed(window.began, window.ended)
    rude = sum(not one.polite for one in shed)
    failed = meter.failed(window.began, window.ended)
    print(f"shed (429, 503): {len(shed)}, without Retry-After: {rude}")
    print(f"faults (500 and above, 0 for no answer): {dict(failed) or 'none'}")
    print(f"troubles of clients, the start included: {dict(meter.errors) or 'none'}")


def print_memory(window: Window) -> None:
    """Megabytes of each service over time."""
    looks = window.watcher.within(window.began, window.ended)
    every = max(1, -(-len(looks) // MEMORY_ROWS))
    names = sorted(looks[0].memory)
    rows = [
        (f"{look.at - window.began:.0f}", *(f"{look.memory.get(name, 0):.0f}" for name in names))
        for look in looks[::every]
    ]
    print("\nMB after s\n" + table(("s", *names), rows))


def print_outcome(found: FoundFaults) -> None:
    """Delays, and whether everything is there."""
    rows = [
        ("commit to stream", *Latencies(found.to_stream).row),
        ("commit of the last move of a round to that of its end", *Latencies(found.round_ends).row),
    ]
    print("\n" + table(HEAD, rows))
    print(f"\n{found.moves} moves accepted, {found.events} events stored and streamed")
    print(f"streams were waited for {found.waited:.1f} s")
    for what, lines in (("lost or doubled", found.faults), ("not caught up", found.behind)):
        print(f"{what}: {len(lines) or 'none'}")
        for line in lines[:MOST_FAULTS]:
            print(f"  {line}")
