"""An account that goes with many games, and what may be done to these at the same moment.

``alone`` is over and of alice alone, ``solo`` runs; ``unseen`` waits to be erased.
"""

from typing import Final
from unittest.mock import patch

from django.http import HttpResponse
from django.utils import timezone

from games import services
from games.services.people import accounts
from tests.races.asking import AsUser, asked
from tests.races.shapes import Call
from tests.races.world import World


def _leave(world: World) -> HttpResponse:
    """With more games than a request erases: they are put out of sight, and a task erases them."""
    me = AsUser(world, "alice", password=True)
    with patch.object(accounts, "MOST_ERASED", 0):
        return me("DELETE", "me", {"username": me.username})


def _erase_unseen(_: World) -> object:
    return services.erase_unseen(now=timezone.now())


def _erase(world: World) -> object:
    game_id = world.games["unseen"]
    return services.erase_game(game_id=game_id, by=None, reason="race", now=timezone.now())


GONE_CALLS: Final = (
    Call("leave_many_games", ["alone", "solo"], _leave),
    Call("erase_unseen", ["unseen"], _erase_unseen),
    Call("erase_one_unseen", ["unseen"], _erase),
    asked("show_own", "PATCH", "games/{alone}", {"visibility": "public"}),
    asked("fork_own", "POST", "games/{alone}/fork", {"version": 1}),
    asked("validate_own", "POST", "games/{alone}/validation"),
)
