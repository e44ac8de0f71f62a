"""Clan Cunningham."""

from collections.abc import Iterator

from games.engine.clans.base import Clan
from games.engine.decisions import MOST_IN_BATCH, ClanChoice, ProduceAnswer
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.state import Player
from games.engine.words import MILK, Good, Seat, gettext_noop


class Cunningham(Clan):
    """Milk becomes butter at the end of production, £8 each. (CLAN-CUNNINGHAM-01..04)"""

    name = "cunningham"
    experience = "easier"
    text = (
        gettext_noop(
            "At the end of each production you may discard any number of milk for £8 each."
        ),
    )
    BUTTER_PRICE = 8

    def chooses_in_production(self, player: Player) -> bool:
        return player.goods[MILK] > 0

    def check_production(self, player: Player, answer: ProduceAnswer) -> None:
        if answer.clan != ClanChoice(butter=answer.clan.butter):
            raise IllegalMove("PROD-10", "no_such_clan_choice", clan=player.clan)
        left = player.goods[MILK] - answer.cheese
        if answer.clan.butter > left:
            raise IllegalMove(
                "CLAN-CUNNINGHAM-01", "not_enough_milk", wanted=answer.clan.butter, milk=left
            )

    def production_choices(
        self, player: Player, *, cheese: int, whisky: int
    ) -> Iterator[ClanChoice]:
        # A stored answer holds no more, and no game has as much milk by itself.
        for butter in range(min(player.goods[MILK] - cheese, MOST_IN_BATCH) + 1):
            yield ClanChoice(butter=butter)

    def gives_up(self, choice: ClanChoice) -> dict[Good, int]:
        return {"milk": choice.butter}

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        game.goods(seat, "milk", -answer.clan.butter)
        game.money(seat, self.BUTTER_PRICE * answer.clan.butter)
