"""Reading files of users in a process of their own, with limits on time and memory.

The answer is trusted to be a sound game, since our own code gives it. Whether that game may be
stored on this server is for the caller to check.
"""

import sys
from collections.abc import Callable
from datetime import datetime
from threading import BoundedSemaphore
from typing import Final

import msgspec

from games import engine
from games.runtime import bounded_process
from games.runtime.bounded_process import OutOfBounds, ProcessFailed, ProcessLimits
from replays import files
from replays.files import GameFile
from replays.reading_process import Answer, OutOfMemory, PackWanted, ReadingJob, Refused

COMMAND: Final = (sys.executable, "-m", "replays.reading_process")
AT_ONCE: Final = 2
"""Processes that one of ours should have at a time; a server without workers reads for all."""
_answers: Final = msgspec.msgpack.Decoder[Answer](Answer)
PLACES: Final = BoundedSemaphore(AT_ONCE)
"""Held by the callers of ``read``, from before they note the time at which it began."""

KnownPack = Callable[[str], bytes | None]
"""The bytes of a content pack by its hash, None for one that is not known."""


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
    try:
        answer = bounded_process.run(COMMAND, msgspec.msgpack.encode(job), limits)
    except OutOfBounds as error:
        raise TooCostly(limits) from error
    except ProcessFailed as error:
        raise ReadingFailed(str(error)) from error
    try:
        found: Answer = _answers.decode(answer)
    except msgspec.MsgspecError as error:
        raise ReadingFailed(f"its answer cannot be decoded: {error}") from error
    return found
