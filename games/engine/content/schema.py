"""What a content pack holds: every value that is printed on tiles and boards."""

from typing import Final

from msgspec import Struct

from games.engine.geometry.board import MapSide
from games.engine.terms import (
    PROCESSED_GOODS,
    Column,
    ContractId,
    Good,
    PriceFace,
    Source,
    TechnologyColumn,
)

SMALL_MAP_PLAYERS: Final = 2
"""Up to this many players use the smaller sides of map, market and boards. (P2-01)"""


class MarketTrack(Struct, frozen=True, gc=False):
    """Prices of one good, lowest first. (DATA-03)

    ``start`` and the first and last position of the ``medium`` bracket count from 0.
    """

    prices: tuple[int, ...]
    start: int
    medium: tuple[int, int]

    def moved(self, position: int, steps: int) -> int:
        """Where a marker stops that is moved up, or down when negative. (TRADE-06)"""
        return min(max(position + steps, 0), len(self.prices) - 1)


class Contract(Struct, frozen=True, gc=False):
    """One export contract: what it asks for, then what it gives. (DATA-12)"""

    id: ContractId
    wool: int
    bread: int
    cheese: int
    whisky: int
    mutton: int
    beef: int
    cotton: int
    tobacco: int
    sugar_cane: int
    hops: int
    money: int
    free_space: int
    bonus_upgrade: int

    @property
    def goods(self) -> tuple[int, ...]:
        """The market goods that it asks for, in the order of ``terms.GOODS``; never milk, grain."""
        return (self.wool, 0, 0, self.bread, self.cheese, self.whisky)

    @property
    def imports(self) -> tuple[int, ...]:
        """The import goods that it gives, in the order of ``terms.IMPORTS``."""
        return (self.cotton, self.tobacco, self.sugar_cane)


class StartTile(Struct, frozen=True, gc=False):
    """Money and goods of a starting tile; ``goods`` in the order of ``terms.GOODS``. (DATA-13)

    ``merchants`` are merchant upgrades: so many move from the track to the stock. (START-R2)
    """

    id: int
    money: int
    goods: tuple[int, ...]
    merchants: int = 0


class Content(Struct, frozen=True, kw_only=True):
    """All values of one pack. Dicts keep the order of the pack's files.

    ``sources`` names for every group of values where it comes from.
    """

    name: str
    edition: str
    sources: dict[str, Source]

    unit_costs: dict[Column, int]
    worker_income: dict[TechnologyColumn, int]
    technology_income: int
    sheep_yield: int
    cow_yield: int
    field_yield: int

    small_market: tuple[MarketTrack, ...]
    large_market: tuple[MarketTrack, ...]

    technology_cost: int
    technology_bonus_cost: int
    shipping_cost: int
    shipping_levels: tuple[str, ...]
    merchant_cost: int
    merchants_start: int
    merchants_track: int

    small_passing: tuple[int, ...]
    large_passing: tuple[int, ...]
    contract_costs: tuple[int, ...]
    small_slots: tuple[int, int]
    large_slots: tuple[int, int]
    solo_slots: tuple[PriceFace, ...] = ()
    """By slot of the export board, in reading order, the face of the price die. (DATA-10)"""
    refill_spots: int = 0
    """How many spots the contract refill board has; 0 where the pack has none. (IND-DATA-09)"""
    import_mark_every: int
    basic_discount: int
    processed_discount: int
    small_purchase_limit: int
    large_purchase_limit: int
    cellar: tuple[int, ...] = ()
    """What a barrel pays by the space that it leaves, from left to right. (DATA-15)"""

    contracts: dict[ContractId, Contract]
    start_tiles: dict[int, StartTile]
    clans: tuple[str, ...]
    ports: tuple[int, ...]
    scoring_tiles: tuple[int, ...]
    sides: dict[str, MapSide]
    new_start_tiles: tuple[int, ...] = ()
    new_sides: tuple[str, ...] = ()
    """Those of them that are drawn only in a game with the expansion that brings them."""

    def contract(self, number: ContractId) -> Contract:
        """Raises KeyError."""
        return self.contracts[number]

    def start_tile(self, number: int) -> StartTile:
        """Raises KeyError."""
        return self.start_tiles[number]

    def market(self, players: int) -> tuple[MarketTrack, ...]:
        """The price tracks in the order of ``terms.GOODS``. (SETUP-05)"""
        return self.small_market if players <= SMALL_MAP_PLAYERS else self.large_market

    def passing_bonus(self, players: int, place: int) -> int:
        """What passing as number ``place`` (from 0) brings; alone, always the first. (DATA-11)"""
        if players == 1:
            return self.small_passing[0]
        table = self.small_passing if players <= SMALL_MAP_PLAYERS else self.large_passing
        return table[place]

    def contract_cost(self, round_number: int) -> int:
        """The price of a contract in a round from 1; negative when money is received. (DATA-08)"""
        return self.contract_costs[round_number - 1]

    def slots(self, players: int) -> int:
        """How many contracts lie face up. (DATA-09)"""
        return (*self.small_slots, *self.large_slots)[players - 1]

    def board_slots(self, players: int) -> int:
        """How many slots the export board has; alone, one is emptied before each round.

        (DATA-09, SOLO-05, SOLO-19)
        """
        return self.slots(max(players, 2))

    def neighbourhood_discount(self, good: Good) -> int:
        """What a unit of a good is cheaper by in a neighbourhood bonus. (DATA-22)"""
        return self.processed_discount if good in PROCESSED_GOODS else self.basic_discount

    def purchase_limit(self, players: int) -> int:
        """How many of one good a neighbourhood bonus may buy. (NBR-09)"""
        if players <= SMALL_MAP_PLAYERS:
            return self.small_purchase_limit
        return self.large_purchase_limit
