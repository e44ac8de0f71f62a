"""A map as SVG: land and water, then rivers, then marks, each a layer of its own.

A page that shows a game puts its own layers on top of `map_layers`; `svg_map` makes a whole
document of them. The rim of every space bears its name as ``data-hex``. What looks alike is one
element for all spaces: a browser that draws hundreds of them is slow.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import atan2, degrees
from typing import Final

from games.drawing.layout import (
    HEIGHT,
    MARGIN,
    SIZE,
    WIDTH,
    Point,
    between,
    centre,
    corner_offset,
    corner_point,
    moved,
    number,
    place_centre,
    polygon,
    side_of,
    side_points,
    text_of,
)
from games.drawing.symbols import GROUND, STYLE, SYMBOLS
from games.drawing.terrain import Wedges, wedges_of
from games.engine.geometry.board import (
    BIT,
    Board,
    Corner,
    Space,
    adjacent_hexes,
    corners_of_side,
    module_of,
    position,
)
from games.engine.state import Blocker
from games.engine.terms import Hex, PieceKind, Terrain

NAMESPACE: Final = "http://www.w3.org/2000/svg"
SYMBOL_DISTANCE: Final = 0.54
INWARD: Final[dict[int, Point]] = {0: (0, 8), 2: (-4.5, -3), 4: (4.5, -3)}
"""How far the symbols of a side are moved so as not to hide the name or stick out of the space."""
START: Final = re.compile(r"M(-?[\d.]+),(-?[\d.]+)(.*)", re.DOTALL)
DOT: Final = "h.01"
"""A line that round ends make a disc as wide as the line."""
COST: Final = 4.5
"""How far below the middle of its space a cost is written."""
TERRAINS: Final[tuple[Terrain, ...]] = ("grassland", "forest", "mountain")
WAVES: Final[tuple[Point, ...]] = ((-9, -15), (13, 0), (-12, 14))
WISPS: Final[tuple[Point, ...]] = ((-16, 20), (-1, 27))
WISP: Final = "q4,-3 8,0t8,0"
FALL: Final = 0.24
"""How far from its source, on the way to the middle of its mountain, a waterfall is drawn."""
ROUNDING: Final = 0.3
"""How much of a side the bend of a river takes up at either end."""


def svg_map(
    board: Board, *, other_ports: Sequence[Hex] = (), blockers: Sequence[Blocker] = ()
) -> str:
    """A whole SVG document. `other_ports` are those of the other range of player counts."""
    names = " ".join(board.modules)
    size = f"0 0 {number(WIDTH)} {number(HEIGHT)}"
    attributes = 'role="img" aria-labelledby="map-title map-desc"'
    return "\n".join(
        [
            f'<svg xmlns="{NAMESPACE}" viewBox="{size}" {attributes}>',
            f'<title id="map-title">Map {escape(names)}</title>',
            f'<desc id="map-desc">{escape(description(board))}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{number(WIDTH)}" height="{number(HEIGHT)}"/>',
            *map_layers(board, other_ports=other_ports, blockers=blockers),
            *_headings(board),
            "</svg>\n",
        ]
    )


def description(board: Board) -> str:
    """The map in words, for those who do not see it."""
    players = "1 and 2" if board.small else "3 and 4"
    return (
        f"{board.land.bit_count()} land and {board.loch.bit_count()} loch spaces for {players} "
        f"players; ports on {', '.join(board.ports)}; rivers along {len(board.rivers)} sides; "
        f"central loch {', '.join(board.central_loch)}."
    )


def map_layers(
    board: Board,
    *,
    other_ports: Sequence[Hex] = (),
    blockers: Sequence[Blocker] = (),
    titles: Mapping[Hex, str] | None = None,
) -> list[str]:
    """The groups of the drawing, bottom first.

    ``blockers`` are neutral pieces and cover tiles, which stay for the whole game. (EXPAND-12)
    ``titles`` has the title of each space, in English unless given.
    """
    wedges = wedges_of(board)
    tooltips = titles or {
        name: _space_title(board, name, space) for name, space in board.spaces.items()
    }
    return [
        f"<defs>{SYMBOLS}</defs>",
        _layer("spaces", _spaces(board, wedges, tooltips)),
        _layer("seams", _joined("seam", _seams(board))),
        _layer("mist", _mist(board)),
        _layer("shores", _joined("shore", _shores(board))),
        _layer("rivers", _rivers(board)),
        _layer("marks", _marks(board)),
        _layer("ports", _ports(board, other_ports)),
        *([_layer("blockers", _blockers(blockers))] if blockers else []),
    ]


def _layer(name: str, parts: Iterable[str]) -> str:
    return "\n".join([f'<g class="{name}">', *parts, "</g>"])


def _joined(kind: str, paths: Iterable[str], more: str = "") -> Iterator[str]:
    """One path element for many paths of a kind; empty for none."""
    if path := "".join(paths):
        yield f'<path class="{kind}"{more} d="{path}"/>'


def _spaces(board: Board, wedges: dict[Hex, Wedges], titles: Mapping[Hex, str]) -> Iterator[str]:
    """The ground of all spaces, its symbols, and the outlines."""
    waters = [name for name, space in board.spaces.items() if space.is_loch]
    yield from _joined("loch", (_around(name) for name in waters))
    for kind in TERRAINS:
        yield from _joined(kind, (_area(centre(name), kind, wedges[name]) for name in wedges))
    places = [moved(centre(name), by) for name in waters for by in WAVES]
    yield from standing("water", places)
    for side in (0, 1, 5, 2, 4, 3):  # those farther down overlap those behind
        for kind in TERRAINS:
            found = (_symbol_place(name, side) for name in wedges if wedges[name][side] == kind)
            yield from standing(kind, found)
    for name, space in board.spaces.items():
        shown = f'class="rim{" water" if space.is_loch else ""}" data-hex="{name}"'
        yield f'<path {shown} d="{_around(name)}"><title>{escape(titles[name])}</title></path>'


def standing(ground: str, places: Iterable[Point]) -> Iterator[str]:
    """The symbols of a ground at some places, as few paths."""
    found = [*places]
    for kind, path in GROUND[ground].items():
        yield from _joined(kind, (_at(path, place) for place in found))


def _at(path: str, place: Point) -> str:
    """A path around the origin moved to a place, in whole units."""
    start = START.fullmatch(path)
    assert start
    x, y = moved((round(place[0]), round(place[1])), (float(start[1]), float(start[2])))
    return f"M{number(x)},{number(y)}{start[3]}"


def _space_title(board: Board, name: Hex, printed: Space) -> str:
    if printed.is_loch:
        return f"{name}: loch" + (", port" if name in board.ports else "")
    words = [*printed.terrains, f"£{printed.cost}"]
    if board.delta & BIT[name]:
        words.append("river delta")
    if name in board.waterfalls:
        words.append("waterfall")
    if printed.mist:
        words.append("mist")
    return f"{name}: {', '.join(words)}"


def _outline(name: Hex) -> list[Point]:
    return [moved(centre(name), corner_offset(k)) for k in range(6)]


def _around(name: Hex) -> str:
    """The outline of a space, in relative steps from its first corner, alike for all spaces."""
    first, *others = _outline(name)
    return f"M{text_of(first)}l{_steps(first, others)}z"


def _steps(start: Point, points: Sequence[Point]) -> str:
    """A line through points, in relative steps."""
    before = [start, *points[:-1]]
    return polygon((b[0] - a[0], b[1] - a[1]) for a, b in zip(before, points, strict=True))


def _area(middle: Point, kind: Terrain, wedges: Wedges) -> str:
    if set(wedges) == {kind}:
        first, *others = (moved(middle, corner_offset(k)) for k in range(6))
        return f"M{text_of(first)}l{_steps(first, others)}z"
    path = []
    for side, found in enumerate(wedges):
        if found == kind:
            edge = [moved(middle, corner_offset(side)), moved(middle, corner_offset(side + 1))]
            path.append(f"M{text_of(middle)}l{_steps(middle, edge)}z")
    return "".join(path)


def _symbol_place(name: Hex, side: int) -> Point:
    """The middle of a wedge, a little astray so that symbols do not stand in rows."""
    column, row = position(name)
    outer = between(*side_points(name, side))
    x, y = between(centre(name), outer, SYMBOL_DISTANCE / 0.866)
    stray = (column * 7 + row * 13 + side * 5) % 7 - 3, (column * 3 + row * 5 + side * 11) % 5 - 2
    return moved(moved((x, y), stray), INWARD.get(side, (0, 0)))


def _use(symbol: str, at: Point, turn: float | None = None) -> str:
    turned = "" if turn is None else f" rotate({number(turn)})"
    place = f"translate({text_of(at)}){turned}"
    return f'<use href="#{symbol}-mark" transform="{place}"/>'


def _text(kind: str, at: Point, words: str) -> str:
    return f'<text class="{kind}" x="{number(at[0])}" y="{number(at[1])}">{escape(words)}</text>'


def _line(one: Point, other: Point) -> str:
    return f"M{text_of(one)} {text_of(other)}"


def _seams(board: Board) -> Iterator[str]:
    for name in board.spaces:
        for other in adjacent_hexes(name):
            both_water = board.loch & BIT[name] and board.loch & BIT[other]
            if name < other and module_of(name) != module_of(other) and not both_water:
                yield _line(*side_points(name, side_of(name, other)))


def _shores(board: Board) -> Iterator[str]:
    for name, printed in board.spaces.items():
        for other in adjacent_hexes(name):
            if printed.is_loch and other in board.spaces and not board.loch & BIT[other]:
                yield _line(*side_points(name, side_of(name, other)))


def _rivers(board: Board) -> Iterator[str]:
    courses = [_course(chain) for chain in _chains(board)]
    for kind in ("bank", "river"):
        yield from _joined(kind, courses)


def _chains(board: Board) -> Iterator[list[Corner]]:
    """The rivers as lines of corners; one that ends at a loch is followed from its source."""
    sides = [corners_of_side(*pair) for pair in board.rivers]
    met: dict[Corner, list[Corner]] = {}
    for one, other in sides:
        met.setdefault(one, []).append(other)
        met.setdefault(other, []).append(one)
    waters = {position(name) for name, printed in board.spaces.items() if printed.is_loch}
    ends = [corner for corner in met if len(met[corner]) != 2]
    for start in sorted(ends, key=lambda corner: bool(corner & waters)):
        while met[start]:
            chain = [start]
            while met[chain[-1]]:
                following = met[chain[-1]].pop()
                met[following].remove(chain[-1])
                chain.append(following)
            yield chain


def _course(chain: list[Corner]) -> str:
    """A line along the sides that rounds the bends, as water would."""
    points = [corner_point(corner) for corner in chain]
    path = [f"M{text_of(points[0])}"]
    for before, bend, after in zip(points, points[1:], points[2:], strict=False):
        path.append(f"L{text_of(between(bend, before, ROUNDING))}")
        path.append(f"Q{text_of(bend)} {text_of(between(bend, after, ROUNDING))}")
    return " ".join([*path, f"L{text_of(points[-1])}"])


def _mist(board: Board) -> Iterator[str]:
    """Misted land fades out on the small map, and is only hinted at on the large one."""
    veil, wisps = (0.72, 0.9) if board.small else (0.0, 0.55)
    misted = [name for name, printed in board.spaces.items() if printed.mist]
    if veil:
        yield from _joined("mist", map(_around, misted), f' opacity="{veil}"')
    places = [moved(centre(name), by) for name in misted for by in WISPS]
    yield from _joined("wisp", (f"M{text_of(at)}{WISP}" for at in places), f' opacity="{wisps}"')


def _marks(board: Board) -> Iterator[str]:
    yield from _deltas(board)
    yield from _waterfalls(board)
    land = {name: centre(name) for name in board.spaces if board.land & BIT[name]}
    for kind in ("badge-edge", "badge-face"):
        yield from _joined(kind, (f"M{text_of(middle)}{DOT}" for middle in land.values()))
    yield from _costs({name: str(board.cost[name]) for name in land})
    for name in board.spaces:
        x, y = centre(name)
        yield _text("name", (x, y - SIZE * 0.63), name)


def _costs(costs: Mapping[Hex, str]) -> Iterator[str]:
    """One text element for all costs of one digit, with a position for each."""
    digits = {name: cost for name, cost in costs.items() if len(cost) == 1}
    if digits:
        xs = " ".join(number(centre(name)[0]) for name in digits)
        ys = " ".join(number(centre(name)[1] + COST) for name in digits)
        yield f'<text class="cost" x="{xs}" y="{ys}">{"".join(digits.values())}</text>'
    for name, cost in costs.items():
        if name not in digits:
            x, y = centre(name)
            yield _text("cost", (x, y + COST), cost)


def _deltas(board: Board) -> Iterator[str]:
    """A mark on both banks of every mouth, pointing to it."""
    waters = {position(name) for name, printed in board.spaces.items() if printed.is_loch}
    for pair in board.rivers:
        for corner in corners_of_side(*pair):
            if not corner & waters:
                continue
            mouth = corner_point(corner)
            for bank in pair:
                x, y = between(mouth, centre(bank), 0.4)
                turn = degrees(atan2(mouth[1] - y, mouth[0] - x)) + 90
                yield _use("delta", (x, y), turn)


def _waterfalls(board: Board) -> Iterator[str]:
    """A mark on the mountain above each source, falling to where the river begins. (IND-WF-01)"""
    for name, corner in board.waterfalls.items():
        x, y = between(source := corner_point(corner), centre(name), FALL)
        turn = degrees(atan2(source[1] - y, source[0] - x)) - 90
        yield _use("waterfall", (x, y), turn)


def _ports(board: Board, other_ports: Sequence[Hex]) -> Iterator[str]:
    here, elsewhere = ("1-2", "3-4") if board.small else ("3-4", "1-2")
    for names, players, opacity in ((board.ports, here, 1.0), (other_ports, elsewhere, 0.55)):
        for name in names:
            x, y = centre(name)
            label = f'<text class="players" y="25">{players}</text>'
            mark = '<use href="#port-mark"/>'
            at = text_of((x, y))
            yield f'<g opacity="{opacity}" transform="translate({at})">{mark}{label}</g>'


BLOCKED: Final[dict[PieceKind, str]] = {"cover": "covered", "neutral": "neutral piece"}
"""By kind, the description for screen readers."""


def _blockers(blockers: Sequence[Blocker]) -> Iterator[str]:
    """Cover tiles and neutral pieces: nothing can be placed under them."""
    for blocker in blockers:
        middle = centre(blocker.hex)
        tile = [between(middle, corner, 0.8) for corner in _outline(blocker.hex)]
        title = f"<title>{blocker.hex}: {BLOCKED[blocker.kind]}</title>"
        shape = f'<polygon class="{blocker.kind}" points="{polygon(tile)}"/>'
        yield f'<g data-blocked="{blocker.hex}">{title}{shape}</g>'


def _headings(board: Board) -> Iterator[str]:
    """The name of each module side beside its corner of the map."""
    left, right = MARGIN, WIDTH - MARGIN - 22
    top, bottom = MARGIN - 10, place_centre(0, 8)[1] + SIZE + 22
    places = ((left, top), (right, top), (right, bottom), (left, bottom))
    for name, (x, y) in zip(board.modules, places, strict=False):
        yield _text("heading", (x, y), name)
