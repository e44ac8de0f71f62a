"""A process that reads one file of a user: ``python -m replays.reading_process``.

It has neither Django nor a database, no setting and no secret; the job comes by standard input and
the answer goes by standard output. The first thing that it does is to bound itself, since a file
may cost more than it should.
"""

import sys
from datetime import datetime

import msgspec
from msgspec import Struct

from games import engine
from games.runtime.bounded_process import bound
from replays.files import BadFile, GameFile, write
from replays.files.deciding import Packs
from replays.files.errors import Code
from replays.files.packing import too_large
from replays.files.sound_game import read_sound_game


class ReadingJob(Struct, frozen=True, kw_only=True):
    """A file of at most ``largest`` bytes, also when it is unpacked.

    ``pack`` holds the bytes of the content pack that a text record names, once that is known; no
    bytes for one that the server does not know either.
    """

    data: bytes
    now: datetime
    largest: int
    pack: bytes | None = None


class Sound(Struct, frozen=True, tag=True):
    """The file in JSON Lines, and the state at its end, dumped."""

    file: bytes
    state: bytes


class Refused(Struct, frozen=True, tag=True):
    """Why the file is refused, as in BadFile."""

    code: Code
    sentence: str
    line: int | None = None
    version: int | None = None
    rule: str | None = None
    refusal: str | None = None

    def error(self) -> BadFile:
        """The refusal to be raised."""
        return BadFile(
            self.code,
            self.sentence,
            line=self.line,
            version=self.version,
            rule=self.rule,
            refusal=self.refusal,
        )


class PackWanted(Struct, frozen=True, tag=True):
    """A text record names a content pack by this hash, which the server may have."""

    hash: str


class OutOfMemory(Struct, frozen=True, tag=True):
    """The file needs more memory than it may have."""


Answer = Sound | Refused | PackWanted | OutOfMemory


class _Wanted(Exception):
    """The record names a pack that did not come with the job."""

    def __init__(self, hash_: str) -> None:
        self.hash = hash_
        super().__init__(hash_)


def main() -> None:
    """Read the job, do it, write the answer. The limits are the arguments."""
    cpu_seconds, memory = map(int, sys.argv[1:])
    bound(cpu_seconds=cpu_seconds, memory=memory)
    try:
        job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=ReadingJob)
        found = msgspec.msgpack.encode(answer(job))
    except MemoryError:
        found = msgspec.msgpack.encode(OutOfMemory())
    sys.stdout.buffer.write(found)


def answer(job: ReadingJob) -> Answer:
    """The result of a job."""
    try:
        game, state = read_sound_game(job.data, _packs(job), now=job.now, largest=job.largest)
        return Sound(_file(game, job.largest), engine.dump(state))
    except _Wanted as wanted:
        return PackWanted(wanted.hash)
    except MemoryError:
        return OutOfMemory()
    except BadFile as error:
        if _for_want_of_memory(error):
            return OutOfMemory()
        return Refused(
            error.code, error.sentence, error.line, error.version, error.rule, error.refusal
        )


def _packs(job: ReadingJob) -> Packs:
    def find(hash_: str) -> engine.Pack:
        try:
            return engine.packs.get(hash_)
        except engine.UnknownPack:
            if job.pack is None:
                raise _Wanted(hash_) from None
            if not job.pack:
                raise
        return engine.packs.from_bytes(job.pack)

    return find


def _file(game: GameFile, largest: int) -> bytes:
    """The game in JSON Lines, which an export has to bring back later. Raises BadFile."""
    data = write(game)
    if len(data) > largest:
        raise too_large(largest)
    return data


def _for_want_of_memory(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__
    return False


if __name__ == "__main__":
    main()
