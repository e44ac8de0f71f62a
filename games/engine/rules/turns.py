"""The order of turns. (STATE-10..12, FLOW-13, FLOW-14)"""

from games.engine import effects as fx
from games.engine.decisions import MainActionDecision
from games.engine.recorder import Recorder
from games.engine.words import Seat


def begin_turn(game: Recorder, seat: Seat) -> None:
    """A seat is to take its main action."""
    game.emit(fx.TurnBegan(seat, game.version))
    game.open(MainActionDecision(game.version, seat))


def next_turn(game: Recorder, after: Seat) -> None:
    """The turn of the next seat that has not passed; when all have, the phase ends. (STATE-12)"""
    order, passed = game.state.turn_order, game.state.passed
    place = order.index(after)
    for seat in order[place + 1 :] + order[: place + 1]:
        if seat not in passed:
            begin_turn(game, seat)
            return
    game.barrier()
    game.emit(fx.PhaseBegan("production"))


def begin_round(game: Recorder, round_: int, order: list[Seat]) -> None:
    """The action phase of a round begins. (SETUP-25, PREP-09)"""
    game.emit(fx.RoundBegan(round_))
    game.emit(fx.TurnOrderSet(order))
    game.emit(fx.PhaseBegan("action"))
    begin_turn(game, order[0])
