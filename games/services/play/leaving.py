"""Leaving a game that runs: resigning, agreeing to end it, being stopped. (RESIGN, ABANDON)"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games import engine
from games.access import own_seat
from games.errors import GameNotRunning
from games.models import Game, Seat
from games.models.game import EndedBy, Status
from games.runtime import notifications
from games.runtime.commit import in_transaction
from games.services.play.running import caught_up, take_steps
from games.services.play.stream import Writer, check_not_resigned, check_running, lock_with_seats
from games.services.seats import transfer

FEWEST: Final = 2
"""A game in which fewer people are left is over. (RESIGN-05)"""


@caught_up
@in_transaction
def resign(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Leave a running game for good, with all seats that the user has in it.

    Idempotent. With fewer than two people left the game ends. The agreements of others to end the
    game are reset. Raises NoSuchGame, NotSeated, GameNotRunning.
    """
    game = lock_with_seats(game_id)
    if own_seat(game, user).resigned:
        return game
    own = [seat for seat in game.seats.all() if seat.user_id == user.pk]
    return _resigned(game, own, now, origin="player")


@caught_up
@in_transaction
def forfeit(*, game_id: UUID, seat: int, now: datetime) -> Game:
    """Take a seat out of a running game for good, as if its player had resigned.

    Who may do that is the caller's to check. Idempotent. Raises NoSuchGame, GameNotRunning.
    """
    game = lock_with_seats(game_id)
    own = [one for one in game.seats.all() if one.index == seat and not one.resigned]
    return _resigned(game, own, now, origin="admin") if own else game


def _resigned(game: Game, own: Sequence[Seat], now: datetime, *, origin: engine.Origin) -> Game:
    check_running(game)
    writer = _writer(game, now)
    for seat in own:
        writer.add(engine.resign(writer.state, engine.Seat(seat.index)), origin=origin)
    _mark(own, resigned=True, standing_order=None, max_bid=None)
    for user in {seat.user for seat in own if seat.user}:
        transfer.void_offers(game, user)
    _mark(game.seats.all(), abandons=False)
    if _too_few_left(game.seats.all(), own):
        cause = writer.head.version
        writer.add(engine.end_early(writer.state), origin="game", cause=cause)
    writer.save()
    return game


@caught_up
@in_transaction
def agree_to_abandon(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Agree to end a game without a result; it ends when everybody does who has not resigned.

    Idempotent. Raises NoSuchGame, NotSeated, SeatResigned, GameNotRunning.
    """
    game = lock_with_seats(game_id)
    own = _staying(game, user)
    if game.ended_by == EndedBy.AGREEMENT:
        return game
    check_running(game)
    _mark(own, abandons=True)
    notifications.changed(game.pk)
    if all(seat.abandons for seat in game.seats.all() if plays(seat)):
        writer = _writer(game, now)
        writer.add(engine.abandon(writer.state), origin="game")
        writer.save()
    return game


@in_transaction
def stop_games(*, game_ids: Iterable[UUID], now: datetime) -> list[UUID]:
    """End those of some games that run, without scores; which they are. (ABANDON-02)

    For a director of their tournament: that is the caller's to check. All are locked before the
    first one ends, for who has ended one keeps all others from ending until the commit.
    """
    running = Game.objects.filter(pk__in=game_ids, status=Status.RUNNING)
    locked = running.select_for_update(no_key=True).order_by("pk")
    return [pk for pk in list(locked.values_list("pk", flat=True)) if _stopped(pk, now)]


def _stopped(game_id: UUID, now: datetime) -> bool:
    """Whether a locked game was ended; one that is over but for a step of its own is not."""
    game = lock_with_seats(game_id)
    try:
        writer = _writer(game, now)
    except GameNotRunning:
        return False
    writer.add(engine.stop(writer.state), origin="game")
    writer.save()
    return True


@in_transaction
def withdraw_abandoning(*, game_id: UUID, user: User) -> Game:
    """Take the agreement back, as long as the game runs.

    Raises NoSuchGame, NotSeated, SeatResigned, GameNotRunning.
    """
    game = lock_with_seats(game_id)
    own = _staying(game, user)
    check_running(game)
    _mark(own, abandons=False)
    notifications.changed(game.pk)
    return game


def people_left(seats: Iterable[Seat]) -> int:
    """How many people still decide; a user with several seats counts once."""
    return len({seat.user_id for seat in seats if plays(seat)})


def _too_few_left(seats: Iterable[Seat], gone: Sequence[Seat]) -> bool:
    """Whether a game is over after ``gone`` have left it.

    A bot that is taken out ends no game of one person with other bots, nor one of bots alone; as
    with people, it goes on as long as two are left. (RESIGN-05)
    """
    if any(seat.user_id for seat in gone):
        return people_left(seats) < FEWEST
    return sum(not seat.resigned for seat in seats) < FEWEST


def plays(seat: Seat) -> bool:
    """Whether a person decides for a seat."""
    return seat.user_id is not None and not seat.resigned


def _staying(game: Game, user: User) -> Sequence[Seat]:
    """The seats of a user who has not resigned. Raises NoSuchGame, NotSeated, SeatResigned."""
    check_not_resigned(own_seat(game, user))
    return [seat for seat in game.seats.all() if seat.user_id == user.pk]


def _writer(game: Game, now: datetime) -> Writer:
    """The end of the stream, with the steps taken that the game waits for.

    So a step always follows what led to it. Raises GameNotRunning when that was the last one.
    """
    writer = Writer(game, now=now)
    take_steps(writer)
    if writer.state.over:
        raise GameNotRunning(Status.FINISHED)
    return writer


def _mark(seats: Iterable[Seat], **columns: object) -> None:
    """Set columns of seats, stored and in memory."""
    changed = list(seats)
    Seat.objects.filter(pk__in=[seat.pk for seat in changed]).update(**columns)
    for seat in changed:
        for name, value in columns.items():
            setattr(seat, name, value)
