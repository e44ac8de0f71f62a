"""Reading what rows hold, without trusting it."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, Generic

import msgspec
from msgspec import Struct

from games import engine
from games.engine import Payload, Secret, State, StoredEvent
from games.engine.effects import Effect, GameOpened, PositionPlaced, Seeded
from games.engine.events import MoveType, move_in, public_text, secret_lines
from games.engine.type_variable import filled
from replays.checking.report import Difference, Differs

UNDO: Final = "undo"
UNDECODABLE: Final = (msgspec.MsgspecError, UnicodeError, RecursionError)


class Decided(Struct, Generic[MoveType], frozen=True):
    """The part of an event that is needed to decide it again.

    ``move`` is None in a step and an undo, and where it is hidden and the secrets are not there.
    """

    kind: str
    move: MoveType | None = None


@cache
def _decided(known: engine.registry.Registry) -> msgspec.json.Decoder[Decided]:
    return msgspec.json.Decoder(filled(Decided, known.move_type))


def decided_in(row: StoredEvent) -> Decided:
    """Kind and move of a row. Raises Differs."""
    try:
        decided = _decided(engine.registry.current()).decode(row.public)
    except UNDECODABLE as error:
        raise unreadable(row, error) from error
    if decided.move is None and row.secret is not None and decided.kind != UNDO:
        return Decided(decided.kind, _hidden_move(row))
    return decided


def _hidden_move(row: StoredEvent) -> engine.Move | None:
    """The move that secrets hold; none where these cannot be read, which their hash will show."""
    try:
        return move_in(secrets_of(row))
    except Differs:
        return None


def payload_of(row: StoredEvent) -> Payload:
    """The public payload of a row. Raises Differs."""
    try:
        return engine.read_payload(row.public)
    except UNDECODABLE as error:
        raise unreadable(row, error) from error


def secrets_of(row: StoredEvent) -> list[Secret]:
    """The secrets of a row. Raises Differs."""
    try:
        return engine.read_secrets(row.secret)
    except UNDECODABLE as error:
        # What exactly is wrong would quote the secret.
        raise unreadable(row, None) from error


def unreadable(row: StoredEvent, error: Exception | None) -> Differs:
    """The difference of a row that cannot be read."""
    why = "its secrets" if error is None else f"{error}"[:200]
    return Differs(
        Difference(
            version=row.version,
            code="unreadable",
            sentence=f"Event {row.version} cannot be read: {why}.",
            rules=row.rules,
        )
    )


def secret_text(event: engine.Event) -> str | None:
    """The exact text of an event's secrets, as a row keeps it."""
    return "\n".join(secret_lines(event)) or None


def event_of(row: StoredEvent) -> engine.Event:
    """The event that is recorded. Raises Differs."""
    payload, seat = payload_of(row), None if row.seat is None else engine.Seat(row.seat)
    secrets = secrets_of(row)
    return engine.Event(
        row.version,
        row.parent,
        seat,
        payload.kind,
        payload.move or move_in(secrets),
        payload.effects,
        secrets,
        row.rules,
    )


def opening(effects: Sequence[Effect]) -> GameOpened | State | None:
    """What names options and content: an effect, or the position from which a game starts."""
    opened = next((effect for effect in effects if isinstance(effect, GameOpened)), None)
    return opened or position_in(effects)


def position_in(effects: Sequence[Effect]) -> State | None:
    """The position from which a game starts that began as another one."""
    placed = (effect.position for effect in effects if isinstance(effect, PositionPlaced))
    return next(placed, None)


def seed_in(secrets: Sequence[Secret]) -> str | None:
    """The seed that the secrets of a set-up fix, as hex."""
    hidden = (effect for secret in secrets for effect in secret.effects)
    return next((effect.seed for effect in hidden if isinstance(effect, Seeded)), None)


def shown_in(rows: Sequence[StoredEvent]) -> Iterator[Effect]:
    """The public effects of rows, as far as these can be read."""
    for row in rows:
        try:
            effects = engine.read_effects(row.public)
        except UNDECODABLE:
            return
        yield from effects


def reveals(event: engine.Event) -> bool:
    """Whether an event shows something that was hidden from all players before. (UNDO-02)"""
    return event.version == 1 or any(effect.REVEALS for effect in event.effects)


__all__ = [
    "UNDO",
    "Decided",
    "decided_in",
    "event_of",
    "opening",
    "payload_of",
    "position_in",
    "public_text",
    "reveals",
    "secret_text",
    "secrets_of",
    "seed_in",
    "shown_in",
    "unreadable",
]
