"""The overlays of the map: what lies in reach, settlements, neighbours, and what a tile counts."""

from collections.abc import Iterator
from functools import reduce
from math import dist
from operator import or_
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec.structs import replace

from games import engine
from games.drawing.layout import centre
from games.engine.clans import clan_of
from games.engine.geometry.board import BIT, hexes_in
from games.engine.rules.costs import neighbourhood_price
from games.engine.rules.deploying import expanding_reach, fitting, goods_beside
from games.engine.terms import GOOD_INDEX, Hex, Seat
from games.engine.tiles import ScoringTile, scoring_tile
from games.engine.tiles.of_clans import texts_at
from replays.narration import vocabulary
from web.pages.common.labels import label, pounds
from web.pages.overlays.overlay import (
    Area,
    GoodsAt,
    Kind,
    Layer,
    Legend,
    Overlay,
    edge_path,
    goods_at,
    line_path,
    spaces_path,
)
from web.pages.table.table import Table


class _Seated(Overlay):
    """Offered to players of a running game."""

    def offered(self, table: Table) -> bool:
        return table.seat is not None and not table.state.over


class ReachOverlay(_Seated):
    """Where the viewer may place a unit: beside others, by ship, and with the next step.

    (DEF-04, DEF-21, DEF-28)
    """

    name = "reach"
    label = gettext_noop("Reach")
    key = "1"
    topic = "move-shipping"

    def build(self, table: Table) -> Layer:
        state, seat = table.state, Seat(table.seat or 0)
        player, board = state.players[seat], state.board
        fit = fitting(state, seat)
        near = farther = 0
        top = len(state.content.shipping_levels) - 1
        most = top if clan_of(player).ships else player.shipping
        for piece in player.units:
            near |= board.neighbours[piece.hex]
            farther |= board.in_reach[min(player.shipping + 1, most)][piece.hex]
        reach = expanding_reach(state, seat) & fit
        near &= reach
        by_clan = reach & ~state.position.reach(seat)
        far = farther & fit & ~reach
        kinds: list[tuple[Kind, int, str]] = [
            ("next", far, _("With one more shipping step")),
            ("own", by_clan, _("By your clan")),
            ("ship", reach & ~near & ~by_clan, _("By ship")),
            ("near", near, _("Beside your units")),
        ]
        areas = [Area("dim", spaces_path(board.active & ~reach))]
        areas += [Area(kind, spaces_path(spaces)) for kind, spaces, _text in kinds]
        legend = [Legend(text, kind) for kind, spaces, text in reversed(kinds) if spaces]
        return self.layer(legend, areas)


class SettlementsOverlay(Overlay):
    """Every player's settlements, and the group of them that counts. (DEF-46, FINAL-14..16)"""

    name = "settlements"
    label = gettext_noop("Settlements")
    key = "2"
    topic = "settlements"

    def build(self, table: Table) -> Layer:
        areas, legend = [], [Legend(_("Filled: the group that counts"))]
        for sign in table.signs:
            seat = Seat(sign.seat)
            found, counted = settlements(table.state, seat)
            for one in found:
                inside = one in counted
                path = (spaces_path(one) if inside else "") + edge_path(one)
                areas.append(Area("group" if inside else "other", path, seat))
            areas.append(Area("link", line_path(links(table.state, seat, counted)), seat))
            text = _("%(linked)s of %(all)s connected")
            legend.append(Legend(text % {"linked": len(counted), "all": len(found)}, sign=sign))
        return self.layer(legend, areas)


def settlements(state: engine.State, seat: Seat) -> tuple[list[int], list[int]]:
    """A player's settlements, and those in the largest linked group. (FINAL-14..16)"""
    units, player = state.position.own[seat], state.players[seat]
    joined = clan_of(player).joins(state, seat)
    found = state.board.settlements(units)
    groups = [
        [one for one in found if one & group]
        for group in state.board.linked_groups(units, player.shipping, joined)
    ]
    return found, max(groups, key=len, default=[])


