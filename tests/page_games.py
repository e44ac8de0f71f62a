"""The games of `simulation.page_games`, as they are recorded."""

from functools import partial

from simulation import page_games
from tests.recorded.following import recorded_moves

game_against_bots = partial(page_games.game_against_bots, known=recorded_moves)
play_until = partial(page_games.play_until, known=recorded_moves)
play_to_round = partial(page_games.play_to_round, known=recorded_moves)
