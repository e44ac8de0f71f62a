"""What a move would do, shown before it is made. Nothing hidden is looked at for it."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.decisions import DeploymentBonuses
from replays import sentences
from replays.sentences import words
from replays.stepping import PublicEvent
from web.pages.panel import prices as panel_prices
from web.pages.panel.changes import changes
from web.pages.panel.move_panels import panel_of
from web.pages.panel.structs import Preview


def preview(
    state: engine.State, decision: engine.Decision, move: engine.Move, names: Sequence[str]
) -> Preview:
    """What a legal move would do. Played on a copy without secrets, so none can come out."""
    panel = panel_of(type(move))
    if panel.hides(state):
        return panel.untold(state, decision, move)
    after = engine.copy(state)
    after.secret = None
    event = engine.play(after, decision.seat, move)
    told = PublicEvent(
        event.version, event.parent, event.seat, "player", event.kind, event.move, event.effects
    )
    return Preview(
        text=sentences.sentence(state, told, names),
        notation=move.notation(),
        price=panel_prices.parts(state, decision, move),
        changes=changes(state, after, decision.seat),
        next=followed_by(after, decision.seat),
        final=engine.undo_to(after) is None,
    )


# --- what a move leads to ------------------------------------------------------------------------


NEXT: Final[Mapping[str, str]] = {
    "building_bonus": gettext_noop("Then you may turn up contracts from the pile."),
    "export_bonuses": gettext_noop("Then you choose which of its bonuses comes first."),
    "fulfil_next": gettext_noop("Then you may fulfil another contract."),
    "brew": gettext_noop("Then you may brew beer."),
    "free_space": gettext_noop("Then you may expand without paying for the land."),
    "bonus_upgrade": gettext_noop("Then you may take an upgrade."),
}
"""By kind of decision that a move opens for its own player."""


def followed_by(after: engine.State, seat: engine.Seat) -> list[str]:
    """What the player may do next because of a move; nothing about the turn's own course."""
    decision = after.decision_of(seat)
    if isinstance(decision, DeploymentBonuses):
        told = []
        if decision.goods:
            goods = words.listed([_(words.GOODS[good]) for good in decision.goods])
            text = _("Then you may buy %(goods)s from the neighbourhood, below the market price.")
            told.append(text % {"goods": goods})
        if decision.building:
            told.append(_("Then you may turn up contracts from the pile."))
        return told
    return [_(NEXT[decision.kind])] if decision is not None and decision.kind in NEXT else []
