"""The export board: the contracts on offer, those to come, and what one costs."""

from msgspec import Struct

from games import engine
from games.engine.costs import obtaining_cost
from web.presenting.labels import pounds
from web.presenting.pieces import ContractCard, contract_card


class Exports(Struct, frozen=True):
    """``cost`` is what a contract costs now, ``received`` if it brings that money instead.

    ``slots`` has None for an empty one; ``known`` are contracts at the bottom of the pile that all
    have seen.
    """

    slots: list[ContractCard | None]
    future: list[ContractCard]
    known: list[ContractCard]
    removed: list[ContractCard]
    cost: str
    received: bool
    pile: int


def exports(state: engine.State) -> Exports:
    """The export board as it lies."""
    cards = state.content.contract
    cost = obtaining_cost(state) if state.round else 0
    return Exports(
        slots=[contract_card(cards(number)) if number else None for number in state.slots],
        future=[contract_card(cards(number)) for number in state.future],
        known=[contract_card(cards(number)) for number in state.pile_tail],
        removed=[contract_card(cards(number)) for number in state.removed],
        cost=pounds(abs(cost)),
        received=cost < 0,
        pile=state.pile + len(state.pile_tail),
    )
