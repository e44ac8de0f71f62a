"""Tables with farmers markets, for the tests of that module."""

from typing import Any, Final

from games import engine
from games.engine.expansions.farmers_markets import MarketsState, MarketTile
from games.engine.terms import Hex
from simulation.random_play import seed_of
from tests.scenario import Given, Part, at, scenario

PACK: Final = engine.packs.builtin()
MARKETS: Final[dict[str, Any]] = {"expansions": ["farmers_markets"]}


def new_table(players: int, seed: str = "markets", **options: Any) -> Given:
    """A new game on the base map, at its first decision."""
    chosen = engine.Options(players=players, map=["A1", "B1", "C1", "D1"], **MARKETS, **options)
    state, event = engine.new_game(chosen, seed_of(seed), PACK)
    table = at(state)
    table.events.append(event)
    return table


def lay(given: Part, *markets: str) -> Given:
    """Lay exactly these markets, as ``5 I4`` (a tile and its space); they were dealt."""
    part = given.state.part(MarketsState)
    found = [market.split() for market in markets]
    part.placed = [MarketTile(int(tile), Hex(hex_)) for tile, hex_ in found]
    tiles = [market.tile for market in part.placed]
    part.dealt = [*tiles, *(one for one in range(9, 0, -1) if one not in tiles)][: len(part.dealt)]
    given.state.forget_position()
    return given.given


def beside(
    *markets: str, players: int = 3, clans: str = "", expansions: str = "", **options: bool
) -> Given:
    """Red, with a woodcutter on J4, goods and 5 merchants, is about to expand beside I4.

    I3, J3, I5 and J4 neighbour I4; H3 lies behind a river.
    """
    chosen = ["farmers_markets", *expansions.split()]
    given = scenario(players=players, clans=clans, expansions=chosen, **options)
    lay(given, *(markets or ("1 I4",))).put("red", "woodcutter J4").merchants("red", stock=5)
    return given.give("red", money=100, wool=5, milk=5, bread=5, cheese=5)
