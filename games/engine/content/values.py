"""``values.toml``: costs, yields, markets and tracks, one table per group of values."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from games.engine.content.reading import PackProblems
from games.engine.content.schema import MarketTrack
from games.engine.terms import GOODS, Column, PriceFace, Source, TechnologyColumn

FILE: Final = "values.toml"

Money = Annotated[int, Meta(ge=0, le=100)]
Signed = Annotated[int, Meta(ge=-100, le=100)]
Few = Annotated[int, Meta(ge=0, le=20)]
Some = Annotated[int, Meta(ge=1, le=20)]
TrackPosition = Annotated[int, Meta(ge=0, le=19)]
Prices = Annotated[tuple[Money, ...], Meta(min_length=2, max_length=20)]
LevelName = Annotated[str, Meta(min_length=1, max_length=40)]
Slots = Annotated[int, Meta(ge=1, le=12)]


class ValueGroup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table of the file. ``source`` names where its values come from."""

    source: Source


class Units(ValueGroup, frozen=True):
    sheep: Money
    cow: Money
    field: Money
    bakery: Money
    distillery: Money
    cheese_dairy: Money
    woodcutter: Money
    miner: Money

    def by_column(self) -> dict[Column, int]:
        return {
            "sheep": self.sheep,
            "cow": self.cow,
            "field": self.field,
            "bakery": self.bakery,
            "distillery": self.distillery,
            "cheese_dairy": self.cheese_dairy,
            "woodcutter": self.woodcutter,
            "miner": self.miner,
        }


class Workers(ValueGroup, frozen=True):
    woodcutter: Money
    miner: Money
    technology: Money

    def by_column(self) -> dict[TechnologyColumn, int]:
        return {"woodcutter": self.woodcutter, "miner": self.miner}


class Yields(ValueGroup, frozen=True):
    sheep: Few
    cow: Few
    field: Few


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    prices: Prices
    start: TrackPosition


class Market(ValueGroup, frozen=True):
    wool: Track
    milk: Track
    grain: Track
    bread: Track
    cheese: Track
    whisky: Track

    def tracks(self) -> tuple[Track, ...]:
        """In the order of ``terms.GOODS``."""
        return (self.wool, self.milk, self.grain, self.bread, self.cheese, self.whisky)


class Brackets(ValueGroup, frozen=True):
    """First and last position of the medium prices."""

    wool: tuple[TrackPosition, TrackPosition]
    milk: tuple[TrackPosition, TrackPosition]
    grain: tuple[TrackPosition, TrackPosition]
    bread: tuple[TrackPosition, TrackPosition]
    cheese: tuple[TrackPosition, TrackPosition]
    whisky: tuple[TrackPosition, TrackPosition]

    def ranges(self) -> tuple[tuple[int, int], ...]:
        """In the order of ``terms.GOODS``."""
        return (self.wool, self.milk, self.grain, self.bread, self.cheese, self.whisky)


class Technology(ValueGroup, frozen=True):
    cost: Money
    bonus_cost: Money


class Shipping(ValueGroup, frozen=True):
    cost: Money
    levels: Annotated[tuple[LevelName, ...], Meta(min_length=6, max_length=6)]


class Merchants(ValueGroup, frozen=True):
    cost: Money
    start: Few
    track: Few


class SmallPassing(ValueGroup, frozen=True):
    bonuses: tuple[Money, Money]


class LargePassing(ValueGroup, frozen=True):
    bonuses: tuple[Money, Money, Money, Money]


class ContractCosts(ValueGroup, frozen=True):
    rounds: tuple[Signed, Signed, Signed, Signed, Signed]


class ContractSlots(ValueGroup, frozen=True):
    slots: tuple[Slots, Slots]


class SoloSlots(ValueGroup, frozen=True):
    """The face of the price die that names each slot, in reading order. (DATA-10)"""

    faces: Annotated[tuple[PriceFace, ...], Meta(min_length=6, max_length=6)]


class RefillSpots(ValueGroup, frozen=True):
    """How many contracts lie on the board, at any number of players. (IND-DATA-09)"""

    spots: Slots


class Imports(ValueGroup, frozen=True):
    mark_every: Some


class Neighbourhood(ValueGroup, frozen=True):
    basic_discount: Money
    processed_discount: Money
    small_limit: Few
    large_limit: Few


