"""Events: one move or step with its effects, and their stored form.

``Event`` is what the engine decides. ``StoredEvent`` is what a stream stores: the payloads as exact
text, with the hashes that hold the stream together. ``sealing`` makes one of the other.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Generic, Literal, Protocol

import msgspec
from msgspec import Struct

from games.engine import registry
from games.engine.effects import Effect
from games.engine.moves import Move
from games.engine.terms import Seat
from games.engine.type_variable import TypeVar, filled

Origin = Literal["player", "bot", "standing_order", "game", "admin"]
Kind = str
"""A move's type, ``undo``, or the name of a step of the game itself."""


EffectType = TypeVar("EffectType", bound=Effect, default=Effect)
MoveType = TypeVar("MoveType", bound=Move, default=Move)


class Secret(Struct, Generic[EffectType, MoveType], frozen=True, omit_defaults=True):
    """Effects that only one seat may see, or only the server (``to`` is None).

    ``move`` is the move itself where that is hidden too; the public part then has none.
    """

    effects: list[EffectType]
    to: Seat | None = None
    move: MoveType | None = None


class Event(Struct, frozen=True):
    """One decision, or one step of the game, with everything that followed from it.

    ``move`` is there for the server even where it is one of the secrets.
    """

    version: int
    parent: int
    seat: Seat | None
    kind: Kind
    move: Move | None
    effects: list[Effect]
    secrets: list[Secret]
    rules: int


class Payload(Struct, Generic[EffectType, MoveType], frozen=True, omit_defaults=True):
    """The public part of an event as it is stored. A sealed bid has its move in a secret."""

    kind: Kind
    effects: list[EffectType]
    move: MoveType | None = None


class PayloadEffects(Struct, Generic[EffectType], frozen=True):
    """The part of a stored payload that a replay needs."""

    effects: list[EffectType]


class Numbered(Protocol):
    """What says where an event stands in its stream, and which state it follows."""

    @property
    def version(self) -> int: ...
    @property
    def parent(self) -> int: ...


class Record(Numbered, Protocol):
    """What a replay needs of a stored event."""

    @property
    def public(self) -> str: ...
    @property
    def secret(self) -> str | None: ...


_encoder = msgspec.json.Encoder()


@cache
def _payloads(known: registry.Registry) -> msgspec.json.Decoder[Payload]:
    return msgspec.json.Decoder(filled(Payload, known.effect_type, known.move_type))


@cache
def _effects(known: registry.Registry) -> msgspec.json.Decoder[PayloadEffects]:
    return msgspec.json.Decoder(filled(PayloadEffects, known.effect_type))


@cache
def _secrets(known: registry.Registry) -> msgspec.json.Decoder[Secret]:
    return msgspec.json.Decoder(filled(Secret, known.secret_effect_type, known.move_type))


def public_text(event: Event) -> str:
    """The exact text of an event's public payload."""
    move = event.move if move_in(event.secrets) is None else None
    return _encoder.encode(Payload(event.kind, event.effects, move)).decode()


def secret_lines(event: Event) -> list[str]:
    """The exact text of each of an event's secrets, one line each."""
    return [_encoder.encode(secret).decode() for secret in event.secrets]


def move_in(secrets: Iterable[Secret]) -> Move | None:
    """The move that secrets hold, if one of them does."""
    return next((secret.move for secret in secrets if secret.move is not None), None)


def read_payload(public: str) -> Payload:
    """A stored payload."""
    return _payloads(registry.current()).decode(public)


def read_effects(public: str) -> list[Effect]:
    """The effects of a stored payload."""
    return _effects(registry.current()).decode(public).effects


def read_secrets(secret: str | None) -> list[Secret]:
    """The secrets of a stored event, in order; none where they are not there."""
    if secret is None:
        return []
    decoder = _secrets(registry.current())
    return [decoder.decode(line) for line in secret.split("\n")]


def is_undo(event: Numbered) -> bool:
    """Whether an event goes back: all others follow the version before their own."""
    return event.parent != event.version - 1


def line_to(records: Sequence[Record], upto: int | None = None) -> list[Record]:
    """The line of parents that ends at a version (the last one by default), first event first.

    ``records`` are all events of a game from version 1 on, in order. Raises ValueError when there
    is no such version.
    """
    last = len(records) if upto is None else upto
    if not 0 <= last <= len(records):
        raise ValueError(f"there is no version {upto}")
    line: list[Record] = []
    while last:
        record = records[last - 1]
        line.append(record)
        last = record.parent
    line.reverse()
    return line


def on_line(records: Sequence[Record], version: int, upto: int) -> bool:
    """Whether a version lies on the line of parents that ends at a later one, or is that one.

    ``records`` need nothing before it, so that taking back costs as much as what is taken back.
    """
    while upto > version:
        upto = records[upto - records[0].version].parent
    return upto == version
