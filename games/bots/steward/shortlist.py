"""A first, quick look: which of many legal moves are worth playing on a copy."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from games.bots.steward import weights
from games.bots.steward.income import unit_worth
from games.bots.steward.outlook import Outlook
from games.engine import Hex, Move, State
from games.engine.clans import clan_of
from games.engine.decisions import ProduceAnswer
from games.engine.geometry.board import BIT
from games.engine.rules.deploying import places_beside
from games.engine.terms import Column, Unit
from games.engine.tiles.scoring import DEAR_LAND

BORDER_TILE, DEAR_TILE = 5, 9
"""The scoring tiles that count spaces. (SCORE-5, SCORE-9)"""

Some = TypeVar("Some")
Swaps: TypeAlias = Sequence[tuple[Unit, Column]]
"""Units of the map, each with the column of the unit that takes its place."""


def shortlist(out: Outlook, state: State, moves: Sequence[Move]) -> list[Move]:
    """All moves but those of a kind of which there are many and that look worse than others."""
    kept: list[Move] = []
    expands: defaultdict[str, list[tuple[Move, Hex]]] = defaultdict(list)
    exchanges: list[tuple[Move, Swaps]] = []
    answers: list[tuple[Move, ProduceAnswer]] = []
    for move in moves:
        if expansion := move.expansion():
            expands[expansion[0]].append((move, expansion[1]))
        elif swaps := move.exchanged():
            exchanges.append((move, swaps))
        elif answer := move.answer():
            answers.append((move, answer))
        elif not move.harms_itself():
            kept.append(move)
    spaces = Spaces(out, state)
    for column in expands.values():
        kept.extend(best(column, weights.SPACES, spaces.of))
    kept.extend(best(exchanges, weights.EXCHANGES, lambda one: exchange_gain(out, state, one)))
    kept.extend(best(answers, weights.PRODUCTIONS, made))
    return kept


def best(
    moves: list[tuple[Move, Some]], most: int, look: Callable[[Some], float]
) -> Iterator[Move]:
    """The ``most`` moves that look best by what they choose, or all when there are no more."""
    if len(moves) > most:
        moves = sorted(moves, key=lambda choice: look(choice[1]), reverse=True)[:most]
    return (move for move, _ in moves)


class Spaces:
    """How good spaces look, whatever is to stand on them; each is looked at once."""

    def __init__(self, out: Outlook, state: State) -> None:
        self._out = out
        self._state = state
        self._known: dict[Hex, float] = {}
        tiles = [upcoming.tile.number for upcoming in out.tiles]
        self._border = weights.BORDER * tiles.count(BORDER_TILE)
        self._dear = weights.DEAR_LAND * tiles.count(DEAR_TILE)

    def of(self, hex_: Hex) -> float:
        """Cheap, apart from one's other units, beside other players' producers."""
        if hex_ not in self._known:
            self._known[hex_] = self._look(hex_)
        return self._known[hex_]

    def _look(self, hex_: Hex) -> float:
        out, board, position = self._out, self._state.board, self._state.position
        cost = board.cost[hex_]
        total = weights.NEIGHBOUR * len(position.neighbours_goods(out.seat, [hex_]))
        total += weights.SALE * len(places_beside(self._state, [hex_]))
        total -= cost * out.money
        if not board.neighbours[hex_] & position.own[out.seat]:
            total += weights.NEW_SETTLEMENT
        if board.border & BIT[hex_]:
            total += self._border
        if cost >= DEAR_LAND:
            total += self._dear
        return total


def exchange_gain(out: Outlook, state: State, swaps: Swaps) -> float:
    """About what the new units of an exchange earn more than the old ones."""
    columns = clan_of(state.players[out.seat]).columns
    worker: Column = "worker" if "worker" in columns else "woodcutter"
    return sum(
        unit_worth(out, state, new) - unit_worth(out, state, worker if old == "worker" else old)
        for old, new in swaps
    )


def made(answer: ProduceAnswer) -> int:
    """How much an answer processes."""
    return answer.cheese + answer.bread + answer.whisky
