"""The golden game in which clans of the expansion use all of their abilities does use them."""

import pytest

from games import engine
from games.engine.effects import Deployed
from games.engine.expansions.farmers_markets.selling import SellAtMarket
from games.engine.geometry.board import BIT
from games.engine.moves.expanding import Expand
from games.engine.moves.trading import NeighbourhoodBuy
from games.engine.rules.final import connected_settlements
from games.engine.state import State
from games.engine.terms import Seat
from tests import golden
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.long]

GAME = "four-clans-178"


def uses(before: State, event: engine.Event) -> set[str]:
    """What a clan's own rules have made of an event."""
    if event.kind == "processing":
        born = [effect for effect in event.effects if isinstance(effect, Deployed)]
        return {f"a young {effect.column}" for effect in born}
    if event.seat is None or before.players[event.seat].clan != "macfarlane":
        return set()
    position, near = before.position, before.board.neighbours
    match event.move:
        case Expand(hex=hex_) if not before.decisions[-1].grant.onto_animal:
            return {"a canal"} if not position.reach(event.seat) & BIT[hex_] else set()
        case NeighbourhoodBuy(good=good):
            beside = position.neighbours_goods(event.seat, before.decisions[-1].hexes)
            return {"goods from afar"} if good not in beside else set()
        case SellAtMarket(hex=hex_):
            hexes = before.decisions[-1].hexes
            return {"a market afar"} if not any(near[h] & BIT[hex_] for h in hexes) else set()
    return set()


@rule("CLAN-MACFARLANE-2", "CLAN-MACFARLANE-3", "CLAN-MACFARLANE-8", "CLAN-MACPHERSON-4")
def test_every_ability_comes_up() -> None:
    used: set[str] = set()
    record = golden.read(golden.FOLDER / f"{GAME}.txt")
    before: State | None = None
    for state, event in golden.replay(record):
        if before is not None:
            used |= uses(before, event)
        before = engine.copy(state)
    assert before is not None
    clans = [player.clan for player in before.players]
    digging = Seat(clans.index("macfarlane"))
    units, player = before.position.own[digging], before.players[digging]
    alone = before.board.linked_settlements(units, player.shipping)
    assert connected_settlements(before, digging) > alone
    assert used == {"a canal", "goods from afar", "a market afar", "a young cow", "a young sheep"}
