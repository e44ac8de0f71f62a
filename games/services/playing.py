"""Moves of players, and taking them back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from games import engine, metrics, states, store
from games.access import own_seat
from games.errors import KeyReused, StaleVersion, VersionAhead
from games.models import Game, Receipt, Seat
from games.services.running import touch
from games.services.stream import (
    ROWS_SHOWN,
    Writer,
    check_not_resigned,
    check_running,
    lock_with_seats,
)


@dataclass(frozen=True, slots=True)
class Played:
    """What a request did: its events, and the state after the last of them.

    ``repeated`` tells that this is the answer to an earlier request with the same key.
    """

    version: int
    rows: Sequence[engine.Row]
    state: engine.State
    seat: engine.Seat
    repeated: bool = False


@metrics.refusals()
def play_moves(
    *,
    game_id: UUID,
    user: User,
    moves: Sequence[engine.Move],
    seen_version: int,
    seat: int | None = None,
    key: str | None = None,
    request_hash: str = "",
    now: datetime,
) -> Played:
    """Judge moves of one seat in turn and append what follows from them, all or nothing.

    Who has several seats may say for which it is. With a ``key`` the same request is carried out
    once and answered alike every time. Raises NoSuchGame, NotSeated, NotYourSeat, KeyReused,
    GameNotRunning, SeatResigned, StaleVersion, VersionAhead; from the engine NotYourDecision,
    IllegalMove.
    """
    touch(game_id)
    with transaction.atomic():
        game = lock_with_seats(game_id)
        own = own_seat(game, user, seat)
        acting = engine.Seat(own.index)
        receipt = Receipt.objects.filter(game=game, user=user, key=key).first() if key else None
        if receipt is not None:
            return _again(game, acting, receipt, request_hash)
        check_running(game)
        check_not_resigned(own)
        writer = Writer(game, now=now)
        _check_fresh(writer.state, game, own, seen_version)
        for move in moves:
            writer.add(engine.play(writer.state, acting, move), origin="player")
        writer.save()
        if key and writer.rows:
            Receipt.objects.create(
                game=game,
                user=user,
                key=key,
                request_hash=request_hash,
                first_version=writer.rows[0].version,
                version=game.version,
                created_at=now,
            )
        return Played(game.version, writer.rows, writer.state, acting)


def _again(game: Game, seat: engine.Seat, receipt: Receipt, request_hash: str) -> Played:
    """The first answer to a request, as of its version. Raises KeyReused."""
    if receipt.request_hash != request_hash:
        raise KeyReused
    rows = store.rows(game.id, after=receipt.first_version - 1, upto=receipt.version)
    state = states.rebuild(game, receipt.version)
    return Played(receipt.version, rows, state, seat, repeated=True)


@metrics.refusals()
def undo(
    *,
    game_id: UUID,
    user: User,
    to_version: int | None = None,
    seat: int | None = None,
    now: datetime,
) -> Played:
    """Go back to the last version that cannot be taken back, or to a later one of the own turn.

    Raises NoSuchGame, NotSeated, NotYourSeat, GameNotRunning, SeatResigned; from the engine
    NotYourDecision, IllegalMove.
    """
    touch(game_id)
    with transaction.atomic():
        game = lock_with_seats(game_id)
        own = own_seat(game, user, seat)
        acting = engine.Seat(own.index)
        check_running(game)
        check_not_resigned(own)
        writer = Writer(game, now=now)
        rows = store.rows(game.id)
        event = engine.undo(writer.state, acting, rows, to_version)
        writer.state = engine.rebuild(rows, upto=event.parent)
        writer.state.version = event.version
        writer.add(event, origin="player")
        writer.save()
        return Played(game.version, writer.rows, writer.state, acting)


def _check_fresh(state: engine.State, game: Game, own: Seat, seen: int) -> None:
    """Raises StaleVersion when the decision that a player saw is gone or changed since.

    Events of other seats do not change it, so all may answer production at once; nor can an undo,
    which stays inside the turn of the seat that takes back. Who has several seats acts for another
    one after each event, and has to have seen it.
    """
    seat = engine.Seat(own.index)
    if seen > game.version:
        raise VersionAhead(seen, game.version)
    if seen == game.version:
        return
    missed = store.rows(game.id, after=seen)
    acted = any(row.seat == seat for row in missed)
    if acted or own.shared or not _decides_since(state, seat, seen):
        raise StaleVersion(game.version, missed[:ROWS_SHOWN])


def _decides_since(state: engine.State, seat: engine.Seat, seen: int) -> bool:
    try:
        return state.decision_for(seat).id <= seen
    except engine.NotYourDecision:
        return False
