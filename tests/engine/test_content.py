"""Content packs: their bytes, and what the loader says about bad ones."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from games.engine import packs
from games.engine.content import PackError
from games.engine.geometry.board import BIT
from games.engine.geometry.boards import board_for
from games.engine.terms import Hex
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = pytest.mark.engine


def builtin_files() -> dict[str, str]:
    files: dict[str, str] = json.loads(packs.builtin().raw)
    return files


def canonical(files: dict[str, str]) -> bytes:
    return json.dumps(files, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def error_of(files: dict[str, str]) -> PackError:
    with pytest.raises(PackError) as caught:
        packs.from_bytes(canonical(files))
    return caught.value


def test_a_pack_is_its_bytes() -> None:
    pack = packs.builtin()
    assert pack.hash == hashlib.sha256(pack.raw).hexdigest()
    assert canonical(json.loads(pack.raw)) == pack.raw
    again = packs.from_bytes(pack.raw)
    assert again == pack
    assert packs.load(packs.BUILTIN) == pack


def test_line_ends_do_not_make_another_pack(tmp_path: Path) -> None:
    copy = tmp_path / "pack"
    shutil.copytree(packs.BUILTIN, copy)
    for path in copy.rglob("*.toml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (copy / "NOTES.md").write_text("no part of the pack")
    assert packs.load(copy).hash == packs.builtin().hash


def test_packs_are_found_by_their_hash() -> None:
    files = builtin_files()
    files["values.toml"] = files["values.toml"].replace("sheep = 8", "sheep = 7")
    changed = packs.from_bytes(canonical(files))
    with pytest.raises(packs.UnknownPack):
        packs.get(changed.hash)
    packs.register(changed)
    assert packs.get(changed.hash).content.unit_costs["sheep"] == 7
    assert packs.get(packs.builtin().hash).content.unit_costs["sheep"] == 8


def test_maps_of_two_packs_are_not_mixed_up() -> None:
    files = builtin_files()
    files["maps/A1.toml"] = files["maps/A1.toml"].replace(
        'B2 = "grassland 1"', 'B2 = "grassland 6"'
    )
    other = packs.from_bytes(canonical(files))
    sides = ["A1", "B1", "C1", "D1"]
    board = board_for(packs.builtin(), sides, small=False)
    assert board is board_for(packs.from_bytes(packs.builtin().raw), sides, small=False)
    assert board_for(other, sides, small=False).cost[Hex("B2")] == 6
    assert board.cost[Hex("B2")] == 1
    assert board_for(packs.builtin(), sides, small=True).active != board.active
    with pytest.raises(KeyError):
        board_for(packs.builtin(), ["A1", "B1", "C1", "D9"], small=False)


PACK_TOML = (packs.BUILTIN / "pack.toml").read_text("utf-8")
ALL_CLANS_BUT_ONE = PACK_TOML[PACK_TOML.index('"buchanan"') : PACK_TOML.index('"macpherson"')]

BROKEN = [
    ("values.toml", "[units]", "[unit]", "values.toml: unit: unknown key"),
    ("values.toml", "sheep = 8\n", "", "values.toml: units: missing key `sheep`"),
    ("values.toml", "cow = 9", "cow = 9\ngoat = 3", "values.toml: units: unknown key `goat`"),
    ("values.toml", "cow = 9", 'cow = "9"', "values.toml: units.cow: expected `int`, got `str`"),
    ("values.toml", "cow = 9", "cow = -9", "values.toml: units.cow: expected `int` >= 0"),
    ("values.toml", "cow = 9", "cow = true", "values.toml: units.cow: expected `int`, got `bool`"),
    ("values.toml", "cow = 9", "cow = 9.5", "values.toml: units.cow: expected `int`, got `float`"),
    (
        "values.toml",
        'source = "known"',
        'source = "guessed"',
        "values.toml: units.source: invalid enum value 'guessed'",
    ),
    ("values.toml", "[3, 3, 4, 4,", "[3, 5, 4, 4,", "values.toml: large_market.wool: prices have"),
    ("values.toml", "start = 3", "start = 12", "values.toml: large_market.wool: start 12 lies"),
    ("values.toml", "wool = [3, 6]", "wool = [6, 3]", "values.toml: large_brackets.wool: is no"),
    ("values.toml", "[units]", "[units", "values.toml: is not TOML"),
    ("values.toml", "cow = 9", "cow = [[[[[", "values.toml: line 7: is nested more than 4 levels"),
    ("values.toml", "cow = 9", "a.b.c.d.e = 9", "values.toml: line 7: a key has more than 4 parts"),
    ("values.toml", "cow = 9", "cow = " + "9" * 5000, "values.toml: is not TOML"),
    ("pack.toml", "format = 1", "format = 2", "pack.toml: format: invalid enum value 2"),
    ("pack.toml", ALL_CLANS_BUT_ONE, "", "pack.toml: clans.names: expected `array` of length >= 5"),
    ("pack.toml", '"campbell"', '"fergusson"', "pack.toml: clans.names: names the same one twice"),
    ("pack.toml", '"campbell"', '"../x"', "pack.toml: clans.names[1]: expected `str` matching"),
    ("pack.toml", '"campbell"', '"a\\n"', "pack.toml: clans.names[1]: expected `str` matching"),
    ("pack.toml", "[1, 2, 3", "[2, 2, 3", "pack.toml: ports.numbers: names the same one twice"),
    ("contracts.csv", "id,wool", "id,milk,wool", "contracts.csv: first line: has to be id,wool,"),
    ("contracts.csv", "id,wool", "id,wol", "contracts.csv: first line: has to be id,wool,bread"),
    ("contracts.csv", "\n2,6,", "\n1,6,", "contracts.csv: id 1: is there twice"),
    ("contracts.csv", "\n2,6,", "\n2,six,", "contracts.csv: line 3, wool: 'six' is not a whole"),
    ("contracts.csv", "\n2,6,", "\n2,-6,", "contracts.csv: line 3, wool: '-6' is not a whole"),
    ("contracts.csv", "\n2,6,", "\n2,٦,", "contracts.csv: line 3, wool: '٦' is not a whole"),
    ("contracts.csv", "\n2,6,", "\n2,99,", "contracts.csv: id 2, wool: 99 is more than 20"),
    ("contracts.csv", "\n2,6,", "\n2,0,", "contracts.csv: id 2: asks for nothing"),
    ("contracts.csv", "\n2,6,", "\n2,", "contracts.csv: line 3: has 13 values, expected 14"),
    (
        "contracts.csv",
        "\n2,6,0,0,0,0,0,0,3,0,2,0,0,0",
        "\n2,4,0,0,0,0,0,2,0,0,1,0,1,0",
        "contracts.csv: id 2: is the same as id 1",
    ),
    (
        "contracts.csv",
        "\n2,6,0,0,0,0,0,0,3,0,2,0,0,0",
        "",
        "contracts.csv: has 49 contracts, expected 50",
    ),
    ("start_tiles.csv", "9,65,0,1,1,0,0,0,0\n", "", "start_tiles.csv: has 8 tiles, expected 9"),
    ("start_tiles.csv", "0,0,1,1,0,0,0\n", "0,0,1,1,0,0,9\n", "id 10, merchants: 9 is more than 3"),
    ("start_tiles.csv", "whisky,merchants", "whisky,worker", "first line: has to be id,money,wool"),
    (
        "pack.toml",
        "numbers = [10, 11,",
        "numbers = [10, 10,",
        "pack.toml: new_start_tiles.numbers: names the same one twice",
    ),
    (
        "pack.toml",
        "numbers = [10, 11,",
        "numbers = [10, 17,",
        "pack.toml: new_start_tiles.numbers: there is no tile 17",
    ),
    ("pack.toml", '["A3", "A4",', '["A3", "A3",', "new_maps.sides: names the same one twice"),
    ("pack.toml", '["A3", "A4",', '["A3", "A9",', "new_maps.sides: there is no side A9"),
    (
        "pack.toml",
        '["A3", "A4",',
        '["A1", "A2", "A3", "A4",',
        "new_maps.sides: leaves the base game no side of module A",
    ),
    ("maps/A3.toml", '["C2", "C5"]', '["C2"]', "waterfalls: has 1, but there are 2 rivers"),
    ("maps/A3.toml", '["C2", "C5"]', '["C3", "C5"]', "waterfalls: C3 is no mountain of this side"),
    (
        "maps/A3.toml",
        '["C2", "C5"]',
        '["F1", "C5"]',
        "waterfalls: F1 does not lie above the source",
    ),
    ("maps/A3.toml", '["C2", "C5"]', '["X9", "C5"]', "waterfalls: X9 is no mountain of this side"),
    ("maps/A3.toml", '["C2", "C5"]', '["C2", "C4"]', "waterfalls: C4 is a bank of its river"),
    ("start_tiles.csv", "9,65,", "8,65,", "start_tiles.csv: id 8: is there twice"),
    ("start_tiles.csv", "9,65,", "9,6500,", "start_tiles.csv: id 9, money: 6500 is more than 100"),
    ("maps/A1.toml", 'A2 = "forest 2 mist"\n', "", "maps/A1.toml: hexes.A2: is missing"),
    ("maps/A1.toml", "A2 =", "G2 =", "maps/A1.toml: hexes.G2: is no space of module A"),
    ("maps/A1.toml", "A2 =", "A3 =", "maps/A1.toml: is not TOML"),
    ("maps/A1.toml", 'A1 = "loch"', 'A1 = "forest 1"', "hexes.A1: is a loch on every map"),
    ("maps/A1.toml", 'E5 = "loch"', 'E5 = "forest 1"', "hexes.E5: is a loch on every map"),
    ("maps/A1.toml", "forest 2 mist", "forest 7 mist", "hexes.A2: cost '7' is no number from 1"),
    ("maps/A1.toml", "forest 2 mist", "forest 0", "hexes.A2: cost '0' is no number from 1"),
    ("maps/A1.toml", "forest 2 mist", "2 mist", "hexes.A2: '2 mist': expected 'loch', or"),
    ("maps/A1.toml", "forest 2 mist", "forest forest 2", "hexes.A2: 'forest forest 2': expected"),
    ("maps/A1.toml", "forest 2 mist", "swamp 2", "hexes.A2: 'swamp 2': expected 'loch', or"),
    ("maps/A1.toml", "forest 2 mist", "", "hexes.A2: '': expected 'loch', or terrains"),
    ("maps/A1.toml", "forest 2 mist", "loch mist", "hexes.A2: 'loch mist': expected 'loch', or"),
    ("maps/A1.toml", 'small_port = "B1"', 'small_port = "B2"', "small_port: B2 is no loch of"),
    ("maps/A1.toml", 'small_port = "B1"', 'small_port = "G4"', "small_port: G4 is no loch of"),
    ("maps/A1.toml", '"B2-C2"', '"B1-C2"', "rivers, number 1: B1-C2 touches a loch"),
    ("maps/A1.toml", '"B2-C2"', '"F2-G2"', "rivers, number 1: F2-G2 names no two adjacent"),
    ("maps/A1.toml", '"B2-C2"', '"B2-D2"', "rivers, number 1: B2-D2 names no two adjacent"),
    ("maps/A1.toml", '"B2-C2"', '"B3-C3"', "rivers, number 1: its sides do not join end to end"),
    ("maps/A1.toml", ', "B2-C2"', "", "rivers, number 1: ends at no loch of this side"),
    ("maps/A1.toml", '"D3-E3"', '"C3-D2"', "rivers, number 2: runs twice along the same side"),
    ("maps/A1.toml", "[hexes]", "[spaces]", "maps/A1.toml: unknown key `spaces`"),
    ("maps/A1.toml", 'source = "house"', "", "maps/A1.toml: missing key `source`"),
]


@rule("DATA-24", "DATA-25", "DEF-01", "DEF-02", "DEF-05", "DEF-26")
@in_one_test(("file", "old", "new", "expected"), BROKEN)
def test_what_is_wrong_is_named(file: str, old: str, new: str, expected: str) -> None:
    files = builtin_files()
    assert old in files[file]
    files[file] = files[file].replace(old, new, 1)
    error = error_of(files)
    assert expected in str(error)
    assert error.file == file
    assert str(error.problems[0]).startswith(file)


@rule("DATA-25")
@in_one_test("file", ["pack.toml", "values.toml", "contracts.csv", "start_tiles.csv", "maps/B"])
def test_no_file_may_be_missing(file: str) -> None:
    files = {name: text for name, text in builtin_files().items() if not name.startswith(file)}
    error = error_of(files)
    assert error.reason in {"file is missing", "there is no side of module B"}


@in_one_test("name", ["maps/E1.toml", "maps/A10.toml", "../values.toml", "x.csv"])
def test_no_unknown_file_may_be_there(name: str) -> None:
    error = error_of(builtin_files() | {name: ""})
    assert (error.file, error.reason) == (name, "unknown file")


def test_all_problems_are_told_at_once() -> None:
    files = builtin_files()
    files["values.toml"] = files["values.toml"].replace("cow = 9", "cow = 900")
    files["maps/C1.toml"] = files["maps/C1.toml"].replace('G7 = "grassland 1"', 'G7 = "bog"')
    files["maps/D1.toml"] = files["maps/D1.toml"].replace('A6 = "mountain 3 mist"', "")
    assert [problem.file for problem in error_of(files).problems] == [
        "values.toml",
        "maps/C1.toml",
        "maps/D1.toml",
    ]


@in_one_test(
    ("raw", "reason"),
    [
        (b"", "is no content pack"),
        (b"[]", "is no content pack"),
        (b'{"pack.toml":1}', "is no content pack"),
        (b'{"pack.toml":"\xff"}', "is no content pack"),
        (b'{"pack.toml":"\\ud800"}', "is no content pack"),
        (b"[" * 100_000, "is no content pack"),
        (b'{"b":"", "a":""}', "is not in canonical form"),
        (b'{"a":"","a":""}', "is not in canonical form"),
        (b" " * (packs.MOST_BYTES + 1), "a pack has at most"),
        (canonical({f"maps/{i}": "" for i in range(100)}), "a pack has at most 64 files"),
    ],
)
def test_other_bytes_are_no_pack(raw: bytes, reason: str) -> None:
    with pytest.raises(PackError, match=reason):
        packs.from_bytes(raw)


def test_a_directory_is_read_with_the_same_care(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="holds no content pack"):
        packs.load(tmp_path)
    (tmp_path / "pack.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(PackError, match=r"pack.toml: is not UTF-8"):
        packs.load(tmp_path)
    (tmp_path / "pack.toml").write_bytes(b"#" * (packs.MOST_FILE_BYTES + 1))
    with pytest.raises(PackError, match=r"pack.toml: a file has at most"):
        packs.load(tmp_path)


def test_a_tributary_may_end_in_an_earlier_river() -> None:
    files = builtin_files()
    files["maps/A1.toml"] = files["maps/A1.toml"].replace(
        '"B2-C2"],', '"B2-C2"],\n    ["B3-C3", "B2-C3"],'
    )
    side = packs.from_bytes(canonical(files)).map_side("A1")
    assert len(side.rivers) == 3
    board = board_for(packs.from_bytes(canonical(files)), ["A1", "B1", "C1", "D1"], small=False)
    assert board.across_river[Hex("B2")] == BIT[Hex("C2")] | BIT[Hex("C3")]
