"""Tables at which clans are auctioned."""

from collections.abc import Callable
from itertools import count
from typing import Any

from games import engine
from games.engine.state import Auction
from simulation.random_play import seed_of
from tests.scenario import Part, at, seat_of

Wanted = Callable[[engine.State], bool]


def auctioning(kind: str = "open", *, players: int = 3, first: str = "red", **more: Any) -> Part:
    """A new game at its first auction round.

    ``first`` opens the bidding, or is the first to win a tie; the seed is one that draws it.
    """
    wanted = seat_of(first)
    for number in count():
        table = auction_of_seed(f"{kind}/{number}", players=players, auction=kind, **more)
        auction = known(table)
        if (auction.bidding or auction.ties)[0] == wanted:
            return table
    raise AssertionError


def auction_of_seed(seed: str, **options: Any) -> Part:
    """A new game with this seed at its first auction round."""
    state, event = engine.new_game(engine.Options(**options), seed_of(seed), engine.packs.builtin())
    table = at(state)
    table.events.append(event)
    return table


def known(table: Part) -> Auction:
    """The auction that runs at a table."""
    assert table.state.auction is not None
    return table.state.auction


def bid_all(table: Part, **bids: int) -> Part:
    """Sealed bids by colour, and the step that turns them up."""
    for colour, amount in bids.items():
        table.when.play_as(colour, f"bid {amount}")
    return table.when.advance("reveal")