def links(state: engine.State, seat: Seat, group: list[int]) -> Iterator[tuple[Hex, Hex]]:
    """The lines that join the settlements of a group: the shortest way to each next one."""
    reach = state.board.in_reach[state.players[seat].shipping]
    by_clan = clan_of(state.players[seat]).joins(state, seat)

    def from_(one: Hex) -> int:
        return reach[one] | reduce(or_, (spaces for spaces in by_clan if spaces & BIT[one]), 0)

    joined, waiting = group[:1], group[1:]
    while waiting:
        ways = [
            (dist(centre(one), centre(other)), one, other, settlement)
            for settlement in waiting
            for there in joined
            for one in hexes_in(there)
            for other in hexes_in(settlement & from_(one))
        ]
        if not ways:
            return
        _far, one, other, settlement = min(ways)
        yield one, other
        waiting.remove(settlement)
        joined.append(settlement)


class NeighboursOverlay(_Seated):
    """Which goods a unit on a space lets the viewer buy, and for how much.

    Also what the clan saves on the land. (NBR-01..06, CLAN-ROBERTSON-01)
    """

    name = "neighbours"
    label = gettext_noop("Neighbours' goods")
    key = "3"
    topic = "move-neighbourhood"

    def build(self, table: Table) -> Layer:
        state, seat = table.state, Seat(table.seat or 0)
        spaces = fitting(state, seat)
        goods = list(self._goods(state, seat, spaces))
        seen = {symbol for one in goods for symbol, _x, _y in one.symbols}
        legend = []
        for good, index in GOOD_INDEX.items():
            if good not in seen:
                continue
            price = state.price(index)
            prices = {
                "now": pounds(neighbourhood_price(state, good, price)),
                "price": pounds(price),
            }
            text = _("%(now)s instead of %(price)s") % prices
            legend.append(Legend(f"{label(good)} {text}", symbol=good))
        if any(one.text for one in goods):
            legend.append(Legend(_("saved on the land by your clan"), symbol="money"))
        if not legend:
            legend.append(Legend(_("No space has neighbours' goods yet.")))
        return self.layer(legend, goods=goods)

    def _goods(self, state: engine.State, seat: Seat, spaces: int) -> Iterator[GoodsAt]:
        reach, clan = expanding_reach(state, seat), clan_of(state.players[seat])
        for name in hexes_in(spaces):
            goods = goods_beside(state, seat, [name])
            saved = clan.deployment_discount(state.board, name)
            if goods or saved:
                text = pounds(-saved) if saved else ""
                yield goods_at(name, goods, near=bool(reach & BIT[name]), text=text)


class ScoringOverlay(Overlay):
    """What the scoring tile of the round counts on the map, and where. (SCORE-G1..G4)"""

    name = "scoring"
    label = gettext_noop("Scoring tile")
    key = "4"

    def offered(self, table: Table) -> bool:
        return bool(table.state.scoring_tiles) and not table.state.over

    def build(self, table: Table) -> Layer:
        state = table.state
        tile = scoring_tile(state.options, state.scoring_tiles[max(state.round, 1) - 1])
        texts = [_(text) for text in texts_at(state, tile)]
        legend = [Legend(vocabulary.sentences(texts))]
        if tile.where is None and tile.ground is None:
            legend.append(Legend(_("It counts nothing on the map.")))
        legend += [
            Legend(f"+{tile.value(state, Seat(sign.seat))}", sign=sign) for sign in table.signs
        ]
        return replace(self.layer(legend, self._areas(state, tile)), topic=f"scoring-{tile.number}")

    def _areas(self, state: engine.State, tile: ScoringTile) -> Iterator[Area]:
        if tile.ground is not None:
            yield Area("ground", spaces_path(tile.ground(state.board)))
        if tile.where is not None:
            for seat in range(len(state.players)):
                yield Area("unit", spaces_path(tile.where(state, Seat(seat))), seat)


class CoordinatesOverlay(Overlay):
    """The names of spaces. They are part of the drawing, and only shown or not."""

    name = "coordinates"
    label = gettext_noop("Show coordinates")
    key = "5"

    def build(self, table: Table) -> Layer:
        return self.layer([])


OVERLAYS: Final[tuple[Overlay, ...]] = (
    ReachOverlay(),
    SettlementsOverlay(),
    NeighboursOverlay(),
    ScoringOverlay(),
    CoordinatesOverlay(),
)
"""In the order of their keys."""


def offered(table: Table) -> list[Overlay]:
    """The overlays that the viewer can choose now."""
    return [one for one in OVERLAYS if one.offered(table)]
