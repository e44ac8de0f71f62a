"""Reading games. Embedded there are no workers, so a read continues the game first."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from games import selectors
from games.access import may_see
from games.errors import NoSuchGame
from games.models import Game
from games.services.play.running import catch_up, catch_up_all
from games.store import Glance, GlanceStatement


def visit_game(user: User | None, game_id: UUID, invite: str | None = None) -> Game:
    """A game that the user may look at, with host and seats; what it waits for is done first.

    A private table also opens to its ``invite`` code. Raises NoSuchGame, also for strangers to a
    private game.
    """
    game = selectors.game_for(user, game_id, invite)
    now = catch_up(game)
    return game if now is game else selectors.game_for(user, game_id, invite)


def glance_at_game(
    user: User | None,
    game_id: UUID,
    invite: str | None = None,
    *,
    statement: GlanceStatement,
) -> Glance:
    """As ``visit_game``, by one statement and with the end of the stream, for an answer about it.

    Raises NoSuchGame.
    """
    found = _glance(user, game_id, invite, statement)
    if catch_up(found.game) is found.game:
        return found
    return _glance(user, game_id, invite, statement)


def _glance(
    user: User | None, game_id: UUID, invite: str | None, statement: GlanceStatement
) -> Glance:
    found = statement.read(game_id)
    if found is None or not may_see(user, found.game, invite):
        raise NoSuchGame
    return found


def visit_games(user: User | None) -> QuerySet[Game]:
    """The games that a user's lists hold, newest activity first.

    A few of those that wait for the server go on first.
    """
    games = selectors.games_visible_to(user)
    catch_up_all(games.order_by("active_at"))
    return games
