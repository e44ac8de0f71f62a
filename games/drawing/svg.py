"""A map as SVG: land and water, then rivers, then marks, each a layer of its own.

A page that shows a game puts its own layers on top of `map_layers`; `svg_map` makes a whole
document of them. Every space is a group with ``data-hex``.
"""

from collections.abc import Iterator, Mapping, Sequence
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
from games.drawing.symbols import STYLE, SYMBOLS
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
from games.engine.words import Hex, PieceKind, Terrain

NAMESPACE: Final = "http://www.w3.org/2000/svg"
SYMBOL_DISTANCE: Final = 0.54
INWARD: Final[dict[int, Point]] = {0: (0, 8), 2: (-4.5, -3), 4: (4.5, -3)}
"""How far the symbols of a side are moved so as not to hide the name or stick out of the space."""
BADGE: Final = 10.5
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
        _layer("spaces", (_space(board, name, wedges, tooltips[name]) for name in board.spaces)),
        _layer("seams", _seams(board)),
        _layer("mist", _mist(board)),
        _layer("shores", _shores(board)),
        _layer("rivers", _rivers(board)),
        _layer("marks", _marks(board)),
        _layer("ports", _ports(board, other_ports)),
        *([_layer("blockers", _blockers(blockers))] if blockers else []),
    ]


def _layer(name: str, parts: Iterator[str]) -> str:
    return "\n".join([f'<g class="{name}">', *parts, "</g>"])


def _space(board: Board, name: Hex, wedges: dict[Hex, Wedges], title: str) -> str:
    parts = [f"<title>{escape(title)}</title>"]
    if board.spaces[name].is_loch:
        parts += _water(name)
    else:
        parts += _land(name, wedges[name])
    return f'<g data-hex="{name}">' + "".join(parts) + "</g>"


def _space_title(board: Board, name: Hex, printed: Space) -> str:
    if printed.is_loch:
        return f"{name}: loch" + (", port" if name in board.ports else "")
    words = [*printed.terrains, f"£{printed.cost}"]
    if board.delta & BIT[name]:
        words.append("river delta")
    if printed.mist:
        words.append("mist")
    return f"{name}: {', '.join(words)}"


def _outline(name: Hex) -> list[Point]:
    return [moved(centre(name), corner_offset(k)) for k in range(6)]


def _water(name: Hex) -> Iterator[str]:
    yield f'<polygon class="loch" points="{polygon(_outline(name))}"/>'
    for x, y in ((-9.0, -15.0), (13.0, 0.0), (-12.0, 14.0)):
        yield _use("water", moved(centre(name), (x, y)))


def _land(name: Hex, wedges: Wedges) -> Iterator[str]:
    middle = centre(name)
    for kind in dict.fromkeys(wedges):
        yield f'<path class="{kind}" d="{_area(middle, kind, wedges)}"/>'
    for side in (0, 1, 5, 2, 4, 3):  # those farther down overlap those behind
        yield _use(wedges[side], _symbol_place(name, side))
    yield f'<polygon class="rim" points="{polygon(_outline(name))}"/>'


def _area(middle: Point, kind: Terrain, wedges: Wedges) -> str:
    path = []
    for side, found in enumerate(wedges):
        if found == kind:
            edge = (moved(middle, corner_offset(side)), moved(middle, corner_offset(side + 1)))
            path.append(f"M{text_of(middle)} L{text_of(edge[0])} L{text_of(edge[1])} Z")
    return " ".join(path)


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


def _line(kind: str, one: Point, other: Point) -> str:
    return f'<path class="{kind}" d="M{text_of(one)} L{text_of(other)}"/>'


def _seams(board: Board) -> Iterator[str]:
    for name in board.spaces:
        for other in adjacent_hexes(name):
            both_water = board.loch & BIT[name] and board.loch & BIT[other]
            if name < other and module_of(name) != module_of(other) and not both_water:
                yield _line("seam", *side_points(name, side_of(name, other)))


def _shores(board: Board) -> Iterator[str]:
    for name, printed in board.spaces.items():
        for other in adjacent_hexes(name):
            if printed.is_loch and other in board.spaces and not board.loch & BIT[other]:
                yield _line("shore", *side_points(name, side_of(name, other)))


def _rivers(board: Board) -> Iterator[str]:
    courses = [_course(chain) for chain in _chains(board)]
    for kind in ("bank", "river"):
        yield from (f'<path class="{kind}" d="{course}"/>' for course in courses)


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
    for name, printed in board.spaces.items():
        if not printed.mist:
            continue
        x, y = centre(name)
        if veil:
            yield f'<polygon class="mist" opacity="{veil}" points="{polygon(_outline(name))}"/>'
        for across, down in ((-8, 20), (7, 27)):
            path = f"M{number(x + across - 8)},{number(y + down)} q4,-3 8,0 t8,0"
            yield f'<path class="wisp" opacity="{wisps}" d="{path}"/>'


def _marks(board: Board) -> Iterator[str]:
    yield from _deltas(board)
    for name in board.spaces:
        x, y = centre(name)
        yield _text("name", (x, y - SIZE * 0.63), name)
        if board.land & BIT[name]:
            yield f'<circle class="badge" cx="{number(x)}" cy="{number(y)}" r="{BADGE}"/>'
            yield _text("cost", (x, y + 4.5), str(board.cost[name]))


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
