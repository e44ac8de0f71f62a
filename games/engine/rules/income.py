"""What production brings as the units stand: the one forecast, which production carries out."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from games.engine.clans import clan_of
from games.engine.content import Content
from games.engine.state import Player
from games.engine.terms import Column, Good, Unit

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
        money=sum(
            player.deployed(column) * wage(content, player, column)
            for column in clan_of(player).wages(content)
        ),
        goods={
            good: clan_of(player).unit_yield(unit, amount) * units.count(unit)
            for unit, (good, amount) in yields(content)
        },
        making={good: units.count(building) for good, building in MADE_IN.items()},
    )


def wage(content: Content, player: Player, column: Column) -> int:
    """What one unit of a column earns in a round as the player stands, in pounds; 0 unless workers.

    (PROD-03, TECH-02)
    """
    flipped = content.technology_income if column in player.technology else 0
    return clan_of(player).wages(content).get(column, 0) + flipped


def yields(content: Content) -> tuple[tuple[Unit, tuple[Good, int]], ...]:
    """Which good, and how much of it, a unit gives in each production, as printed. (PROD-04)"""
    return (
        ("sheep", ("wool", content.sheep_yield)),
        ("cow", ("milk", content.cow_yield)),
        ("field", ("grain", content.field_yield)),
    )
