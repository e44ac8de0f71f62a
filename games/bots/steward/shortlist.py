"""A first, quick look: which of many legal moves are worth playing on a copy."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from games.bots.steward import weights
from games.bots.steward.income import unit_worth
from games.bots.steward.outlook import Outlook
from games.engine import Hex, Move, State
from games.engine.clans import clan_of
from games.engine.geometry.board import BIT
from games.engine.rules.answers import ProduceAnswer
from games.engine.rules.deploying import goods_beside, places_beside
from games.engine.state import Piece
from games.engine.terms import Column, Unit

DERIVED = ("content", "board")
"""What hangs on a state object and need not be worked out anew for one that differs in units."""

Some = TypeVar("Some")
Swaps: TypeAlias = Sequence[tuple[Unit, Column]]
"""Units of the map, each with the column of the unit that takes its place."""


def shortlist(out: Outlook, state: State, moves: Sequence[Move]) -> list[Move]:
    """All moves but those of a kind of which there are many and that look worse than others."""
    kept: list[Move] = []
    expands: defaultdict[Column, list[tuple[Move, Hex]]] = defaultdict(list)
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
    spaces = SpaceLooks(out, state)
    for column, choices in expands.items():
        kept.extend(best(choices, weights.SPACES, partial(spaces.of, column)))
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


class SpaceLooks:
    """How good spaces look; what does not hang on the unit is looked at once for each."""

    def __init__(self, out: Outlook, state: State) -> None:
        self._out = out
        self._state = state
        self._known: dict[Hex, float] = {}
        tiles = [upcoming.tile for upcoming in out.tiles]
        self._grounds = [
            (tile.ground(state.board), tile.glory / tile.per) for tile in tiles if tile.ground
        ]
        self._others = [
            (tile, tile.glory / tile.per, tile.count(state, out.seat))
            for tile in tiles
            if tile.where and not tile.ground
        ]
        self._races = [
            (one, one.count(state, out.seat)) for one in out.races if one.line.placed(state)
        ]

    def of(self, column: Column, hex_: Hex) -> float:
        """Cheap, apart from one's other units, beside other players' producers."""
        if hex_ not in self._known:
            self._known[hex_] = self._look(hex_)
        clan = clan_of(self._state.players[self._out.seat])
        gift = clan.towards_gifts(self._state, self._out.seat, column) & BIT[hex_]
        return self._known[hex_] + self._counted(column, hex_) + weights.GIFT * bool(gift)

    def _counted(self, column: Column, hex_: Hex) -> float:
        """What tiles that count units by their places would count more with a unit there."""
        if not self._others:
            return 0.0
        seat = self._out.seat
        unit: Unit
        match column:
            case "woodcutter" | "miner" | "worker":
                unit = "worker"
            case other:
                unit = other
        after = self._grown(unit, hex_)
        return sum(each * (tile.count(after, seat) - before) for tile, each, before in self._others)

    def _grown(self, unit: Unit, hex_: Hex) -> State:
        """The position with one more unit."""
        state = self._state
        player = state.players[self._out.seat]
        grown = replace(player, units=[*player.units, Piece(unit, hex_)])
        players = [grown if one is player else one for one in state.players]
        after = replace(state, players=players)
        after.__dict__.update({name: getattr(state, name) for name in DERIVED})
        return after

    def _raced(self, hex_: Hex) -> float:
        """What comparisons that count units by their places would bring more with one there."""
        if not self._races:
            return 0.0
        after = self._grown("worker", hex_)
        return sum(
            one.worth(one.count(after, self._out.seat)) - one.worth(before)
            for one, before in self._races
        )

    def _look(self, hex_: Hex) -> float:
        out, board, position = self._out, self._state.board, self._state.position
        cost = board.cost[hex_]
        total = weights.NEIGHBOUR * len(goods_beside(self._state, out.seat, [hex_]))
        total += weights.SALE_BESIDE * len(places_beside(self._state, out.seat, [hex_]))
        total -= cost * out.money - self._raced(hex_)
        if not board.neighbours[hex_] & position.own[out.seat]:
            total += weights.NEW_SETTLEMENT
        return total + sum(each for ground, each in self._grounds if ground & BIT[hex_])


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
