"""Which core does what, and how much of it processes have used."""

import os
import resource
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
USER_TIME: Final = 11
"""Where the times of a process begin in ``/proc/PID/stat``, counted behind its name."""


def two_cores() -> tuple[set[int], set[int]]:
    """The core of the clients and that of the server; the same one where there is only one."""
    found = sorted(os.sched_getaffinity(0))
    return {found[0]}, {found[-1]}


@contextmanager
def pinned(cores: set[int]) -> Iterator[None]:
    """This process, and all that it starts meanwhile, on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def family(pid: int) -> list[int]:
    """A process with its children and theirs, as far as they run."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            listed = Path(f"/proc/{one}/task/{one}/children").read_text()
            found += map(int, listed.split())
    return found


def own_seconds() -> float:
    """CPU time of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def seconds_of(pids: Sequence[int]) -> float:
    """CPU time of processes, and of their children that have ended."""
    return sum(_seconds(pid) for pid in pids)


def _seconds(pid: int) -> float:
    with suppress(OSError):
        line = Path(f"/proc/{pid}/stat").read_text()
        times = line.rpartition(")")[2].split()[USER_TIME : USER_TIME + 4]
        return sum(map(int, times)) / TICKS
    return 0.0


def nanoseconds_of(pid: int) -> int:
    """CPU time of one process, more exactly than in ticks."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])


def megabytes_of(pids: Sequence[int]) -> float:
    """Memory of processes; what several share counts once."""
    return sum(_kilobytes(pid) for pid in pids) / 1000


def _kilobytes(pid: int) -> int:
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return 0


def busy_seconds(cores: set[int]) -> float:
    """For how long cores have been busy since the machine started, whoever it was."""
    lines = Path("/proc/stat").read_text().splitlines()
    names = {f"cpu{core}" for core in cores}
    rows = [line.split() for line in lines if line.split(maxsplit=1)[0] in names]
    # Neither idle nor waiting for a disk.
    return sum(sum(map(int, row[1:4])) + sum(map(int, row[6:9])) for row in rows) / TICKS


def shares(
    before: Mapping[str, float], after: Mapping[str, float], wall: float
) -> dict[str, float]:
    """What part of a core each has used meanwhile; an earlier time may know some of them only."""
    return {name: (used - before.get(name, used)) / wall for name, used in after.items()}
