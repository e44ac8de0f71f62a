"""What the choices of the panel cost and how that comes about, and the cards of contracts."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from games import engine
from games.engine.moves.base import MoveBase
from games.engine.terms import ContractId
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from web.pages.panel import step_labels
from web.pages.panel.move_panels import panel_of
from web.pages.panel.steps import Step, Way
from web.pages.panel.structs import Card, PricePart


def cost_of(state: engine.State, decision: engine.Decision, move: MoveBase) -> int | None:
    """What a move costs in pounds; None for those of which that says nothing."""
    return panel_of(type(move)).price(state, decision, move)


def cost_label(costs: Iterable[int | None]) -> str:
    """What some moves cost, as one short text; empty when there is nothing to say of one."""
    known = sorted({cost for cost in costs if cost is not None})
    if not known:
        return ""
    least, most = known[0], known[-1]
    if least == most:
        return one_cost(least)
    if most <= 0:
        return _("gives %(least)s to %(most)s") % {
            "least": vocabulary.money(-most),
            "most": vocabulary.money(-least),
        }
    return _("from %(cost)s") % {"cost": vocabulary.money(max(least, 0))}


def one_cost(cost: int) -> str:
    """Such as ``£8``, ``free`` or ``brings £8``."""
    if cost < 0:
        return _("gives %(money)s") % {"money": vocabulary.money(-cost)}
    return vocabulary.money(cost) if cost else _("free")


class Detail(NamedTuple):
    """The text beside a choice: its price or what is special about it, and the money left."""

    text: str
    left: str = ""


def detail(state: engine.State, decision: engine.Decision, step: Step, ways: list[Way]) -> Detail:
    """The text beside a choice of a step, from the moves that it leads to."""
    own = panel_of(type(ways[0].move)).step_price(state, step, [way.move for way in ways])
    if own is not None:
        return Detail(own)
    if step.kind in ("tile", "copy"):
        return Detail(step_labels.port_text(step.value, state.players[decision.seat].clan))
    if step.kind == "pair":
        return Detail(step_labels.start_tile(state, int(step.value)))
    return price_detail(state, decision, [way.move for way in ways])


def price_detail(
    state: engine.State, decision: engine.Decision, moves: Sequence[MoveBase]
) -> Detail:
    """What moves cost, and what the clan adds.

    Where each of them costs something, the money left after it too.
    """
    money = state.players[decision.seat].money
    found = {(cost_of(state, decision, move), left_by(state, decision, move)) for move in moves}
    costs = {cost for cost, _left in found if cost is not None}
    lefts = {left for _cost, left in found}
    text = cost_label(costs)
    if len(costs) != 1 or len(lefts) != 1 or min(lefts) < 0:
        added = {left + cost - money for cost, left in found if cost is not None}
        return Detail(text, _added_to_each(added))
    (cost,), (left,) = costs, lefts
    more = left + cost - money
    if cost <= 0:
        return Detail(text, f"+{vocabulary.money(more)}" if more > 0 else "")
    if more > 0:
        # Translators: beside a price, what the player then gets back and has: "+£2, leaves £29".
        facts = {"back": vocabulary.money(more), "money": vocabulary.money(left)}
        return Detail(text, _("+%(back)s, leaves %(money)s") % facts)
    # Translators: beside a price, what the player has after paying it, such as "leaves £5".
    return Detail(text, _("leaves %(money)s") % {"money": vocabulary.money(left)})


def _added_to_each(added: Collection[int]) -> str:
    """What the clan adds to moves of which not all cost the same; empty for nothing."""
    most = max(added, default=0)
    if most <= 0:
        return ""
    if min(added) == most:
        return f"+{vocabulary.money(most)}"
    # Translators: beside prices, what the clan gives at most on top, such as "up to +£4".
    return _("up to +%(money)s") % {"money": vocabulary.money(most)}


def paid_back(
    state: engine.State, decision: engine.Decision, move: MoveBase
) -> tuple[str, int] | None:
    """What the clan gives once a move is paid for."""
    return panel_of(type(move)).paid_back(state, decision, move)


def left_by(state: engine.State, decision: engine.Decision, move: MoveBase) -> int:
    """The money after a move has been paid, with what the clan gets for it at once."""
    rows = [pounds for _name, pounds in panel_of(type(move)).price_rows(state, decision, move)]
    paid = sum(rows) if rows else cost_of(state, decision, move) or 0
    back = paid_back(state, decision, move)
    return state.players[decision.seat].money - paid + (back[1] if back else 0)


def card(state: engine.State, step: Step) -> Card | None:
    """The card of the contract that a choice names."""
    if step.kind != "contract":
        return None
    number = ContractId(int(step.value))
    return Card(
        int(number),
        step_labels.contract_asks(state, number),
        step_labels.contract_gives(state, number),
    )


# --- the parts of a price ------------------------------------------------------------------------


def parts(state: engine.State, decision: engine.Decision, move: MoveBase) -> list[PricePart]:
    """How a price comes about; nothing where it is a single sum."""
    panel = panel_of(type(move))
    rows = [row for row in panel.price_rows(state, decision, move) if row[1]]
    back = paid_back(state, decision, move)
    if len(rows) + bool(back) < panel.rows_from:
        return []
    total = sum(pounds for _name, pounds in rows)
    sign = -1 if total < 0 else 1
    lines = [
        PricePart(name, vocabulary.money(abs(pounds)), less=sign * pounds < 0)
        for name, pounds in rows
    ]
    name = _("You get") if total < 0 else _("You pay")
    lines.append(PricePart(name, vocabulary.money(abs(total)), total=True))
    return [*lines, PricePart(back[0], vocabulary.money(back[1]))] if back else lines
