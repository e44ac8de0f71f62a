"""Ways of expanding that something grants: a contract, a port tile."""

from typing import Final

from msgspec import Struct

from games.engine.terms import Column


class ExpandGrant(Struct, frozen=True, omit_defaults=True, gc=False):
    """How an Expand that is granted differs from the main action.

    It deploys from one of ``columns`` only, if any are named. ``onto_animal`` means a space with an
    animal of one's own, in place of an empty one in reach. (IND-DUAL-01)
    """

    columns: list[Column] = []
    unit_free: bool = False
    land_free: bool = False
    onto_animal: bool = False


PLAIN: Final = ExpandGrant()
"""The main action itself."""

FREE_LAND: Final = ExpandGrant(land_free=True)
"""A free space of a contract. (BONUS-04)"""
