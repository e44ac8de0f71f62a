"""A first, quick look: which of many legal moves are worth playing on a copy."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from games.bots.steward import weights
from games.bots.steward.income import unit_worth
from games.bots.steward.outlook import Outlook
from games.engine import Hex, Move, State
from games.engine.geometry.board import BIT
from games.engine.moves.base import MoveBase
from games.engine.moves.expanding import Expand
from games.engine.moves.ports import UsePort
from games.engine.moves.producing import Produce
from games.engine.moves.trading import Trade
from games.engine.tiles.scoring import DEAR_LAND

BORDER_TILE, DEAR_TILE = 5, 9
"""The scoring tiles that count spaces. (SCORE-5, SCORE-9)"""

Some = TypeVar("Some", bound=MoveBase)


def shortlist(out: Outlook, state: State, moves: Sequence[Move]) -> list[Move]:
    """All moves but those of a kind of which there are many and that look worse than others."""
    kept: list[Move] = []
    expands: defaultdict[str, list[Expand]] = defaultdict(list)
    exchanges: list[UsePort] = []
    answers: list[Produce] = []
    for move in moves:
        match move:
            case Expand():
                expands[move.unit].append(move)
            case UsePort() if move.exchange:
                exchanges.append(move)
            case Produce():
                answers.append(move)
            case Trade() if makes_it_worse(move):
                continue
            case _:
                kept.append(move)
    spaces = Spaces(out, state)
    for column in expands.values():
        tried = best(column, weights.SPACES, spaces.of)
        kept.extend(tried)
    swaps = best(exchanges, weights.EXCHANGES, lambda move: exchange_gain(out, state, move))
    fullest = best(answers, weights.PRODUCTIONS, made)
    return [*kept, *swaps, *fullest]


def best(moves: list[Some], most: int, look: Callable[[Some], float]) -> list[Some]:
    """The ``most`` moves that look best, or all when there are no more."""
    if len(moves) <= most:
        return moves
    return sorted(moves, key=look, reverse=True)[:most]


class Spaces:
    """How good spaces look, whatever is to stand on them; each is looked at once."""

    def __init__(self, out: Outlook, state: State) -> None:
        self._out = out
        self._state = state
        self._known: dict[Hex, float] = {}
        tiles = [upcoming.tile.number for upcoming in out.tiles]
        self._border = weights.BORDER * tiles.count(BORDER_TILE)
        self._dear = weights.DEAR_LAND * tiles.count(DEAR_TILE)

    def of(self, move: Expand) -> float:
        """Cheap, apart from one's other units, beside other players' producers."""
        if move.hex not in self._known:
            self._known[move.hex] = self._look(move.hex)
        return self._known[move.hex]

    def _look(self, hex_: Hex) -> float:
        out, board, position = self._out, self._state.board, self._state.position
        cost = board.cost[hex_]
        total = weights.NEIGHBOUR * len(position.neighbours_goods(out.seat, [hex_]))
        total -= cost * out.money
        if not board.neighbours[hex_] & position.own[out.seat]:
            total += weights.NEW_SETTLEMENT
        if board.border & BIT[hex_]:
            total += self._border
        if cost >= DEAR_LAND:
            total += self._dear
        return total


def exchange_gain(out: Outlook, state: State, move: UsePort) -> float:
    """About what the new units of an exchange earn more than the old ones."""
    return sum(
        unit_worth(out, state, item.new)
        - unit_worth(out, state, "woodcutter" if item.old == "worker" else item.old)
        for item in move.exchange
    )


def makes_it_worse(move: Trade) -> bool:
    """Whether a price is moved up before buying, or down before selling."""
    wrong = "up" if move.side == "buy" else "down"
    return any(modifier.direction == wrong for modifier in move.modifiers)


def made(move: Produce) -> int:
    """How much an answer processes."""
    return move.cheese + move.bread + move.whisky
