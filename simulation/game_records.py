"""Games as text: a header, one line a move, and a trailer with what came out.

A line is the seat and the notation of its move, or one of the ways to leave a game; steps of the
game follow by themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from games import engine


class Undecided(Exception):
    """The moves of a record cannot be played to the end of the game, no more and no less."""


@dataclass
class Record:
    """A game as recorded."""

    header: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[engine.Seat, str]] = field(default_factory=list)
    trailer: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return self.header["game"].rpartition("/")[2]

    @property
    def options(self) -> engine.Options:
        return msgspec.json.decode(self.header["options"], type=engine.Options)

    @property
    def seed(self) -> bytes:
        return bytes.fromhex(self.header["seed"])

    def text(self) -> str:
        """The record as it is written."""
        lines = [f"{name}: {value}" for name, value in self.header.items()]
        lines += ["", *(f"{seat} {notation}" for seat, notation in self.moves), ""]
        lines += [f"{name}: {value}" for name, value in self.trailer.items()]
        return "\n".join(lines) + "\n"


def read(path: Path) -> Record:
    """The record in a file."""
    head, moves, tail = path.read_text().strip().split("\n\n")
    record = Record(_fields(head), [], _fields(tail))
    for line in moves.splitlines():
        seat, notation = line.split(" ", 1)
        record.moves.append((engine.Seat(int(seat)), notation))
    return record


def _fields(block: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in block.splitlines())


def replay(record: Record, pack: engine.Pack) -> Iterator[tuple[engine.State, engine.Event]]:
    """A record's game event by event, with the state after each; the same object all the way.

    Raises Undecided.
    """
    state, first = engine.new_game(record.options, record.seed, pack)
    yield state, first
    left = iter(record.moves)
    while not state.over:
        yield state, engine.advance(state) or _played(state, next(left, None))
    surplus = len(list(left))
    if surplus:
        raise Undecided(f"the game is over, but {surplus} moves are left")


def decided(state: engine.State, seat: engine.Seat, line: str) -> engine.Event:
    """What a line of a record does: a move, or one of the ways to leave a game."""
    match line:
        case engine.RESIGN:
            return engine.resign(state, seat)
        case engine.EARLY_END:
            return engine.end_early(state)
        case _:
            return engine.play(state, seat, engine.parse(line))


def _played(state: engine.State, line: tuple[engine.Seat, str] | None) -> engine.Event:
    if line is None:
        raise Undecided(f"the moves end at version {state.version}, before the game does")
    seat, notation = line
    try:
        return decided(state, seat, notation)
    except engine.EngineError as error:
        raise Undecided(f"{seat} {notation!r} at version {state.version}: {error}") from error
