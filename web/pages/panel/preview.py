"""What a move would do, shown before it is made. Nothing hidden is looked at for it."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games import engine
from games.engine.decisions import EndTurnDecision
from games.engine.terms import GOOD_INDEX, GOODS
from replays import narration
from replays.narration import vocabulary
from replays.stepping import PublicEvent
from web.pages.panel import prices as panel_prices
from web.pages.panel.changes import changes
from web.pages.panel.decisions import panel_at
from web.pages.panel.deployed import closed_at_once
from web.pages.panel.move_panels import panel_of
from web.pages.panel.structs import Preview


def preview(
    state: engine.State, decision: engine.Decision, move: engine.Move, names: Sequence[str]
) -> Preview:
    """What a legal move would do. Played on a copy without secrets, so none can come out."""
    panel = panel_of(type(move))
    if panel.hides(state):
        return panel.hidden_preview(state, decision, move)
    after = engine.copy(state)
    after.secret = None
    event = engine.play(after, decision.seat, move)
    shown = PublicEvent(
        event.version, event.parent, event.seat, "player", event.kind, event.move, event.effects
    )
    return Preview(
        text=narration.sentence(state, shown, names, you=decision.seat),
        notation=move.notation(),
        price=panel_prices.parts(state, decision, move),
        changes=changes(state, after, decision.seat),
        next=[
            *([] if panel.says_what_follows else followed_by(state, after, decision.seat)),
            *closed_at_once(after, event.effects),
            *closed_sides(state, after, decision.seat),
        ],
        final=engine.undo_to(after) is None,
        may_end=may_end(after, decision.seat),
        after=after,
    )


# --- what a move leads to ------------------------------------------------------------------------


def may_end(after: engine.State, seat: engine.Seat) -> bool:
    """Whether after a move only the end of the turn is left to decide."""
    return isinstance(after.decision_of(seat), EndTurnDecision)


def followed_by(before: engine.State, after: engine.State, seat: engine.Seat) -> list[str]:
    """What the player may do next because of a move; nothing about the turn's own course.

    Nor what could be done before, where the move leaves the same decision open.
    """
    decision = after.decision_of(seat)
    if decision is None:
        return []
    open_before = before.decision_of(seat)
    said = panel_at(before, decision).then(before, decision) if decision == open_before else []
    waiting = [one for one in after.decisions[:-1] if one.seat == seat]
    new = [one for one in reversed(waiting) if one not in before.decisions]
    panels = [(one, panel_at(after, one)) for one in new]
    later = [panel.later(after, one) for one, panel in panels if panel.later is not None]
    now = [one for one in panel_at(after, decision).then(after, decision) if one not in said]
    return [*now, *dict.fromkeys(later)]


def closed_sides(before: engine.State, after: engine.State, seat: engine.Seat) -> Iterator[str]:
    """What merchants whom a move places keep the player from buying or selling. (TRADE-07)"""
    one, other = before.players[seat], after.players[seat]
    for good in GOODS:
        index, named = GOOD_INDEX[good], {"good": _(vocabulary.GOODS[good])}
        if other.buying[index] and not one.buying[index]:
            text = _("While your merchants are on the buying side, you cannot sell %(good)s.")
            yield text % named
        if other.selling[index] and not one.selling[index]:
            text = _("While your merchants are on the selling side, you cannot buy %(good)s.")
            yield text % named
