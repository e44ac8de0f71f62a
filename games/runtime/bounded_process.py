"""Child processes with limits on time and memory, for work whose cost users decide.

A process gets its job by standard input and answers by standard output. It knows no setting and no
secret.
"""

import os
import resource
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

PROJECT: Final = Path(__file__).resolve().parents[2]
ENVIRONMENT: Final = {"PATH": os.defpath, "LANG": "C.UTF-8"}
"""The whole environment of the child; that of this process has secrets."""
KILLED: Final = (-signal.SIGXCPU, -signal.SIGKILL)
STDERR_SHOWN: Final = 2000
OPEN_FILES: Final = 32
NICE: Final = 5
"""Requests of other people come first."""


class ProcessLimits(Struct, frozen=True, kw_only=True):
    """Seconds of CPU, seconds in all, and bytes of address space of one process."""

    cpu_seconds: int
    seconds: float
    memory: int


class OutOfBounds(Exception):
    """The process took too much time and was ended."""

    def __init__(self, limits: ProcessLimits) -> None:
        super().__init__(
            f"more than {limits.cpu_seconds} s of computing time or {limits.seconds:g} s in all"
        )


class ProcessFailed(Exception):
    """The process failed, by a fault of ours; the text is what it wrote about it."""


def run(command: Sequence[str], job: bytes, limits: ProcessLimits) -> bytes:
    """The answer of a process to a job. Raises OutOfBounds, ProcessFailed.

    ``command`` gets the seconds of CPU and the bytes of memory as arguments, to ``bound`` itself.
    """
    try:
        done = subprocess.run(
            [*command, str(limits.cpu_seconds), str(limits.memory)],
            input=job,
            capture_output=True,
            timeout=limits.seconds,
            cwd=PROJECT,
            env=ENVIRONMENT,
            check=False,
            # Ctrl-C goes to this process, which then ends the child.
            start_new_session=True,
        )
    except subprocess.TimeoutExpired as error:
        raise OutOfBounds(limits) from error
    if done.returncode in KILLED:
        raise OutOfBounds(limits)
    if done.returncode:
        raise ProcessFailed(done.stderr.decode(errors="replace")[-STDERR_SHOWN:])
    return done.stdout


def bound(*, cpu_seconds: int, memory: int) -> None:
    """Limit this process for good: CPU, bytes of address space, files; it can write none."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    with suppress(ValueError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.nice(NICE)
