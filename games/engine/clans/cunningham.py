"""Clan Cunningham."""

from collections.abc import Iterator

from games.engine.clans.base import Clan
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.rules.answers import MOST_IN_BATCH, Batch, ClanChoice, ProduceAnswer
from games.engine.state import State
from games.engine.terms import MILK, Good, Seat, gettext_noop


class Butter(ClanChoice, frozen=True):
    """How much milk becomes butter. (CLAN-CUNNINGHAM-01)"""

    butter: Batch = 0


class Cunningham(Clan):
    """Milk becomes butter at the end of production, £8 each. (CLAN-CUNNINGHAM-01..04)"""

    name = "cunningham"
    experience = "easier"
    choice = Butter
    text = (
        gettext_noop(
            "At the end of each production you may discard any number of milk for £8 each."
        ),
    )
    details = (gettext_noop("It is no trade: no merchant is needed and no price moves."),)
    BUTTER_PRICE = 8

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        return state.players[seat].goods[MILK] > 0

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        super().check_production(state, seat, answer)
        butter = Butter.of(answer.clan).butter
        left = state.players[seat].goods[MILK] - answer.cheese
        if butter > left:
            raise IllegalMove("CLAN-CUNNINGHAM-01", "not_enough_milk", wanted=butter, milk=left)

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Butter]:
        milk = state.players[seat].goods[MILK]
        # A stored answer holds no more, and no game has as much milk by itself.
        for butter in range(min(milk - cheese, MOST_IN_BATCH) + 1):
            yield Butter(butter)

    def gives_up(self, choice: ClanChoice) -> dict[Good, int]:
        return {"milk": Butter.of(choice).butter}

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        butter = Butter.of(answer.clan).butter
        game.goods(seat, "milk", -butter)
        game.money(seat, self.BUTTER_PRICE * butter)
