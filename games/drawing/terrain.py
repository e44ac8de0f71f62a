"""How a space of mixed terrain is divided, so that woods and ranges run on across its sides.

A space is six wedges, one per side. Each of its terrains gets as many of them, side by side, and
the division is turned until most wedges face their like.
"""

from collections.abc import Iterator

from games.engine.geometry.board import Board, Space, around, position
from games.engine.terms import Hex, Terrain

Wedges = tuple[Terrain, ...]
ROUNDS = 3


def wedges_of(board: Board) -> dict[Hex, Wedges]:
    """The terrain on each of the six sides of every land space, clockwise from the top."""
    by_place = {position(name): name for name in board.spaces}
    lands = {name: space for name, space in board.spaces.items() if not space.is_loch}
    beside = {name: [by_place.get(place) for place in around(*position(name))] for name in lands}
    wedges = {name: next(_divisions(space)) for name, space in lands.items()}
    for _ in range(ROUNDS):
        for name, space in lands.items():
            wedges[name] = _best(space, beside[name], board, wedges)
    return wedges


def _best(
    space: Space, beside: list[Hex | None], board: Board, others: dict[Hex, Wedges]
) -> Wedges:
    def likeness(wedges: Wedges) -> float:
        return _likeness(wedges, beside, board, others)

    return max(_divisions(space), key=likeness)


def _divisions(space: Space) -> Iterator[Wedges]:
    """Every way to lay the terrains of a space around its middle."""
    kinds = space.terrains
    share = 6 // len(kinds)
    for order in (kinds, kinds[::-1]):
        ring = tuple(kind for kind in order for _ in range(share))
        for turn in range(6):
            yield ring[turn:] + ring[:turn]


def _likeness(
    wedges: Wedges, beside: list[Hex | None], board: Board, others: dict[Hex, Wedges]
) -> float:
    score = 0.0
    for side, (kind, other) in enumerate(zip(wedges, beside, strict=True)):
        if other is None:
            continue
        if other not in others:
            score += 1 if kind == "grassland" else 0  # meadows along the shore
            continue
        score += kind in board.spaces[other].terrains
        score += 2 * (others[other][(side + 3) % 6] == kind)
    return score
