"""What the panel explains to somebody who has not read the rules."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.rules.costs import obtaining_cost
from games.engine.rules.income import wage, yields
from games.engine.terms import Good
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from web.pages.panel.steps import Step

BEGINNING: Final = 1
"""Up to this round the panel says what a beginner may do."""


# --- what may be done at first --------------------------------------------------------------------


def tips(state: engine.State, decision: engine.Decision) -> list[str]:
    """What somebody may do who does not know what to do; nothing once the game is under way."""
    if decision.kind != "main_action" or state.round > BEGINNING:
        return []
    parts = [
        _(
            "Take one action, then the next player takes a turn. When all have passed, every "
            "unit produces goods or money and the next of the five rounds begins."
        ),
        _(
            "Expand early: a unit produces every round. Animals and fields produce goods, workers "
            "earn money, buildings process goods."
        ),
    ]
    cost = obtaining_cost(state)
    if cost < 0:
        parts.append(
            _("Contracts score the most points. Taking one even gives you %(money)s this round.")
            % {"money": vocabulary.money(-cost)}
        )
    return parts


# --- what a choice brings ------------------------------------------------------------------------


def choice_hint(state: engine.State, decision: engine.Decision, step: Step) -> str:
    """What a choice brings, to somebody who does not know; empty for most."""
    content = state.content
    if step.kind == "technology":
        number = state.players[decision.seat].deployed(step.value)  # type: ignore[arg-type]
        text = ngettext(
            "%(n)s on the map: %(money)s more each round",
            "%(n)s on the map: %(money)s more each round",
            number,
        )
        return text % {"n": number, "money": vocabulary.money(number * content.technology_income)}
    if step.kind != "unit":
        return ""
    given: dict[object, tuple[Good, int]] = dict(yields(content))
    if step.value in given:
        good, printed = given[step.value]
        clan = clan_of(state.players[decision.seat])
        goods = vocabulary.taken(good, clan.unit_yield(step.value, printed))  # type: ignore[arg-type]
        return _("On grassland; produces %(goods)s each round") % {"goods": goods}
    earned = wage(content, state.players[decision.seat], step.value)  # type: ignore[arg-type]
    return _(UNITS[step.value]) % {"money": vocabulary.money(earned)}


UNITS: Final[Mapping[str, str]] = {
    "bakery": gettext_noop("On grassland; turns 1 grain into 1 bread each round"),
    "distillery": gettext_noop("On grassland; turns 1 grain into 1 whisky each round"),
    "cheese_dairy": gettext_noop("On grassland; turns 1 milk into 1 cheese each round"),
    "woodcutter": gettext_noop("On forest; earns %(money)s each round"),
    "miner": gettext_noop("On mountain; earns %(money)s each round"),
    "worker": gettext_noop("On forest, mountain or loch; earns %(money)s each round"),
}
"""Where a unit stands and what it brings."""
