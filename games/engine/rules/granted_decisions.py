"""Decisions about what something grants: expanding, moving, gaining, fulfilling, whole actions.

(PORT-11..18, IND-DEF-18)
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from games.engine.content import Contract
from games.engine.decisions import DecisionBase, EndTurnDecision, Gift
from games.engine.rules.demands import Demand
from games.engine.rules.grants import MAIN_ACTIONS, PLAIN, ExpandGrant
from games.engine.terms import gettext_noop, repeats

PortGain = Literal["technology", "glory"]
"""What a port tile lets a player choose from. (PORT-13)"""
UNIT_MOVES: Final = 2
"""How many moves of units a port tile gives. (PORT-16)"""


class GrantedExpandDecision(DecisionBase, frozen=True, tag="granted_expand"):
    """Expand once as it was granted. (PORT-11, PORT-17)"""

    ADMITS = ("expand", "skip")
    RULE = "STATE-30"
    OPTIONAL = True
    LAPSES = True
    SKIPPED = (gettext_noop("skips the free unit"), gettext_noop("skip the free unit"))
    LOST = gettext_noop("the free unit cannot be placed and is lost")

    granted: ExpandGrant = PLAIN

    @property
    def grant(self) -> ExpandGrant:
        return self.granted

    @property
    def gives(self) -> Sequence[Gift]:
        return ("free_space",)


class MoveUnitDecision(DecisionBase, frozen=True, tag="move_unit"):
    """Move units of one's own to adjacent spaces, ``moves`` times at most. (PORT-16, IND-MOVE)"""

    ADMITS = ("move_unit", "skip")
    RULE = "PORT-16"
    OPTIONAL = True
    LAPSES = True
    SKIPPED = (gettext_noop("moves no further unit"), gettext_noop("move no further unit"))
    LOST = gettext_noop("the move of a unit cannot be used and is lost")

    moves: int = 1

    @property
    def gives(self) -> Sequence[Gift]:
        move: Gift = "unit_move"
        return [move] * self.moves

    def wrong(self) -> Iterator[str]:
        if not 1 <= self.moves <= UNIT_MOVES:
            yield "more moves of units are left than a tile gives"

    def then(self, version: int) -> DecisionBase | None:
        return MoveUnitDecision(version, self.seat, self.moves - 1) if self.moves > 1 else None


class PortGainDecision(DecisionBase, frozen=True, tag="port_gain"):
    """Which of its two gains a port tile brings. (PORT-13)"""

    ADMITS = ("port_gain",)
    DEFAULT = "port_gain"
    RULE = "PORT-13"

    gains: list[PortGain] = []

    @property
    def gives(self) -> Sequence[Gift]:
        return ("gain",)

    def wrong(self) -> Iterator[str]:
        if repeats(self.gains):
            yield "a gain is offered twice"


class WaivedFulfilDecision(DecisionBase, frozen=True, tag="waived_fulfil"):
    """Fulfil a contract without its goods and animals; that has been paid for. (PORT-18)"""

    ADMITS = ("fulfil",)
    DEFAULT = "fulfil"
    RULE = "PORT-18"

    def demand(self, contract: Contract) -> Demand:
        return Demand()

    @property
    def gives(self) -> Sequence[Gift]:
        return ("waiver",)


class BonusActionDecision(DecisionBase, frozen=True, tag="bonus_action"):
    """One more main action, on the spot; then what has granted it goes on. (IND-DEF-18)

    It lies within another action, so that there are no free actions around it. (IND-DEF-19)
    """

    ADMITS = (*MAIN_ACTIONS, "skip")
    RULE = "IND-DEF-18"
    OPTIONAL = True
    LAPSES = True
    MAIN = True
    SKIPPED = (gettext_noop("takes no further action"), gettext_noop("take no further action"))
    LOST = gettext_noop("the further action cannot be used and is lost")

    @property
    def gives(self) -> Sequence[Gift]:
        return ("action",)


class AnotherActionDecision(DecisionBase, frozen=True, tag="another_action"):
    """One more main action of the turn, with free actions before and after it. (IND-DEF-18)

    It takes the place of the end of the turn, which follows it. (IND-DEF-19)
    """

    ADMITS = (*MAIN_ACTIONS, "use_port", "end_turn")
    DEFAULT = "end_turn"
    RULE = "IND-DEF-18"
    MAIN = True
    TURN = True

    @property
    def gives(self) -> Sequence[Gift]:
        return ("action",)

    def then(self, version: int) -> DecisionBase:
        return EndTurnDecision(version, self.seat)


GRANTED_DECISIONS: Final[tuple[type[DecisionBase], ...]] = (
    GrantedExpandDecision,
    MoveUnitDecision,
    PortGainDecision,
    WaivedFulfilDecision,
    BonusActionDecision,
    AnotherActionDecision,
)
"""All of them."""
