"""Effects on contracts and imports."""

from typing import Final

from games.engine.effects.base import Effect
from games.engine.state import State
from games.engine.terms import IMPORT_INDEX, ContractId, Import, Seat

NO_CONTRACT: Final = ContractId(0)
"""What an empty slot of the export board holds."""


class ContractDrawn(Effect, frozen=True, tag="draw"):
    """The top contract of the pile is turned up."""

    REVEALS = True
    TOUCHES = ("export_board",)

    contract: ContractId

    def apply(self, state: State) -> None:
        if not state.pile:
            state.pile_tail.pop(0)
            return
        state.pile -= 1
        if state.secret is not None:
            state.secret.pile.pop(0)


class ContractsPutUnder(Effect, frozen=True, tag="under"):
    """Contracts that all have seen go under the pile, the first one uppermost. (BUILD-09)"""

    TOUCHES = ("export_board",)

    contracts: list[ContractId]

    def apply(self, state: State) -> None:
        state.pile_tail.extend(self.contracts)


class SlotSet(Effect, frozen=True, tag="slot"):
    """A slot of the export board holds this contract, or none (0)."""

    TOUCHES = ("export_board",)

    slot: int
    contract: ContractId

    def apply(self, state: State) -> None:
        state.slots[self.slot] = self.contract


class ContractRemoved(Effect, frozen=True, tag="remove"):
    """A contract that all have seen leaves the game. (SOLO-20, VAR-FUTURE-05)"""

    TOUCHES = ("export_board",)

    contract: ContractId

    def apply(self, state: State) -> None:
        state.removed.append(self.contract)


class FutureSet(Effect, frozen=True, tag="future"):
    """The row of contracts to come, from left to right. (VAR-FUTURE-01)"""

    TOUCHES = ("export_board",)

    contracts: list[ContractId]

    def apply(self, state: State) -> None:
        state.future = list(self.contracts)


class ContractBoxed(Effect, frozen=True, tag="box"):
    """A contract goes onto an export box, counted from 0."""

    TOUCHES = ("players",)

    seat: Seat
    contract: ContractId
    box: int

    def apply(self, state: State) -> None:
        state.players[self.seat].boxes[self.box].append(self.contract)


class ContractFulfilled(Effect, frozen=True, tag="fulfilled"):
    """A contract leaves its box for the pile of fulfilled ones. (FULFIL-09)"""

    TOUCHES = ("players",)

    seat: Seat
    contract: ContractId

    def apply(self, state: State) -> None:
        player = state.players[self.seat]
        for pile in player.boxes:
            if self.contract in pile:
                pile.remove(self.contract)
        player.fulfilled.append(self.contract)


class ImportMoved(Effect, frozen=True, tag="import"):
    """The counter of an import good now stands on ``position``. (FULFIL-11)"""

    TOUCHES = ("imports",)

    good: Import
    position: int

    def apply(self, state: State) -> None:
        state.imports[IMPORT_INDEX[self.good]] = self.position
