"""Tables beside a port tile.

On the map A1 B1 C1 D1: A2, A3, B2, B3 and B4 are land without rivers between them but for that of
B2 and C2; A1 is the loch of the port, beside A2 and B1. Contracts: 20 asks for 3 mutton and bread,
46 for a beef and a mutton.
"""

from typing import Any

from tests.scenario import Given, scenario


def at_port(tile: int, *, money: int = 0, **switches: Any) -> Given:
    """Red has a woodcutter beside a tile."""
    return scenario(money=money, **switches).port("A1", tile).put("red", "woodcutter A2")


def asking(table: Given, number: int, **values: int) -> Given:
    """A contract in red's box that asks for exactly this, and gives £7."""
    nothing = dict.fromkeys(("wool", "bread", "cheese", "whisky", "mutton", "beef"), 0)
    gives = dict.fromkeys(("free_space", "bonus_upgrade", "hops", "tobacco", "sugar_cane"), 0)
    gives |= {"cotton": 2, "money": 7}
    return table.with_contract(number, **{**nothing, **gives, **values}).box("red", number)
