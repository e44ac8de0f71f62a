"""Taking export contracts, and keeping some of those that were turned up."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.clans.base import Clan
from games.engine.expansions import row_in_play
from games.engine.moves.contracts import DrawContracts, KeepContracts, TakeContracts
from games.engine.rules.costs import obtaining_cost
from replays.narration import vocabulary
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip, joined
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.steps import ENOUGH, Path, Route, Step
from web.pages.panel.structs import Choice, Preview, Start, query_of

NONE: Final = Step(ENOUGH.kind, "none")
"""The end of a choice of several before the first."""


def price(cost: int) -> str:
    """A cost, or a gain with a plus."""
    return f"+{vocabulary.money(-cost)}" if cost < 0 else vocabulary.money(cost)


def in_any_order(move: TakeContracts | KeepContracts) -> Iterator[Route]:
    """The contracts one after the other, until it is enough."""
    for order in permutations(move.contracts):
        yield (*(Step("contract", str(number)) for number in order), ENOUGH)


def contract_starts(
    panel: AnyPanel, state: engine.State, contracts: Iterable[int]
) -> Iterator[Start]:
    """Links with which a move begins, on each of these contracts."""
    for number in contracts:
        value = str(number)
        label = panel.choice_label(state, "contract", value)
        on = panel.lit_by(Step("contract", value))
        yield Start(f"{_(panel.label)}: {label}", query_of([panel.kind, value]), on=on)


class TakePanel(MovePanel[TakeContracts]):
    """Taking one or more contracts from the export board."""

    move = TakeContracts
    kind = "contracts"
    label = gettext_noop("Take an export contract")
    group = "main"
    rule = "CONTRACT-01"
    hint = gettext_noop("It stays in your export box until you fulfil it.")
    lights = {"contract": "contract-{}"}
    adds = True
    priced = True
    explained = (
        gettext_noop("Take a contract from the export board and put it into an empty export box."),
        gettext_noop(
            "What that costs depends on the round: at first you are paid for it, later it costs "
            "more and more."
        ),
        gettext_noop("A contract that is never fulfilled brings nothing and costs nothing more."),
    )

    def example(self, setting: Setting) -> Example:
        costs = setting.content.contract_costs
        rounds = [Cell(str(number)) for number in range(1, len(costs) + 1)]
        paid = [Cell(price(cost), "contract", "here") for cost in costs]
        text = _(
            "What one contract costs in rounds %(first)s to %(last)s; + means that you get money."
        )
        return Example(Strip([rounds, paid]), text % {"first": 1, "last": len(costs)})

    def routes(self, move: TakeContracts) -> Iterator[Route]:
        return in_any_order(move)

    def price(self, state: engine.State, decision: engine.Decision, move: TakeContracts) -> int:
        return obtaining_cost(state)

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        yield from contract_starts(self, state, (number for number in state.slots if number))

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
    explained = (
        gettext_noop(
            "Placing your fourth building of a type reveals contracts from the pile if you have "
            "an empty export box."
        ),
        gettext_noop("You may keep one and settle the price of this round, or keep none."),
        gettext_noop("Once they are revealed you cannot undo."),
    )

    def example(self, setting: Setting) -> Example:
        clan, round_ = Clan(), 1
        drawn, kept = clan.contracts_drawn(setting.options), clan.contracts_kept(setting.options)
        cost = setting.content.contract_cost(round_)
        card = Cell(symbol="contract")
        row = joined([[card] * drawn, [Cell(price(cost), "contract", "here")] * kept])
        text = _("Revealed: %(drawn)s. Kept: %(kept)s. In round %(round)s: %(price)s.")
        facts = {"drawn": drawn, "kept": kept, "round": round_, "price": price(cost)}
        return Example(Strip([row]), text % facts)

    def hides(self, state: engine.State) -> bool:
        return True

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: DrawContracts
    ) -> Preview:
        drawn = clan_of(state.players[decision.seat]).contracts_drawn(state.options)
        row = row_in_play(state.options)
        if row is not None and state.future:
            # Above the button stands already what there is to choose from.
            text = _("Next you choose which of these contracts you keep, if any.")
        else:
            text = _("%(drawn)s contracts are revealed from the pile for all to see.")
        return Preview(text=text % {"drawn": drawn}, notation=move.notation(), final=True)


class KeepPanel(MovePanel[KeepContracts]):
    """Keeping some of the contracts that were turned up, or none."""

    move = KeepContracts
    kind = "keep"
    label = gettext_noop("Keep contracts")
    topic = "move-draw"
    lights = {"contract": "contract-{}"}
    adds = True

    def routes(self, move: KeepContracts) -> Iterator[Route]:
        return in_any_order(move) if move.contracts else iter([(NONE,)])

    def looked_at(self, decision: engine.Decision) -> str:
        """Contracts that were turned up, though none of them may be possible to keep."""
        return "contract" if decision.turned_up else ""

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        """After all contracts that were turned up, that one wants none of them."""
        if len(path) > 1:
            return list(choices)
        return sorted(choices, key=lambda one: one.kind == NONE.kind)

    def price(
        self, state: engine.State, decision: engine.Decision, move: KeepContracts
    ) -> int | None:
        """Of what is kept; to keep none has no price."""
        return obtaining_cost(state) if move.contracts else None

    def attempt(self, path: Path, kind: str, value: str) -> KeepContracts:
        if kind != "contract":
            raise LookupError(kind)
        return KeepContracts.build(contracts=[int(value)])

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return map(str, decision.turned_up) if kind == "contract" else ()

    def hides(self, state: engine.State) -> bool:
        row = row_in_play(state.options)
        return row is not None and row.renewed and bool(state.future)

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: KeepContracts
    ) -> Preview:
        text = _("Then new contracts are laid out.")
        return Preview(text=text, notation=move.notation(), final=True)
