"""Why something cannot be chosen that a player looks for among the choices of a step."""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from games import engine
from web.pages.panel.move_panels import panel_to
from web.pages.panel.refusals import nearest_anywhere, of_one, refusal_of
from web.pages.panel.steps import Path
from web.pages.panel.structs import Refusal, ValueAnswer


def answer(
    state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
) -> ValueAnswer:
    """What is said of a value of a step, whatever somebody has sent as one."""
    panel = panel_to(path)
    try:
        if kind in panel.own_units:
            attempts = list(panel.attempts_from(state, decision, path, value))
        else:
            attempts = list(panel.attempts_at(state, decision, path, kind, value))
    except (engine.MalformedMove, ValueError, LookupError):
        attempts = []
    if not attempts and kind in panel.own_units:
        rule, text = panel.own_units[kind]
        return ValueAnswer(value, _(text) % {"hex": value}, rule)
    if not attempts:
        return ValueAnswer(value, _("There is no %(value)s to choose.") % {"value": value})
    if any(refusal_of(state, decision, one) is None for one in attempts):
        return ValueAnswer(value, _("%(value)s can be chosen.") % {"value": value})
    found = of_one(state, decision, panel, attempts)
    assert found is not None
    return ValueAnswer(value, found.text, found.rule)


def missing(
    state: engine.State, decision: engine.Decision, path: Path, kind: str, possible: Collection[str]
) -> Iterator[tuple[str, Refusal]]:
    """What one might look for among the choices of a step, and why it is not there."""
    values = list(panel_to(path).looked_for_after(state, decision, path, kind))
    if kind == "quantity":
        # The number is the first word also where merchants or kilts are named beside it.
        values.append(str(max(int(one.split(" ")[0]) for one in possible) + 1))
    for value in values:
        if value not in possible:
            refusal = why_not(state, decision, path, kind, value)
            if refusal is not None:
                yield value, refusal


def why_not(
    state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
) -> Refusal | None:
    """Why a value is not among the choices of a step; None where it is possible."""
    panel = panel_to(path)
    attempts = list(panel.attempts_at(state, decision, path, kind, value))
    if kind == "unit" and len(path) == 1:
        return nearest_anywhere(state, decision, attempts, panel)
    return of_one(state, decision, panel, attempts)
