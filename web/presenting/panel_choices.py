"""The choices of the panel one by one: what each is called, costs and brings."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games import engine
from games.engine.words import GOODS, SIDES, Hex
from replays.sentences import words
from web.presenting import board, panel_help, panel_prices, panel_refusals, panel_why, panel_words
from web.presenting.draft import DraftPart
from web.presenting.panel_parts import Choice, Dial, NumberForm, query_of
from web.presenting.panel_routes import ENOUGH, Step, Way

PRICED = ("shipping", "technology", "merchant", "contracts", "pass")
"""Actions with a price of their own, whatever is chosen after them."""


def hexes_of(step: Step) -> list[Hex]:
    """The space that a step is about; none for most."""
    if step.kind in ("hex", "fisherman"):
        return [Hex(step.value)]
    return [Hex(step.value.split(" ")[1])] if step.kind in ("animal", "old") else []


# --- actions -------------------------------------------------------------------------------------


def action(state: engine.State, decision: engine.Decision, kind: str, move: engine.Move) -> Choice:
    """A kind of action of which a move is legal."""
    detail = ""
    if kind in PRICED:
        detail = panel_prices.told_cost([panel_prices.cost_of(state, decision, move)])
    return Choice(
        kind="do",
        value=kind,
        label=_(panel_words.ACTIONS[kind]),
        detail=detail,
        query=query_of([kind]),
        hint=panel_help.action_hint(kind),
    )


def closed_action(state: engine.State, decision: engine.Decision, kind: str) -> Choice:
    """A kind of action of which no move is legal, with the reason."""
    refusal = panel_refusals.why_not(state, decision, kind)
    return Choice("do", kind, _(panel_words.ACTIONS[kind]), refusal=refusal)


# --- steps ---------------------------------------------------------------------------------------


def choice(
    state: engine.State,
    decision: engine.Decision,
    path: Sequence[str],
    step: Step,
    below: list[Way],
) -> Choice:
    """One choice of a step, with the ways that lead on from it."""
    space = next(iter(hexes_of(step)), None)
    return Choice(
        kind=step.kind,
        value=step.value,
        label=panel_words.LABELS[step.kind](state, step.value),
        detail=panel_prices.detail(state, decision, step, below),
        query=query_of([*path, step.value]),
        hint=panel_help.choice_hint(state, decision, step),
        texts=panel_words.texts(state, step),
        rule=panel_words.rule(state, step),
        card=panel_prices.card(state, step),
        hex=space,
        ground=board.ground(state.board, space) if step.kind == "hex" and space else "",
    )


def missing(
    state: engine.State,
    decision: engine.Decision,
    path: Sequence[str],
    kind: str,
    possible: Sequence[str],
) -> Iterator[Choice]:
    """What one might look for among the choices of a step, and why it is not there."""
    for value, refusal in panel_why.missing(state, decision, path, kind, possible):
        label = panel_words.LABELS[kind](state, value)
        card = panel_prices.card(state, Step(kind, value))
        yield Choice(kind, value, label, card=card, refusal=refusal)


def none_last(told: Sequence[Choice]) -> list[Choice]:
    """Contracts that were turned up, and after them that one wants none."""
    contracts = [one for one in told if one.kind != ENOUGH.kind]
    none = [replace(one, label=_("None of them")) for one in told if one.kind == ENOUGH.kind]
    return contracts + none


def by_good(told: Sequence[Choice]) -> list[Choice]:
    """Trades in pairs: to buy a good and to sell it stand beside each other."""

    def place(one: Choice) -> tuple[int, int]:
        side, good = one.value.split(" ")
        return [*GOODS].index(good), [*SIDES].index(side)  # type: ignore[arg-type]

    return sorted(told, key=place)


# --- numbers -------------------------------------------------------------------------------------


def bidding_form(path: list[str], known: Sequence[Way], own: int | None) -> NumberForm:
    """The number of a bid; it starts at one's own sealed bid, or at the least."""
    amounts = [int(way.route[1].value) for way in known]
    least = min(amounts)
    name = _("Victory points")
    dial = Dial(name, least, max(amounts), least if own is None else own)
    return NumberForm(path, [dial], [], see=(DraftPart.name, _("The clans to bid for")))


def producing_form(
    state: engine.State, decision: engine.Decision, path: list[str], known: Sequence[Way]
) -> NumberForm:
    """The numbers of production; they start at what makes most."""
    best = max(known, key=lambda way: sum(int(step.value) for step in way.route[1:4]))
    dials = []
    for place, good in enumerate(("cheese", "bread", "whisky"), start=1):
        most = max(int(way.route[place].value) for way in known)
        name = _(words.GOODS[good]).capitalize()
        hint = panel_help.made_of(good)
        dials.append(Dial(name, 0, most, int(best.route[place].value), hint))
    extras = dict.fromkeys(way.route[4] for way in known)
    told = [
        Choice("extra", step.value, panel_words.LABELS["extra"](state, step.value))
        for step in extras
    ]
    return NumberForm(path, dials, told)
