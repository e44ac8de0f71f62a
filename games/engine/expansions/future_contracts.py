"""Contracts to come: a row of three lies open beside the export board. (VAR-FUTURE)"""

from collections.abc import Sequence
from typing import ClassVar, Final

from games.engine import effects as fx
from games.engine.expansions.base import Expansion, PreparationStage, SetupStage
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.words import ContractId

ROW: Final = 3
"""How many contracts to come lie beside the export board. (VAR-FUTURE-01)"""


class FutureContracts(Expansion):
    """The row fills the export board, and is what a building bonus offers."""

    name: ClassVar[str] = "future_contracts"

    def in_play(self, options: Options) -> bool:
        return options.future_contracts

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        if stage == "contracts":
            fill_row(game)

    def next_contract(self, game: Recorder) -> ContractId | None:
        """Contracts to come are used up first, from left to right. (VAR-FUTURE-02)"""
        row = game.state.future
        if not row:
            return None
        game.emit(fx.FutureSet(row[1:]))
        return row[0]

    def open_contracts(self, state: State) -> tuple[Sequence[ContractId], int]:
        """A player who turns up more than the row holds turns up the rest. (VAR-FUTURE-05..10)"""
        return state.future, ROW

    def contracts_taken(
        self, game: Recorder, offered: Sequence[ContractId], taken: Sequence[ContractId]
    ) -> bool:
        """What is not taken leaves the game, and there is a new row. (VAR-FUTURE-05..08)"""
        if not game.state.future:
            return False
        game.emit(fx.FutureSet([]))
        for contract in offered:
            if contract not in taken:
                game.emit(fx.ContractRemoved(contract))
        fill_row(game)
        if game.state.future:
            game.barrier()
        return True

    def prepare_round(self, game: Recorder, stage: PreparationStage) -> None:
        if stage == "contracts":
            fill_row(game)


def fill_row(game: Recorder) -> None:
    """Make the row up to three; what is left in it moves left. (VAR-FUTURE-03)"""
    row = list(game.state.future)
    while len(row) < ROW:
        contract = game.draw_contract()
        if contract is None:
            break
        row.append(contract)
    if row != game.state.future:
        game.emit(fx.FutureSet(row))
