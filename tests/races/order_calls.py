"""Standing orders: set, changed and deleted, obeyed by the request and by the end of a round.

``solo`` is in the turn of alice, ``producing`` waits for the production of alice and bob, and
``ending`` is at the end of a round, with an order of alice.
"""

from typing import Final

from django.http import HttpResponse
from django.utils import timezone

from games import services
from tests.races.asking import AsUser, asked
from tests.races.shapes import Call
from tests.races.world import ORDER, World

OTHER: Final = {"order": ["cheese", "bread"], "keep": {"grain": 1}}


def _produce(world: World) -> HttpResponse:
    """By hand, while an order may come from another device."""
    body = {"version": 1, "notation": "produce nothing"}
    return AsUser(world, "alice")("POST", f"games/{world.games['producing']}/moves", body)


def _end_round(world: World) -> object:
    return services.run_steps(game_id=world.games["ending"], now=timezone.now())


ORDER_CALLS: Final = (
    asked("set_standing_order", "PUT", "games/{solo}/standing-order", ORDER),
    asked("obey_order", "PUT", "games/{producing}/standing-order", ORDER),
    asked("obey_bobs_order", "PUT", "games/{producing}/standing-order", OTHER, by="bob"),
    Call("produce", ["producing"], _produce),
    asked("resign_in_production", "POST", "games/{producing}/resign", by="bob"),
    asked("change_order", "PUT", "games/{ending}/standing-order", OTHER),
    asked("delete_order", "PUT", "games/{ending}/standing-order", None),
    Call("end_round", ["ending"], _end_round),
    asked("resign_at_the_end", "POST", "games/{ending}/resign", by="bob"),
)
