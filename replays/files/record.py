"""A game as a text record: a header, a line for each move, and how it ended.

People read it, and so does ``deciding``, which plays the moves again. Steps of the game itself are
comments: they follow from the moves. Times of single events, the salt and the hashes are left out.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from games import engine
from games.engine import StoredEvent
from games.engine.terms import Seat
from replays.checking.payloads import UNDO, decided_in, payload_of, position_in
from replays.checking.report import Differs
from replays.files.errors import BadFile
from replays.files.shape import MOST_EVENTS, FilePlayer, GameFile, sheets_in

VERSION: Final = "1"
OPENING: Final = (
    "# A game of Clans of Caledonia. Each line is the number of an event, a seat (from 0) and the\n"
    "# move; what follows a # is comment.\n"
)
LARGEST_RECORD: Final = 5 * 1024 * 1024
LONGEST_LINE: Final = 2000
LONGEST_POSITION: Final = 128 * 1024
"""Bytes of the line with the position of a fork; most are a tenth of it."""
POSITION: Final = "position: "
MOST_MOVES: Final = MOST_EVENTS
MOST_LINES: Final = 3 * MOST_EVENTS
"""Steps of the game and comments of people are lines too."""

FIELD: Final = re.compile(r"([a-z_]+(?: [0-9] (?:player|bot))?):(?: (.*))?")
MOVE: Final = re.compile(r"([0-9]{1,6}) ([0-9]) (?:(player|bot|standing_order|game|admin): )?(.+)")
SEAT: Final = re.compile(r"seat ([0-9]) (player|bot)")
TAKEN_BACK: Final = re.compile(r"undo ([0-9]{1,6})")

NEEDED: Final = (
    *("record", "game", "name", "status", "rules", "options", "content", "commitment"),
    *("created", "started"),
)
FINISHED: Final = ("server_seed", "finished", "events", "digest", "scores")
OPTIONAL: Final = ("contributions", "begins", "forked_from", "position", "ended_by")
FORKED: Final = ("forked_from", "position")
SET_UP: Final = "setup"
"""The first event of a game, unless it was branched off another one."""


class PlayedLine(Struct, frozen=True):
    """One line: a move in notation, that a seat resigns, or the version to which it goes back."""

    line: int
    version: int
    seat: Seat
    origin: engine.Origin
    notation: str
    undo_to: int | None = None

    @property
    def resigns(self) -> bool:
        """Whether the seat leaves the game."""
        return self.notation == engine.RESIGN


class TextRecord(Struct, frozen=True):
    """The content of a text record. ``lines`` has the line number of each field."""

    fields: dict[str, str]
    lines: dict[str, int]
    players: list[FilePlayer]
    moves: list[PlayedLine]


def write_record(game: GameFile, sentences: Mapping[int, str]) -> str:
    """The text record of a game; ``sentences`` are those of its events, as far as known.

    Raises BadFile for an event that cannot be read.
    """
    lines = [f"{name}: {value}".rstrip() for name, value in _header(game)]
    lines += ["", *(_event(game, row, sentences.get(row.version, "")) for row in game.rows), ""]
    lines += [f"{name}: {value}".rstrip() for name, value in _end(game)]
    return OPENING + "\n".join(lines) + "\n"


def _header(game: GameFile) -> Iterator[tuple[str, str]]:
    header, end = game.header, game.end
    yield "record", VERSION
    yield "game", header.game
    yield "name", header.name
    yield "status", header.status
    yield "rules", str(header.rules)
    if header.forked_from is not None:
        yield "begins", engine.FORK
        yield "forked_from", f"{header.forked_from.game} {header.forked_from.version}"
    yield "options", bytes(header.options).decode()
    yield "content", header.content
    yield "commitment", header.commitment
    if end.server_seed is not None:
        yield "server_seed", end.server_seed
    if end.contributions:
        yield "contributions", " ".join(end.contributions)
    yield "created", header.created_at
    yield "started", header.started_at
    if header.finished_at is not None:
        yield "finished", header.finished_at
    for index, seat in enumerate(header.seats):
        kind = "player" if seat.bot is None else "bot"
        yield f"seat {index} {kind}", seat.player or seat.bot or ""
    if header.forked_from is not None:
        yield "position", _position(game.rows[0])


def _position(row: StoredEvent) -> str:
    """The position with which a fork begins, as JSON."""
    try:
        position = position_in(payload_of(row).effects)
    except Differs as error:
        raise BadFile("unreadable", str(error), version=row.version) from error
    return msgspec.json.encode(position).decode()


def _end(game: GameFile) -> Iterator[tuple[str, str]]:
    yield "events", str(game.end.events)
    last = game.rows[-1]
    if game.finished:
        yield "digest", last.digest
        if game.end.ended_by is not UNSET:
            yield "ended_by", game.end.ended_by
        yield "scores", " ".join(totals(last))


def totals(row: StoredEvent) -> list[str]:
    """The total of each seat as the last event gives it, by seat."""
    return [str(sheet.total) for sheet in sheets_in(row)]


def _event(game: GameFile, row: StoredEvent, sentence: str) -> str:
    comment = " ".join(sentence.split())
    try:
        decided = decided_in(row)
    except Differs as error:
        raise BadFile("unreadable", str(error), version=row.version) from error
    if row.seat is None:
        return f"# {row.version} {comment or decided.kind.replace('_', ' ')}"
    if decided.kind == UNDO:
        what = f"undo {row.parent}"
    else:
        # A sealed bid stays hidden as long as the game runs.
        what = decided.kind if decided.move is None else decided.move.notation()
    seat = game.header.seats[row.seat]
    usual = "player" if seat.bot is None else "bot"
    origin = "" if row.origin == usual else f"{row.origin}: "
    line = f"{row.version} {row.seat} {origin}{what}"
    return f"{line:<39} # {comment}" if comment else line
