"""Files of games at their largest, packed and not, and the positions of forks."""

import gzip
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from games import engine
from games.engine.positions.plausible import LARGEST
from games.engine.state import Pair, Piece
from games.engine.terms import Hex
from replays import files
from replays.files import LARGEST_GAME, BadFile
from replays.files.record import LARGEST_RECORD, write_record
from replays.files.sound_game import read_sound_game
from tests.parsing.growth import Case, check
from tests.replays.game_files import LATER, file_of, lines_of, sound
from tests.replays.long_games import long_game
from tests.replays.streams import kept, stored

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.no_cover]


Build = Callable[[int], bytes]


def repeated(part: bytes, *, before: bytes = b"", after: bytes = b"") -> Build:
    """As many parts as fit into a size."""
    return lambda size: before + part * ((size - len(before + after)) // len(part)) + after


def read(data: bytes) -> object:
    return read_sound_game(data, engine.packs.get, now=LATER)


# --- gzip -----------------------------------------------------------------------------------------

EMPTY_BLOCK: Final = b"\x00\x00\x00\xff\xff"
HEADER: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
NAMED: Final = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"
NOISE: Final = os.urandom(1024 * 1024)


def deflated(size: int) -> bytes:
    """A member that unpacks to more than is allowed only at its very end."""
    return gzip.compress(bytes(size), 9)


PACKED: Final[dict[str, Build]] = {
    "empty members": repeated(gzip.compress(b"", mtime=0)),
    "small members": repeated(gzip.compress(b"x" * 40, mtime=0)),
    "empty blocks": repeated(EMPTY_BLOCK, before=HEADER),
    "a name that does not end": repeated(b"a", before=NAMED),
    "what cannot be made smaller": lambda size: gzip.compress((NOISE * 16)[: size - 9000], 1),
    "zeros": deflated,
    "zeros in two members": lambda size: deflated(size // 2) * 2,
    "something behind the end": repeated(b"a", before=gzip.compress(b"")),
    "no compressed data": repeated(b"\xff", before=HEADER),
}


@pytest.mark.parametrize(
    "case",
    [Case(name, build, read, LARGEST_GAME, 0.5, 96, BadFile) for name, build in PACKED.items()],
    ids=str,
)
def test_packed_files_grow_linearly(case: Case) -> None:
    check(case)


# --- JSON Lines -----------------------------------------------------------------------------------

GAME, PACK, EVENT = lines_of(sound())[:3]
OPEN: Final = GAME + PACK + EVENT

LINES: Final[dict[str, Build]] = {
    "empty lines": repeated(b"\n", before=GAME),
    "no line end": repeated(b"a", before=b'{"type":"game"'),
    "brackets in the header": repeated(b"[", before=b'{"type":"game","options":'),
    "brackets in a pack": repeated(b"[", before=GAME + b'{"type":"pack","files":'),
    "brackets in an event": repeated(b"[", before=GAME + PACK + b'{"type":"event","public":'),
    "escapes in a name": repeated(b"\\n", before=b'{"type":"game","name":"', after=b'"}\n'),
    "what is no UTF-8": repeated(b"a", before=b'{"type":"game"', after=b"\xff\n"),
    "many games": repeated(GAME, before=OPEN),
}
LONG_LINES: Final[dict[str, Build]] = {
    "one event again and again": repeated(EVENT, before=GAME + PACK),
    "one event again and again, and an end": repeated(
        EVENT, before=GAME + PACK, after=lines_of(sound())[-1]
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_json_lines_grow_linearly(name: str) -> None:
    check(Case(name, LINES[name], read, LARGEST_GAME, 0.5, 64, BadFile))


@pytest.mark.long
@pytest.mark.parametrize("name", LONG_LINES)
def test_json_lines_of_many_lines_grow_linearly(name: str) -> None:
    check(Case(name, LONG_LINES[name], read, LARGEST_GAME, 3, 256, BadFile))


# --- text records ---------------------------------------------------------------------------------


@cache
def record() -> bytes:
    return write_record(file_of(kept("files-short")), {}).encode()


RECORDS: Final[dict[str, Build]] = {
    "one line": repeated(b"a", before=b"record: "),
    "long moves": repeated(b"1 0 " + b"1 " * 990 + b"\n", before=b"# \n"),
    "colons": repeated(b":", before=b"# \n"),
    "a long position": lambda size: record() + b"position: " + b"[" * (size - len(record()) - 10),
    "comments": repeated(b"#\n", before=b"record: 1\n"),
    "empty lines": repeated(b"\n", before=b"record: 1\n"),
}
LONG_RECORDS: Final[dict[str, Build]] = {
    "moves": repeated(b"1 0 pass\n", before=b"# \n"),
    "comments behind moves": repeated(b"1 0 pass " + b"#" * 80 + b"\n", before=b"# \n"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_text_records_grow_linearly(name: str) -> None:
    check(Case(name, RECORDS[name], read, LARGEST_RECORD, 0.5, 64, BadFile))


@pytest.mark.long
@pytest.mark.parametrize("name", LONG_RECORDS)
def test_text_records_of_many_lines_grow_linearly(name: str) -> None:
    check(Case(name, LONG_RECORDS[name], read, LARGEST_RECORD, 6, 400, BadFile))


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "write",
    [
        files.write,
        lambda game: write_record(game, {}).encode(),
    ],
    ids=["JSON Lines", "text"],
)
def test_deciding_what_was_taken_back_grows_linearly(write: Callable[[Any], bytes]) -> None:
    check(Case("undo", lambda n: write(file_of(long_game(n))), read, 6000, 2, 64))


# --- positions ------------------------------------------------------------------------------------


@cache
def position() -> bytes:
    made = stored("position", 4, until=lambda state: state.version == 60)
    return msgspec.json.encode(engine.rebased(engine.load(made.states[-1])))


def with_many(name: str, *items: object) -> Callable[[int], engine.State]:
    """The position with a list of so many entries."""

    def build(number: int) -> engine.State:
        state = msgspec.json.decode(position(), type=engine.registry.current().state_type)
        many = (
            [items[index % len(items)] for index in range(number)] if items else list(range(number))
        )
        *path, last = name.split(".")
        part: Any = state
        for step in path:
            part = part[int(step)] if step.isdigit() else getattr(part, step)
        setattr(part, last, many)
        return state

    return build


def many_ports(number: int) -> engine.State:
    state = msgspec.json.decode(position(), type=engine.registry.current().state_type)
    state.ports = [state.ports[0]] * number
    return state


POSITIONS: Final = {
    "modules": with_many("modules", "A1", "B1", "C1", "D1"),
    "scoring tiles": with_many("scoring_tiles", 1, 2, 3),
    "slots": with_many("slots"),
    "the pile": with_many("pile_tail"),
    "contracts to come": with_many("future"),
    "the draft": with_many("draft", Pair("campbell", 1)),
    "turn order": with_many("turn_order", 0, 1, 2, 3),
    "who has passed": with_many("passed", 0, 1),
    "boxes": with_many("players.0.boxes"),
    "fulfilled": with_many("players.0.fulfilled"),
    "workers": with_many("players.0.workers_out", 1),
    "bought": with_many("turn.bought"),
    "prices": with_many("prices", 3),
    "units": with_many("players.0.units", Piece("sheep", Hex("B2"))),
    "ports": many_ports,
}
LONGEST_ENTRY: Final = {"ports": 16, "units": 24, "the draft": 28, "modules": 3}
"""Bytes of an entry, 4 where nothing is said."""


def taken_or_not(state: engine.State) -> None:
    with suppress(engine.BadPosition):
        engine.check_position(state)


@pytest.mark.parametrize(
    "case",
    [
        Case(name, build, taken_or_not, LARGEST // LONGEST_ENTRY.get(name, 4), 0.3, 16)
        for name, build in POSITIONS.items()
    ],
    ids=str,
)
def test_positions_grow_linearly(case: Case) -> None:
    check(case)
