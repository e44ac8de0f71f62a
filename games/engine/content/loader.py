"""From the files of a pack to its values. Raises `PackError`, which lists all problems."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from games.engine.content.maps import FILE_NAME, check_base_sides, read_sides
from games.engine.content.reading import PackProblems
from games.engine.content.schema import Content, Contract, StartTile
from games.engine.content.tables import (
    CONTRACTS_FILE,
    START_TILES_FILE,
    check_start_tiles,
    read_contracts,
    read_start_tiles,
)
from games.engine.content.values import FILE as VALUES_FILE
from games.engine.content.values import Values, market_tracks, read_values
from games.engine.geometry.board import MapSide
from games.engine.terms import ContractId, Source, TileNumber

PACK_FILE: Final = "pack.toml"
FILES: Final = (PACK_FILE, VALUES_FILE, CONTRACTS_FILE, START_TILES_FILE)

Title = Annotated[str, Meta(min_length=1, max_length=80)]
ClanName = Annotated[str, Meta(pattern=r"\A[a-z]{1,20}\Z")]
SideName = Annotated[str, Meta(pattern=r"\A[A-D][1-9]\Z")]


class CsvOrigin(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the lines of a CSV file come from."""

    source: Source


class Clans(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    names: Annotated[tuple[ClanName, ...], Meta(min_length=5, max_length=40)]
    """A table of four drafts from five. (SETUP-12)"""


class Ports(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    numbers: Annotated[tuple[TileNumber, ...], Meta(min_length=4, max_length=40)]


class ScoringTiles(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    numbers: Annotated[tuple[TileNumber, ...], Meta(min_length=5, max_length=40)]


class AddedStartTiles(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    numbers: Annotated[tuple[TileNumber, ...], Meta(min_length=1, max_length=40)]


class AddedMaps(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    sides: Annotated[tuple[SideName, ...], Meta(min_length=1, max_length=32)]


class PackFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``pack.toml``: what the pack is, and which tiles are in use.

    ``new_start_tiles`` and ``new_maps`` name tiles and sides that are drawn only in a game with the
    expansion that brings them. (IND-SETUP-02, IND-SETUP-07)
    """

    format: Literal[1]
    name: Title
    edition: Title
    contracts: CsvOrigin
    start_tiles: CsvOrigin
    clans: Clans
    ports: Ports
    scoring_tiles: ScoringTiles
    new_start_tiles: AddedStartTiles | None = None
    new_maps: AddedMaps | None = None

    def start_tiles_added(self) -> tuple[int, ...]:
        return self.new_start_tiles.numbers if self.new_start_tiles else ()

    def sides_added(self) -> tuple[str, ...]:
        return self.new_maps.sides if self.new_maps else ()


def read_content(files: dict[str, str]) -> Content:
    """The values in `files` (name to text). Raises PackError."""
    report = PackProblems()
    for file in sorted(files):
        if file not in FILES and FILE_NAME.fullmatch(file) is None:
            report.note(file, "", "unknown file")
    pack = _read_pack_file(report, files.get(PACK_FILE))
    values, sources = read_values(report, files.get(VALUES_FILE))
    contracts = read_contracts(report, files.get(CONTRACTS_FILE))
    start_tiles = read_start_tiles(report, files.get(START_TILES_FILE))
    sides = read_sides(report, files)
    if pack is not None:
        check_start_tiles(report, start_tiles, PACK_FILE, pack.start_tiles_added())
        check_base_sides(report, files, PACK_FILE, pack.sides_added())
    report.finish()
    if pack is None or values is None:
        raise AssertionError("a part is missing, but no problem was noted")
    sources = {
        "contracts": pack.contracts.source,
        "start_tiles": pack.start_tiles.source,
        "clans": pack.clans.source,
        "ports": pack.ports.source,
        "scoring_tiles": pack.scoring_tiles.source,
        **({"new_start_tiles": pack.new_start_tiles.source} if pack.new_start_tiles else {}),
        **({"new_maps": pack.new_maps.source} if pack.new_maps else {}),
        **sources,
        **{f"maps.{name}": side.source for name, side in sides.items()},
    }
    return _content(pack, values, contracts, start_tiles, sides=sides, sources=sources)


def _read_pack_file(report: PackProblems, text: str | None) -> PackFile | None:
    table = report.toml(PACK_FILE, text)
    if table is None:
        return None
    pack = report.convert(PACK_FILE, "", table, PackFile)
    if pack is None:
        return None
    uses: dict[str, tuple[str, ...] | tuple[int, ...]] = {
        "clans.names": pack.clans.names,
        "ports.numbers": pack.ports.numbers,
        "scoring_tiles.numbers": pack.scoring_tiles.numbers,
        "new_start_tiles.numbers": pack.start_tiles_added(),
        "new_maps.sides": pack.sides_added(),
    }
    for entry, names in uses.items():
        if len(set(names)) < len(names):
            report.note(PACK_FILE, entry, "names the same one twice")
    return pack


def _content(
    pack: PackFile,
    values: Values,
    contracts: dict[ContractId, Contract],
    start_tiles: dict[int, StartTile],
    *,
    sides: dict[str, MapSide],
    sources: dict[str, Source],
) -> Content:
    return Content(
        name=pack.name,
        edition=pack.edition,
        sources=sources,
        unit_costs=values.units.by_column(),
        worker_income=values.workers.by_column(),
        technology_income=values.workers.technology,
        sheep_yield=values.yields.sheep,
        cow_yield=values.yields.cow,
        field_yield=values.yields.field,
        small_market=market_tracks(values.small_market, values.small_brackets),
        large_market=market_tracks(values.large_market, values.large_brackets),
        technology_cost=values.technology.cost,
        technology_bonus_cost=values.technology.bonus_cost,
        shipping_cost=values.shipping.cost,
        shipping_levels=values.shipping.levels,
        merchant_cost=values.merchants.cost,
        merchants_start=values.merchants.start,
        merchants_track=values.merchants.track,
        small_passing=values.small_passing.bonuses,
        large_passing=values.large_passing.bonuses,
        contract_costs=values.contract_costs.rounds,
        small_slots=values.small_slots.slots,
        large_slots=values.large_slots.slots,
        solo_slots=values.solo_slots.faces if values.solo_slots else (),
        refill_spots=values.refill_board.spots if values.refill_board else 0,
        import_mark_every=values.imports.mark_every,
        basic_discount=values.neighbourhood.basic_discount,
        processed_discount=values.neighbourhood.processed_discount,
        small_purchase_limit=values.neighbourhood.small_limit,
        large_purchase_limit=values.neighbourhood.large_limit,
        cellar=values.cellar.payouts if values.cellar else (),
        contracts=contracts,
        start_tiles=start_tiles,
        clans=pack.clans.names,
        ports=pack.ports.numbers,
        scoring_tiles=pack.scoring_tiles.numbers,
        sides=sides,
        new_start_tiles=pack.start_tiles_added(),
        new_sides=pack.sides_added(),
    )
