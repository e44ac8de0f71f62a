"""The export board between the rounds, and offered contracts that are not taken."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.expansions import in_play
from games.engine.recorder import Recorder
from games.engine.terms import ContractId


def fill_slots(game: Recorder, upto: int | None = None) -> None:
    """Fill the empty slots of the export board, all or the first ones, as far as the pile goes.

    (SETUP-07, SETUP-08, PREP-04..07)
    """
    for slot, held in enumerate(game.state.slots[:upto]):
        if held:
            continue
        contract = _next_contract(game)
        if contract is None:
            return
        game.emit(fx.SlotSet(slot, contract))


def _next_contract(game: Recorder) -> ContractId | None:
    for expansion in in_play(game.state.options):
        contract = expansion.next_contract(game)
        if contract is not None:
            return contract
    return game.draw_contract()


def put_back(game: Recorder, left: Sequence[ContractId]) -> None:
    """Contracts that a building bonus offered are not taken.

    Those turned up for it go under the pile, those of the row stay. (BUILD-09, VAR-FUTURE-08)
    """
    drawn = [contract for contract in left if contract not in game.state.future]
    if drawn:
        game.emit(fx.ContractsPutUnder(drawn))
