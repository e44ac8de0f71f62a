"""Decisions about what port tiles grant: expanding, moving, gaining, fulfilling. (PORT-11..18)"""

from typing import Final, Literal

from games.engine.decisions import DecisionBase
from games.engine.rules.grants import PLAIN, ExpandGrant

PortGain = Literal["technology", "glory"]
"""What a port tile lets a player choose from. (PORT-13)"""


class GrantedExpandDecision(DecisionBase, frozen=True, tag="granted_expand"):
    """Expand once as it was granted. (PORT-11, PORT-17)"""

    ADMITS = ("expand", "skip")
    RULE = "STATE-30"
    OPTIONAL = True
    LAPSES = True

    granted: ExpandGrant = PLAIN

    @property
    def grant(self) -> ExpandGrant:
        return self.granted


class MoveUnitDecision(DecisionBase, frozen=True, tag="move_unit"):
    """Move units of one's own to adjacent spaces, ``moves`` times at most. (PORT-16, IND-MOVE)"""

    ADMITS = ("move_unit", "skip")
    RULE = "PORT-16"
    OPTIONAL = True
    LAPSES = True

    moves: int = 1

    def then(self, version: int) -> DecisionBase | None:
        return MoveUnitDecision(version, self.seat, self.moves - 1) if self.moves > 1 else None


class PortGainDecision(DecisionBase, frozen=True, tag="port_gain"):
    """Which of its two gains a port tile brings. (PORT-13)"""

    ADMITS = ("port_gain",)
    DEFAULT = "port_gain"
    RULE = "PORT-13"

    gains: list[PortGain] = []


class WaivedFulfilDecision(DecisionBase, frozen=True, tag="waived_fulfil"):
    """Fulfil a contract without its goods and animals; that has been paid for. (PORT-18)"""

    ADMITS = ("fulfil",)
    DEFAULT = "fulfil"
    RULE = "PORT-18"
    WAIVES = True


GRANTED_DECISIONS: Final[tuple[type[DecisionBase], ...]] = (
    GrantedExpandDecision,
    MoveUnitDecision,
    PortGainDecision,
    WaivedFulfilDecision,
)
"""All of them."""
