"""Clan MacDonald."""

from games.engine.clans.base import Clan
from games.engine.content import Content
from games.engine.decisions import Decision, MainActionDecision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, Board, adjacent_hexes, mask_of
from games.engine.state import Player
from games.engine.words import COLUMNS, TECHNOLOGY_COLUMNS, Column, Ground, Hex, gettext_noop


class MacDonald(Clan):
    """Workers who cut wood, mine or fish. (CLAN-MACDONALD-01..17)"""

    name = "macdonald"
    experience = "harder"
    own_moves = ("row",)
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
    WORKERS = 8
    WORKER_COST = 6
    WORKER_INCOME = 4

    def start_shipping(self, *, small: bool) -> int:
        return 1 if small else 0

    def free_moves(self, decision: Decision) -> tuple[str, ...]:
        return ("row",) if isinstance(decision, MainActionDecision) else ()

    def column_size(self, column: Column) -> int:
        return self.WORKERS if column == "worker" else super().column_size(column)

    def ground(self, column: Column) -> tuple[Ground, ...]:
        return ("forest", "mountain", "loch") if column == "worker" else super().ground(column)

    def check_deployment(self, board: Board, player: Player, hex_: Hex) -> None:
        check_fisherman(board, fishermen(board, player), hex_)

    def unit_cost(self, player: Player, column: Column, printed: int) -> int:
        return self.WORKER_COST if column == "worker" else printed

    def worker_income(self, content: Content, player: Player) -> int:
        return self.WORKER_INCOME * player.deployed("worker")


def fishermen(board: Board, player: Player) -> list[Hex]:
    """Where a player's workers stand on water, port places included."""
    return [piece.hex for piece in player.units if board.loch & BIT[piece.hex]]


def check_fisherman(board: Board, others: list[Hex], hex_: Hex) -> None:
    """Raise IllegalMove where a fisherman would stand beside another. (CLAN-MACDONALD-04)"""
    if board.loch & BIT[hex_] and mask_of(adjacent_hexes(hex_)) & mask_of(others):
        raise IllegalMove("CLAN-MACDONALD-04", "fishermen_adjacent", hex=hex_)
