"""Deleting accounts."""

import secrets
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q

from games import signals
from games.errors import StillPlaying
from games.models import Game, Handover, Message, Receipt, Seat
from games.models.game import Status
from games.runtime.commit import StartOver, in_transaction, lock_user_to_delete
from games.services.seats import transfer
from games.services.tables import seed_words
from games.services.tables.erasing import erase_game

ALONE = "the account of its only player was deleted"


@in_transaction
def delete_account(*, user: User, now: datetime) -> str:
    """Delete an account; its games stay, under a name that says nothing. Returns that name.

    It is the same in all games of the person and random, so that it does not reveal whose it was;
    words that were added to seeds are blanked, and messages in chats are deleted.
    Seats at open tables become free and a table goes to another person there; tables and running
    games without other people are erased. Raises StillPlaying while other people wait for moves of
    this one; no one waits for a player who has resigned. Raises ChangedMeanwhile when the password
    is not that any more with which ``user`` was read.
    """
    games = [game for game in _locked_for_good(user) if game.status != Status.FINISHED]
    own = [game for game in games if game.host_id == user.pk or _sits(game, user)]
    waited_for = [game for game in own if game.status == Status.RUNNING and _others(game, user)]
    playing = [game.pk for game in waited_for if any(_plays(s, user) for s in _seats(game))]
    if playing:
        raise StillPlaying(playing)
    for game in own:
        _leave(game, user, now)
    name = _new_name()
    signals.account_deleted.send(sender=User, user=user, name=name)
    transfer.forget_person(user, name)
    Seat.objects.filter(user=user).update(user=None, label=name, standing_order=None, max_bid=None)
    Game.objects.filter(host=user).update(host=None)
    Receipt.objects.filter(user=user).delete()
    Message.objects.filter(user=user).delete()
    # By a query, which leaves the caller's user as it is: all of this may be done again. Tokens,
    # sessions and what else refers to the user go with it.
    User.objects.filter(pk=user.pk).delete()
    return name


def _locked_for_good(user: User) -> list[Game]:
    """All games that have anything of a user, locked and with their seats, and the user locked.

    From then on nothing that refers to the user can be added. Raises StartOver when something was,
    before the user was locked, in a game that is not.
    """
    found = _touched(user)
    locked = list(
        Game.objects.select_for_update(no_key=True)
        .filter(pk__in=found)
        .order_by("pk")
        .prefetch_related("seats")
    )
    lock_user_to_delete(user)
    if not _touched(user) <= found:
        raise StartOver("the user has come to another game")
    return locked


def _touched(user: User) -> set[UUID]:
    """The games that a user hosts, has a seat in, or has handed a seat over in."""
    handed = Handover.objects.filter(Q(giver=user) | Q(taker=user))
    return {
        *Game.objects.filter(host=user).values_list("pk", flat=True),
        *Seat.objects.filter(user=user).values_list("game", flat=True),
        *handed.values_list("game", flat=True),
    }


def _sits(game: Game, user: User) -> bool:
    return any(seat.user_id == user.pk for seat in _seats(game))


def _seats(game: Game) -> list[Seat]:
    return list(game.seats.all())


def _plays(seat: Seat, user: User) -> bool:
    """Whether others may wait for a user on this seat; not after resigning."""
    return seat.user_id == user.pk and not seat.resigned


def _others(game: Game, user: User) -> list[Seat]:
    """The seats of other people, without those who have not accepted a rematch yet."""
    people = [seat for seat in _seats(game) if seat.user_id is not None and not seat.asked]
    return [seat for seat in people if seat.user_id != user.pk]


def _leave(game: Game, user: User, now: datetime) -> None:
    """Take a user off a game that is not over."""
    others = _others(game, user)
    if not others:
        erase_game(game_id=game.pk, by=None, reason=ALONE, now=now)
    elif game.status == Status.OPEN:
        game.seats.filter(user=user).delete()
        seed_words.seat_given_up(game)
        if game.host_id == user.pk:
            game.host_id = others[0].user_id
            game.save(update_fields=["host"])


def _new_name() -> str:
    """A name that is not in use yet."""
    while True:
        name = f"former player {secrets.randbelow(9_000_000) + 1_000_000}"
        if not Seat.objects.filter(label=name).exists():
            return name
