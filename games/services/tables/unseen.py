"""Games that went with an account: the last one that could see them."""

import secrets
import time
from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.access import INVITE_BYTES
from games.errors import NoSuchGame
from games.models import Game, Handover, Seat
from games.models.game import Source, Status, Visibility
from games.runtime import dispatch
from games.runtime.commit import after_commit, in_transaction
from games.services.play.stream import lock
from games.services.tables.erasing import erase_game

ALONE: Final = "the account of its only player was deleted"
AT_ONCE: Final = 20
"""The most games that one call erases, so that the next one can come after other tasks."""
SECONDS: Final = 1.0
"""How long a call goes on to erase others."""
TASK: Final = "games.tasks.forget_unseen"


def finished_alone(games: Collection[UUID], user: User) -> set[UUID]:
    """Those of some games that are over, and that go with the account of a user.

    No other person has taken part, and no other one is the host; imported ones also have to be
    private, because players elsewhere know public ones. What a tournament holds is not among them.
    """
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(user=user)
    played = others.filter(Q(user__isnull=False) | ~Q(label=""))
    found = _alone().filter(Q(host=user) | Q(host=None), pk__in=games, status=Status.FINISHED)
    of_others = Exists(played) & ~Q(source=Source.IMPORTED)
    return set(found.exclude(of_others).values_list("pk", flat=True))


def put_out_of_sight(games: Collection[UUID]) -> None:
    """Hide games from everybody, in the transaction that deletes the only account that has them.

    They are erased once that is committed, by a task.
    """
    if not games:
        return
    # Who was asked to a rematch and has not answered would keep the table from being erased.
    Seat.objects.filter(game__in=games, asked=True).delete()
    Seat.objects.filter(game__in=games).update(waiting=False)
    Game.objects.filter(pk__in=games).update(
        host=None,
        visibility=Visibility.PRIVATE,
        invite_code=secrets.token_urlsafe(INVITE_BYTES),
        due=False,
    )
    after_commit(partial(dispatch.start_again, TASK))


def erase_unseen(*, now: datetime) -> int:
    """Erase some games that no account can see any more; how many there were, 0 when none is left.

    Each in a transaction of its own.
    """
    began, erased = time.monotonic(), 0
    for game_id in unseen().order_by("pk").values_list("pk", flat=True)[:AT_ONCE]:
        erased += _erase(game_id, now)
        if time.monotonic() - began > SECONDS:
            break
    return erased


def unseen() -> QuerySet[Game]:
    """The games without a host that nobody can see, and in which one person played at most."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    names = seats.exclude(label="").order_by().values("game")
    people = Subquery(names.annotate(people=Count("label", distinct=True)).values("people"))
    few = Q(source=Source.IMPORTED) | Q(people__lte=1)
    private = _alone().filter(host=None, visibility=Visibility.PRIVATE)
    seated = Exists(seats.filter(user__isnull=False))
    return private.annotate(people=Coalesce(people, 0)).filter(few).exclude(seated)


def _alone() -> QuerySet[Game]:
    """The games of no tournament in which no seat has gone from one person to another."""
    taken = Handover.objects.filter(game=OuterRef("pk"), at__isnull=False)
    public = Q(source=Source.IMPORTED) & ~Q(visibility=Visibility.PRIVATE)
    return Game.objects.filter(tournament=None).exclude(public).exclude(Exists(taken))


@in_transaction
def _erase(game_id: UUID, now: datetime) -> bool:
    """Erase a game that nobody can see; False if it has gone meanwhile, or is none of these."""
    try:
        lock(game_id)
    except NoSuchGame:
        return False
    if not unseen().filter(pk=game_id).exists():
        return False
    erase_game(game_id=game_id, by=None, reason=ALONE, now=now)
    return True
