"""Contracts to come: a row of three lies open beside the export board. (VAR-FUTURE)"""

from collections.abc import Sequence
from typing import ClassVar, Final

from games.engine import effects as fx
from games.engine.expansions.contract_row import ContractRow
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import ContractId, gettext_noop

ROW: Final = 3
"""How many contracts to come lie beside the export board. (VAR-FUTURE-01)"""


class FutureContracts(ContractRow):
    """The row fills the export board, and is what a building bonus offers."""

    name: ClassVar[str] = "future_contracts"
    heading: ClassVar[str] = gettext_noop("Contracts to come")
    rule: ClassVar[str] = "VAR-FUTURE-04"
    renewed: ClassVar[bool] = True
    after_bonus: ClassVar[str] = gettext_noop(
        "After that all others leave the game, and new ones are laid out."
    )
    offer_text: ClassVar[str] = gettext_noop("You choose among the contracts to come.")
    offered: ClassVar[tuple[str, str]] = (
        gettext_noop("chooses among the contracts to come"),
        gettext_noop("choose among the contracts to come"),
    )

    def in_play(self, options: Options) -> bool:
        return options.future_contracts

    def spots(self, state: State) -> int:
        return ROW

    def offer_contracts(self, game: Recorder, wanted: int) -> list[ContractId]:
        """A player who turns up more than the row holds turns up the rest. (VAR-FUTURE-05..10)"""
        row = list(game.state.future)
        turned_up = game.draw_contracts(wanted - ROW)
        if turned_up:
            game.barrier()
        return row + turned_up

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
        if self.fill(game):
            game.barrier()
        return True
