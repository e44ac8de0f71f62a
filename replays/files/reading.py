"""Games out of the bytes of untrusted files.

What is read here has the right shape, byte for byte as it would be written. ``soundness`` checks
whether the rules allow the game.
"""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from typing import IO, Final, TypeVar

import msgspec
from msgspec import Struct

from games.engine import StoredEvent
from games.engine.sealing import instant
from replays.files.errors import BadFile, FileCode, not_utf8
from replays.files.shape import (
    FORMAT,
    HEADER_START,
    LARGEST_GAME,
    LONGEST_LINE,
    End,
    EventFileLine,
    FileLine,
    GameFile,
    Header,
    PackLine,
)
from replays.files.writing import encoder

L = TypeVar("L", bound=FileLine)
UNREADABLE: Final = (msgspec.MsgspecError, RecursionError)


class Beginning(Struct, frozen=True):
    """The part of a first line that every format has."""

    format: int


_beginnings: Final = msgspec.json.Decoder(Beginning)
_headers: Final = msgspec.json.Decoder(Header)
_packs: Final = msgspec.json.Decoder(PackLine)
_events: Final = msgspec.json.Decoder(EventFileLine | End)


def read_game(data: bytes, largest: int = LARGEST_GAME) -> GameFile:
    """The one game of a file. Raises BadFile."""
    reader = FileReader(BytesIO(data), largest)
    game = reader.game()
    behind = reader.peek()
    if behind.startswith(HEADER_START):
        sentence = "A second game begins here: take one at a time."
        raise BadFile("several_games", sentence, line=reader.number + 1)
    if behind:
        raise BadFile("surplus_lines", "The game has ended before.", line=reader.number + 1)
    return game


def read_games(stream: IO[bytes], largest: int = LARGEST_GAME) -> Iterator[GameFile]:
    """The games of a file, one after the other, at least one. Raises BadFile.

    Only one at a time is kept in memory, of at most ``largest`` bytes.
    """
    reader = FileReader(stream, largest)
    yield reader.game()
    while reader.peek():
        yield reader.game()


FIRST_YEAR: Final = 1000
"""Long before any game; the year before the first has no time in any other zone."""


def moment(text: str, line: int) -> datetime:
    """A time as files write it. Raises BadFile."""
    try:
        read = datetime.fromisoformat(text)
        if read.year >= FIRST_YEAR and instant(read) == text:
            return read
    except (ValueError, OverflowError):
        pass
    sentence = f"{text[:40]!r} is no time as it is written here: 2026-01-31T20:15:00.000000Z."
    raise BadFile("bad_time", sentence, line=line)


class FileReader:
    """Goes through a file line by line; ``number`` counts the lines that were read."""

    def __init__(self, stream: IO[bytes], largest: int) -> None:
        self.stream = stream
        self.largest = largest
        self.number = 0
        self.size = 0
        self.line = b""
        self.ahead: bytes | None = None

    def peek(self) -> bytes:
        """The next line, which stays the next; empty at the end of the file."""
        if self.ahead is None:
            self.ahead = self.stream.readline(LONGEST_LINE + 1)
        return self.ahead

    def game(self) -> GameFile:
        """The next game. Raises BadFile."""
        self.size = 0
        first, header = self.number + 1, self._header()
        sha256 = hashlib.sha256(self.line)
        self._take()
        pack = self._decoded(_packs)
        rows: list[StoredEvent] = []
        while True:
            sha256.update(self.line)
            self._take()
            found = self._decoded(_events)
            if isinstance(found, End):
                break
            rows.append(self._row(found))
        if not rows:
            raise self._wrong("truncated", "There are no events before the end.")
        return GameFile(
            header=header,
            pack=bytes(pack.files),
            rows=rows,
            end=found,
            sha256=sha256.hexdigest(),
            first_line=first,
        )

    def _header(self) -> Header:
        self._take()
        if not self.line.startswith(HEADER_START):
            raise self._wrong("not_a_game_file", "This is not how the file of a game begins.")
        self._check_whole()
        try:
            form = _beginnings.decode(self.line).format
        except UNREADABLE:
            form = FORMAT  # what is wrong is found below
        if form > FORMAT:
            sentence = f"The file has format {form}; this program reads up to {FORMAT}."
            raise self._wrong("newer_format", sentence)
        return self._decoded(_headers)

    def _take(self) -> None:
        """The next line of a game into ``line``, which is UTF-8. Raises BadFile."""
        self.line, self.ahead = self.peek(), None
        self.number += 1
        if len(self.line) > LONGEST_LINE:
            raise self._wrong("line_too_long", f"It has more than {LONGEST_LINE} bytes.")
        if not self.line:
            raise self._wrong("truncated", "The file stops before the game's end line.")
        self.size += len(self.line)
        if self.size > self.largest:
            raise self._wrong("file_too_large", f"The game has more than {self.largest} bytes.")
        try:
            self.line.decode()
        except UnicodeDecodeError as error:
            raise self._wrong("not_utf8", not_utf8(error)) from error

    def _check_whole(self) -> None:
        """Raises BadFile for a line without its end."""
        if not self.line.endswith(b"\n"):
            raise self._wrong("truncated", "The file stops in the middle of a line.")

    def _decoded(self, decoder: msgspec.json.Decoder[L]) -> L:
        """The line, which has to be written as we write it. Raises BadFile."""
        self._check_whole()
        try:
            found = decoder.decode(self.line)
        except msgspec.ValidationError as error:
            if self.line.startswith(HEADER_START) and decoder is not _headers:
                sentence = "A game begins here before the one above it has ended."
                raise self._wrong("truncated", sentence) from error
            raise self._wrong("bad_line", f"It does not fit here: {error}"[:200] + ".") from error
        except UNREADABLE as error:
            raise self._wrong("not_json", f"It is not JSON: {error}"[:200] + ".") from error
        if encoder.encode(found) + b"\n" != self.line:
            sentence = (
                "It is not written as an export writes it: no other order, spaces or line ends."
            )
            raise self._wrong("not_canonical", sentence)
        return found

    def _row(self, found: EventFileLine) -> StoredEvent:
        secret = found.secret
        return StoredEvent(
            version=found.version,
            parent=found.parent,
            recorded_at=moment(found.recorded_at, self.number),
            seat=found.seat,
            origin=found.origin,
            cause=found.cause,
            rules=found.rules,
            public=bytes(found.public).decode(),
            secret=None if secret is None else "\n".join(bytes(one).decode() for one in secret),
            secret_hash=found.secret_hash,
            digest=found.digest,
            chain=found.chain,
        )

    def _wrong(self, code: FileCode, sentence: str) -> BadFile:
        return BadFile(code, sentence, line=self.number)
