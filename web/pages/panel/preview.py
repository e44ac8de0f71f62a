"""What a move would do, shown before it is made. Nothing hidden is looked at for it."""

from collections.abc import Sequence

from games import engine
from games.engine.decisions import EndTurnDecision
from replays import narration
from replays.stepping import PublicEvent
from web.pages.panel import prices as panel_prices
from web.pages.panel.changes import changes
from web.pages.panel.decisions import panel_at
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
        next=followed_by(after, decision.seat),
        final=engine.undo_to(after) is None,
        may_end=may_end(after, decision.seat),
        after=after,
    )


# --- what a move leads to ------------------------------------------------------------------------


def may_end(after: engine.State, seat: engine.Seat) -> bool:
    """Whether after a move only the end of the turn is left to decide."""
    return isinstance(after.decision_of(seat), EndTurnDecision)


def followed_by(after: engine.State, seat: engine.Seat) -> list[str]:
    """What the player may do next because of a move; nothing about the turn's own course."""
    decision = after.decision_of(seat)
    return [] if decision is None else panel_at(after, decision).then(after, decision)
