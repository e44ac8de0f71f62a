"""The export board between the rounds: its slots, and the row of contracts to come beside it."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.recorder import Recorder
from games.engine.words import ContractId

ROW = 3
"""How many contracts to come lie beside the export board. (VAR-FUTURE-01)"""


def fill_slots(game: Recorder, upto: int | None = None) -> None:
    """Fill the empty slots of the export board, all or the first ones, as far as the pile goes.

    Contracts to come are used up first, from left to right.
    (SETUP-07, SETUP-08, PREP-04..07, VAR-FUTURE-02)
    """
    for slot, held in enumerate(game.state.slots[:upto]):
        if held:
            continue
        contract = _next_contract(game)
        if contract is None:
            return
        game.emit(fx.SlotSet(slot, contract))


def _next_contract(game: Recorder) -> ContractId | None:
    row = game.state.future
    if not row:
        return game.draw_contract()
    game.emit(fx.FutureSet(row[1:]))
    return row[0]


def fill_row(game: Recorder) -> None:
    """Make the row of contracts to come up to three; what is left in it moves left. (VAR-FUTURE-03)

    To be called after each refill, alone at the table after the removal. (VAR-FUTURE-09)
    """
    if not game.state.options.future_contracts:
        return
    row = list(game.state.future)
    while len(row) < ROW:
        contract = game.draw_contract()
        if contract is None:
            break
        row.append(contract)
    if row != game.state.future:
        game.emit(fx.FutureSet(row))


def put_back(game: Recorder, left: Sequence[ContractId]) -> None:
    """Contracts that a building bonus offered are not taken.

    Those turned up for it go under the pile, those of the row stay. (BUILD-09, VAR-FUTURE-08)
    """
    drawn = [contract for contract in left if contract not in game.state.future]
    if drawn:
        game.emit(fx.ContractsPutUnder(drawn))
