"""What lies between two action phases: scoring and preparation. (SCORE-G, PREP)"""

from games.engine import effects as fx
from games.engine.expansions import in_play
from games.engine.recorder import Recorder
from games.engine.rules.export_board import fill_slots
from games.engine.rules.supply import ROUNDS
from games.engine.rules.turns import begin_round
from games.engine.tiles import scoring_tile


def score_round(game: Recorder) -> None:
    """Every player scores the tile of the round, if there is one. (SCORE-G1..G3, VAR-NOSCORE)"""
    state = game.state
    for number in state.scoring_tiles[state.round - 1 : state.round]:
        tile = scoring_tile(state.options, number)
        for seat in state.turn_order:
            game.glory(seat, tile.value(state, seat))
    for expansion in in_play(state.options):
        expansion.round_scored(game)
    game.emit(fx.PhaseBegan("preparation" if state.round < ROUNDS else "final"))


def prepare_round(game: Recorder) -> None:
    """Merchants return, the export board is refilled, the next round begins. (PREP-01..09)"""
    state = game.state
    for seat in state.turn_order:
        game.recall_merchants(seat)
    expansions = in_play(state.options)
    for expansion in expansions:
        expansion.prepare_round(game, "merchants")
    fill_slots(game)
    for expansion in expansions:
        expansion.prepare_round(game, "contracts")
    begin_round(game, state.round + 1, list(state.passed))
