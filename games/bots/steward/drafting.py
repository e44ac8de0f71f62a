"""The draft: which pair of clan and starting tile to take."""

from collections.abc import Sequence

from games.bots.steward import weights
from games.engine import Move, State
from games.engine.moves.setting_up import ChooseClan
from games.engine.state import Pair


def best_pair(state: State, moves: Sequence[Move]) -> Move:
    """The pair that is worth most."""
    choices = [move for move in moves if isinstance(move, ChooseClan)]
    return max(choices, key=lambda move: pair_worth(state, state.draft[move.pair]))


def pair_worth(state: State, pair: Pair) -> float:
    """What a pair is worth, in victory points; clans against their average."""
    content = state.content
    tile, tracks = content.start_tile(pair.start_tile), content.market(state.options.players)
    goods = zip(tile.goods, tracks, strict=True)
    pounds = tile.money + sum(n * track.prices[track.start] for n, track in goods)
    return weights.CLANS.get(pair.clan, 0.0) + pounds * weights.MONEY[0]
