"""The export board, what a contract costs, and the row beside it."""

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.expansions import row_in_play
from games.engine.options import Options
from games.engine.rules.costs import obtaining_cost
from web.pages.common.labels import pounds
from web.pages.common.pieces import ContractCard, contract_card
from web.pages.table.part import TablePart
from web.pages.table.table import Table


class Exports(Struct, frozen=True):
    """``cost`` is what a contract costs now, in words; empty before round 1.

    ``slots`` has None for an empty one; ``known`` are contracts at the bottom of the pile that all
    have seen.
    """

    slots: list[ContractCard | None]
    known: list[ContractCard]
    removed: list[ContractCard]
    cost: str
    pile: int


def exports(state: engine.State) -> Exports:
    """The export board as it lies."""
    cards = state.content.contract
    return Exports(
        slots=[contract_card(cards(number)) if number else None for number in state.slots],
        known=[contract_card(cards(number)) for number in state.pile_tail],
        removed=[contract_card(cards(number)) for number in state.removed],
        cost=_cost(obtaining_cost(state)) if state.round and not state.over else "",
        pile=state.pile + len(state.pile_tail),
    )


def _cost(amount: int) -> str:
    if amount < 0:
        return _("Each gives you %(money)s.") % {"money": pounds(-amount)}
    if not amount:
        return _("Each is free now.")
    return _("Each costs %(money)s.") % {"money": pounds(amount)}


class ExportsPart(TablePart[Exports]):
    """The export board."""

    name = "exports"
    shows_moves = True
    place = "info"
    label = gettext_noop("Exports")
    heading = gettext_noop("Export contracts")
    linked_in_replay = True
    fields = frozenset({"export_board", "round"})

    def build(self, table: Table) -> Exports:
        return exports(table.state)


class ContractRowPart(TablePart[list[ContractCard]]):
    """The row of contracts beside the export board, in games that have one."""

    name = "contract-row"
    shows_moves = True
    place = "modules"
    label = gettext_noop("Contracts to come")
    """Of a row that has no name of its own."""
    fields = frozenset({"export_board"})

    def in_play(self, options: Options) -> bool:
        return row_in_play(options) is not None

    def build(self, table: Table) -> list[ContractCard]:
        cards = table.state.content.contract
        return [contract_card(cards(number)) for number in table.state.future]

    def title(self, table: Table) -> str:
        row = row_in_play(table.state.options)
        return gettext(row.heading) if row is not None else super().title(table)

    def link(self, table: Table) -> str:
        return self.title(table)
