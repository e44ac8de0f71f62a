"""Files of games that were played in memory, and what can be done to them."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import msgspec

from replays import files
from replays.files import FilePlayer, GameFile
from tests.replays.streams import BEGAN, Stored, kept

Json = dict[str, Any]
NAMES = ("ada", "Ben Ó Súilleabháin", "cleo#1", "dod")
LATER = datetime(2026, 6, 1, tzinfo=UTC)
"""After every game in here."""


@cache
def played(name: str = "files") -> Stored:
    """A finished game in which something was taken back, by the name of its record."""
    return kept(name)


@cache
def half_played() -> Stored:
    """A game that still runs."""
    return kept("files", until=lambda state: state.version == 120)


def file_of(game: Stored, *, finished: bool = True, name: str = "Friday") -> GameFile:
    """The file of a game; its last seat is a bot's."""
    options = msgspec.json.decode(game.subject.options)
    people = NAMES[: options.get("players", 4) - 1]
    metadata = files.GameMetadata(
        name=name,
        players=[*(FilePlayer(player=one) for one in people), FilePlayer(bot="random")],
        created_at=BEGAN - timedelta(minutes=3),
    )
    return files.compose(game.subject, game.rows, metadata, finished=finished)


@cache
def sound(name: str = "files") -> bytes:
    """The bytes of the file of a finished game."""
    return files.write(file_of(played(name)))


@cache
def played_with_words() -> Stored:
    """A finished game of three, in whose seed are words of two players."""
    return kept("files-words")


@cache
def with_words() -> bytes:
    """The bytes of its file."""
    return files.write(file_of(played_with_words()))


@cache
def running() -> bytes:
    """The bytes of the file of a game that runs."""
    return files.write(file_of(half_played(), finished=False))


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a file with their ends."""
    return data.splitlines(keepends=True)


def changed(data: bytes, number: int, change: Callable[[Json], None]) -> bytes:
    """The file with one of its lines (from 1) changed as JSON, and everything else as it was."""
    lines = lines_of(data)
    line = msgspec.json.decode(lines[number - 1])
    change(line)
    lines[number - 1] = msgspec.json.encode(line) + b"\n"
    return b"".join(lines)


def checked(lines: Sequence[bytes]) -> bytes:
    """A file of these lines with a new, valid checksum."""
    *body, last = lines
    end = msgspec.json.decode(last)
    end["sha256"] = hashlib.sha256(b"".join(body)).hexdigest()
    return b"".join([*body, msgspec.json.encode(end) + b"\n"])


def rechecked(data: bytes) -> bytes:
    """The file with a new checksum."""
    return checked(lines_of(data))


def repacked(game: Stored, **columns: object) -> GameFile:
    """The file of a game with other columns beside its stream."""
    return file_of(Stored(msgspec.structs.replace(game.subject, **columns), game.rows, game.states))
