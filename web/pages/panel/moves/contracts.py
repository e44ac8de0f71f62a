"""Taking export contracts, and keeping some of those that were turned up."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec.structs import replace

from games import engine
from games.engine.clans import clan_of
from games.engine.moves.contracts import DrawContracts, KeepContracts, TakeContracts
from games.engine.rules.costs import obtaining_cost
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import ENOUGH, Path, Route, Step
from web.pages.panel.structs import Choice, Preview


def in_any_order(move: TakeContracts | KeepContracts) -> Iterator[Route]:
    """The contracts one after the other, until it is enough."""
    for order in permutations(move.contracts):
        yield (*(Step("contract", str(number)) for number in order), ENOUGH)


class TakePanel(MovePanel[TakeContracts]):
    """Taking one or more contracts from the export board."""

    move = TakeContracts
    kind = "contracts"
    label = gettext_noop("Take an export contract")
    group = "main"
    rule = "CONTRACT-01"
    hint = gettext_noop("It goes into your box until you fulfil it.")
    lights = {"contract": "contract-{}"}
    priced = True

    def routes(self, move: TakeContracts) -> Iterator[Route]:
        return in_any_order(move)

    def price(self, state: engine.State, decision: engine.Decision, move: TakeContracts) -> int:
        return obtaining_cost(state)

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[TakeContracts]:
        shown = [number for number in state.slots if number]
        return [TakeContracts([number]) for number in shown] + [TakeContracts([])]

    def attempt(self, path: Path, kind: str, value: str) -> TakeContracts:
        if kind != "contract":
            raise LookupError(kind)
        return TakeContracts.build(contracts=[int(value)])


class DrawPanel(MovePanel[DrawContracts]):
    """Turning up contracts from the pile."""

    move = DrawContracts
    kind = "draw"
    label = gettext_noop("Use the building bonus")

    def hides(self, state: engine.State) -> bool:
        return True

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: DrawContracts
    ) -> Preview:
        drawn = clan_of(state.players[decision.seat]).contracts_drawn(state.options)
        text = _("%(drawn)s contracts are turned up from the pile for all to see.")
        return Preview(text=text % {"drawn": drawn}, notation=move.notation(), final=True)


class KeepPanel(MovePanel[KeepContracts]):
    """Keeping some of the contracts that were turned up, or none."""

    move = KeepContracts
    kind = "keep"
    label = gettext_noop("Keep contracts")
    lights = {"contract": "contract-{}"}

    def routes(self, move: KeepContracts) -> Iterator[Route]:
        return in_any_order(move)

    def looked_at(self, decision: engine.Decision) -> str:
        """Contracts that were turned up, though none of them may be possible to keep."""
        return "contract" if decision.turned_up else ""

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        """After all contracts that were turned up, that one wants none of them."""
        if len(path) > 1:
            return list(choices)
        contracts = [one for one in choices if one.kind != ENOUGH.kind]
        none = [replace(one, label=_("None of them")) for one in choices if one.kind == ENOUGH.kind]
        return contracts + none

    def price(self, state: engine.State, decision: engine.Decision, move: KeepContracts) -> int:
        return obtaining_cost(state) if move.contracts else 0

    def attempt(self, path: Path, kind: str, value: str) -> KeepContracts:
        if kind != "contract":
            raise LookupError(kind)
        return KeepContracts.build(contracts=[int(value)])

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return map(str, decision.turned_up) if kind == "contract" else ()

    def hides(self, state: engine.State) -> bool:
        return bool(state.future)

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: KeepContracts
    ) -> Preview:
        text = _("New contracts are laid out then.")
        return Preview(text=text, notation=move.notation(), final=True)
