"""Award tiles: what each counts, as rows. (AWARD-1..9)"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from games.engine.geometry.board import Board, hexes_in, mask_of
from games.engine.rules.final import imported_by
from games.engine.state import State
from games.engine.terms import Seat, TileTopic, gettext_noop
from games.engine.tiles.scoring import basic_goods, processed_goods
from games.engine.tiles.scoring_tile import Count, units_on


class AwardTile(Struct, frozen=True):
    """An award: what is counted, and from how much on the card for one player pays.

    ``enough`` brings nothing there and ``plenty`` the most; less costs points. (IND-SOLO-05)
    ``passing`` says that what it counts is soon gone again, as goods in stock are,
    ``placed`` that it counts units by where they stand. ``topics`` are what it is about that a
    clan may change.
    """

    number: int
    name: str
    count: Count
    text: str
    enough: int
    plenty: int
    passing: bool = False
    placed: bool = False
    topics: tuple[TileTopic, ...] = ()

    @property
    def rule(self) -> str:
        """The id of the rule of this tile."""
        return f"AWARD-{self.number}"


def units(state: State, seat: Seat) -> int:
    """Units on the map."""
    return len(state.players[seat].units)


def one_import(state: State, seat: Seat) -> int:
    """The most of one of cotton, tobacco and sugar cane on fulfilled contracts."""
    return max(imported_by(state, seat))


def glory(state: State, seat: Seat) -> int:
    """Glory."""
    return state.players[seat].glory


def money(state: State, seat: Seat) -> int:
    """Pounds in stock."""
    return state.players[seat].money


def largest_settlement(state: State, seat: Seat) -> int:
    """Units in the settlement that has the most of them."""
    player = state.players[seat]
    settlements = state.board.settlements(state.position.own[seat])
    return max((units_on(player, settlement) for settlement in settlements), default=0)


def along_rivers(board: Board) -> int:
    """The spaces with a river on one of their sides. (IND-DEF-07)"""
    return board.active & mask_of(space for pair in board.rivers for space in pair)


def by_lochs(board: Board) -> int:
    """The spaces beside a loch space, and loch spaces themselves."""
    beside = mask_of(hex_ for hex_ in hexes_in(board.active) if board.adjacent[hex_] & board.loch)
    return beside | board.loch


def units_where(spaces: Callable[[Board], int]) -> Count:
    """Units on some of the spaces."""
    return lambda state, seat: units_on(state.players[seat], spaces(state.board))


AWARDS: Final[dict[int, AwardTile]] = {
    tile.number: tile
    for tile in (
        AwardTile(1, "units", units, gettext_noop("Units on the map"), 24, 27),
        AwardTile(
            2,
            "one-import",
            one_import,
            gettext_noop("Cotton, tobacco or sugar cane, whichever is most"),
            7,
            10,
        ),
        AwardTile(3, "glory", glory, gettext_noop("Glory"), 42, 48),
        AwardTile(4, "money", money, gettext_noop("Pounds in stock"), 60, 75, passing=True),
        AwardTile(
            5,
            "settlement",
            largest_settlement,
            gettext_noop("Units in the largest settlement"),
            5,
            8,
            placed=True,
        ),
        AwardTile(
            6,
            "basic-goods",
            basic_goods,
            gettext_noop("Basic goods in stock"),
            6,
            8,
            passing=True,
            topics=("basic goods",),
        ),
        AwardTile(
            7,
            "processed-goods",
            processed_goods,
            gettext_noop("Processed goods in stock"),
            8,
            10,
            passing=True,
            topics=("processed goods",),
        ),
        AwardTile(
            8,
            "rivers",
            units_where(along_rivers),
            gettext_noop("Units along rivers"),
            11,
            14,
            placed=True,
        ),
        AwardTile(
            9,
            "lochs",
            units_where(by_lochs),
            gettext_noop("Units beside or on lochs"),
            15,
            18,
            placed=True,
        ),
    )
}
