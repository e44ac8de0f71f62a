"""Deleting accounts."""

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q

from games import signals
from games.errors import StillPlaying
from games.models import Game, Handover, Message, Receipt, Seat
from games.models.game import Status
from games.runtime.commit import StartOver, in_transaction, lock_user_to_delete
from games.services.seats import transfer
from games.services.tables import seed_words, unseen
from games.services.tables.erasing import erase_game

MOST_ERASED: Final = 20
"""Of those that would need it, so many games are erased by the request; a task erases the rest."""


@in_transaction
def delete_account(*, user: User, now: datetime) -> str:
    """Delete an account; games with other people stay, under a name that says nothing. Returns it.

    It is the same in all games of the person and random, so that it does not reveal whose it was;
    words that were added to seeds are blanked, and messages in chats are deleted.
    Seats at open tables become free and a table goes to another person there. Tables and games
    without other people are erased, finished ones too but for those of tournaments, and so are
    private imports: most of them by a task, and nobody sees them from now on.
    Raises StillPlaying while other people wait for moves of this one; no one waits for a player who
    has resigned. Raises ChangedMeanwhile when the password is not that any more with which ``user``
    was read.
    """
    locked = _locked_for_good(user)
    games = [game for game in locked if game.status != Status.FINISHED]
    own = [game for game in games if game.host_id == user.pk or _sits(game, user)]
    waited_for = [game for game in own if game.status == Status.RUNNING and _others(game, user)]
    playing = [game.pk for game in waited_for if any(_plays(s, user) for s in _seats(game))]
    if playing:
        raise StillPlaying(playing)
    finished = [game.pk for game in locked if game.status == Status.FINISHED]
    later = unseen.finished_alone(finished, user) | _leave(own, user, now)
    name = _new_name()
    signals.account_deleted.send(sender=User, user=user, name=name)
    transfer.forget_person(user, name)
    Seat.objects.filter(user=user).update(user=None, label=name, standing_order=None, max_bid=None)
    Game.objects.filter(host=user).update(host=None)
    unseen.put_out_of_sight(later)
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
    """The games that a user hosts, has a seat or has handed one over in, or is in the name of."""
    handed = Handover.objects.filter(Q(giver=user) | Q(taker=user))
    return {
        *Game.objects.filter(host=user).values_list("pk", flat=True),
        *Game.objects.filter(named_after=user).values_list("pk", flat=True),
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


def _leave(games: list[Game], user: User, now: datetime) -> set[UUID]:
    """Take a user off games that are not over; returns those that are still to be erased."""
    alone = [game for game in games if _goes(game, user)]
    # What somebody else hosts or a tournament holds cannot wait, nor a table that can be joined.
    alone.sort(key=lambda game: (_is_own(game, user), game.status != Status.OPEN))
    urgent = sum(not _is_own(game, user) for game in alone)
    at_once = max(urgent, MOST_ERASED)
    for game in alone[:at_once]:
        erase_game(game_id=game.pk, by=None, reason=unseen.ALONE, now=now)
    for game in games:
        if game.status == Status.OPEN and not _goes(game, user):
            _leave_table(game, user)
    return {game.pk for game in alone[at_once:]}


def _goes(game: Game, user: User) -> bool:
    """Whether a game that is not over has no other person, and goes with the account of its own."""
    kept = game.status == Status.OPEN and game.host_id != user.pk
    return not kept and not _others(game, user)


def _is_own(game: Game, user: User) -> bool:
    return game.host_id in (user.pk, None) and game.tournament is None


def _leave_table(game: Game, user: User) -> None:
    """Free the seat of a user at an open table, which somebody else there gets as the host."""
    game.seats.filter(user=user).delete()
    seed_words.seat_given_up(game)
    if game.host_id == user.pk:
        game.host_id = _others(game, user)[0].user_id
        game.save(update_fields=["host"])


def _new_name() -> str:
    """A name that is not in use yet."""
    while True:
        name = f"former player {secrets.randbelow(9_000_000) + 1_000_000}"
        if not Seat.objects.filter(label=name).exists():
            return name
