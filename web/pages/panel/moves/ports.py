"""Using port tiles."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import engine
from games.engine.clans import clan_of
from games.engine.moves.ports import UsePort, source_of
from games.engine.rules.deploying import ground
from games.engine.rules.port_source import PortSource
from games.engine.rules.spending import KILTS
from games.engine.terms import BASIC_GOODS, PROCESSED_GOODS, Good
from games.engine.tiles.amounts import Amounts
from games.engine.tiles.ports import COPYING, PORTS
from replays.narration import vocabulary
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example
from web.pages.panel import step_labels
from web.pages.panel.moves.base import MovePanel, PriceRow
from web.pages.panel.moves.skips import lochs, spaces_for, to_ports
from web.pages.panel.steps import ENOUGH, Path, Route, Step
from web.pages.panel.structs import Added, Choice

SHIPYARD: Final = PortSource.name
OF_BASIC_GOODS: Final = 2
"""The tile that takes a basic good; others take processed ones."""
FOR_MONEY: Final = 14
"""The tile that takes four of them for money; tile 3 takes one for others."""
MOST_BEFORE_UNITS: Final = 3
"""How many values a path has before the first unit: the action, the tile, what it copies."""


class PortPanel(MovePanel[UsePort]):
    """A port tile that does something by itself; others are announced with a move."""

    move = UsePort
    kind = "port"
    label = gettext_noop("Use a port")
    group = "free"
    rule = "PORT-G01"
    hint = gettext_noop("In addition to your action; each tile once per game.")
    explained = (
        gettext_noop(
            "You can use a port tile if one of your units is beside it or reaches it by ship."
        ),
        gettext_noop("It is not an action: use it before or after your action."),
        gettext_noop("Each player can use each tile once in the game."),
    )
    step_hints = {
        "tile": gettext_noop("Each tile can be used once per game."),
        "copy": gettext_noop("You get that tile's effect; the tile itself stays available."),
    }
    own_units = {
        "old": ("PORT-7", gettext_noop("You have no unit on %(hex)s that can be exchanged.")),
    }

    def step_rule(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str
    ) -> str:
        """That of the general rule, and of a tile once it is chosen."""
        if kind == "tile":
            return "PORT-G03"
        return step_labels.port_rule(path[1]) if len(path) > 1 else ""

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        """After a unit with what replaces it, of a tile or of the tile that it copies, another."""
        if kind == "old" and len(path) > MOST_BEFORE_UNITS:
            return _("Which other unit of yours do you exchange?")
        if kind in ("discard", "gain"):
            return _goods_asked(state, _effect_of(path), kind)
        return super().question(state, path, kind)

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        """Of ways to discard that differ in what kilts stand for only the first: nothing else does.

        (CLAN-FRASER-5)
        """
        if kind != "discard":
            return list(choices)
        found: dict[str, Choice] = {}
        for one in choices:
            found.setdefault(one.label, one)
        return [*found.values()]

    def chosen(self, state: engine.State, kind: str, value: str) -> str:
        if kind == "copy":
            return _("Copies port tile %(number)s") % {"number": value}
        return super().chosen(state, kind, value)

    def example(self, setting: Setting) -> Example:
        """A unit beside a port."""
        state = setting.sample()
        board = state.board
        fit = ground(state, state.players[YOU], "woodcutter")
        near = {port.hex: board.neighbours.get(port.hex, 0) & fit for port in state.ports}
        port = max(near, key=lambda hex_: bool(near[hex_]))
        home = middle_out(near[port] or fit)[0]
        put(state, YOU, "woodcutter", home)
        text = _("The unit on %(hex)s is beside the port on %(port)s.")
        return Example(map_piece(state, [home]), text % {"hex": home, "port": port})

    def routes(self, move: UsePort) -> Iterator[Route]:
        first = [Step("tile", move.place())]
        if move.copy is not None:
            first.append(Step("copy", str(move.copy)))
        kilts = [KILTS, *move.kilts] if move.kilts else []
        first += [
            Step(kind, " ".join([amounts.notation(), *named]))
            for kind, amounts, named in (("discard", move.discard, kilts), ("gain", move.gain, []))
            if amounts != Amounts()
        ]
        last = [Step("return", " ".join(move.return_to))] if move.return_to else []
        if not move.exchange:
            yield (*first, *last)
            return
        for order in permutations(move.exchange):
            pairs = [(Step("old", f"{one.old} {one.hex}"), Step("new", one.new)) for one in order]
            yield (*first, *(step for pair in pairs for step in pair), ENOUGH, *last)

    def spends(self, path: Path, kind: str) -> Collection[Good]:
        """What the tile, or the one that it copies, takes: a basic good or processed ones."""
        if kind not in ("discard", "gain"):
            return ()
        return BASIC_GOODS if _effect_of(path) == OF_BASIC_GOODS else PROCESSED_GOODS

    def price(self, state: engine.State, decision: engine.Decision, move: UsePort) -> int | None:
        """What it costs to get to the tile, and with that what the tile asks.

        Where nothing is paid to get there, what the tile asks is in its text alone.
        """
        return sum(pounds for _name, pounds in self.price_rows(state, decision, move)) or None

    rows_from = 1

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: UsePort
    ) -> Iterator[PriceRow]:
        fee = _fee(state, decision, move)
        if not fee:
            return
        yield lochs(spaces_for(state, decision, fee)), fee
        if move.tile == COPYING:
            yield _("Copying a port tile"), PORTS[COPYING].cost
        tile = move.copied_tile() or move.tile
        if tile != COPYING:
            yield step_labels.port(tile), PORTS[tile].cost

    def added(
        self, state: engine.State, decision: engine.Decision, step: Step, move: UsePort
    ) -> Added | None:
        fee = _fee(state, decision, move)
        # Beside a tile stands what it does, and no price.
        if step.kind == "tile" or fee != (self.price(state, decision, move) or 0):
            return to_ports(state, decision, fee)
        if not fee:
            return None
        return Added(lochs(spaces_for(state, decision, fee)))

    each_says_why = True

    def named_together(self, attempts: Sequence[UsePort], tried: Sequence[UsePort]) -> str:
        """Such as ``Port tiles 3 and 5, shipyard 14, port tile 9 as a copy of 2``.

        A copying tile is named alone where the reason keeps from all its copies.
        """
        parts = []
        for of_clan in (False, True):
            own = [one for one in attempts if (one.source == SHIPYARD) == of_clan]
            places = {(one.source, one.tile) for one in own}
            part = [one for one in places if not _all_copies(one, attempts, tried)]
            if whole := sorted(tile for source, tile in places if (source, tile) not in part):
                parts.append(_numbered(whole, of_clan=of_clan))
            for _source, tile in part:
                copied = sorted(one.copy for one in own if one.tile == tile and one.copy)
                text = _("%(port)s as a copy of %(tiles)s")
                port = _numbered([tile], of_clan=of_clan)
                parts.append(text % {"port": port, "tiles": vocabulary.listed([*map(str, copied)])})
        named = vocabulary.joined(parts)
        return named[:1].upper() + named[1:]

    def within(self, attempt: UsePort) -> bool:
        return attempt.copy is not None

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[UsePort]:
        for port in state.ports:
            yield from _ways(state, decision, UsePort(port.tile))
        for tile in _shipyards(state, decision.seat):
            yield from _ways(state, decision, UsePort(tile, SHIPYARD))
        if not state.ports:
            yield UsePort(1)

    def attempts_at(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
    ) -> Iterable[UsePort]:
        attempt = self.attempt(path, kind, value)
        return _ways(state, decision, attempt) if kind == "tile" else [attempt]

    def attempt(self, path: Path, kind: str, value: str) -> UsePort:
        if kind == "tile":
            return UsePort.read(value.split(" "))
        if kind == "copy":
            return UsePort.read([*path[1].split(" "), "copy", value])
        raise LookupError(kind)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        if kind != "tile":
            return ()
        own = _shipyards(state, decision.seat)
        return [*(str(port.tile) for port in state.ports), *(f"{SHIPYARD} {tile}" for tile in own)]

    def looked_for_after(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str
    ) -> Iterable[str]:
        if kind != "copy":
            return super().looked_for_after(state, decision, path, kind)
        attempts = _ways(state, decision, self.attempt(path, "tile", path[1]))
        return [str(one.copy) for one in attempts if one.copy]


def _ways(state: engine.State, decision: engine.Decision, attempt: UsePort) -> list[UsePort]:
    """An attempt at a tile; of the one that copies, an attempt at each copy. (PORT-9)"""
    if attempt.tile != COPYING:
        return [attempt]
    try:
        tiles = source_of(state, decision.seat, attempt.source).tiles(state, decision.seat)
    except engine.IllegalMove:
        tiles = []
    copied = [UsePort(COPYING, attempt.source, copy=tile) for tile in tiles if tile != COPYING]
    return copied or [attempt]


def _all_copies(
    place: tuple[str, int], attempts: Sequence[UsePort], tried: Sequence[UsePort]
) -> bool:
    """Whether some attempts at a tile are all that have been tried with it."""
    found = [one for one in attempts if (one.source, one.tile) == place]
    return found == [one for one in tried if (one.source, one.tile) == place]


def _numbered(tiles: Sequence[int], *, of_clan: bool) -> str:
    """Such as ``port tiles 3 and 5``, or ``shipyard 14``."""
    if of_clan:
        text = ngettext("shipyard %(tiles)s", "shipyards %(tiles)s", len(tiles))
    else:
        text = ngettext("port tile %(tiles)s", "port tiles %(tiles)s", len(tiles))
    return text % {"tiles": vocabulary.listed([*map(str, tiles)])}


def _effect_of(path: Path) -> int:
    """The tile that a path has chosen, or the one that it copies."""
    copied = len(path) > 2 and path[2].isdecimal()
    return int(path[2]) if copied else step_labels.port_number(path[1])


def _goods_asked(state: engine.State, tile: int, kind: str) -> str:
    """What a tile takes and gives. (PORT-2, PORT-3, PORT-14)"""
    if kind == "gain":
        if tile == OF_BASIC_GOODS:
            return _("Which three basic goods do you gain?")
        number = {"n": state.options.port3_goods}
        return _("Which %(n)s processed goods do you gain?") % number
    if tile == OF_BASIC_GOODS:
        return _("Which basic good do you discard?")
    if tile == FOR_MONEY:
        return _("Which four processed goods do you discard for £50?")
    return _("Which processed good do you discard to gain others?")


def _fee(state: engine.State, decision: engine.Decision, move: UsePort) -> int:
    """What it costs to get to the tile."""
    return source_of(state, decision.seat, move.source).fee(state, decision.seat, move.tile)


def _shipyards(state: engine.State, seat: engine.Seat) -> Sequence[int]:
    """The port tiles of a player's own."""
    own = clan_of(state.players[seat]).own_ports
    return own.tiles(state, seat) if own else ()
