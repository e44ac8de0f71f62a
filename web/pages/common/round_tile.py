"""What the scoring tile of the round that is played would give."""

from games import engine
from games.engine.tiles import scoring_tile


def scored(state: engine.State, seat: engine.Seat) -> int:
    """The Glory that the scoring tile of this round would give now; 0 where there is none."""
    if not 0 < state.round <= len(state.scoring_tiles):
        return 0
    tile = scoring_tile(state.options, state.scoring_tiles[state.round - 1])
    return int(tile.value(state, seat))
