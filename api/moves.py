"""Listing legal moves: narrowing by type and fields, and counting when there are too many."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct, inspect
from msgspec.structs import FieldInfo

from api.errors import Malformed
from api.explaining import shown
from api.play_bodies import LegalMove, MoveCount
from games.engine import move_types
from games.engine.moves import MoveBase

MOST_MOVES: Final = 500
MOST_VALUES: Final = 120
"""Of a field by which to narrow; there are 117 hexes."""
MOST_NAMED: Final = 20
"""So many values a query may name of a field that is a list; few moves have half as many there."""

encoder = msgspec.json.Encoder()


@cache
def fields_of(shape: type[Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a struct; to work them out takes longer than to look at a move."""
    return msgspec.structs.fields(shape)


class FieldKind(NamedTuple):
    """What a field can have: any value of a type, or a list, and of which structs."""

    whole: Any
    listed: bool
    item: type[Struct] | None


@cache
def kinds_of(shape: type[Struct]) -> dict[str, FieldKind]:
    """The kinds of the fields of a struct by the names that a query has for them.

    To work one out takes 0.1 ms.
    """
    return {field.encode_name: _kind(field.type) for field in fields_of(shape)}


def _kind(field_type: Any) -> FieldKind:
    known = inspect.type_info(field_type)
    item = known.item_type if isinstance(known, inspect.ListType) else None
    of = item.cls if isinstance(item, inspect.StructType) else None
    return FieldKind(field_type, item is not None, of)


class Narrowing:
    """The filter of a list of moves by a query."""

    def __init__(self, query: Mapping[str, str]) -> None:
        """Checks the query against the fields that moves have. Raises Malformed."""
        params = dict(query)
        self.type = params.pop("type", None)
        if self.type is not None and self.type not in move_types():
            raise Malformed(
                f"There is no move type {shown(self.type)}: use one of {', '.join(move_types())}."
            )
        types = [move_types()[self.type]] if self.type else list(move_types().values())
        self.fields = {
            name: [wanted(types, name, part) for part in divided(types, name, text)]
            for name, text in params.items()
        }

    def admits(self, move: MoveBase) -> bool:
        """Whether the move has the type and the values of the query."""
        if self.type is not None and move.type_name() != self.type:
            return False
        return all(
            has(move, name, values) for name, parts in self.fields.items() for values in parts
        )


def divided(types: Iterable[type[MoveBase]], name: str, text: str) -> list[str]:
    """The text, or for a field that is a list what stands between its commas, each once.

    Raises Malformed for too much of it.
    """
    if not any(kind.listed for kind in _named(types, name)):
        return [text]
    if text.count(",") >= MOST_NAMED:
        raise Malformed(f"{name}: at most {MOST_NAMED} values at a time, separated by commas.")
    return [*dict.fromkeys(text.split(","))]


def wanted(types: Iterable[type[MoveBase]], name: str, text: str) -> list[object]:
    """What the text means for each kind of field with this name. Raises Malformed."""
    kinds = _named(types, name)
    if not kinds:
        raise Malformed(f"No such move has a field {shown(name)}: narrow by fields of the moves.")
    values = [meant for kind in kinds for meant in meanings(kind, text)]
    if not values:
        raise Malformed(f"{name}: {shown(text)} is not a value that this field can have.")
    return values


def _named(types: Iterable[type[MoveBase]], name: str) -> list[FieldKind]:
    known = (kinds_of(move_type) for move_type in types)
    return [kinds[name] for kinds in known if name in kinds]


def meanings(kind: FieldKind, text: str) -> list[object]:
    """The text as a value of the field, or as part of it when the field is a list."""
    if kind.item is not None:
        inner = kinds_of(kind.item).values()
        return [meant for one in inner for meant in meanings(one, text)]
    for value in (text, [text]):
        try:
            meant = msgspec.convert(value, kind.whole, strict=False)
        except msgspec.ValidationError:
            continue
        (part,) = parts(meant)
        return [part] if str(part) == text else []
    return []


def parts(value: object) -> list[object]:
    """A value; of a list what it contains, and of the structs in it the values of their fields."""
    if not isinstance(value, list):
        return [value]
    found: list[object] = []
    for item in value:
        found += msgspec.structs.astuple(item) if isinstance(item, Struct) else [item]
    return found


def has(move: MoveBase, name: str, values: list[object]) -> bool:
    """Whether the field has one of the values; of a list, whether it contains one."""
    for field in fields_of(type(move)):
        if field.encode_name == name:
            return any(part in values for part in parts(getattr(move, field.name)))
    return False


def as_legal(move: MoveBase) -> LegalMove:
    """A move with its notation and all of its fields, including those at their defaults."""
    fields: dict[str, object] = {"type": move.type_name()}
    for field in fields_of(type(move)):
        fields[field.encode_name] = getattr(move, field.name)
    return LegalMove(Raw(encoder.encode(fields)), move.notation())


def counted(moves: Iterable[MoveBase]) -> list[MoveCount]:
    """The moves counted by type, each with the plain values that occur in its fields."""
    counts: dict[str, int] = {}
    values: dict[str, dict[str, set[str | int]]] = {}
    for move in moves:
        tag = move.type_name()
        counts[tag] = counts.get(tag, 0) + 1
        seen = values.setdefault(tag, {})
        for field in fields_of(type(move)):
            own = parts(getattr(move, field.name))
            plain = [part for part in own if isinstance(part, str | int)]
            seen.setdefault(field.encode_name, set()).update(plain)
    return [
        MoveCount(tag, count, {name: ordered(of) for name, of in values[tag].items() if of})
        for tag, count in counts.items()
    ]


def ordered(values: set[str | int]) -> list[str | int]:
    """Values in an order that does not depend on their hashes; numbers first."""
    return sorted(values, key=lambda value: (isinstance(value, str), value))[:MOST_VALUES]
