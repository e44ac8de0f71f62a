"""Scoring tiles: what each counts, as rows. (SCORE-1..9)"""

from collections.abc import Callable

from msgspec import Struct

from games.engine.clans import clan_of
from games.engine.geometry.board import BIT
from games.engine.options import Options
from games.engine.state import Player, State
from games.engine.words import BASIC_GOODS, GOOD_INDEX, PROCESSED_GOODS, Seat, gettext_noop

Count = Callable[[State, Seat], int]
DEAR_LAND = 5
"""The land cost from which a space counts for tile 9."""


class ScoringTile(Struct, frozen=True):
    """A scoring tile: ``glory`` for every full ``per`` of what it counts. (SCORE-G1..G4)"""

    name: str
    number: int
    count: Count
    glory: int
    text: str
    per: int = 1
    kickstarter: bool = False

    def value(self, state: State, seat: Seat) -> int:
        """The Glory that a player would gain now."""
        return self.count(state, seat) // self.per * self.glory


def basic_goods(state: State, seat: Seat) -> int:
    """Basic goods in stock."""
    goods = state.players[seat].goods
    return sum(goods[GOOD_INDEX[good]] for good in BASIC_GOODS)


def processed_goods(state: State, seat: Seat) -> int:
    """Processed goods in stock, and what the clan keeps elsewhere."""
    player = state.players[seat]
    in_stock = sum(player.goods[GOOD_INDEX[good]] for good in PROCESSED_GOODS)
    return in_stock + clan_of(player).processed_elsewhere(player)


def producers(state: State, seat: Seat) -> int:
    """Deployed animals and buildings, and each field twice."""
    player = state.players[seat]
    return sum(_PRODUCER_WEIGHT.get(piece.unit, 1) for piece in player.units)


_PRODUCER_WEIGHT = {"worker": 0, "field": 2}


def workers(state: State, seat: Seat) -> int:
    """Deployed workers."""
    return state.players[seat].count("worker")


def border_units(state: State, seat: Seat) -> int:
    """Units on border spaces."""
    return units_on(state.players[seat], state.board.border)


def imports(state: State, seat: Seat) -> int:
    """Cotton, tobacco and sugar cane on fulfilled contracts."""
    contracts = [state.content.contract(c) for c in state.players[seat].fulfilled]
    return sum(c.cotton + c.tobacco + c.sugar_cane for c in contracts)


def meat(state: State, seat: Seat) -> int:
    """Beef and mutton on fulfilled contracts, as printed. (FULFIL-17)"""
    contracts = [state.content.contract(c) for c in state.players[seat].fulfilled]
    return sum(c.beef + c.mutton for c in contracts)


def upgrades(state: State, seat: Seat) -> int:
    """Shipping steps, merchants hired from the track and technologies. (SCORE-8, SCORE-8a)"""
    player = state.players[seat]
    hired = state.content.merchants_track - player.track
    return player.shipping + hired + len(player.technology)


def dear_spaces(state: State, seat: Seat) -> int:
    """Occupied land spaces of a printed cost of £5 or £6; units that share one count once."""
    cost = state.board.cost
    occupied = {piece.hex for piece in state.players[seat].units}
    return sum(cost[hex_] >= DEAR_LAND for hex_ in occupied)


def units_on(player: Player, spaces: int) -> int:
    """How many units of a player stand on some spaces."""
    return sum(bool(BIT[piece.hex] & spaces) for piece in player.units)


SCORING: dict[int, ScoringTile] = {
    tile.number: tile
    for tile in (
        ScoringTile(
            "basic-goods", 1, basic_goods, 1, gettext_noop("1 Glory for each basic good in stock.")
        ),
        ScoringTile(
            "processed-goods",
            2,
            processed_goods,
            3,
            gettext_noop("3 Glory for every two processed goods."),
            2,
        ),
        ScoringTile(
            "producers",
            3,
            producers,
            1,
            gettext_noop("1 Glory for each animal and building, 2 for each field."),
        ),
        ScoringTile("workers", 4, workers, 2, gettext_noop("2 Glory for each deployed worker.")),
        ScoringTile(
            "border",
            5,
            border_units,
            3,
            gettext_noop("3 Glory for every two units on the border."),
            2,
        ),
        ScoringTile(
            "imports",
            6,
            imports,
            1,
            gettext_noop("1 Glory for each cotton, tobacco and sugar cane."),
        ),
        ScoringTile(
            "meat", 7, meat, 2, gettext_noop("2 Glory for each beef and mutton delivered.")
        ),
        ScoringTile("upgrades", 8, upgrades, 1, gettext_noop("1 Glory for each upgrade.")),
        ScoringTile(
            "dear-land",
            9,
            dear_spaces,
            2,
            gettext_noop("2 Glory for each land space of £5 or £6 that you occupy."),
            kickstarter=True,
        ),
    )
}
BORDER_EACH = ScoringTile(
    "border", 5, border_units, 3, gettext_noop("3 Glory for each unit on the border.")
)
MEAT_SINGLE = ScoringTile(
    "meat", 7, meat, 1, gettext_noop("1 Glory for each beef and mutton delivered.")
)


def scoring_tile(options: Options, number: int) -> ScoringTile:
    """A scoring tile as a game plays it. (OPT-13, OPT-14)"""
    if options.border_each and number == BORDER_EACH.number:
        return BORDER_EACH
    if options.meat_single and number == MEAT_SINGLE.number:
        return MEAT_SINGLE
    return SCORING[number]
