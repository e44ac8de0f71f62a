"""One player's board, stock and units, and the pieces on the map."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, field

from games.engine.terms import (
    Column,
    ContractId,
    Hex,
    PieceKind,
    TechnologyColumn,
    Unit,
)

COLUMNS_OF_WORKERS: Final[tuple[Column, ...]] = ("woodcutter", "miner", "worker")


def zeros() -> list[int]:
    """0 of each good."""
    return [0] * 6


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """A unit on the map."""

    unit: Unit
    hex: Hex


class Blocker(Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece without an owner on the map: no unit can be deployed there. (DEF-12, EXPAND-12)"""

    kind: PieceKind
    hex: Hex


class Player(Struct, omit_defaults=True, gc=False):
    """One player's board, stock and units.

    It has 15 fields, and no more can be added: the encoding of a struct begins otherwise from 16
    on, however few differ from their defaults, and the digests of stored games cover it.

    ``units`` are in the order of their deployment and may share a space. ``workers_out`` counts
    the workers gone from the woodcutter and the miner column (or from the one pool, in the first
    place): a worker on the map no longer knows its column. (WORKER-02) ``clan_state`` belongs to
    the clan; only its module knows what the numbers mean.
    """

    clan: str = ""
    money: int = 0
    glory: int = 0
    goods: list[int] = field(default_factory=zeros)
    stock: int = 0
    track: int = 0
    buying: list[int] = field(default_factory=zeros)
    selling: list[int] = field(default_factory=zeros)
    shipping: int = 0
    technology: list[TechnologyColumn] = []
    units: list[Piece] = []
    workers_out: list[int] = field(default_factory=lambda: [0, 0])
    boxes: list[list[ContractId]] = field(default_factory=lambda: [[]])
    fulfilled: list[ContractId] = []
    clan_state: list[int] = []

    def deployed(self, column: Column) -> int:
        """How many units of a column stand on the map (or left it, for workers)."""
        match column:
            case "woodcutter" | "worker":
                return self.workers_out[0]
            case "miner":
                return self.workers_out[1]
            case unit:
                return self.count(unit)

    def all_deployed(self, columns: Iterable[Column]) -> list[int]:
        """The same of several columns, in their order."""
        units: list[Column] = [piece.unit for piece in self.units]
        return [
            self.deployed(column) if column in COLUMNS_OF_WORKERS else units.count(column)
            for column in columns
        ]

    def count(self, unit: Unit) -> int:
        """How many units of a kind stand on the map."""
        return [piece.unit for piece in self.units].count(unit)

    def empty_boxes(self) -> int:
        """How many contracts can be taken. (DEF-44)"""
        return sum(not pile for pile in self.boxes)

    def contracts(self) -> Iterator[ContractId]:
        """The contracts that may be fulfilled now: the top one of each box."""
        return (pile[-1] for pile in self.boxes if pile)
