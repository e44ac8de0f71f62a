"""Positions as text, for people to read, to write and to send.

A line names a field of the state and gives its value; a line that is indented belongs to the
``player`` above it, the first of whom is seat 0. What has its ordinary value is left out, so that
a position is as long as it is unusual:

    position 1
    options {"players":2}
    phase action
    round 3
    ports A1 2, M9 5 used 0 1
    player campbell
      money 16
      goods 4 wool, 1 bread
      units worker L5, field L4
      boxes 21 / - / 7
    decision {"type":"main_action","id":120,"seat":0}

Nothing is lost: ``read_position`` gives the state that ``position_text`` was given. Empty lines and
those that begin with ``#`` are comments. ``docs/notation.md`` lists the forms of the values.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from games.engine import registry
from games.engine.sealing import copy
from games.engine.state import Player, State
from games.engine.terms import GOODS

FORMAT: Final = "position 1"
"""The first line."""
LONGEST: Final = 256 * 1024
"""Characters of a text; that of a long game has 6,000."""


class BadText(ValueError):
    """A text that is no position: which line, and what is wrong with it."""


@dataclass(frozen=True)
class Form:
    """How the value of a field is written and read; both know builtin types only."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def position_text(state: State, *, secrets: bool = False) -> str:
    """A position as text, which ends with a line feed.

    ``secrets`` has what no player may see too: the seed, the order of the pile, sealed bids.
    """
    values: dict[str, Any] = msgspec.to_builtins(state if secrets else _public(state))
    return "\n".join([FORMAT, *_lines(values, ORDINARY)]) + "\n"


