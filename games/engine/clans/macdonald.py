"""Clan MacDonald."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Self

from games.engine import effects as fx
from games.engine.clans.base import Clan
from games.engine.content import Content
from games.engine.decisions import Decision, MainActionDecision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, Board, adjacent_hexes, hexes_in, mask_of
from games.engine.moves.base import MoveBase, no_more
from games.engine.recorder import Recorder
from games.engine.state import Player, State
from games.engine.terms import (
    COLUMNS,
    TECHNOLOGY_COLUMNS,
    Column,
    Ground,
    Hex,
    HexName,
    gettext_noop,
)


class Row(MoveBase, frozen=True, tag="row", rename={"origin": "from", "target": "to"}):
    """Move a fisherman to an adjacent empty loch, once a turn. (CLAN-MACDONALD-06..08)"""

    WORD = "row"
    EXAMPLE = "row F4 F5"
    OUT_OF_PLACE = "FREE-02"

    origin: HexName
    target: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        for origin in fishermen(state.board, state.players[decision.seat]):
            for target in hexes_in(_open_water(state, origin)):
                yield cls(origin, target)

    def check(self, state: State, decision: Decision) -> None:
        if state.turn.rowed:
            raise IllegalMove("CLAN-MACDONALD-06", "rowed_already")
        standing = fishermen(state.board, state.players[decision.seat])
        if self.origin not in standing:
            raise IllegalMove("CLAN-MACDONALD-06", "no_fisherman", hex=self.origin)
        if not _open_water(state, self.origin) & BIT[self.target]:
            raise IllegalMove("CLAN-MACDONALD-06", "cannot_row_there", hex=self.target)
        others = [hex_ for hex_ in standing if hex_ != self.origin]
        check_fisherman(state.board, others, self.target)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(fx.UnitMoved(decision.seat, "worker", self.origin, self.target))
        game.emit(fx.Rowed())

    def notation(self) -> str:
        return f"{self.WORD} {self.origin} {self.target}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[2:])
        return cls.build(**{"from": words[0], "to": words[1]})


class MacDonald(Clan):
    """Workers who cut wood, mine or fish. (CLAN-MACDONALD-01..17)"""

    name = "macdonald"
    experience = "harder"
    moves = (Row,)
    text = (
        gettext_noop(
            "Your eight workers are all alike: each costs £6, earns £4 and may stand on forest, on "
            "mountain or, as a fisherman, on a loch; two fishermen are never adjacent."
        ),
        gettext_noop(
            "Before your main action you may row one fisherman to an adjacent empty loch."
        ),
        gettext_noop("You start with shipping across rivers with 1 or 2 players."),
        gettext_noop("You can never flip technology tiles."),
    )
    columns = (*(c for c in COLUMNS if c not in TECHNOLOGY_COLUMNS), "worker")
    technologies = ()
    about_tiles = {
        "workers": gettext_noop("Fishermen of clan MacDonald are workers."),
        "border": gettext_noop("Fishermen of clan MacDonald on lochs of the border count."),
        "dear land": gettext_noop("Fishermen of clan MacDonald on lochs do not count."),
        "central loch": gettext_noop("Fishermen of clan MacDonald on the loch or beside it count."),
        "exchanging units": gettext_noop("Fishermen of clan MacDonald cannot be exchanged."),
        "technologies": gettext_noop("Clan MacDonald always gains the Glory."),
    }
    """(SCORE-4, SCORE-5a, CLAN-MACDONALD-16, CLAN-BASE-1, PORT-7i, PORT-13)"""
    refusals = {
        "cannot_row_there": gettext_noop(
            "A fisherman rows to an empty loch beside him; %(hex)s is not one."
        ),
        "fishermen_adjacent": gettext_noop("%(hex)s is beside another of your fishermen."),
        "no_fisherman": gettext_noop("You have no fisherman on %(hex)s."),
        "rowed_already": gettext_noop("You have rowed in this turn."),
    }
    WORKERS = 8
    WORKER_COST = 6
    WORKER_INCOME = 4

    def start_shipping(self, *, small: bool) -> int:
        return 1 if small else 0

    def free_moves(self, decision: Decision) -> tuple[str, ...]:
        return self.own_moves() if isinstance(decision, MainActionDecision) else ()

    def column_size(self, column: Column) -> int:
        return self.WORKERS if column == "worker" else super().column_size(column)

    def ground(self, column: Column) -> tuple[Ground, ...]:
        return ("forest", "mountain", "loch") if column == "worker" else super().ground(column)

    def check_deployment(self, board: Board, player: Player, hex_: Hex) -> None:
        check_fisherman(board, fishermen(board, player), hex_)

    def forbidden(self, board: Board, player: Player) -> int:
        around = (board.adjacent[hex_] for hex_ in fishermen(board, player))
        return board.loch & reduce(or_, around, 0)

    def unit_cost(self, player: Player, column: Column, printed: int) -> int:
        return self.WORKER_COST if column == "worker" else printed

    def wages(self, content: Content) -> dict[Column, int]:
        return {"worker": self.WORKER_INCOME}


def fishermen(board: Board, player: Player) -> list[Hex]:
    """Where a player's workers stand on water, port places included."""
    return [piece.hex for piece in player.units if board.loch & BIT[piece.hex]]


def check_fisherman(board: Board, others: list[Hex], hex_: Hex) -> None:
    """Raise IllegalMove where a fisherman would stand beside another. (CLAN-MACDONALD-04)"""
    if board.loch & BIT[hex_] and mask_of(adjacent_hexes(hex_)) & mask_of(others):
        raise IllegalMove("CLAN-MACDONALD-04", "fishermen_adjacent", hex=hex_)


def _open_water(state: State, origin: Hex) -> int:
    """The empty lochs beside a space."""
    return state.board.adjacent[origin] & state.board.loch & state.position.empty
