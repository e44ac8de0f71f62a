"""What is printed on tiles and boards, as clients read it: with names and texts instead of places.

The values come from the content pack, the texts from the engine that plays it.
"""

from collections.abc import Iterable
from typing import Final, Literal, get_args

from msgspec import Struct, convert
from msgspec.structs import asdict

from games.engine.clans import all_clans
from games.engine.content import Contract, MarketTrack, StartTile
from games.engine.content.packs import Pack
from games.engine.geometry.board import MapSide
from games.engine.terms import GOODS, Column, Experience, Good, PriceFace, Source, TechnologyColumn
from games.engine.tiles import PORTS, SCORING

RequiredGood = Literal["wool", "bread", "cheese", "whisky", "mutton", "beef"]
Given = Literal["cotton", "tobacco", "sugar_cane", "hops", "money", "free_space", "bonus_upgrade"]
REQUIRED_GOODS: Final[tuple[RequiredGood, ...]] = get_args(RequiredGood)
GIVEN: Final[tuple[Given, ...]] = get_args(Given)


class PrintedTrack(Struct, frozen=True):
    """Prices of one good in pounds, lowest first; ``start`` and ``medium`` count from 0."""

    prices: tuple[int, ...]
    start: int
    medium: tuple[int, int]


class PrintedContract(Struct, frozen=True):
    """What an export contract requires and what it gives; amounts that are not named are 0.

    ``mutton`` and ``beef`` are sheep and cows of one's own on the map. ``free_space`` is a
    deployment without the cost of the land.
    """

    id: int
    asks: dict[RequiredGood, int]
    gives: dict[Given, int]


class PrintedStartTile(Struct, frozen=True):
    """Money in pounds, goods and hired merchants of a starting tile.

    Goods that are not named are 0.
    """

    id: int
    money: int
    goods: dict[Good, int]
    merchants: int


class PrintedClan(Struct, frozen=True):
    """A clan and what its tile says, a sentence for each ability.

    ``experience`` is how much of it the clan asks of its player: advice, no rule.
    """

    name: str
    text: tuple[str, ...]
    experience: Experience


class PrintedTile(Struct, frozen=True):
    """A port or scoring tile and what it says."""

    tile: int
    text: str


class Printed(Struct, frozen=True, kw_only=True):
    """All values of a content pack; ``sources`` names for every group where it comes from.

    The hash covers the values. The texts are the engine's words for the same and may get better;
    they describe the defaults. A game's options, in its summary, may differ: see
    ``changes`` in the list of options.
    Names with ``small`` hold for one and two players, those with ``large`` for three and four.
    ``solo_slots`` is the face of the price die that names each slot of the export board, in reading
    order; empty where the pack is not made for the solo game. ``cellar`` is what a barrel pays by
    the space that it leaves, from left to right. ``new_start_tiles`` and ``new_sides`` are those
    that are drawn only in games with the expansion that brings them.
    """

    hash: str
    name: str
    edition: str
    sources: dict[str, Source]
    unit_costs: dict[Column, int]
    worker_income: dict[TechnologyColumn, int]
    technology_income: int
    sheep_yield: int
    cow_yield: int
    field_yield: int
    small_market: dict[Good, PrintedTrack]
    large_market: dict[Good, PrintedTrack]
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
    solo_slots: tuple[PriceFace, ...]
    import_mark_every: int
    basic_discount: int
    processed_discount: int
    small_purchase_limit: int
    large_purchase_limit: int
    cellar: tuple[int, ...]
    contracts: dict[int, PrintedContract]
    start_tiles: dict[int, PrintedStartTile]
    clans: list[PrintedClan]
    ports: list[PrintedTile]
    scoring_tiles: list[PrintedTile]
    sides: dict[str, MapSide]
    new_start_tiles: tuple[int, ...]
    new_sides: tuple[str, ...]


def printed(pack: Pack) -> Printed:
    """The content of a pack for clients."""
    content = pack.content
    derived = {
        "hash": pack.hash,
        "small_market": market(content.small_market),
        "large_market": market(content.large_market),
        "contracts": {number: contract(tile) for number, tile in content.contracts.items()},
        "start_tiles": {number: start_tile(tile) for number, tile in content.start_tiles.items()},
        "clans": [
            PrintedClan(name, clan.text, clan.experience)
            for name, clan in ((name, all_clans()[name]) for name in content.clans)
        ],
        "ports": [PrintedTile(number, PORTS[number].text) for number in content.ports],
        "scoring_tiles": [PrintedTile(n, SCORING[n].text) for n in content.scoring_tiles],
    }
    return convert(asdict(content) | derived, Printed)


def market(tracks: Iterable[MarketTrack]) -> dict[str, PrintedTrack]:
    """The tracks by good."""
    return {
        good: PrintedTrack(track.prices, track.start, track.medium)
        for good, track in zip(GOODS, tracks, strict=True)
    }


def contract(tile: Contract) -> PrintedContract:
    """A contract without the amounts that are 0."""
    printed_ = asdict(tile)
    return PrintedContract(
        id=tile.id,
        asks={name: printed_[name] for name in REQUIRED_GOODS if printed_[name]},
        gives={name: printed_[name] for name in GIVEN if printed_[name]},
    )


def start_tile(tile: StartTile) -> PrintedStartTile:
    """A starting tile with its goods by name."""
    goods = {good: amount for good, amount in zip(GOODS, tile.goods, strict=True) if amount}
    return PrintedStartTile(tile.id, tile.money, goods, tile.merchants)
