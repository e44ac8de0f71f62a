"""Spaces reached along rivers alone, as choices and hints name them. (CLAN-MACFARLANE-2)

Others lie next to a unit of the same player, or ships reach them; or they are paid for, see
``skips``.
"""

from collections.abc import Iterable
from typing import Final

from games import engine
from games.engine.rules.costs import beyond_reach, reaching_fee
from games.engine.terms import Hex
from replays.narration.language import gettext as _
from web.pages.panel.structs import Added

BY_CANAL: Final = "≈"
"""What stands beside the price of such a space, on the board too."""


def by_canal(state: engine.State, decision: engine.Decision, hex_: Hex) -> bool:
    """Whether a space is in reach along a river alone, for nothing."""
    beyond = beyond_reach(state, decision.seat, hex_, decision.grant)
    return beyond and not reaching_fee(state, decision.seat, hex_, decision.grant)


def canal_to(state: engine.State, decision: engine.Decision, hex_: Hex) -> Added | None:
    """What stands beside the price of such a space; None for others."""
    return Added(_("by canal"), BY_CANAL) if by_canal(state, decision, hex_) else None


def legend(state: engine.State, decision: engine.Decision, hexes: Iterable[Hex]) -> list[str]:
    """What the mark means, where a space has it."""
    if not any(by_canal(state, decision, hex_) for hex_ in hexes):
        return []
    text = _("%(mark)s: by canal, along a river with a unit of yours.")
    return [text % {"mark": BY_CANAL}]
