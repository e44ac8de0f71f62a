"""The default answers for a seat that has resigned. (RESIGN-02)

Each decision names the type of move, and that type finds the move.
"""

from games.engine.moves import Move, move_types
from games.engine.state import State
from games.engine.words import Seat


def default_move(state: State, seat: Seat) -> Move | None:
    """The move that the game makes for a seat which does not decide itself.

    It is always legal; None when the seat has no open decision.
    """
    waiting = (decision for decision in state.open_decisions() if decision.seat == seat)
    decision = next(waiting, None)
    if decision is None:
        return None
    return move_types()[decision.DEFAULT].default(state, decision)
