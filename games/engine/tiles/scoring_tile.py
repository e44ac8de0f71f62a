"""What a scoring tile is, and how units on some ground are counted. (SCORE-G1..G4)"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from games.engine.content import Contract
from games.engine.geometry.board import BIT, Board
from games.engine.state import Player, State
from games.engine.terms import Seat, TileTopic

Count: TypeAlias = Callable[[State, Seat], int]
SpacesThatCount: TypeAlias = Callable[[State, Seat], int]
"""The spaces of a player's units that count, as a mask."""


class ScoringTile(Struct, frozen=True):
    """A scoring tile: ``glory`` for every full ``per`` of what it counts. (SCORE-G1..G4)

    ``where`` are the spaces of a player's units that count for it, ``ground`` those on which any
    unit would; None for a tile that counts nothing on the map, or units wherever they stand.
    ``of_goods`` is what it counts of goods in stock, ``of_contract`` what it counts of a fulfilled
    contract, ``at_most`` the most that it can count of merchants, which return in every round; None
    for a tile that counts no such thing. ``details`` are sentences about what ``text`` leaves open,
    ``topics`` what it is about that a clan may change.
    """

    name: str
    number: int
    count: Count
    glory: int
    text: str
    per: int = 1
    kickstarter: bool = False
    where: SpacesThatCount | None = None
    ground: Callable[[Board], int] | None = None
    of_goods: Callable[[Sequence[int]], int] | None = None
    of_contract: Callable[[Contract], int] | None = None
    at_most: Callable[[State, Seat], int] | None = None
    details: tuple[str, ...] = ()
    topics: tuple[TileTopic, ...] = ()

    @property
    def passing(self) -> bool:
        """Whether what it counts is soon gone again and tells nothing of later rounds."""
        return self.of_goods is not None or self.at_most is not None

    def value(self, state: State, seat: Seat) -> int:
        """The Glory that a player would gain now."""
        return self.count(state, seat) // self.per * self.glory


def spaces_on(ground: Callable[[Board], int]) -> SpacesThatCount:
    """Where a player's units stand on some ground."""
    return lambda state, seat: state.position.own[seat] & ground(state.board)


def units_on(player: Player, spaces: int) -> int:
    """How many units of a player stand on some spaces."""
    return sum(bool(BIT[piece.hex] & spaces) for piece in player.units)


def counted_on(ground: Callable[[Board], int]) -> Count:
    """How many units of a player stand on some ground; two that share a space count twice."""
    return lambda state, seat: units_on(state.players[seat], ground(state.board))
