"""Fulfilling contracts, and their bonuses."""

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.content import Contract
from games.engine.moves.fulfilling import Bonus, Fulfil
from games.engine.moves.modifiers import written
from replays.narration import lapses, vocabulary
from web.pages.common.pieces import contract_card
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip, joined
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.moves.contracts import contract_starts
from web.pages.panel.steps import PLAIN, Path, Route, Step, modifiers
from web.pages.panel.structs import Refusal, Start

BEFORE_ANIMALS: Final = 3
"""How many values a path has before the first animal: the action, the contract, and tiles."""


def has_both(contract: Contract) -> bool:
    """Whether a contract asks for goods and for meat."""
    return any(contract.goods) and bool(contract.mutton + contract.beef)


def contract_example(contract: Contract) -> Example:
    """A contract: what it asks for and what it gives."""
    card = contract_card(contract)
    row = joined(
        [
            [Cell(one.text, one.symbol) for one in card.asks],
            [Cell(one.text, one.symbol, "here") for one in card.gives],
        ]
    )
    text = _("Contract %(number)s: what it asks for, and what it gives.")
    return Example(Strip([row]), text % {"number": contract.id})


class FulfilPanel(MovePanel[Fulfil]):
    """Delivering what a contract asks for."""

    move = Fulfil
    kind = "fulfil"
    label = gettext_noop("Fulfil a contract")
    group = "main"
    rule = "FULFIL-01"
    hint = gettext_noop("Deliver goods or animals for its rewards.")
    explained = (
        gettext_noop(
            "Deliver everything that a contract in your export box asks for: goods from your "
            "stock, and your own animals from the map for meat."
        ),
        gettext_noop("An animal returns to your board and frees its space."),
        gettext_noop("Money and bonuses come at once. Hops and imports count at game end."),
        gettext_noop("Then the export box is empty again."),
    )
    lights = {"contract": "contract-{}"}
    own_units = {
        "animal": (
            "FULFIL-07",
            gettext_noop("You have no animal on %(hex)s that the contract takes."),
        ),
    }

    def example(self, setting: Setting) -> Example:
        """A contract that asks for goods and meat, if there is one, and gives most kinds."""
        contracts = setting.content.contracts.values()
        return contract_example(
            max(contracts, key=lambda one: (has_both(one), len(contract_card(one).gives)))
        )

    def routes(self, move: Fulfil) -> Iterator[Route]:
        tiles = modifiers(move.modifiers)
        if move.kilts:
            tiles = Step("kilts", " ".join([*move.kilts, *written(move.modifiers)]))
        first = Step("contract", str(move.contract)), tiles
        by_kind = [
            [Step("animal", f"{one.unit} {one.hex}") for one in move.slaughter if one.unit == unit]
            for unit in ("cow", "sheep")
        ]
        for cows, sheep in product(*map(permutations, by_kind)):
            yield (*first, *cows, *sheep)

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        """That a space becomes free, but where two units stand. (FULFIL-07, IND-DUAL-05)"""
        if kind != "animal":
            return super().step_hint(state, decision, kind)
        hexes = [piece.hex for piece in state.players[decision.seat].units]
        if len(set(hexes)) == len(hexes):
            return _("It returns to your board and frees its space.")
        return _(
            "It returns to your board and frees its space, unless another unit of yours stands "
            "there."
        )

    def step_rule(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str
    ) -> str:
        return "FULFIL-04" if kind == "animal" else ""

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        if kind in ("modifiers", "kilts") and self._with_kilts(state):
            return _("How do you deliver it?")
        if kind == "animal" and len(path) > BEFORE_ANIMALS:
            return _("Which other animal do you deliver?")
        return super().question(state, path, kind)

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        if kind == "modifiers" and value == PLAIN and self._with_kilts(state):
            return _("From your stock alone")
        return super().choice_label(state, kind, value)

    @staticmethod
    def _with_kilts(state: engine.State) -> bool:
        """Whether the player whose turn it is has kilts. (CLAN-FRASER-5)"""
        player = state.players[state.turn.seat or 0]
        stand_in = clan_of(player).stand_in(player)
        return stand_in is not None and stand_in.amount > 0

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        yield from contract_starts(self, state, state.players[decision.seat].contracts())

    def nothing_to_try(self, state: engine.State, decision: engine.Decision) -> Refusal | None:
        if list(state.players[decision.seat].contracts()):
            return None
        return Refusal("FULFIL-01", _("You have no contract in your export box."))

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
    explained = (
        gettext_noop("A contract may give several bonuses. Take them one by one, in any order."),
        gettext_noop("Free land: expand and pay only for the unit."),
        gettext_noop("Upgrade: choose one; most are free."),
        gettext_noop("A bonus that you do not use now is lost."),
    )

    def example(self, setting: Setting) -> Example:
        """The contract that gives most bonuses."""
        contracts = setting.content.contracts.values()
        return contract_example(
            max(
                contracts,
                key=lambda one: (bool(one.free_space) + bool(one.bonus_upgrade), one.money),
            )
        )

    def routes(self, move: Bonus) -> Iterator[Route]:
        yield (Step("bonus", move.kind),)

    def brings(self, state: engine.State, decision: engine.Decision, step: Step) -> str:
        """That a bonus could not be used if it came first, and why."""
        after = engine.copy(state)
        after.secret = None
        event = engine.play(after, decision.seat, Bonus.build(kind=step.value))
        lost = list(lapses.lost(event.effects))
        return vocabulary.sentence(vocabulary.clauses(lost)) if lost else ""
