"""Games as text: a header, one line a move, and a trailer with what came out.

A line is the seat and the notation of its move, an undo, or one of the ways to leave a game; steps
of the game follow by themselves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from games import engine
from simulation.random_play import MOST_EVENTS


class Undecided(Exception):
    """The moves of a record cannot be played to the end of the game, no more and no less."""


@dataclass
class GameRecord:
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


def read(path: Path) -> GameRecord:
    """The record in a file."""
    head, moves, tail = path.read_text().strip().split("\n\n")
    record = GameRecord(_fields(head), [], _fields(tail))
    for line in moves.splitlines():
        seat, notation = line.split(" ", 1)
        record.moves.append((engine.Seat(int(seat)), notation))
    return record


def _fields(block: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in block.splitlines())


def replay(record: GameRecord, pack: engine.Pack) -> Iterator[tuple[engine.State, engine.Event]]:
    """A record's game event by event, with the state after each. Raises Undecided.

    The state is the same object all the way, but for what an undo brings back.
    """
    going = _Going(record, pack)
    yield going.state, going.first
    left = iter(record.moves)
    while not going.state.over:
        event = going.step() or going.decide(next(left, None))
        yield going.state, event
    surplus = len(list(left))
    if surplus:
        raise Undecided(f"the game is over, but {surplus} moves are left")


def record_of(record: GameRecord, events: Iterable[engine.Event], pack: engine.Pack) -> None:
    """Give a record, of which only the header stands, the moves of a game that was played so."""
    going = _Going(record, pack, undone=True)
    for event in events:
        assert event.version < MOST_EVENTS, f"the game {record.name!r} does not end"
        if event.version > 1 and going.step() is None:
            record.moves.append((event.seat or engine.Seat(0), _line_of(event)))
            going.decide(record.moves[-1])


UNDO: Final = "undo "
"""What the line of an undo begins with; the version follows to which it leads back."""


def _line_of(event: engine.Event) -> str:
    if engine.is_undo(event):
        return f"{UNDO}{event.parent}"
    return event.move.notation() if event.move else event.kind


def decided(state: engine.State, seat: engine.Seat, line: str) -> engine.Event:
    """What a line of a record does: a move, or one of the ways to leave a game."""
    match line:
        case engine.RESIGN:
            return engine.resign(state, seat)
        case engine.EARLY_END:
            return engine.end_early(state)
        case _:
            return engine.play(state, seat, engine.parse(line))


class Link(NamedTuple):
    """The part of a stored event that an undo needs."""

    version: int
    parent: int
    public: str = ""
    secret: str | None = None


class _Going:
    """A recorded game that is replayed."""

    def __init__(self, record: GameRecord, pack: engine.Pack, *, undone: bool = False) -> None:
        self.undone = undone or any(line.startswith(UNDO) for _, line in record.moves)
        self.links: list[Link] = []
        self.dumps: list[bytes] = []
        self.state, self.first = engine.new_game(record.options, record.seed, pack)
        self._keep(self.first)

    def step(self) -> engine.Event | None:
        """A step of the game, if it can take one."""
        event = engine.advance(self.state)
        return event and self._keep(event)

    def decide(self, line: tuple[engine.Seat, str] | None) -> engine.Event:
        """What somebody does. Raises Undecided."""
        if line is None:
            raise Undecided(f"the moves end at version {self.state.version}, before the game does")
        seat, text = line
        try:
            return self._keep(self._decided(seat, text))
        except engine.EngineError as error:
            wrong = f"{seat} {text!r} at version {self.state.version}: {error}"
            raise Undecided(wrong) from error

    def _decided(self, seat: engine.Seat, text: str) -> engine.Event:
        if not text.startswith(UNDO):
            return decided(self.state, seat, text)
        event = engine.undo(self.state, seat, self.links, int(text.removeprefix(UNDO)))
        self.state = engine.load(self.dumps[event.parent - 1])
        self.state.version = event.version
        return event

    def _keep(self, event: engine.Event) -> engine.Event:
        if self.undone:
            self.links.append(Link(event.version, event.parent))
            self.dumps.append(engine.dump(self.state))
        return event
