"""Leaving a game before its end: one seat resigns, or the game is stopped. (RESIGN, ABANDON)

What a seat that has resigned has to decide, the game answers: each decision names the type of move,
and that type finds the move. (RESIGN-02)

The engine does not know whether a person or a bot sits on a seat. So the caller says when too few
people are left, that all of them have agreed, or that a director ends the game.
"""

from typing import Final, Literal

from games.engine import effects as fx
from games.engine.decisions import ExportBonusesDecision
from games.engine.errors import IllegalMove, NotYourDecision
from games.engine.moves import Move, move_types
from games.engine.recorder import Recorder
from games.engine.rules.bonuses import drop_export_bonuses
from games.engine.rules.export_board import put_back
from games.engine.rules.final import score_game
from games.engine.state import State
from games.engine.terms import Seat

RESIGN: Final = "resign"
EARLY_END: Final = "early_end"
ABANDON: Final = "abandon"
STOP: Final = "stop"
"""Kinds of events."""


def check_resigning(state: State, seat: Seat) -> None:
    """Raises IllegalMove unless the seat may resign now; NotYourDecision for an unknown seat."""
    if seat not in range(len(state.players)):
        raise NotYourDecision(seat)
    if state.over:
        raise IllegalMove("RESIGN-01", "game_over")
    if seat in state.resigned:
        raise IllegalMove("RESIGN-01", "resigned")


def resign(game: Recorder, seat: Seat) -> None:
    """A seat leaves; what came before cannot be undone. (RESIGN-01, RESIGN-03)"""
    game.emit(fx.Resigned(seat))
    game.barrier()


def default_move(state: State, seat: Seat) -> Move | None:
    """The move that the game makes for a seat which does not decide itself.

    It is always legal; None when the seat has no open decision.
    """
    waiting = (decision for decision in state.open_decisions() if decision.seat == seat)
    decision = next(waiting, None)
    if decision is None:
        return None
    return move_types()[decision.DEFAULT].default(state, decision)


def check_early_end(state: State) -> None:
    """Raises IllegalMove unless the game runs and a seat has resigned. (RESIGN-05)"""
    if state.over or not state.resigned:
        raise IllegalMove("RESIGN-05", "nobody_resigned")


def end_early(game: Recorder) -> None:
    """All players score the present position. (RESIGN-05)"""
    _close(game)
    game.emit(fx.Ended("resignation"))
    score_game(game)


def check_abandoning(state: State) -> None:
    """Raises IllegalMove unless the game runs. (ABANDON-01, ABANDON-02)"""
    if state.over or not state.players:
        raise IllegalMove("ABANDON-01", "game_over")


def abandon(game: Recorder) -> None:
    """All agree: the game ends without scores. (ABANDON-01)"""
    _end_unscored(game, "agreement")


def stop(game: Recorder) -> None:
    """A director ends the game, without scores. (ABANDON-02)"""
    _end_unscored(game, "director")


def _end_unscored(game: Recorder, by: Literal["agreement", "director"]) -> None:
    _close(game)
    game.emit(fx.Ended(by))
    game.emit(fx.PhaseBegan("over"))


def _close(game: Recorder) -> None:
    """Close all decisions; contracts that a player was about to place find their place.

    Those just drawn go under the pile, those to come stay where they lie, and one whose bonuses
    were being used is fulfilled. (INV-05)
    """
    while game.state.decisions:
        top = game.state.decisions[-1]
        if isinstance(top, ExportBonusesDecision):
            drop_export_bonuses(game, top)
            continue
        game.close()
        put_back(game, top.turned_up)
