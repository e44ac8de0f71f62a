"""Moves of players, and taking them back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games import engine, store
from games.access import own_seat
from games.errors import GameError, StaleVersion, VersionAhead
from games.models import Game, Receipt, Seat
from games.models.records import Operation
from games.runtime import metrics, state_cache
from games.runtime.commit import in_transaction
from games.services.people import quotas
from games.services.play.running import caught_up
from games.services.play.stream import (
    ROWS_SHOWN,
    Writer,
    check_not_resigned,
    check_running,
    lock_with_seats,
)
from games.services.records import receipts


@dataclass(frozen=True, slots=True)
class Played:
    """What a request did: its events, and the state after the last of them.

    ``repeated`` is set if this is the answer to an earlier request with the same key. ``game`` has
    its seats in memory; of a repeated request it may be further than ``version``. ``refused`` is
    why the last move was left out, where that was allowed.
    """

    game: Game
    version: int
    rows: Sequence[engine.StoredEvent]
    state: engine.State
    seat: engine.Seat
    repeated: bool = False
    refused: engine.EngineError | GameError | None = None


@metrics.refusals()
@caught_up
@in_transaction
def play_moves(
    *,
    game_id: UUID,
    user: User,
    moves: Sequence[engine.Move],
    then: engine.Move | None = None,
    seen_version: int,
    seat: int | None = None,
    key: str | None = None,
    request_hash: str = "",
    now: datetime,
) -> Played:
    """Judge moves of one seat in turn and append what follows from them, all or nothing.

    Only the last of them may end the turn or turn something up: what cannot be undone is not tried.
    ``then`` is one more move that is left out where it is refused, while the others stay.
    ``seat`` selects one of several own seats. With a ``key`` the same request is carried out
    once and answered alike every time. Raises NoSuchGame, NotSeated, NotYourSeat, KeyReused,
    GameNotRunning, SeatResigned, StaleVersion, VersionAhead; TooManyUndos and GameTooLong for an
    answer that replaces another one; LongGameBusy for a repeated request; from the engine
    NotYourDecision, IllegalMove.
    """
    game = lock_with_seats(game_id)
    own = own_seat(game, user, seat)
    acting = engine.Seat(own.index)
    once = receipts.Once(key=key, request_hash=request_hash)
    receipt = receipts.earlier(Operation.PLAY, user=user, once=once, game=game)
    if receipt is not None:
        return _again(game, acting, receipt)
    check_running(game)
    check_not_resigned(own)
    writer = Writer(game, now=now)
    _check_fresh(writer.state, game, own, seen_version)
    _add_all(writer, game, acting, moves)
    refused = None if then is None else _tried(writer, game, acting, then)
    writer.save()
    if writer.rows:
        receipts.keep(Operation.PLAY, user=user, once=once, game=game, rows=writer.rows, now=now)
    return Played(game, game.version, writer.rows, writer.state, acting, refused=refused)


def _add_all(writer: Writer, game: Game, seat: engine.Seat, moves: Sequence[engine.Move]) -> None:
    """Add moves in turn. Raises IllegalMove after one that cannot be undone. (UNDO-02)

    The refusal of a later move would reveal what was turned up, before it is hidden again.
    """
    for number, move in enumerate(moves, start=1):
        barrier = writer.state.undo_to
        _add(writer, game, seat, move)
        if writer.state.undo_to > barrier and number < len(moves):
            raise engine.IllegalMove("UNDO-02", "list_goes_on", moves=number)


def _add(writer: Writer, game: Game, seat: engine.Seat, move: engine.Move) -> None:
    """Judge a move and add what follows from it. Raises as ``play_moves`` does."""
    quotas.check_replacing(game, writer.state, seat, writer.rows)
    writer.add(engine.play(writer.state, seat, move), origin="player")


def _tried(
    writer: Writer, game: Game, seat: engine.Seat, move: engine.Move
) -> engine.EngineError | GameError | None:
    """Add one more move if it is possible; returns why not otherwise."""
    try:
        _add(writer, game, seat, move)
    except (engine.EngineError, GameError) as refusal:
        return refusal
    return None


def _again(game: Game, seat: engine.Seat, receipt: Receipt) -> Played:
    """The first answer to a request, as of its version. Raises LongGameBusy."""
    first, last = receipt.first_version, receipt.version
    assert first is not None
    assert last is not None
    rows = store.rows(game.id, after=first - 1, upto=last)
    state = state_cache.load_earlier(game, last)
    return Played(game, last, rows, state, seat, repeated=True)


@metrics.refusals()
@caught_up
@in_transaction
def undo(
    *,
    game_id: UUID,
    user: User,
    to_version: int | None = None,
    seat: int | None = None,
    key: str | None = None,
    request_hash: str = "",
    now: datetime,
) -> Played:
    """Go back to the last version that cannot be taken back, or to a later one of the own turn.

    A ``key`` works as for moves. Raises NoSuchGame, NotSeated, NotYourSeat, KeyReused,
    GameNotRunning, SeatResigned, TooManyUndos, GameTooLong, EventsPerDay, LongGameBusy; from the
    engine NotYourDecision, IllegalMove.
    """
    game = lock_with_seats(game_id)
    own = own_seat(game, user, seat)
    acting = engine.Seat(own.index)
    once = receipts.Once(key=key, request_hash=request_hash)
    receipt = receipts.earlier(Operation.UNDO, user=user, once=once, game=game)
    if receipt is not None:
        return _again(game, acting, receipt)
    check_running(game)
    check_not_resigned(own)
    writer = Writer(game, now=now)
    rows = store.rows(game.id, after=writer.barrier)
    event = engine.undo(writer.state, acting, rows, to_version)
    quotas.check_undo(game, writer.state)
    quotas.check_taking_back(game, user, now)
    writer.state = state_cache.load_earlier(game, writer.barrier)
    engine.go_on(writer.state, rows, event.parent)
    writer.state.version = event.version
    writer.add(event, origin="player")
    writer.save()
    receipts.keep(Operation.UNDO, user=user, once=once, game=game, rows=writer.rows, now=now)
    return Played(game, game.version, writer.rows, writer.state, acting)


def _check_fresh(state: engine.State, game: Game, own: Seat, seen: int) -> None:
    """Raises StaleVersion when the decision that a player saw is gone or changed since.

    Events of other seats do not change it, so all may answer production at once; nor can an undo,
    which stays inside the turn of the seat that takes back. A user with several seats acts for
    another one after each event, and has to have seen it.
    """
    seat = engine.Seat(own.index)
    if seen > game.version:
        raise VersionAhead(seen, game.version)
    if seen == game.version:
        return
    acted = own.shared or not _decides_since(state, seat, seen)
    if acted or store.count_decided(game.id, seat, after=seen):
        raise StaleVersion(game.version, store.rows(game.id, after=seen, limit=ROWS_SHOWN))


def _decides_since(state: engine.State, seat: engine.Seat, seen: int) -> bool:
    try:
        return state.decision_for(seat).id <= seen
    except engine.NotYourDecision:
        return False
