"""The part of the state that belongs to an expansion, and what the rest of the state asks of it."""

from msgspec import Struct

from games.engine.decisions import DecisionBase
from games.engine.terms import Hex, Seat
from games.engine.type_variable import TypeVar


class ExpansionState(Struct, omit_defaults=True, gc=False):
    """What one expansion keeps of its own in a game, open to all or among the secrets.

    Each expansion has a struct of its own with a tag, holding lists and structs, with parts by seat
    inside. The digest of stored games covers it: fields are only ever added, each with a default,
    and 14 are the most.
    """

    def closed(self) -> int:
        """The spaces on which no unit can be deployed. (DEF-12)"""
        return 0

    def reserved(self, seat: Seat) -> int:
        """The spaces on which a seat alone can deploy, and for whose land it has paid. (DELIV-19)

        They are not empty for anything else. What keeps them goes once a unit is ``deployed``.
        """
        return 0

    def reach(self, seat: Seat) -> int:
        """The spaces in range of a player beside those that the units reach. (DEF-28)"""
        return 0

    def neighbours(self, hex_: Hex) -> int:
        """The spaces whose units sell to a new unit on one, beside its neighbours. (NBR-01)"""
        return 0


DecisionType = TypeVar("DecisionType", bound=DecisionBase, default=DecisionBase)
"""Every kind of decision: reading needs all of them, named by ``registry``."""
PartType = TypeVar("PartType", bound=ExpansionState, default=ExpansionState)
"""The states of all expansions, likewise."""
