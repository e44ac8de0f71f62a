"""What the host of a game may do with it, beside starting it."""

import secrets
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games import names
from games.access import INVITE_BYTES, check_host
from games.models import Game
from games.models.game import Source, Visibility
from games.runtime import notifications
from games.runtime.commit import in_transaction
from games.services.people import quotas
from games.services.play.stream import lock
from games.services.tables.erasing import erase_game
from games.services.tables.open_tables import check_open, touched
from games.services.tables.showing import lock_family, show

CLOSED = "closed by its host before it started"


@in_transaction
def change_game(
    *,
    game_id: UUID,
    user: User,
    name: str | None = None,
    visibility: str | None = None,
) -> Game:
    """Rename a game, or let more or fewer people see it. For the host.

    Where others have played in it, also those who have left since, a game can only be hidden
    further once it has started; a fork cannot be shown to more people than the game that it comes
    from, and is hidden along with that. Raises NoSuchGame, NotHost, VisibilityFixed, InvalidName.
    """
    if visibility is not None:
        lock_family(game_id)
    game = _lock_as_host(game_id, user)
    if visibility is not None:
        show(game, user, Visibility(visibility))
    if name is not None and game.name != (typed := names.cleaned(name)):
        game.name, game.named_after = typed, None
    game.save(update_fields=["visibility", "name", "named_after"])
    notifications.changed(game.pk)
    return game


@in_transaction
def renew_invite(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Make another invite code for an open table; the old one is void. For the host.

    Raises NoSuchGame, NotHost, GameNotOpen.
    """
    game = _lock_as_host(game_id, user)
    check_open(game)
    game.invite_code = secrets.token_urlsafe(INVITE_BYTES)
    game.save(update_fields=["invite_code"])
    return touched(game, now)


@in_transaction
def close_table(*, game_id: UUID, user: User, now: datetime) -> None:
    """Delete a table that has not started, or an imported game; nothing of it stays. For the host.

    An imported game was not played here. Raises NoSuchGame, NotHost, GameNotOpen.
    """
    game = _lock_as_host(game_id, user)
    imported = game.source == Source.IMPORTED
    if not imported:
        check_open(game)
    reason = quotas.IMPORT_DELETED if imported else CLOSED
    erase_game(game_id=game.pk, by=user, reason=reason, now=now)


def _lock_as_host(game_id: UUID, user: User) -> Game:
    game = lock(game_id)
    check_host(game, user)
    return game
