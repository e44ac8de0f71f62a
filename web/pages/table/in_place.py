"""A move before it is made, as the parts of the table show it: ghosts, and numbers now and after.

What a part shows as a number has a name there, its *cell*; the table as it would be is asked the
same as the table as it is, and what differs is drawn beside it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.drawing.layout import centre, number
from games.engine.clans import clan_of
from games.engine.rules.income import income
from games.engine.state import Player
from games.engine.terms import GOODS, Seat
from web.pages.clans import made_by, own_spaces
from web.pages.common.labels import pounds
from web.pages.common.pieces import ASKED, Sign
from web.pages.common.round_tile import scored
from web.pages.panel.changes import producing
from web.pages.table.parts.board import UnitToken, tokens_of
from web.pages.table.parts.imports import imports
from web.pages.table.parts.mine import boxes_of
from web.pages.table.parts.scoring import scoring
from web.pages.table.parts.sheet import PointsLine, Sheet, scores_of
from web.pages.table.table import Table

Shown: TypeAlias = tuple[tuple[str, str], ...]
"""Texts of a cell, each with the symbol behind it; empty for none."""
NOTHING: Final[Shown] = (("\N{EN DASH}", ""),)


class Points(Struct, frozen=True):
    """The score of a player now and after, and the lines that make the difference."""

    sign: Sign
    own: bool
    before: int
    after: int
    lines: list[PointsLine]
    with_tile: bool = False
    """Whether the Glory of this round's tile is in it, which comes next."""


class At(Struct, frozen=True):
    """A point of the drawing, and the player to whom it belongs."""

    sign: Sign
    x: str
    y: str


class InPlace:
    """What the table shows of a move that waits to be confirmed."""

    def __init__(self, table: Table, after: engine.State) -> None:
        self.table = table
        self.state = after
        names = [sign.name for sign in table.signs]
        self.after = Table(table.game, after, seat=table.seat, names=names, own=table.own)

    # --- on the map ------------------------------------------------------------------------------

    @cached_property
    def units(self) -> list[UnitToken]:
        """The units that would stand on the map and do not yet."""
        found = tokens_of(self.state, self.table.signs)
        return [one for one in found if (one.sign.seat, one.hex) in self._filled]

    @cached_property
    def gone(self) -> list[At]:
        """The places of units that would be gone, but where another one stands in its place."""
        standing = _standing(self.table.state)
        lost = Counter(standing) - Counter(_standing(self.state))
        found = []
        for piece, token in zip(
            standing, tokens_of(self.table.state, self.table.signs), strict=True
        ):
            if lost[piece] and piece[:2] not in self._filled:
                lost[piece] -= 1
                found.append(At(token.sign, token.x, token.y))
        return found

    @cached_property
    def _filled(self) -> set[tuple[int, str]]:
        """The spaces on which a player would have a unit that does not stand there yet."""
        new = Counter(_standing(self.state)) - Counter(_standing(self.table.state))
        return {(seat, hex_) for seat, hex_, _unit in new}

    @cached_property
    def harbours(self) -> list[At]:
        """Port tiles that would be used, by whom."""
        pairs = zip(self.table.state.ports, self.state.ports, strict=False)
        return [
            self._at(seat, after.hex)
            for before, after in pairs
            for seat in after.used_by
            if seat not in before.used_by
        ]

    def _at(self, seat: int, hex_: str) -> At:
        x, y = centre(engine.Hex(hex_))
        return At(self.table.signs[seat], number(x), number(y))

    # --- in cells --------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> Mapping[str, Shown]:
        """By cell its new content, if that differs."""
        before = dict(cells(self.table))
        return {name: then for name, then in cells(self.after) if before.get(name) != then}

    @cached_property
    def markers(self) -> Mapping[str, int]:
        """By good, the place on its track to which the marker of the price would go."""
        pairs = zip(GOODS, self.table.state.prices, self.state.prices, strict=True)
        return {good: after for good, before, after in pairs if before != after}

    # --- points ----------------------------------------------------------------------------------

    @cached_property
    def points(self) -> list[Points]:
        """The scores that would change, the viewer's own first, with the lines that change."""
        before, after = scores_of(self.table), scores_of(self.after)
        seats = sorted(after, key=lambda seat: (seat != self.table.seat, seat))
        shown = [self._points(before[seat], after[seat]) for seat in seats if seat in before]
        return [one for one in shown if one.lines and (one.own or one.before != one.after)]

    def _points(self, before: Sheet, after: Sheet) -> Points:
        lines = [
            PointsLine(then.label, then.points - now.points)
            for now, then in zip(before.lines, after.lines, strict=True)
            if now.points != then.points
        ]
        sign = before.sign
        own = sign.seat == self.table.seat
        if not own or not producing(self.table.state):
            return Points(sign, own, before.total, after.total, lines)
        now, then = (scored(state, Seat(sign.seat)) for state in (self.table.state, self.state))
        if now != then:
            lines.append(PointsLine(_("This round's tile"), then - now))
        return Points(sign, own, before.total + now, after.total + then, lines, with_tile=True)


