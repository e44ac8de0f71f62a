"""The drawings of a map, and the command that shows them."""

import re
from collections.abc import Iterator
from io import StringIO
from itertools import accumulate, product
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from games.drawing import map_layers, svg_map, text_map
from games.drawing.layout import SIZE, centre, corner_point
from games.drawing.svg import COST
from games.drawing.terrain import wedges_of
from games.engine import packs
from games.engine.geometry.board import (
    BIT,
    HEXES,
    MODULES,
    Board,
    Space,
    corners_of_side,
    position,
)
from games.engine.geometry.boards import board_for
from games.engine.state import Blocker
from games.engine.terms import Hex
from tests.marks import first_of, in_one_test
from tests.rules import rule

pytestmark = pytest.mark.once

SIDES = ["A1", "B1", "C1", "D1"]
Sides = list[str]
MAPS = [list(sides) for sides in product(*([f"{m}1", f"{m}2"] for m in MODULES))]
EVERY_MAP = pytest.mark.parametrize("sides", first_of(MAPS, quick=4), ids="-".join)
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


def board(sides: Sides = SIDES, *, small: bool = False) -> Board:
    return board_for(packs.builtin(), sides, small=small)


def parsed(board: Board) -> ElementTree.Element:
    return ElementTree.XML(svg_map(board))


def points(text: str) -> list[tuple[float, float]]:
    """Every "x,y" in a path or a transformation."""
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", text)]


def test_a_map_as_text() -> None:
    assert text_map(tiny()).rstrip("\n ") == PICTURE


@pytest.mark.uncounted
@EVERY_MAP
def test_the_whole_map_as_text_is_plain_and_narrow(sides: Sides) -> None:
    text = text_map(board(sides))
    assert text.isascii()
    assert all(len(line) <= 106 for line in text.splitlines())
    assert all(name in text for name in HEXES)
    assert text.count("port 3-4") == 4
    assert text.count("delta") == board(sides).delta.bit_count()
    assert text_map(board(sides, small=True)).count("port 1-2") == 4


def test_the_picture_is_sound_and_tells_what_it_shows() -> None:
    root = ElementTree.XML(svg_map(board(), other_ports=board(small=True).ports))
    assert root.findtext(f"{SVG}title") == "Map A1 B1 C1 D1"
    assert "94 land and 23 loch spaces" in root.findtext(f"{SVG}desc", "")
    shown = {
        rim.get("data-hex"): rim.findtext(f"{SVG}title")
        for rim in root.iter(f"{SVG}path")
        if rim.get("data-hex")
    }
    assert list(shown) == list(HEXES)
    assert shown["B2"] == "B2: grassland, £1, river delta"
    assert shown["C3"] == "C3: forest, mountain, £3"
    assert shown["A1"] == "A1: loch, port"
    assert shown["A2"] == "A2: forest, £2, mist"


@EVERY_MAP
@pytest.mark.uncounted
def test_every_symbol_that_is_used_is_defined(sides: Sides) -> None:
    root = parsed(board(sides, small=True))
    defined = {f"#{element.get('id')}" for element in root.find(f"{SVG}defs") or []}
    used = {element.get("href") for element in root.iter(f"{SVG}use")}
    falls = {"#waterfall-mark"} if board(sides, small=True).waterfalls else set()
    assert used == defined - {"#waterfall-mark"} | falls


@EVERY_MAP
@pytest.mark.uncounted
@pytest.mark.long
def test_rivers_are_drawn_from_the_source_to_the_mouth(sides: Sides) -> None:
    drawn = set()
    for path in layer(board(sides), "river"):
        for line in path.get("d", "").split("M")[1:]:
            course = points(line)
            drawn.add((line.count("Q") + 1, course[0], course[-1]))
    written = [river for name in sides for river in packs.builtin().map_side(name).rivers]
    assert drawn == {(len(river), *ends(river, board(sides))) for river in written}


def ends(river: tuple[tuple[Hex, Hex], ...], board: Board) -> tuple[tuple[float, ...], ...]:
    """The source and the mouth of a river, as drawn."""
    lochs = {position(name) for name, space in board.spaces.items() if space.is_loch}
    corners = [corner for pair in river for corner in corners_of_side(*pair)]
    outer = [corner for corner in corners if corners.count(corner) == 1]
    source, mouth = sorted(outer, key=lambda corner: bool(corner & lochs))
    return tuple(tuple(round(x, 1) for x in corner_point(corner)) for corner in (source, mouth))


