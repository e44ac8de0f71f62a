"""Stored events as JSON for clients, without taking their payload apart.

The public payload is stored as the text of a JSON object; the columns of the row are put in front
of its fields, byte for byte. Secret payloads are never read here.
"""

from datetime import datetime
from functools import cache
from typing import Final, Generic, Protocol

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

from games import engine
from games.engine.events import MoveType
from games.engine.type_variable import filled


class EventColumns(Protocol):
    """The columns of a stored event that clients may see."""

    @property
    def version(self) -> int: ...
    @property
    def parent(self) -> int: ...
    @property
    def recorded_at(self) -> datetime: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def origin(self) -> str: ...
    @property
    def cause(self) -> int | None: ...
    @property
    def rules(self) -> int: ...
    @property
    def public(self) -> str: ...
    @property
    def secret_hash(self) -> str | None: ...
    @property
    def digest(self) -> str: ...
    @property
    def chain(self) -> str: ...


class Columns(Struct, frozen=True):
    """What an event has beside its payload."""

    version: int
    parent: int
    recorded_at: datetime
    seat: int | None
    origin: str
    cause: int | None
    rules: int
    secret_hash: str | None
    digest: str
    chain: str
    notation: str | None


class NoMove(Columns, frozen=True):
    """The columns of a step or an undo, whose payload has no move."""

    move: None = None


class PayloadMove(Struct, Generic[MoveType], frozen=True):
    """As much of a payload as the notation needs."""

    move: MoveType | None = None


encoder: Final = Encoder()


@cache
def payloads(known: engine.registry.Registry) -> Decoder[PayloadMove]:
    """Reads the move out of a payload."""
    return Decoder(filled(PayloadMove, known.move_type))


def event_json(row: EventColumns) -> Raw:
    """The event of a row, as in the public contract."""
    move = payloads(engine.registry.current()).decode(row.public).move
    shape = NoMove if move is None else Columns
    columns = shape(
        version=row.version,
        parent=row.parent,
        recorded_at=row.recorded_at,
        seat=row.seat,
        origin=row.origin,
        cause=row.cause,
        rules=row.rules,
        secret_hash=row.secret_hash,
        digest=row.digest,
        chain=row.chain,
        notation=None if move is None else move.notation(),
    )
    return Raw(encoder.encode(columns)[:-1] + b"," + row.public.encode()[1:])
