"""Fulfilling contracts, and their bonuses."""

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.moves.fulfilling import Bonus, Fulfil
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step, modifiers
from web.pages.panel.structs import Refusal


class FulfilPanel(MovePanel[Fulfil]):
    """Delivering what a contract asks for."""

    move = Fulfil
    kind = "fulfil"
    label = gettext_noop("Fulfil a contract")
    group = "main"
    rule = "FULFIL-01"
    hint = gettext_noop("Deliver goods or animals, get what it gives.")
    lights = {"contract": "contract-{}"}
    step_hints = {
        "animal": gettext_noop("It goes back to your board, and its space becomes empty."),
    }
    own_units = {
        "animal": (
            "FULFIL-07",
            gettext_noop("You have no animal on %(hex)s that the contract takes."),
        ),
    }

    def routes(self, move: Fulfil) -> Iterator[Route]:
        first = Step("contract", str(move.contract)), modifiers(move.modifiers)
        by_kind = [
            [Step("animal", f"{one.unit} {one.hex}") for one in move.slaughter if one.unit == unit]
            for unit in ("cow", "sheep")
        ]
        for cows, sheep in product(*map(permutations, by_kind)):
            yield (*first, *cows, *sheep)

    def nothing_to_try(self, state: engine.State, decision: engine.Decision) -> Refusal | None:
        if list(state.players[decision.seat].contracts()):
            return None
        return Refusal("FULFIL-01", _("You have no contract in your export boxes."))

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[Fulfil]:
        return map(Fulfil, state.players[decision.seat].contracts())

    def attempt(self, path: Path, kind: str, value: str) -> Fulfil:
        if kind != "contract":
            raise LookupError(kind)
        return Fulfil.build(contract=int(value))

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        held = state.players[decision.seat].contracts()
        return map(str, held) if kind == "contract" else ()


class BonusPanel(MovePanel[Bonus]):
    """Which bonus of a contract comes first."""

    move = Bonus
    kind = "bonus"
    label = gettext_noop("Choose the next bonus")

    def routes(self, move: Bonus) -> Iterator[Route]:
        yield (Step("bonus", move.kind),)
