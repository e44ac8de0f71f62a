"""What a player pays to skip spaces, as choices, prices and hints name it. (CLAN-SINCLAIR-10)"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from games import engine
from games.engine.clans import clan_of
from games.engine.moves.modifiers import Modifier, reach_fee
from games.engine.rules.costs import reaching_fee
from games.engine.terms import Hex
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from web.pages.panel.structs import Added

WITH_UPGRADE: Final = "↑"
ONLY_PAID: Final = "~"
"""What stands beside the price of a space, on the board too."""


class Skipped(Struct, frozen=True):
    """What is paid to get to a space, for how many spaces, and whether it brings an upgrade."""

    fee: int
    spaces: int
    upgrades: bool

    @property
    def row(self) -> str:
        """What it is called among the parts of a price."""
        return _("Skipped: 1 land space") if self.upgrades else lochs(self.spaces)

    @property
    def added(self) -> Added:
        """What stands beside a price that holds it."""
        fee = {"fee": vocabulary.money(self.fee)}
        if self.upgrades:
            return Added(_("%(fee)s skip, upgrade") % fee, WITH_UPGRADE)
        return Added(_("%(fee)s skip") % fee, ONLY_PAID)


def lochs(spaces: int) -> str:
    """So many loch spaces that are skipped."""
    text = ngettext("Skipped: %(n)s loch space", "Skipped: %(n)s loch spaces", spaces)
    return text % {"n": spaces}


def spaces_for(state: engine.State, decision: engine.Decision, fee: int) -> int:
    """How many spaces the seat's clan skips for a fee."""
    each = clan_of(state.players[decision.seat]).skip_fee
    return fee // each if each else 0


def skip_to(state: engine.State, decision: engine.Decision, hex_: Hex) -> Skipped | None:
    """What is skipped to expand to a space; None where it is in reach anyway."""
    fee = reaching_fee(state, decision.seat, hex_, decision.grant)
    if not fee:
        return None
    clan = clan_of(state.players[decision.seat])
    spaces = spaces_for(state, decision, fee)
    return Skipped(fee, spaces, clan.upgrades_by_reaching(state, decision.seat, hex_))


def legend(state: engine.State, decision: engine.Decision, hexes: Iterable[Hex]) -> list[str]:
    """What the marks beside the prices of some spaces mean."""
    skips = [skip_to(state, decision, hex_) for hex_ in hexes]
    kinds = {skip.upgrades for skip in skips if skip is not None}
    each = vocabulary.money(clan_of(state.players[decision.seat]).skip_fee)
    parts = []
    if True in kinds:
        text = _("%(mark)s: with %(fee)s for a skipped land space; then you may take an upgrade.")
        parts.append(text % {"mark": WITH_UPGRADE, "fee": each})
    if False in kinds:
        text = _("%(mark)s: with %(fee)s for each skipped loch space.")
        parts.append(text % {"mark": ONLY_PAID, "fee": each})
    return parts


def to_ports(state: engine.State, decision: engine.Decision, fee: int) -> Added | None:
    """What is skipped to get to port tiles; None for nothing."""
    if not fee:
        return None
    text = _("%(skipped)s (%(fee)s)")
    skipped = lochs(spaces_for(state, decision, fee))
    return Added(text % {"skipped": skipped, "fee": vocabulary.money(fee)})


def to_announced(state: engine.State, decision: engine.Decision, move: engine.Move) -> Added | None:
    """The same for the tiles that are announced with a move."""
    modifiers = getattr(move, "modifiers", ())
    return to_ports(state, decision, reach_fee(state, decision.seat, modifiers))


def port_row(
    state: engine.State, decision: engine.Decision, modifiers: Sequence[Modifier]
) -> tuple[str, int]:
    """The part of a price that is paid for them."""
    fee = reach_fee(state, decision.seat, modifiers)
    return lochs(spaces_for(state, decision, fee)), fee
