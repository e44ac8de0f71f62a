"""Its clan, with a choice in production and port tiles of its own."""

from collections.abc import Iterator, Sequence

from games.engine.clans import clan_of
from games.engine.clans.base import Clan
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.rules.answers import Batch, ClanChoice, ProduceAnswer
from games.engine.rules.port_source import PortSource
from games.engine.state import Player, State
from games.engine.terms import Seat, gettext_noop
from tests.expansions.example.effects import (
    GardenUsed,
    HoneyChanged,
)
from tests.expansions.example.state import (
    COST,
    Apiary,
)


class Mead(ClanChoice, frozen=True):
    """How much honey becomes mead."""

    mead: Batch = 0


class Garden(PortSource):
    """Port tiles of a clan's own, which a hive opens; each of them also brings honey."""

    TILES = (1, 5, 6, 9)

    def tiles(self, state: State, seat: Seat) -> Sequence[int]:
        return self.TILES

    def check(self, state: State, seat: Seat, tile: int) -> None:
        if tile not in self.TILES:
            raise IllegalMove("SETUP-03", "no_such_port", tile=tile, tiles=list(self.TILES))
        keeper = state.part(Apiary).keepers[seat]
        if tile in keeper.garden:
            raise IllegalMove("PORT-G03", "port_used", tile=tile)
        if not keeper.hives:
            raise IllegalMove("PORT-G01", "garden_closed")

    def mark(self, game: Recorder, seat: Seat, tile: int) -> None:
        game.emit(GardenUsed(seat, tile))

    def after(self, game: Recorder, seat: Seat) -> None:
        game.emit(HoneyChanged(seat, 1))


class Apiarist(Clan):
    """A clan that only games with this expansion have."""

    name = "apiarist"
    choice = Mead
    text = (
        gettext_noop("A hive costs £2 less."),
        gettext_noop("At the end of each production you may turn honey into mead for £4 each."),
    )
    own_ports = Garden()
    refusals = {
        "not_enough_honey": gettext_noop("You have only %(honey)s honey."),
        "garden_closed": gettext_noop("Your garden opens with a hive."),
    }
    LESS = 2
    MEAD_PRICE = 4

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        return honey_of(state, seat) > 0

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        super().check_production(state, seat, answer)
        honey = honey_of(state, seat)
        if Mead.of(answer.clan).mead > honey:
            raise IllegalMove("PROD-10", "not_enough_honey", honey=honey)

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Mead]:
        return map(Mead, range(honey_of(state, seat) + 1))

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        if mead := Mead.of(answer.clan).mead:
            game.emit(HoneyChanged(seat, -mead))
            game.money(seat, self.MEAD_PRICE * mead)


def honey_of(state: State, seat: Seat) -> int:
    """The honey of a player; none in a game without the expansion."""
    apiaries = (part for part in state.expansions if isinstance(part, Apiary))
    return next((part.keepers[seat].honey for part in apiaries), 0)


def hive_cost(player: Player) -> int:
    """What a hive costs a player, in pounds."""
    clan = clan_of(player)
    return COST - (clan.LESS if isinstance(clan, Apiarist) else 0)