def read_position(text: str) -> State:
    """The state that a text describes; whether a game can come to it is not looked at.

    Raises BadText. Takes time and memory in proportion to the length of the text.
    """
    if len(text) > LONGEST:
        raise BadText(f"A position has at most {LONGEST} characters.")
    lines = [
        (number, line.rstrip())
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines or lines[0][1] != FORMAT:
        raise BadText(f"A position begins with the line '{FORMAT}'.")
    try:
        state: State = msgspec.convert(_values(lines[1:]), registry.current().state_type)
    except msgspec.ValidationError as error:
        raise BadText(str(error)) from error
    return state


def _public(state: State) -> State:
    public = copy(state)
    public.secret = None
    return public


def _lines(values: dict[str, Any], ordinary: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        if name == "players":
            for player in value:
                yield f"player {player.pop('clan', '')}".rstrip()
                yield from (f"  {line}" for line in _lines(player, ORDINARY_PLAYER))
        elif name == "decisions":
            yield from (f"decision {AS_JSON.write(decision)}" for decision in value)
        elif value != ordinary.get(name):
            written = FORMS.get(name, AS_JSON).write(value)
            yield f"{name} {written}"


def _values(lines: list[tuple[int, str]]) -> dict[str, Any]:
    state: dict[str, Any] = {}
    players: list[dict[str, Any]] = []
    decisions: list[Any] = []
    for number, line in lines:
        name, _, text = line.strip().partition(" ")
        indented = line[0] == " "
        if indented and not players:
            raise BadText(f"Line {number} is indented, and no player stands above it.")
        if not indented and name == "player":
            players.append({"clan": text})
            continue
        try:
            value = (AS_JSON if name == "decision" else FORMS.get(name, AS_JSON)).read(text)
        except (ValueError, RecursionError) as error:
            raise BadText(f"Line {number}: '{text[:80]}' is no value of {name}.") from error
        if not indented and name == "decision":
            decisions.append(value)
            continue
        fields = players[-1] if indented else state
        if name in fields:
            raise BadText(f"Line {number}: {name} is already given.")
        if name not in (PLAYER_FIELDS if indented else STATE_FIELDS):
            raise BadText(f"Line {number}: there is no field {name[:80]}.")
        fields[name] = value
    return state | {"players": players, "decisions": decisions}


# --- the forms of values -------------------------------------------------------------------------


def _numbers(text: str) -> list[int]:
    return [_number(word) for word in text.split()]


def _number(word: str) -> int:
    """The one way to write a number: no sign but a minus, no blanks, no other digits."""
    number = int(word) if len(word) <= 10 and word.isascii() else None
    if str(number) != word:
        raise ValueError(word)
    return int(word)


def _write_goods(amounts: list[int]) -> str:
    pairs = zip(amounts, GOODS, strict=True)
    return ", ".join(f"{amount} {good}" for amount, good in pairs if amount)


def _read_goods(text: str) -> list[int]:
    amounts = [0] * len(GOODS)
    for item in text.split(", "):
        amount, good = item.split(" ")
        amounts[GOODS.index(good)] += _number(amount)
    return amounts


def _write_ports(ports: list[dict[str, Any]]) -> str:
    return ", ".join(
        " ".join(map(str, [port["hex"], port["tile"], *_used(port.get("used_by", []))]))
        for port in ports
    )


def _used(seats: list[int]) -> list[int | str]:
    return ["used", *seats] if seats else []


def _read_ports(text: str) -> list[dict[str, Any]]:
    ports = []
    for item in text.split(", "):
        place, tile, *used = item.split(" ")
        if used and used.pop(0) != "used":
            raise ValueError(item)
        ports.append({"hex": place, "tile": _number(tile), "used_by": [*map(_number, used)]})
    return ports


def _read_pairs(first: str, second: str) -> Callable[[str], list[dict[str, str]]]:
    def read(text: str) -> list[dict[str, str]]:
        return [
            dict(zip((first, second), item.split(" "), strict=True)) for item in text.split(", ")
        ]

    return read


def _pairs(first: str, second: str) -> Form:
    return Form(
        lambda pieces: ", ".join(f"{piece[first]} {piece[second]}" for piece in pieces),
        _read_pairs(first, second),
    )


def _write_boxes(boxes: list[list[int]]) -> str:
    return " / ".join(" ".join(map(str, pile)) or "-" for pile in boxes)


def _read_boxes(text: str) -> list[list[int]]:
    return [[] if pile == "-" else _numbers(pile) for pile in text.split(" / ")]


NUMBER: Final = Form(str, _number)
NUMBERS: Final = Form(lambda numbers: " ".join(map(str, numbers)), _numbers)
WORD: Final = Form(str, str)
WORDS: Final = Form(" ".join, str.split)
AMOUNTS: Final = Form(_write_goods, _read_goods)
AS_JSON: Final = Form(
    lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")), json.loads
)
"""Of what is too rare or too deep for a form of its own, so also of what expansions add."""

FORMS: Final = {
    **dict.fromkeys(("pack", "phase", "ended_by", "clan"), WORD),
    **dict.fromkeys(("modules", "technology"), WORDS),
    **dict.fromkeys(
        ("version", "head", "round", "pile", "undo_to", "money", "glory", "stock", "track"), NUMBER
    ),
    "shipping": NUMBER,
    **dict.fromkeys(("prices", "scoring_tiles", "slots", "pile_tail", "imports"), NUMBERS),
    **dict.fromkeys(("turn_order", "passed", "removed", "future", "resigned", "bids"), NUMBERS),
    **dict.fromkeys(("workers_out", "fulfilled", "clan_state"), NUMBERS),
    **dict.fromkeys(("goods", "buying", "selling"), AMOUNTS),
    "ports": Form(_write_ports, _read_ports),
    "units": _pairs("unit", "hex"),
    "blockers": _pairs("kind", "hex"),
    "boxes": Form(_write_boxes, _read_boxes),
}

STATE_FIELDS: Final = frozenset(State.__struct_fields__) - {"players", "decisions"}
PLAYER_FIELDS: Final = frozenset(Player.__struct_fields__) - {"clan"}

ORDINARY: Final[dict[str, Any]] = msgspec.to_builtins(State())
ORDINARY_PLAYER: Final[dict[str, Any]] = msgspec.to_builtins(Player())
"""The ordinary values that the encoding of a state does not leave out."""
