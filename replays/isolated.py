"""Reading files of users in a process of their own, with limits on time and memory.

The answer is trusted to be a sound game, since our own code gives it. Whether that game may be
stored on this server is for the caller to check.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

import msgspec
from msgspec import Struct

from games import engine
from replays import files
from replays.files import GameFile
from replays.reading_process import Answer, OutOfMemory, PackWanted, ReadingJob, Refused

PROJECT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = (sys.executable, "-m", "replays.reading_process")
ENVIRONMENT: Final = {"PATH": os.defpath, "LANG": "C.UTF-8"}
"""The whole environment of the process; that of this one holds the secrets."""
KILLED: Final = (-signal.SIGXCPU, -signal.SIGKILL)
STDERR_SHOWN: Final = 2000
AT_ONCE: Final = 2
"""Processes that one of ours should have at a time; a server without workers reads for all."""
_answers: Final = msgspec.msgpack.Decoder[Answer](Answer)
PLACES: Final = BoundedSemaphore(AT_ONCE)
"""Held by the callers of ``read``, from before they note the time at which it began."""

KnownPack = Callable[[str], bytes | None]
"""The bytes of a content pack by its hash, None for one that is not known."""


class ProcessLimits(Struct, frozen=True, kw_only=True):
    """Seconds of CPU, seconds in all, and bytes of address space of one process."""

    cpu_seconds: int
    seconds: float
    memory: int


class TooCostly(Exception):
    """Reading the file takes more time or memory than it may."""

    def __init__(self, limits: ProcessLimits) -> None:
        super().__init__(
            f"Reading the file takes more than {limits.cpu_seconds} s of computing time, "
            f"{limits.seconds:g} s in all or {limits.memory // 2**20} MiB of memory."
        )


class ReadingFailed(Exception):
    """The process ended without an answer, by a fault of ours."""


def read(
    data: bytes, known_pack: KnownPack, *, now: datetime, largest: int, limits: ProcessLimits
) -> tuple[GameFile, engine.State]:
    """A sound game out of a file, and its state at the end.

    Raises BadFile, TooCostly, ReadingFailed.
    """
    job = ReadingJob(data=data, now=now, largest=largest)
    found = _run(job, limits)
    if isinstance(found, PackWanted):
        found = _run(msgspec.structs.replace(job, pack=known_pack(found.hash) or b""), limits)
    match found:
        case Refused():
            raise found.error()
        case OutOfMemory():
            raise TooCostly(limits)
        case PackWanted():
            raise ReadingFailed("it asks for a content pack again")
    return files.read_game(found.file, largest), engine.load(found.state)


def _run(job: ReadingJob, limits: ProcessLimits) -> Answer:
    """What the process answers. Raises TooCostly, ReadingFailed."""
    arguments = [str(limits.cpu_seconds), str(limits.memory)]
    try:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=msgspec.msgpack.encode(job),
            capture_output=True,
            timeout=limits.seconds,
            cwd=PROJECT,
            env=ENVIRONMENT,
            check=False,
            # Ctrl-C is for this process, which then ends the other one.
            start_new_session=True,
        )
    except subprocess.TimeoutExpired as error:
        raise TooCostly(limits) from error
    if done.returncode in KILLED:
        raise TooCostly(limits)
    if done.returncode:
        raise ReadingFailed(done.stderr.decode(errors="replace")[-STDERR_SHOWN:])
    try:
        found: Answer = _answers.decode(done.stdout)
    except msgspec.MsgspecError as error:
        raise ReadingFailed(f"its answer cannot be decoded: {error}") from error
    return found
