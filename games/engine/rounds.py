"""What lies between two action phases: scoring and preparation. (SCORE-G, PREP)"""

from games.engine import effects as fx
from games.engine.export_board import fill_row, fill_slots
from games.engine.recorder import Recorder
from games.engine.solo import change_market, remove_contract
from games.engine.supply import ROUNDS
from games.engine.tiles import scoring_tile
from games.engine.turns import begin_round


def score_round(game: Recorder) -> None:
    """Every player scores the tile of the round, if there is one. (SCORE-G1..G3, VAR-NOSCORE)"""
    state = game.state
    for number in state.scoring_tiles[state.round - 1 : state.round]:
        tile = scoring_tile(state.options, number)
        for seat in state.turn_order:
            game.glory(seat, tile.value(state, seat))
    game.emit(fx.PhaseBegan("preparation" if state.round < ROUNDS else "final"))


def prepare_round(game: Recorder) -> None:
    """Merchants return, the export board is refilled, the next round begins. (PREP-01..09)

    In the solo game the market changes between the two, and a contract goes at last.
    """
    state = game.state
    for seat in state.turn_order:
        game.recall_merchants(seat)
    face = change_market(game) if state.options.solo else None
    fill_slots(game)
    if face is not None:
        remove_contract(game, face)
    fill_row(game)
    begin_round(game, state.round + 1, list(state.passed))
