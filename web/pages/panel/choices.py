"""The choices of the panel one by one: what each is called, costs and brings."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from games import engine
from games.engine.terms import Hex
from replays.narration.language import gettext as _
from web.pages.clans import in_game
from web.pages.panel import explanations as panel_help
from web.pages.panel import prices as panel_prices
from web.pages.panel import refusals as panel_refusals
from web.pages.panel import step_labels
from web.pages.panel import why as panel_why
from web.pages.panel.move_panels import panel_to
from web.pages.panel.moves.base import AnyPanel
from web.pages.panel.steps import Step, Way
from web.pages.panel.structs import Choice, query_of
from web.pages.table.parts import board


def hexes_of(step: Step) -> list[Hex]:
    """The space that a step is about; none for most."""
    if step.kind in ("hex", "fisherman"):
        return [Hex(step.value)]
    return [Hex(step.value.split(" ")[1])] if step.kind in ("animal", "old") else []


# --- actions -------------------------------------------------------------------------------------


def action(
    state: engine.State, decision: engine.Decision, panel: AnyPanel, move: engine.Move
) -> Choice:
    """A kind of action of which a move is legal."""
    price = panel_prices.price_detail(state, decision, [move] if panel.priced else [])
    return Choice(
        kind="do",
        value=panel.kind,
        label=_(panel.label),
        detail=price.text,
        left=price.left,
        query=query_of([panel.kind]),
        hint=panel.hint_in(state, decision),
        topic=panel.about,
    )


def closed_action(state: engine.State, decision: engine.Decision, panel: AnyPanel) -> Choice:
    """A kind of action of which no move is legal, with the reason."""
    refusal = panel_refusals.why_not(state, decision, panel)
    return Choice("do", panel.kind, _(panel.label), refusal=refusal, topic=panel.about)


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
    panel = panel_to(path)
    label = panel.choice_label(state, step.kind, step.value)
    detail = panel_prices.detail(state, decision, step, below)
    return Choice(
        kind=step.kind,
        value=step.value,
        label=label,
        detail=detail.text,
        added=panel.added(state, decision, step, below[0].move),
        left=detail.left,
        query=query_of([*path, step.value]),
        hint=panel.brings(state, decision, step) or panel_help.choice_hint(state, decision, step),
        texts=_texts(state, step),
        rule=step_labels.rule(state, step),
        topic=step_labels.topic(state, step),
        card=panel_prices.card(state, step),
        hex=space,
        ground=board.ground(state.board, space) if step.kind == "hex" and space else "",
        light=panel.light(step, label, detail.text),
    )


def _texts(state: engine.State, step: Step) -> list[str]:
    """The abilities of a clan that can be chosen, and what it has in this game alone."""
    texts = step_labels.texts(state, step)
    return [*texts, *in_game(state, state.draft[int(step.value)].clan)] if texts else []


def without_price(found: Iterable[Choice], price: int | None) -> Iterator[Choice]:
    """Choices without a price where it is the usual one."""
    said = panel_prices.cost_label([price])
    for one in found:
        light = one.light and replace(one.light, price="")
        yield replace(one, detail="", left="", light=light) if one.detail == said else one


def missing(
    state: engine.State,
    decision: engine.Decision,
    path: Sequence[str],
    kind: str,
    possible: Sequence[str],
) -> Iterator[Choice]:
    """What one might look for among the choices of a step, and why it is not there."""
    clan = state.players[decision.seat].clan
    for value, refusal in panel_why.missing(state, decision, path, kind, possible):
        label = panel_to(path).choice_label(state, kind, value)
        card = panel_prices.card(state, Step(kind, value))
        texts = [step_labels.port_text(value, clan)] if kind in ("tile", "copy") else []
        yield Choice(kind, value, label, card=card, refusal=refusal, texts=texts)
