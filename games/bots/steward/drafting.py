"""Before the first round: which clan to take, what to bid for it, where to lay a tile."""

from collections.abc import Sequence

from games.bots.steward import weights
from games.engine import Move, State
from games.engine.geometry.board import hexes_in
from games.engine.randomness import Stream
from games.engine.state import Pair


def best_pair(state: State, moves: Sequence[Move]) -> Move:
    """The pair that is worth most."""
    choices = [(pair, move) for move in moves if (pair := move.pair_taken()) is not None]
    return max(choices, key=lambda choice: pair_worth(state, state.draft[choice[0]]))[1]


def best_bid(state: State, moves: Sequence[Move], chance: Stream) -> Move:
    """Bid little by little in the open, about what it is worth in secret; or quit.

    Chance keeps those who know this program from working out a sealed bid.
    """
    stakes = ((stake, move) for move in moves if (stake := move.stake()) is not None)
    bids = sorted(stakes, key=lambda bid: bid[0])
    worth = choice_worth(state)
    if state.options.auction == "open":
        lowest, bid = bids[0]
        quit_ = next((move for move in moves if move.stake() is None), None)
        return bid if quit_ is None or lowest <= worth else quit_
    if state.options.auction == "blind":
        worth *= weights.SHADING
    wanted = round(worth) + chance.below(2 * weights.GUESSING + 1) - weights.GUESSING
    return bids[min(max(wanted, 0), len(bids) - 1)][1]


def choice_worth(state: State) -> float:
    """What the first choice is worth: the best pair left, against the one left for nothing."""
    left = [pair_worth(state, pair) for pair in state.draft if pair.taken_by is None]
    return max(left) - min(left)


def pair_worth(state: State, pair: Pair) -> float:
    """What a pair is worth, in victory points; clans against their average."""
    content = state.content
    tile, tracks = content.start_tile(pair.start_tile), content.market(state.options.players)
    goods = zip(tile.goods, tracks, strict=True)
    pounds = tile.money + sum(n * track.prices[track.start] for n, track in goods)
    pounds += tile.merchants * content.merchant_cost
    return weights.CLANS.get(pair.clan, 0.0) + pounds * weights.MONEY[0]


def best_site(state: State, moves: Sequence[Move]) -> Move:
    """The space for a tile with most cheap land around it, so that it is soon reached."""
    board = state.board

    def around(move: Move) -> int:
        site = move.site()
        beside = hexes_in(board.neighbours[site] & board.land) if site else ()
        return sum(max(0, weights.DEAR - board.cost[hex_]) for hex_ in beside)

    return max(moves, key=around)
