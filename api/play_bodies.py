"""The shapes of requests and responses about playing and about the stream of a game."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.bodies import EventJSON, MoveJSON, Request, SeatNumber, Version
from games import engine
from games.engine.effects import Effect


class LegalMove(Struct, frozen=True):
    """A move that may be played as it stands, and its one line of text."""

    move: MoveJSON
    notation: str


class MoveCount(Struct, frozen=True):
    """How many moves of one type there are, and the values by which to narrow the list."""

    type: str
    count: int
    narrow_by: dict[str, list[str | int]]


class LegalMoves(Struct, frozen=True):
    """The legal moves of the caller's open decision; ``decision`` is null when there is none.

    When more than 500 fit the query, ``moves`` is empty and ``counts`` shows how to narrow it.
    ``bid`` is the caller's own sealed bid, as long as it is hidden from all others.
    """

    version: int
    decision: engine.DecisionView | None
    total: int
    moves: list[LegalMove]
    counts: list[MoveCount] | None = None
    bid: int | None = None


class PlayRequest(Request, frozen=True):
    """One of ``move``, ``notation`` and ``moves``; several are played all or none.

    ``seat`` selects one of several own seats, as in a fork, where it is not the first that has to
    decide: to change an answer in production, for instance.
    """

    version: Version
    move: MoveJSON | UnsetType = UNSET
    notation: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    moves: Annotated[list[MoveJSON], Meta(min_length=1, max_length=50)] | UnsetType = UNSET
    seat: SeatNumber | None = None


class Event(Struct, frozen=True):
    """One event of a stream.

    A step of the game itself has the origin ``game`` and no seat; with a seat that is the origin of
    a default move after resigning. An undo has the kind ``undo``, no effects, and as parent the
    version that it goes back to. ``resign`` has no move either; with the origin ``admin`` a
    director has forfeited the seat. ``early_end``, ``abandon`` and ``stop`` end a game before its
    last round. A sealed bid has the kind ``bid`` and no move.
    """

    version: int
    parent: int
    recorded_at: datetime
    seat: int | None
    origin: Literal["player", "bot", "standing_order", "game", "admin"]
    cause: int | None
    kind: str
    move: engine.Move | None
    notation: str | None
    effects: list[Effect]
    rules: int
    secret_hash: str | None
    digest: str
    chain: str


class Played(Struct, frozen=True):
    """The result of a request: the new version, its events and the seats that decide next."""

    version: int
    events: list[EventJSON]
    decisions: list[engine.DecisionView]
    undo_to: int | None


class UndoRequest(Request, frozen=True):
    """The version to go back to; without it the start of the own turn. ``seat`` as in a move."""

    to_version: Version | None = None
    seat: SeatNumber | None = None


class EventsQuery(Request, frozen=True):
    """Events after a version, oldest first."""

    after: Version = 0
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


class StreamQuery(Request, frozen=True):
    """Where a stream begins; both mean the same."""

    after: Version | None = None
    last_event_id: Version | None = None


class MyStreamQuery(Request, frozen=True):
    """The last event that the client received."""

    last_event_id: Annotated[str, Meta(max_length=64)] | None = None


class EventPage(Struct, frozen=True):
    """A page of the stream; ``version`` is its newest, ``next`` the address of the next page."""

    version: int
    events: list[EventJSON]
    next: str | None
