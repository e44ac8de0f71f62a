"""Golden games: whole games as text, re-decided in every run.

    python -m tests.golden          writes the games again

A record has a header, one line a move (the seat and the notation; steps of the game follow by
themselves) and a trailer with what came out. When a change of the rules changes what comes out,
raise ``RULES_VERSION`` and write the records again; stored games of the old version then show as
drifted, not as broken.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from games import engine
from tests.random_play import at_random, seal, seed_of

FOLDER = Path(__file__).parent


@dataclass
class Record:
    """A game as its record tells it."""

    header: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[engine.Seat, str]] = field(default_factory=list)
    trailer: dict[str, str] = field(default_factory=dict)

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


def decide(record: Record) -> dict[str, str]:
    """Decide a record's moves anew; the trailer that comes out."""
    options = msgspec.json.decode(record.header["options"], type=engine.Options)
    seed = bytes.fromhex(record.header["seed"])
    state, event = engine.new_game(options, seed, engine.packs.builtin())
    chain = seal(event, state, "").chain
    digests = [engine.digest(state)]
    for event in _events(state, record.moves):
        chain = seal(event, state, chain).chain
        digests.append(engine.digest(state))
    return {
        "rules": str(engine.RULES_VERSION),
        "pack": state.pack,
        "events": str(state.version),
        "digests": " ".join(digest[:12] for digest in digests[::20]),
        "chain": chain,
        "totals": " ".join(str(sheet.total) for sheet in state.scores),
        "ranks": " ".join(str(sheet.rank) for sheet in state.scores),
    }


def _events(state: engine.State, moves: list[tuple[engine.Seat, str]]) -> Iterator[engine.Event]:
    left = iter(moves)
    while not state.over:
        step = engine.advance(state)
        if step is None:
            seat, notation = next(left)
            step = engine.play(state, seat, engine.parse(notation))
        yield step


def play(players: int, name: str) -> Record:
    """A game played by chance, as a record."""
    seed, choose = seed_of(name), at_random(name)
    options = engine.Options(players=players, map=["A1", "B1", "C1", "D1"])
    record = Record(
        {
            "game": name,
            "options": msgspec.json.encode(options).decode(),
            "seed": seed.hex(),
        }
    )
    state, _ = engine.new_game(options, seed, engine.packs.builtin())
    while not state.over:
        if engine.advance(state) is None:
            seat = state.open_decisions()[0].seat
            move = choose(state, seat)
            record.moves.append((seat, move.notation()))
            engine.play(state, seat, move)
    record.trailer = decide(record)
    return record
