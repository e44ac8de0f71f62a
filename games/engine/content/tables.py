"""``contracts.csv`` and ``start_tiles.csv``: one line per tile, whole numbers only."""

from collections.abc import Collection
from typing import Final

from games.engine.content.reading import PackProblems
from games.engine.content.schema import Contract, StartTile
from games.engine.terms import GOODS, ContractId

CONTRACTS_FILE: Final = "contracts.csv"
START_TILES_FILE: Final = "start_tiles.csv"

CONTRACTS: Final = 50
START_TILES: Final = 9
MOST_GOODS: Final = 20
MOST_MERCHANTS: Final = 3
"""The most merchant upgrades of a tile: a clan has some too, and the track has five."""
MOST_MONEY: Final = 100
MOST_ID: Final = 999

CONTRACT_HEADER: Final = Contract.__struct_fields__
"""Milk and grain are no columns: no contract asks for them. (DATA-24)"""

START_TILE_HEADER: Final = ("id", "money", *GOODS, "merchants")
OLD_START_TILE_HEADER: Final = START_TILE_HEADER[:-1]
"""Of packs in which no tile has a merchant."""
REQUIRED: Final = ("wool", "bread", "cheese", "whisky", "mutton", "beef")


def read_contracts(report: PackProblems, text: str | None) -> dict[ContractId, Contract]:
    rows = report.numbers(CONTRACTS_FILE, text, CONTRACT_HEADER)
    contracts: dict[ContractId, Contract] = {}
    seen: dict[tuple[int, ...], int] = {}
    for row in rows:
        _check_row(report, CONTRACTS_FILE, row, taken=row["id"] in contracts)
        values = tuple(value for name, value in row.items() if name != "id")
        if values in seen:
            report.note(CONTRACTS_FILE, f"id {row['id']}", f"is the same as id {seen[values]}")
        if not any(row[name] for name in REQUIRED):
            report.note(CONTRACTS_FILE, f"id {row['id']}", "asks for nothing")
        seen[values] = row["id"]
        contracts[ContractId(row["id"])] = Contract(
            ContractId(row["id"]), **{name: value for name, value in row.items() if name != "id"}
        )
    if rows and len(rows) != CONTRACTS:
        report.note(CONTRACTS_FILE, "", f"has {len(rows)} contracts, expected {CONTRACTS}")
    return contracts


def read_start_tiles(report: PackProblems, text: str | None) -> dict[int, StartTile]:
    header = START_TILE_HEADER
    if text is not None and text.splitlines()[:1] == [",".join(OLD_START_TILE_HEADER)]:
        header = OLD_START_TILE_HEADER
    rows = report.numbers(START_TILES_FILE, text, header)
    tiles: dict[int, StartTile] = {}
    for row in rows:
        _check_row(report, START_TILES_FILE, row, taken=row["id"] in tiles)
        goods = tuple(row[good] for good in GOODS)
        merchants = row.get("merchants", 0)
        if merchants > MOST_MERCHANTS:
            reason = f"{merchants} is more than {MOST_MERCHANTS}"
            report.note(START_TILES_FILE, f"id {row['id']}, merchants", reason)
        tiles[row["id"]] = StartTile(row["id"], row["money"], goods, merchants)
    return tiles


def check_start_tiles(
    report: PackProblems, tiles: Collection[int], pack_file: str, added: Collection[int]
) -> None:
    """The base game has nine; what ``pack_file`` names as added comes on top. (IND-SETUP-02)"""
    for number in added:
        if tiles and number not in tiles:
            report.note(pack_file, "new_start_tiles.numbers", f"there is no tile {number}")
    base = len(set(tiles) - set(added))
    if tiles and base != START_TILES:
        report.note(START_TILES_FILE, "", f"has {base} tiles, expected {START_TILES}")


def _check_row(report: PackProblems, file: str, row: dict[str, int], *, taken: bool) -> None:
    entry = f"id {row['id']}"
    if taken:
        report.note(file, entry, "is there twice")
    if not 1 <= row["id"] <= MOST_ID:
        report.note(file, entry, f"ids run from 1 to {MOST_ID}")
    for name, value in row.items():
        most = MOST_MONEY if name == "money" else MOST_GOODS
        if name != "id" and value > most:
            report.note(file, f"{entry}, {name}", f"{value} is more than {most}")
