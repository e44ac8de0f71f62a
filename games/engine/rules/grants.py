"""What something grants, a contract or a tile: ways of expanding, and main actions."""

from typing import Final

from msgspec import Struct

from games.engine.terms import Column, Hex

MOST_SKIPS: Final = 2
"""How many spaces a grant skips at most: the paths over more of them are too many to go along."""


class ExpandGrant(Struct, frozen=True, omit_defaults=True, gc=False):
    """How an Expand that is granted differs from the main action.

    It deploys from one of ``columns`` only, if any are named. ``onto_animal`` means a space with an
    animal of one's own, in place of an empty one in reach. (IND-DUAL-01) ``skips`` adds to the
    reach what lies behind so many other spaces, whatever is there. To each space in ``beside`` the
    one that is chosen has to be adjacent, over a river too.
    """

    columns: list[Column] = []
    unit_free: bool = False
    land_free: bool = False
    onto_animal: bool = False
    skips: int = 0
    beside: list[Hex] = []


PLAIN: Final = ExpandGrant()
"""The main action itself."""

FREE_LAND: Final = ExpandGrant(land_free=True)
"""A free space of a contract. (BONUS-04)"""

MAIN_ACTIONS: Final = (
    "trade",
    "take_contracts",
    "expand",
    "upgrade_shipping",
    "upgrade_technology",
    "hire_merchant",
    "fulfil",
)
"""The main actions of the game without expansions, but for passing. (STATE-22)"""
