"""Boards assembled from four map sides, and kept: every game on the same sides shares one."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from games.engine.geometry.board import (
    CORNERS,
    Board,
    Corner,
    MapSide,
    corners_of_side,
    position,
)
from games.engine.terms import Hex


class MapSource(Protocol):
    """What boards are assembled from: a content pack."""

    @property
    def hash(self) -> str: ...

    def map_side(self, name: str) -> MapSide: ...


_boards: Final[dict[tuple[str, tuple[str, ...], bool], Board]] = {}
BOARDS_KEPT: Final = 512
"""As many as the built-in pack has; packs from users must not fill the memory of a worker."""


def board_for(source: MapSource, modules: Sequence[str], *, small: bool) -> Board:
    """The board of four map sides, A to D, shared by all games on it.

    Raises KeyError for a side that the source does not have.
    """
    key = (source.hash, tuple(modules), small)
    board = _boards.get(key)
    if board is None:
        if len(_boards) >= BOARDS_KEPT:
            _boards.clear()
        board = _boards[key] = _assemble([source.map_side(name) for name in modules], small=small)
    return board


def _assemble(sides: Sequence[MapSide], *, small: bool) -> Board:
    return Board(
        {space: printed for side in sides for space, printed in side.spaces.items()},
        [pair for side in sides for river in side.rivers for pair in river],
        ports=[side.small_port if small else CORNERS[side.name[0]] for side in sides],
        modules=[side.name for side in sides],
        waterfalls=[found for side in sides for found in waterfalls_of(side)],
        small=small,
    )


def waterfalls_of(side: MapSide) -> Iterator[tuple[Hex, Corner]]:
    """The waterfalls of a side, each with the corner where its river begins. (IND-WF-01)"""
    for space, river in zip(side.waterfalls, side.rivers, strict=False):
        for corner in corners_of_side(*river[0]):
            if position(space) in corner:
                yield space, corner