@EVERY_MAP
@pytest.mark.uncounted
def test_costs_are_shown_where_the_map_is_in_play(sides: Sides) -> None:
    for small in (False, True):
        shown = board(sides, small=small)
        costs = {
            place: cost
            for text in parsed(shown).iter(f"{SVG}text")
            if text.get("class") == "cost"
            for place, cost in zip(places(text), text.text or "", strict=True)
        }
        assert costs == {
            (round(x, 1), round(y + COST, 1)): str(shown.cost[name])
            for name in shown.spaces
            if shown.land & BIT[name]
            for x, y in [centre(name)]
        }
        assert len(costs) == shown.land.bit_count() > 50


def test_mist_lies_on_the_land_and_leaves_shores_and_rivers_clear() -> None:
    layers = [group.get("class") for group in parsed(board(small=True)).findall(f"{SVG}g")]
    assert layers == ["spaces", "seams", "mist", "shores", "rivers", "marks", "ports"]


@rule("VAR-TIGHT-02", "SOLO-02")
def test_what_blocks_a_space_is_drawn_over_it_and_told() -> None:
    blockers = [Blocker("cover", Hex("F3")), Blocker("neutral", Hex("C4"))]
    root = ElementTree.XML(svg_map(board(), blockers=blockers))
    assert [group.get("class") for group in root.findall(f"{SVG}g")][-1] == "blockers"
    found = [group for group in root.iter(f"{SVG}g") if group.get("data-blocked")]
    titles = [(g.get("data-blocked"), g.findtext(f"{SVG}title")) for g in found]
    assert titles == [("F3", "F3: covered"), ("C4", "C4: neutral piece")]
    for group, blocker in zip(found, blockers, strict=True):
        (tile,) = group.findall(f"{SVG}polygon")
        assert tile.get("class") == blocker.kind
        corners = points(tile.get("points", ""))
        middle = centre(blocker.hex)
        for axis in (0, 1):
            assert abs(sum(corner[axis] for corner in corners) / 6 - middle[axis]) < 0.1


@EVERY_MAP
@pytest.mark.uncounted
@pytest.mark.long
def test_mountains_do_not_stick_out_of_their_space(sides: Sides) -> None:
    shown = board(sides)
    rocks = [rock for path in layer(shown, "rock") for rock in corners_of(path)]
    for rock in rocks:
        middles = [centre(name) for name in shown.spaces]
        foot = sum(x for x, _ in rock) / len(rock), sum(y for _, y in rock) / len(rock)
        middle = min(middles, key=lambda at: hypot(at[0] - foot[0], at[1] - foot[1]))
        for corner in rock:
            x, y = (abs(corner[k] - middle[k]) for k in (0, 1))
            assert max(y, 0.866 * x + 0.5 * y) < 0.866 * SIZE + 0.6
    assert len(rocks) > 100


def layer(board: Board, kind: str) -> list[ElementTree.Element]:
    """The paths of a class: few, as each is drawn for all spaces at once."""
    found = [path for path in parsed(board).iter(f"{SVG}path") if path.get("class") == kind]
    assert 0 < len(found) <= 6
    return found


def corners_of(path: ElementTree.Element) -> Iterator[list[tuple[float, float]]]:
    """Of each of its figures the corners, which are steps from the first one."""
    for figure in path.get("d", "").split("M")[1:]:
        yield [*accumulate(points(figure), lambda at, by: (at[0] + by[0], at[1] + by[1]))]


def places(text: ElementTree.Element) -> list[tuple[float, float]]:
    """Where each letter of a text stands."""
    xs, ys = (map(float, text.get(axis, "").split()) for axis in "xy")
    return [*zip(xs, ys, strict=True)]


@pytest.mark.uncounted
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


@in_one_test(
    ("sides", "message"),
    [
        (["A1", "B1", "C1", "D7"], "no map side D7; this pack has A1, A2, A3, A4, B1, .* D4"),
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
