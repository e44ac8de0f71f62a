"""The board: the drawn map, what lies and stands on it, and the same as a table of spaces."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.drawing import map_layers
from games.drawing.layout import HEIGHT, WIDTH, centre, number
from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.geometry.board import BIT
from games.engine.state import Player
from games.engine.terms import Hex
from games.engine.tiles import PORTS
from games.engine.tiles.of_clans import texts_at
from replays.narration import vocabulary
from web.pages.common.labels import label, pounds
from web.pages.common.pieces import Sign
from web.pages.table.part import Fragment, TablePart
from web.pages.table.table import Table

KEPT_MAPS: Final = 64
"""Drawn maps in memory. There are 256 assemblies, 16 of them of the base game, for each half of the
player counts and language."""
MARKER_SPACING: Final = 11.0
TRIM: Final = 18
"""How much of the margin of the drawing is not shown."""
BESIDE: Final = 15.0
"""How far from the middle of their space two units of one player stand."""
ASIDE: Final = 17.0
"""How far a fisherman and the port tile on the same space make room for each other."""


class UnitToken(Struct, frozen=True):
    """A unit on the map, at a place of the drawing; ``land`` is the printed cost under it."""

    hex: str
    symbol: str
    sign: Sign
    title: str
    x: str
    y: str
    land: int


class Port(Struct, frozen=True):
    """A port tile on the map; ``used`` are markers of the players who have used it, with places."""

    hex: str
    tile: int
    text: str
    title: str
    x: str
    y: str
    used: list[tuple[Sign, str]]


class Cover(Struct, frozen=True):
    """What blocks a space."""

    kind: str
    title: str
    x: str
    y: str


class MapTile(Struct, frozen=True):
    """A tile of an expansion that lies on a space.

    ``icons`` are symbols, each with its place and whether it is covered; ``land`` is the printed
    cost under it. ``text`` is what the table of spaces says of the tile, ``rule`` and ``topic``
    explain it.
    """

    hex: str
    text: str
    title: str
    x: str
    y: str
    icons: list[tuple[str, str, bool]]
    land: int
    rule: str = ""
    topic: str = ""


class On(Struct, frozen=True):
    """What is on a space, and to whom it belongs; ``rule`` and ``topic`` are of a tile."""

    text: str
    sign: Sign | None = None
    rule: str = ""
    topic: str = ""


class SpaceRow(Struct, frozen=True):
    """A space as a row of the table: its ground, its cost, what is special, and what is on it.

    ``saved`` tells what the viewer's clan saves there, in words; empty for nothing.
    """

    hex: str
    ground: str
    cost: str
    saved: str
    special: str
    on: list[On]


class MapShown(Struct, frozen=True):
    """The drawing (markup of ours, the same for the whole game) and what changes on it."""

    box: str
    drawn: SafeString
    description: str
    tokens: list[UnitToken]
    ports: list[Port]
    covers: list[Cover]
    tiles: list[MapTile]
    rows: list[SpaceRow]
    modules: list[str]


BringTiles: TypeAlias = Callable[[engine.State], Iterable[MapTile]]
_bringing: list[BringTiles] = []


def install(bringing: Sequence[BringTiles]) -> None:
    """Draw these tiles on maps from now on; for ``extensions.assemble`` alone."""
    _bringing[:] = bringing


def place(name: Hex, lower: float = 0) -> tuple[str, str]:
    """The middle of a space on the drawing, or a point below it."""
    x, y = centre(name)
    return number(x), number(y + lower)


def board(state: engine.State, signs: Sequence[Sign], viewer: int | None = None) -> MapShown:
    """The board as it stands, for the viewer in a seat or for a spectator."""
    tokens = tokens_of(state, signs)
    taken = {token.hex for token in tokens}
    ports = [
        _port(state, signs, index, shared=state.ports[index].hex in taken)
        for index in range(len(state.ports))
    ]
    covers = [
        Cover(blocker.kind, f"{blocker.hex}: {label(blocker.kind)}", *place(blocker.hex))
        for blocker in state.blockers
    ]
    tiles = [tile for bring in _bringing for tile in bring(state)]
    return MapShown(
        box=" ".join(number(side) for side in (TRIM, TRIM, WIDTH - 2 * TRIM, HEIGHT - 2 * TRIM)),
        drawn=drawing(state.board, translation.get_language() or ""),
        description=_("Map %(modules)s with %(units)s units; a table of its spaces follows.")
        % {"modules": " ".join(state.modules), "units": len(tokens)},
        tokens=tokens,
        ports=ports,
        covers=covers,
        tiles=tiles,
        rows=_rows(state, tokens, ports, tiles, viewer),
        modules=list(state.modules),
    )


@lru_cache(maxsize=KEPT_MAPS)
def drawing(printed: engine.Board, language: str) -> SafeString:
    """The map without what changes in a game. Boards are shared by all games that use them."""
    titles = {name: title(printed, name) for name in printed.spaces}
    layers = map_layers(printed, titles=titles)
    # The tiles of this game are drawn with their numbers, on top.
    kept = [layer for layer in layers if not layer.startswith('<g class="ports">')]
    return mark_safe("".join(kept))  # noqa: S308 - the names in it are escaped where it is drawn


def title(printed: engine.Board, name: Hex) -> str:
    """A space in words, such as ``F3: forest, mountain, £5, river delta``."""
    parts = [ground(printed, name)]
    if not printed.spaces[name].is_loch:
        parts.append(pounds(printed.cost[name]))
    special = _special(printed, name)
    return f"{name}: {vocabulary.joined([*parts, special] if special else parts)}"


def ground(printed: engine.Board, name: Hex) -> str:
    """The terrains of a space, or that it is water."""
    space = printed.spaces[name]
    return (
        label("loch")
        if space.is_loch
        else vocabulary.joined([label(kind) for kind in space.terrains])
    )


def _special(printed: engine.Board, name: Hex) -> str:
    parts = []
    if printed.delta & BIT[name]:
        parts.append(_("river delta"))
    if name in printed.waterfalls:
        parts.append(_("waterfall"))
    if printed.spaces[name].mist:
        parts.append(_("mist: not in play") if printed.small else _("mist"))
    return vocabulary.joined(parts)


def tokens_of(state: engine.State, signs: Sequence[Sign]) -> list[UnitToken]:
    """The units on the map, in the order of the seats."""
    tokens = []
    harbours = {port.hex for port in state.ports}
    for sign, player in zip(signs, state.players, strict=True):
        mixed = _on_mixed_land(state.board, player)
        met: Counter[Hex] = Counter()
        several = Counter(piece.hex for piece in player.units)
        for piece in player.units:
            symbol = _symbol(state.board, piece.unit, piece.hex, mixed)
            clan = [vocabulary.clan(player.clan)] if player.clan else []
            spoken = f"{piece.hex}: {vocabulary.joined([label(symbol), sign.name, *clan])}"
            land = state.board.cost[piece.hex]
            x, y = place(piece.hex, ASIDE if piece.hex in harbours else 0)
            if several[piece.hex] > 1:
                # Two of a player share a space: side by side.
                x = number(float(x) + (BESIDE if met[piece.hex] else -BESIDE))
                met[piece.hex] += 1
            tokens.append(UnitToken(piece.hex, symbol, sign, spoken, x, y, land))
    return tokens


WORKERS: Final = {"forest": "woodcutter", "mountain": "miner"}
KINDS: Final = tuple(WORKERS.values())


def _symbol(printed: engine.Board, unit: str, name: Hex, mixed: str) -> str:
    """A worker is shown by its work: by the ground, or by what is known of all workers there."""
    if unit != "worker":
        return unit
    if printed.spaces[name].is_loch:
        return "fisherman"
    found = _workers(printed, name)
    return found[0] if len(found) == 1 else mixed


def _workers(printed: engine.Board, name: Hex) -> list[str]:
    """Which workers may stand on a space."""
    return [WORKERS[kind] for kind in printed.spaces[name].terrains if kind in WORKERS]


def _on_mixed_land(printed: engine.Board, player: Player) -> str:
    """The work of a player's workers on forest with mountain, from the columns they came from.

    No more can be said than that they are workers where some are of either kind.
    """
    grounds = [_workers(printed, one.hex) for one in player.units if one.unit == "worker"]
    unknown = sum(len(found) > 1 for found in grounds)
    out = {kind: player.deployed(kind) for kind in clan_of(player).columns if kind in KINDS}
    if unknown and sum(out.values()) == len(grounds):
        for kind, number in out.items():
            if number - grounds.count([kind]) == unknown:
                return kind
    return "worker"


def port_text(state: engine.State, tile: int) -> str:
    """What a port tile does, and what the clans of the game change about it."""
    return vocabulary.sentences([_(text) for text in texts_at(state, PORTS[tile])])


def _port(state: engine.State, signs: Sequence[Sign], index: int, *, shared: bool) -> Port:
    port = state.ports[index]
    text = port_text(state, port.tile)
    first = -MARKER_SPACING * (len(port.used_by) - 1) / 2
    used = [
        (signs[seat], number(first + MARKER_SPACING * marker))
        for marker, seat in enumerate(port.used_by)
    ]
    spoken = _("%(hex)s: port tile %(tile)s. %(text)s") % {
        "hex": port.hex,
        "tile": port.tile,
        "text": text,
    }
    spoken = _with_users(spoken, used)
    x, y = place(port.hex, -ASIDE if shared else 0)
    return Port(port.hex, port.tile, text, spoken, x, y, used)


def _with_users(text: str, used: Sequence[tuple[Sign, str]]) -> str:
    """What is said of a port tile, and who has used it."""
    if not used:
        return text
    names = vocabulary.joined([sign.name for sign, _x in used])
    return vocabulary.sentences([text, _("Used by %(names)s.") % {"names": names}])


def _rows(
    state: engine.State,
    tokens: Sequence[UnitToken],
    ports: Sequence[Port],
    tiles: Sequence[MapTile],
    viewer: int | None,
) -> list[SpaceRow]:
    """Every space of the active map, by name."""
    on: defaultdict[str, list[On]] = defaultdict(list)
    for token in tokens:
        on[token.hex].append(On(label(token.symbol), token.sign))
    for blocker in state.blockers:
        on[blocker.hex].append(On(label(blocker.kind)))
    for port in ports:
        tile = _("port tile %(tile)s: %(text)s") % {"tile": port.tile, "text": port.text}
        tile = _with_users(tile, port.used)
        on[port.hex].append(On(tile, rule=f"PORT-{port.tile}", topic=f"port-{port.tile}"))
    for laid in tiles:
        on[laid.hex].append(On(laid.text, rule=laid.rule, topic=laid.topic))
    return [
        SpaceRow(name, ground_, cost, _saved(state, viewer, name), special, on[name])
        for name, ground_, cost, special in _printed(state.board, translation.get_language() or "")
    ]


@lru_cache(maxsize=KEPT_MAPS)
def _printed(printed: engine.Board, language: str) -> list[tuple[Hex, str, str, str]]:
    """Of every space of the active map what stays the same: ground, cost and what is special."""
    return [
        (
            name,
            ground(printed, name),
            "" if space.is_loch else pounds(printed.cost[name]),
            _special(printed, name),
        )
        for name, space in printed.spaces.items()
        if printed.active & BIT[name]
    ]


def _saved(state: engine.State, viewer: int | None, name: Hex) -> str:
    if viewer is None or not state.board.land & BIT[name]:
        return ""
    saved = clan_of(state.players[viewer]).deployment_discount(state.board, name)
    return _("%(money)s less for you") % {"money": pounds(saved)} if saved else ""


SHOWN: Final = frozenset({"ports", "pieces", "map"})
"""The fields of the view that the map shows."""
TOUCHING: Final = (fx.PairTaken, fx.Deployed, fx.Withdrawn, fx.WorkerReturned, fx.UnitMoved)
"""Effects that change what is on the map."""


def board_of(table: Table) -> MapShown:
    """The board of a table, worked out once for all parts that show it."""
    return table.once("map", lambda: board(table.state, table.signs, table.seat))


class BoardPart(TablePart[MapShown]):
    """The map. The drawing stays; what stands on it is replaced."""

    name = "board"
    place = "tab"
    replay_place = "top"
    shows_moves = True
    label = gettext_noop("Board")
    linked_in_replay = True
    fields = SHOWN
    effects = TOUCHING
    swap_template = "web/parts/board_swap.html"
    replay_template = "web/replay/board.html"

    def build(self, table: Table) -> MapShown:
        return board_of(table)

    def fragments(self, table: Table) -> Iterator[Fragment]:
        shown = self.shown(table)
        for name in ("pieces", "spaces"):
            yield Fragment(name, f"web/parts/{name}.html", shown, {"table": table, "shown": shown})
        known = {"shown": shown}
        yield Fragment("description", "web/replay/description.html", shown.description, known)
