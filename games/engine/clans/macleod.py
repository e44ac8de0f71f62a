"""Clan MacLeod."""

from collections.abc import Sequence
from typing import Final

from games.engine import effects as fx
from games.engine.clans.base import ACROSS_RIVERS, Clan
from games.engine.content import Content
from games.engine.decisions import DecisionBase, DeploymentBonusesDecision, Gift
from games.engine.effects import Effect, Phrase
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.rules.port_source import PortSource
from games.engine.state import ExpansionState, Player, State
from games.engine.terms import Seat, gettext_noop

SHIPYARDS: Final = 4
"""How many port tiles the clan has for itself. (CLAN-MACLEOD-2)"""


class ShipyardsState(ExpansionState, tag="shipyards"):
    """The port tiles that the clan has, whoever plays it, in the order in which they were drawn."""

    tiles: list[int] = []


class ShipyardsDrawn(Effect, frozen=True, tag="shipyards"):
    """The tiles are drawn and lie open. (IND-SETUP-06)"""

    tiles: list[int]

    def apply(self, state: State) -> None:
        state.expansions.append(ShipyardsState(list(self.tiles)))

    def phrase(self) -> Phrase:
        tiles = ", ".join(map(str, self.tiles))
        return Phrase(
            gettext_noop("The shipyards of clan MacLeod are port tiles %(tiles)s."),
            {"tiles": tiles},
        )


class ShipyardBonusDecision(DecisionBase, frozen=True, tag="shipyard_bonus"):
    """The building bonus that a shipyard brings beside its tile. (CLAN-MACLEOD-8)"""

    ADMITS = ("draw_contracts", "skip")
    RULE = "CLAN-MACLEOD-8"
    OPTIONAL = True
    LAPSES = True
    SKIPPED = (gettext_noop("skips the building bonus"), gettext_noop("skip the building bonus"))
    LOST = gettext_noop("no export box is empty for the building bonus")

    @property
    def gives(self) -> Sequence[Gift]:
        return ("contracts",)


class Shipyards(PortSource):
    """Port tiles of the clan: no more are used than on the map. (CLAN-MACLEOD-3..10)"""

    def tiles(self, state: State, seat: Seat) -> Sequence[int]:
        return shipyards(state)

    def check(self, state: State, seat: Seat, tile: int) -> None:
        self.check_announced(state, seat, tile)
        self.check_together(state, seat, 1, 0)

    def check_announced(self, state: State, seat: Seat, tile: int) -> None:
        tiles = shipyards(state)
        if tile not in tiles:
            raise IllegalMove("CLAN-MACLEOD-2", "no_such_shipyard", tile=tile, tiles=tiles)
        if flags(state.players[seat])[tiles.index(tile)]:
            raise IllegalMove("CLAN-MACLEOD-3", "shipyard_used", tile=tile)

    def check_together(self, state: State, seat: Seat, own: int, on_map: int) -> None:
        used = sum(state.players[seat].clan_state)
        markers = sum(seat in port.used_by for port in state.ports)
        if used + own > markers + on_map:
            raise IllegalMove("CLAN-MACLEOD-5", "too_few_ports_used", used=used, ports=markers)

    def mark(self, game: Recorder, seat: Seat, tile: int) -> None:
        used = flags(game.player(seat))
        used[shipyards(game.state).index(tile)] = 1
        game.emit(fx.ClanStateSet(seat, used))

    def after(self, game: Recorder, seat: Seat) -> None:
        """A building bonus, after what the tile does; after the bonuses of a deployment within
        which it was announced. (CLAN-MACLEOD-7, CLAN-MACLEOD-8)
        """
        top = game.state.decisions[-1]
        within = isinstance(top, DeploymentBonusesDecision) and top.seat == seat
        if within:
            game.close()
        game.open(ShipyardBonusDecision(game.version, seat))
        if within:
            game.open(top)


class MacLeod(Clan):
    """Port tiles of its own. (CLAN-MACLEOD-1..10)

    The clan's own state says of each shipyard whether it was used; it is empty before the first.
    """

    name = "macleod"
    rule = "CLAN-MACLEOD-1"
    needs_ports = True
    own_ports = Shipyards()
    text = (
        ACROSS_RIVERS,
        gettext_noop("Four port tiles that are not on the map are your shipyards."),
        gettext_noop(
            "In your turn you may use a shipyard like a port tile, each once and without having "
            "it in reach; afterwards you gain a building bonus if an export box is empty."
        ),
        gettext_noop("You may never have used more shipyards than port tiles on the map."),
    )
    details = (
        gettext_noop("Port tile 9 as a shipyard copies another of your shipyards, used or not."),
    )
    refusals = {
        "no_such_shipyard": gettext_noop("Port tile %(tile)s is none of your shipyards."),
        "shipyard_used": gettext_noop("You have used shipyard %(tile)s already."),
        "too_few_ports_used": gettext_noop(
            "Use another port tile on the map first. Port tiles that you have used there: "
            "%(ports)s; shipyards: %(used)s."
        ),
    }
    CROSSING = 1

    def start_shipping(self, *, small: bool) -> int:
        return self.CROSSING

    def own_spaces(self, content: Content) -> int:
        return SHIPYARDS

    def shown_state(self, content: Content, player: Player) -> dict[str, list[int]]:
        return {"shipyards_used": flags(player)}


def shipyards(state: State) -> list[int]:
    """The tiles of the clan in this game; none where it was not drawn."""
    parts = (part for part in state.expansions if isinstance(part, ShipyardsState))
    found = next(parts, None)
    return [] if found is None else found.tiles


def flags(player: Player) -> list[int]:
    """For each shipyard, 1 if it was used."""
    return list(player.clan_state) or [0] * SHIPYARDS