class Cellar(ValueGroup, frozen=True):
    """What a barrel pays by the space that it leaves, from left to right."""

    payouts: Annotated[tuple[Money, ...], Meta(min_length=1, max_length=6)]


class Values(Struct, frozen=True, kw_only=True):
    """The whole file."""

    units: Units
    workers: Workers
    yields: Yields
    small_market: Market
    large_market: Market
    small_brackets: Brackets
    large_brackets: Brackets
    technology: Technology
    shipping: Shipping
    merchants: Merchants
    small_passing: SmallPassing
    large_passing: LargePassing
    contract_costs: ContractCosts
    small_slots: ContractSlots
    large_slots: ContractSlots
    imports: Imports
    neighbourhood: Neighbourhood
    cellar: Cellar | None = None
    solo_slots: SoloSlots | None = None
    refill_board: RefillSpots | None = None


GROUPS: Final[dict[str, type[ValueGroup]]] = {
    "units": Units,
    "workers": Workers,
    "yields": Yields,
    "small_market": Market,
    "large_market": Market,
    "small_brackets": Brackets,
    "large_brackets": Brackets,
    "technology": Technology,
    "shipping": Shipping,
    "merchants": Merchants,
    "small_passing": SmallPassing,
    "large_passing": LargePassing,
    "contract_costs": ContractCosts,
    "small_slots": ContractSlots,
    "large_slots": ContractSlots,
    "imports": Imports,
    "neighbourhood": Neighbourhood,
    "cellar": Cellar,
    "solo_slots": SoloSlots,
    "refill_board": RefillSpots,
}
OPTIONAL: Final = {"cellar", "solo_slots", "refill_board"}
"""Groups needed only by packs with a certain clan, the solo game or a module."""


def read_values(report: PackProblems, text: str | None) -> tuple[Values | None, dict[str, Source]]:
    """The values and where each group comes from; None when something is noted."""
    table = report.toml(FILE, text)
    if table is None:
        return None, {}
    before = len(report.problems)
    found: dict[str, ValueGroup] = {}
    for name, data in report.groups(FILE, table, GROUPS, optional=OPTIONAL).items():
        group = report.convert(FILE, name, data, GROUPS[name])
        if group is not None:
            found[name] = group
    for side in ("small", "large"):
        _check_market(report, side, found.get(f"{side}_market"), found.get(f"{side}_brackets"))
    _check_solo_slots(report, found.get("solo_slots"), found.get("small_slots"))
    if len(report.problems) > before:
        return None, {}
    values = report.convert(FILE, "", found, Values)
    return values, {name: group.source for name, group in found.items()}


def market_tracks(market: Market, brackets: Brackets) -> tuple[MarketTrack, ...]:
    return tuple(
        MarketTrack(track.prices, track.start, medium)
        for track, medium in zip(market.tracks(), brackets.ranges(), strict=True)
    )


def _check_market(report: PackProblems, side: str, market: object, brackets: object) -> None:
    """Prices never fall from bottom to top; start and brackets lie on the track. (DATA-24)"""
    if not isinstance(market, Market) or not isinstance(brackets, Brackets):
        return
    for good, track, (first, last) in zip(GOODS, market.tracks(), brackets.ranges(), strict=True):
        entry = f"{side}_market.{good}"
        if list(track.prices) != sorted(track.prices):
            report.note(FILE, entry, "prices have to rise or stay, lowest first")
        if track.start >= len(track.prices):
            report.note(FILE, entry, f"start {track.start} lies beyond the last price")
        if not first <= last < len(track.prices):
            report.note(FILE, f"{side}_brackets.{good}", "is no range of positions on the track")


def _check_solo_slots(report: PackProblems, solo: object, small: object) -> None:
    """Each face of the price die names one slot of the smaller export board. (DATA-09, DATA-10)"""
    if not isinstance(solo, SoloSlots) or not isinstance(small, ContractSlots):
        return
    if len(set(solo.faces)) < len(solo.faces):
        report.note(FILE, "solo_slots.faces", "has to name each face of the die once")
    alone, two = small.slots
    if two != len(solo.faces) or alone != two - 1:
        message = f"the solo game needs slots = [{len(solo.faces) - 1}, {len(solo.faces)}]"
        report.note(FILE, "small_slots", message)
