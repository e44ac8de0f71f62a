"""What production brings as the units stand: the one forecast, which production carries out."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from games.engine.clans import clan_of
from games.engine.content import Content
from games.engine.state import Player
from games.engine.words import Good, Unit

MADE_IN: Final[Mapping[Good, Unit]] = {
    "cheese": "cheese_dairy",
    "bread": "bakery",
    "whisky": "distillery",
}
"""The building in which a processed good is made. (PROD-05..07)"""


class Income(Struct, frozen=True):
    """What a production brings one player, before anything is processed.

    ``money`` is in pounds, ``goods`` are the basic goods in the order of the market, and
    ``making`` is how many of each processed good the buildings can make.
    """

    money: int
    goods: dict[Good, int]
    making: dict[Good, int]


def income(content: Content, player: Player) -> Income:
    """The income of a player as the units stand. (PROD-03, PROD-04)"""
    units = [piece.unit for piece in player.units]
    return Income(
        money=clan_of(player).worker_income(content, player),
        goods={good: amount * units.count(unit) for unit, (good, amount) in yields(content)},
        making={good: units.count(building) for good, building in MADE_IN.items()},
    )


def yields(content: Content) -> tuple[tuple[Unit, tuple[Good, int]], ...]:
    """Which good, and how much of it, one unit gives in each production. (PROD-04)"""
    return (
        ("sheep", ("wool", content.sheep_yield)),
        ("cow", ("milk", content.cow_yield)),
        ("field", ("grain", content.field_yield)),
    )
