"""People who leave for good."""

import secrets
from datetime import datetime
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from games.errors import StillPlaying
from games.models import Game, Message, Receipt, Seat
from games.models.game import Status
from games.services import handing, words
from games.services.erasing import erase_game
from games.services.stream import lock_with_seats

ALONE = "the account of its only player was deleted"


@transaction.atomic
def delete_account(*, user: User, now: datetime) -> str:
    """Delete an account; its games stay, under a name that says nothing. Returns that name.

    It is the same in all games of the person and made up by chance, so that nobody can find out
    whose it was; words that were added to seeds are blanked, and what was said in chats is deleted.
    Seats at open tables become free and a table goes to another person there; tables and running
    games with nobody else at them are erased. Raises StillPlaying while other people wait for moves
    of this one: who has resigned keeps nobody waiting.

    A seat that the person takes in the same instant makes the database refuse all of it.
    """
    games = [lock_with_seats(game_id) for game_id in _unfinished(user)]
    waited_for = [game for game in games if game.status == Status.RUNNING and _others(game, user)]
    playing = [game.pk for game in waited_for if any(_plays(s, user) for s in _seats(game))]
    if playing:
        raise StillPlaying(playing)
    for game in games:
        _leave(game, user, now)
    name = _new_name()
    handing.forget_person(user, name)
    Seat.objects.filter(user=user).update(user=None, label=name, standing_order=None)
    Game.objects.filter(host=user).update(host=None)
    Receipt.objects.filter(user=user).delete()
    Message.objects.filter(user=user).delete()
    _end_sessions(user, now)
    user.delete()
    return name


def _unfinished(user: User) -> list[UUID]:
    """Tables and running games of a user, in an order that is the same for everybody."""
    own = Game.objects.filter(Q(host=user) | Q(seats__user=user)).exclude(status=Status.FINISHED)
    return list(own.order_by("pk").distinct().values_list("pk", flat=True))


def _seats(game: Game) -> list[Seat]:
    return list(game.seats.all())


def _plays(seat: Seat, user: User) -> bool:
    """Whether others may wait for a user on this seat; nobody does for who has resigned."""
    return seat.user_id == user.pk and not seat.resigned


def _others(game: Game, user: User) -> list[Seat]:
    """The seats of other people."""
    return [seat for seat in _seats(game) if seat.user_id not in (None, user.pk)]


def _leave(game: Game, user: User, now: datetime) -> None:
    """Take a user off a game that is not over."""
    others = _others(game, user)
    if not others:
        erase_game(game_id=game.pk, by=None, reason=ALONE, now=now)
    elif game.status == Status.OPEN:
        game.seats.filter(user=user).delete()
        words.seat_given_up(game)
        if game.host_id == user.pk:
            game.host_id = others[0].user_id
            game.save(update_fields=["host"])


def _new_name() -> str:
    """A name that nobody has had."""
    while True:
        name = f"former player {secrets.randbelow(9_000_000) + 1_000_000}"
        if not Seat.objects.filter(label=name).exists():
            return name


def _end_sessions(user: User, now: datetime) -> None:
    """Delete the sessions of a user; to whom one belongs can only be read off each."""
    for session in Session.objects.filter(expire_date__gte=now).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
