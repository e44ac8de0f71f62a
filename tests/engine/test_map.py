"""The drawings of a map, and the command that shows them."""

from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from games.drawing import map_layers, svg_map, text_map
from games.drawing.terrain import wedges_of
from games.engine import packs
from games.engine.board import HEXES, Board, Space, board_for
from games.engine.words import Hex

pytestmark = pytest.mark.engine

SIDES = ["A1", "B1", "C1", "D1"]
SVG = "{http://www.w3.org/2000/svg}"

PICTURE = r"""
  ______          ______
 /A1~~~~\        /C1   3\
/~~~~~~~~\______/GF      \
\port 3-4/B1   1# delta  /
 \______/G       #______/
 /A2   2\ delta  /C2~~~~\
/M   mist\______/~~~~~~~~\
\        /      \~~~~~~~~/
 \______/        \______/
""".strip("\n")


def tiny() -> Board:
    spaces = {
        Hex("A1"): Space(),
        Hex("A2"): Space(("mountain",), 2, mist=True),
        Hex("B1"): Space(("grassland",), 1),
        Hex("C1"): Space(("grassland", "forest"), 3),
        Hex("C2"): Space(),
    }
    return Board(spaces, [(Hex("B1"), Hex("C1"))], ports=[Hex("A1")], modules=["A1"])


def board(*, small: bool = False) -> Board:
    return board_for(packs.builtin(), SIDES, small=small)


def test_a_map_as_text() -> None:
    assert text_map(tiny()).rstrip("\n ") == PICTURE


def test_the_whole_map_as_text_is_plain_and_narrow() -> None:
    text = text_map(board())
    assert text.isascii()
    assert all(len(line) <= 106 for line in text.splitlines())
    assert all(name in text for name in HEXES)
    assert text.count("port 3-4") == 4
    assert text_map(board(small=True)).count("port 1-2") == 4


def test_the_picture_is_sound_and_tells_what_it_shows() -> None:
    root = ElementTree.XML(svg_map(board(), other_ports=board(small=True).ports))
    assert root.findtext(f"{SVG}title") == "Map A1 B1 C1 D1"
    assert "94 land and 23 loch spaces" in root.findtext(f"{SVG}desc", "")
    shown = {
        group.get("data-hex"): group.findtext(f"{SVG}title")
        for group in root.iter(f"{SVG}g")
        if group.get("data-hex")
    }
    assert list(shown) == list(HEXES)
    assert shown["B2"] == "B2: grassland, £1, river delta"
    assert shown["C3"] == "C3: forest, mountain, £3"
    assert shown["A1"] == "A1: loch, port"
    assert shown["A2"] == "A2: forest, £2, mist"


def test_every_symbol_that_is_used_is_defined() -> None:
    root = ElementTree.XML(svg_map(board(small=True)))
    defined = {f"#{element.get('id')}" for element in root.find(f"{SVG}defs") or []}
    used = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert used == defined


def test_rivers_are_drawn_from_the_source_to_the_mouth() -> None:
    root = ElementTree.XML(svg_map(board()))
    rivers = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("class") == "river"]
    assert len(rivers) == 9
    assert sum(path.count("Q") + 1 for path in rivers) == len(board().rivers)


def test_costs_are_shown_where_the_map_is_in_play() -> None:
    for small, expected in ((False, 94), (True, 59)):
        root = ElementTree.XML(svg_map(board(small=small)))
        costs = [e for e in root.iter(f"{SVG}text") if e.get("class") == "cost"]
        assert len(costs) == expected


def test_a_drawing_is_the_same_every_time() -> None:
    assert svg_map(board()) == svg_map(board())
    assert map_layers(board())[0].startswith("<defs>")


def test_mixed_spaces_are_divided_by_their_terrains() -> None:
    wedges = wedges_of(tiny())
    assert set(wedges) == {"A2", "B1", "C1"}
    assert wedges[Hex("B1")] == ("grassland",) * 6
    assert sorted(wedges[Hex("C1")]) == ["forest"] * 3 + ["grassland"] * 3
    # The meadow of C1 looks towards B1, on its lower left, and to the loch below.
    assert wedges[Hex("C1")][4] == "grassland"
    assert wedges[Hex("C1")][3] == "grassland"


def test_the_command_prints_the_map_and_writes_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "new" / "map.svg"
    out = StringIO()
    call_command("map", *SIDES, svg=str(path), stdout=out)
    assert text_map(board()) in out.getvalue()
    assert "ports 3-4: A1 M1 M9 A9" in out.getvalue()
    assert path.read_text(encoding="utf-8") == svg_map(board(), other_ports=board(small=True).ports)
    small = StringIO()
    call_command("map", *SIDES, small=True, svg="-", stdout=small)
    assert small.getvalue() == svg_map(board(small=True), other_ports=board().ports)


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        (["A1", "B1", "C1", "D7"], "no map side D7; this pack has A1, B1, C1, D1"),
        (["A1", "B1", "C1", "<x>"], "no map side <x>"),
        (["B1", "A1", "C1", "D1"], "B1 stands where a side of module A belongs"),
        (["A1", "B1", "C1"], "required"),
    ],
)
def test_the_command_says_which_side_is_wrong(sides: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("map", *sides, svg="-")


def test_the_command_says_what_else_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot write"):
        call_command("map", *SIDES, svg=str(tmp_path), stdout=StringIO())
    with pytest.raises(CommandError, match="holds no content pack"):
        call_command("map", *SIDES, pack=str(tmp_path), stdout=StringIO())
