"""What the host of a game may do with it, beside starting it."""

import secrets
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from games import live, names
from games.access import INVITE_BYTES, may_see
from games.errors import NoSuchGame, NotHost, VisibilityFixed
from games.models import Game
from games.models.game import Source, Status, Visibility
from games.services.erasing import erase_game
from games.services.stream import lock
from games.services.tables import check_open, touched

CLOSED = "closed by its host before it started"
HIDING = (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE)
"""From what all may see to what the fewest may."""


@transaction.atomic
def change_game(
    *,
    game_id: UUID,
    user: User,
    name: str | None = None,
    visibility: str | None = None,
) -> Game:
    """Rename a game, or let more or fewer people see it. For the host.

    Where others have played in it, a game can only be hidden further once it has started; a fork is
    shown to no more people than the game that it comes from. Raises NoSuchGame, NotHost,
    VisibilityFixed, InvalidName.
    """
    game = _lock_as_host(game_id, user)
    if visibility is not None:
        _check_visibility(game, user, Visibility(visibility))
        game.visibility = Visibility(visibility)
    if name is not None:
        game.name = names.cleaned(name)
    game.save(update_fields=["visibility", "name"])
    live.changed(game.pk)
    return game


@transaction.atomic
def renew_invite(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Make another invite code for an open table; the old one is void. For the host.

    Raises NoSuchGame, NotHost, GameNotOpen.
    """
    game = _lock_as_host(game_id, user)
    check_open(game)
    game.invite_code = secrets.token_urlsafe(INVITE_BYTES)
    game.save(update_fields=["invite_code"])
    return touched(game, now)


@transaction.atomic
def close_table(*, game_id: UUID, user: User, now: datetime) -> None:
    """Delete a table that has not started; nothing of it stays. For the host.

    Raises NoSuchGame, NotHost, GameNotOpen.
    """
    game = _lock_as_host(game_id, user)
    check_open(game)
    erase_game(game_id=game.pk, by=user, reason=CLOSED, now=now)


def _lock_as_host(game_id: UUID, user: User) -> Game:
    game = lock(game_id)
    if game.host_id != user.pk:
        raise NotHost if may_see(user, game) else NoSuchGame
    return game


def _check_visibility(game: Game, host: User, wanted: Visibility) -> None:
    """Raises VisibilityFixed."""
    promised = _promised(game, host)
    shown_more = HIDING.index(wanted) < HIDING.index(Visibility(game.visibility))
    if shown_more and HIDING.index(wanted) < HIDING.index(promised):
        raise VisibilityFixed(promised)


def _promised(game: Game, host: User) -> Visibility:
    """To how many a game may be shown, for the sake of those who have played in it.

    A fork has the position of another game, so it is shown to no more people than that one. If that
    is gone, nobody knows any more.
    """
    if game.source == Source.FORKED and game.forked_from is not None:
        origin = Game.objects.filter(pk=game.forked_from).first()
        return Visibility.PRIVATE if origin is None else Visibility(origin.visibility)
    others = game.seats.exclude(user=host).filter(bot="").exists()
    fixed = game.status != Status.OPEN and others
    return Visibility(game.visibility) if fixed else Visibility.PUBLIC
