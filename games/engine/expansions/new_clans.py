"""New clans: those of Industria join those of the base game. (IND-SETUP-02, CLAN)"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from games.engine.clans.base import Clan
from games.engine.clans.douglas import Douglas, MerchantsBoxed
from games.engine.clans.fraser import Fraser
from games.engine.clans.gordon import Gordon
from games.engine.clans.macfarlane import MacFarlane
from games.engine.clans.macgregor import MacGregor
from games.engine.clans.mackintosh import Mackintosh
from games.engine.clans.macleod import (
    SHIPYARDS,
    MacLeod,
    ShipyardBonusDecision,
    ShipyardsDrawn,
    ShipyardsState,
    shipyards,
)
from games.engine.clans.macpherson import MacPherson
from games.engine.clans.sinclair import Sinclair
from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion, SetupStage
from games.engine.options import Options
from games.engine.options.option_info import Switch
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules.setup import draw_clans
from games.engine.rules.supply import pairs_on_offer, ports_in_use
from games.engine.state import State
from games.engine.terms import gettext_noop, repeats
from games.engine.tiles import PORTS


class NewClansView(Struct, gc=False):
    """The port tiles of clan MacLeod, where it was drawn."""

    shipyards: list[int]


class NewClans(Expansion):
    """They are shuffled into the supply; as many pairs as ever lie in the draft."""

    name: ClassVar[str] = "new_clans"
    label: ClassVar[str] = gettext_noop("New clans")
    summary: ClassVar[str] = gettext_noop("Clans of Industria join the draft.")
    clans: ClassVar[tuple[Clan, ...]] = (
        Mackintosh(),
        MacFarlane(),
        MacPherson(),
        MacGregor(),
        Gordon(),
        Sinclair(),
        Douglas(),
        MacLeod(),
        Fraser(),
    )
    decisions = (ShipyardBonusDecision,)
    states = (ShipyardsState,)
    effects = (MerchantsBoxed, ShipyardsDrawn)
    switches: ClassVar[tuple[Switch, ...]] = (
        Switch(
            "mackintosh_per_worker",
            "EDN-20",
            gettext_noop("Whether clan Mackintosh is paid for each of its workers beside a unit."),
            (False, True),
            changes="clans/mackintosh",
            group="expansion",
        ),
        Switch(
            "clan_sets",
            "IND-SETUP-02",
            gettext_noop(
                "With the new clans, whether the clans of the base game are drawn too, or those of "
                "Industria alone."
            ),
            ("both", "industria"),
            group="expansion",
        ),
        Switch(
            "grazing_moves_both",
            "EDN-22",
            gettext_noop(
                "Whether with clan MacGregor a second unit on the space of a grazing sheep moves "
                "with it."
            ),
            (False, True),
            changes="clans/macgregor",
            group="expansion",
        ),
        Switch(
            "kiltmakers_are_factories",
            "EDN-21",
            gettext_noop(
                "Whether the kiltmakers of clan Fraser count as buildings where buildings are "
                "counted, beside being workers."
            ),
            (False, True),
            changes="clans/fraser",
            group="expansion",
        ),
    )

    def draws_alone(self, options: Options) -> bool:
        return options.clan_sets == "industria"

    def check_options(self, options: Options, content: Content) -> None:
        if not {clan.name for clan in self.clans} & set(content.clans):
            message = gettext_noop("this content pack has no new clans")
            raise InvalidOptions("expansions", message, rule="IND-SETUP-02")

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        """The shipyards, of the tiles that were not laid out. (IND-SETUP-06)"""
        options, content = game.state.options, game.state.content
        if stage != "ports" or not options.clans:
            return
        drawn = draw_clans(content, options, seed)[: pairs_on_offer(options)]
        if MacLeod.name in drawn:
            laid_out = {port.tile for port in game.state.ports}
            left = [tile for tile in ports_in_use(content, options) if tile not in laid_out]
            tiles = Stream(seed, "shipyards").shuffled(left)[:SHIPYARDS]
            game.emit(ShipyardsDrawn(tiles))

    def view(self, state: State) -> NewClansView:
        return NewClansView(list(shipyards(state)))

    def wrong(self, state: State) -> Iterator[str]:
        tiles = shipyards(state)
        played = any(player.clan == MacLeod.name for player in state.players)
        on_map = {port.tile for port in state.ports}
        if played and not tiles:
            yield "clan MacLeod has no shipyards"
        if len(tiles) > SHIPYARDS or repeats(tiles) or not set(tiles) <= set(PORTS) - on_map:
            yield "the shipyards are no port tiles that are left"
        for seat, player in enumerate(state.players):
            markers = sum(seat in port.used_by for port in state.ports)
            used = sum(player.clan_state)
            if player.clan == MacLeod.name and not used <= min(markers, len(tiles)):
                yield "more shipyards were used than port tiles"