def _standing(state: engine.State) -> list[tuple[int, str, str]]:
    """The units on the map, in the order of ``tokens_of``."""
    return [
        (seat, piece.hex, piece.unit)
        for seat, player in enumerate(state.players)
        for piece in player.units
    ]


# --- cells ----------------------------------------------------------------------------------------


def cells(table: Table) -> Iterator[tuple[str, Shown]]:
    """The cells of the table whose numbers moves change, and what stands in them.

    The whole boards of players are not worked out for it, which takes twice as long.
    """
    state, scores = table.state, scores_of(table)
    for seat in map(Seat, range(len(state.players))):
        yield from _row(state, seat)
        yield f"row-{seat}-points", _text(scores[seat].total if seat in scores else "")
    if table.seat is not None:
        yield from _dock(state, Seat(table.seat))
    for one in imports(state, table.signs):
        yield f"imported-{one.good}", _text(one.counter)
        if one.worth is not None:
            yield f"worth-{one.good}", _text(one.worth)
    for tile in scoring(state, table.signs):
        for sign, glory in tile.now:
            if sign.seat == table.seat:
                yield f"tile-{tile.round}", _text(f"+{glory}")


def _row(state: engine.State, seat: Seat) -> Iterator[tuple[str, Shown]]:
    """The cells of a player's row, but for the points."""
    player, row = state.players[seat], f"row-{seat}"
    yield f"{row}-money", _text(pounds(player.money))
    for good, held in zip(GOODS, player.goods, strict=True):
        yield f"{row}-{good}", _text(held)
    hired = player.stock + sum(player.buying) + sum(player.selling)
    yield f"{row}-merchants", _text(f"{player.stock}/{hired}")
    most = len(state.content.shipping_levels) - 1
    yield f"{row}-shipping", _text(f"{player.shipping}/{most}")
    flipped = tuple(
        ("", name) for name in clan_of(player).technologies if name in player.technology
    )
    yield f"{row}-technology", flipped or NOTHING
    brought = income(state.content, player)
    made = (*brought.making.items(), *made_by(state, player).items())
    earned = (("money", brought.money), *brought.goods.items(), *made)
    yield f"{row}-income", _amounts(earned)
    held_ = [state.content.contract(pile[-1]) for pile in player.boxes if pile]
    asked = [(name, int(getattr(one, name))) for one in held_ for name in ASKED]
    yield f"{row}-box", _amounts(asked)
    yield f"{row}-fulfilled", _text(len(player.fulfilled))
    yield f"{row}-glory", _text(player.glory)
    yield f"{row}-own", _kept(state, player)


def _dock(state: engine.State, seat: Seat) -> Iterator[tuple[str, Shown]]:
    """The cells of the viewer's dock; of boxes what they ask for, or how much there is of it."""
    player = state.players[seat]
    yield "mine-money", _text(pounds(player.money))
    for good, held in zip(GOODS, player.goods, strict=True):
        yield f"mine-{good}", _text(held)
    yield "mine-merchants", _text(player.stock)
    yield "mine-glory", _text(player.glory)
    for place, box in enumerate(boxes_of(state, seat)):
        asks = box.asks if box else ()
        there = tuple((f"{one.there}/{one.amount.number}", one.amount.symbol) for one in asks)
        if box and box.kilts:
            there += ((f"+{box.kilts}", "kilt"),)
        yield f"mine-box-{place}", there or NOTHING


def _kept(state: engine.State, player: Player) -> Shown:
    """How many of the clan's own spaces are full, of all, with what is on them."""
    own = own_spaces(state, player)
    return ((own.filled, own.symbol),) if own else NOTHING


def _text(value: object) -> Shown:
    return ((str(value), ""),)


def _amounts(amounts: Iterable[tuple[str, int]]) -> Shown:
    """The amounts above zero; money is in pounds."""
    return (
        tuple(
            (pounds(number_), "") if name == "money" else (str(number_), name)
            for name, number_ in amounts
            if number_
        )
        or NOTHING
    )
