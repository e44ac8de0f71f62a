"""Clan MacKenzie."""

from collections.abc import Iterator
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.clans.base import Clan
from games.engine.clans.kept_goods import Kept
from games.engine.content import Content
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, no_more, number
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice, ProduceAnswer
from games.engine.state import Player, State
from games.engine.terms import GOOD_INDEX, Seat, gettext_noop

WHISKY = GOOD_INDEX["whisky"]


CellarSlot = Annotated[int, Meta(ge=0, le=9)]


class WithdrawCellar(MoveBase, frozen=True, tag="withdraw_cellar"):
    """Take a barrel out of the cellar; its space pays. (CLAN-MACKENZIE-07, FREE-03)"""

    WORD = "withdraw"
    EXAMPLE = "withdraw 0"
    OUT_OF_PLACE = "FREE-03"

    slot: CellarSlot

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, range(len(state.content.cellar)))

    def check(self, state: State, decision: Decision) -> None:
        check_withdrawal(state.players[decision.seat], self.slot)

    def perform(self, game: Recorder, decision: Decision) -> None:
        withdraw(game, decision.seat, self.slot)

    def notation(self) -> str:
        return f"{self.WORD} {self.slot}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(slot=number(words[0]))


class Storing(ClanChoice, frozen=True):
    """Whether a whisky just made goes into the cellar. (CLAN-MACKENZIE-06)"""

    cellar: bool = False


class MacKenzie(Clan):
    """Whisky that ages in a cellar. (CLAN-MACKENZIE-01..10)

    The clan's own state is the number of barrels, 0 or 1, on each space of the cellar from left to
    right; it is empty as long as no barrel has been put in.
    """

    name = "mackenzie"
    choice = Storing
    moves = (WithdrawCellar,)
    text = (
        gettext_noop("You receive £3 for each whisky that you make."),
        gettext_noop(
            "At the end of production you may put one whisky made in it into your cellar. At the "
            "beginning of production barrels move one space to the right and out at the end."
        ),
        gettext_noop(
            "A barrel that leaves the cellar pays what its space shows. You may take it out at any "
            "time in your turn."
        ),
    )
    about_tiles = {
        "processed goods": gettext_noop(
            "Whisky that clan MacKenzie has put away to age counts too."
        ),
        "kinds of goods": gettext_noop(
            "Whisky that clan MacKenzie has put away to age does not count."
        ),
    }
    """(SCORE-2, SCORE-12, AWARD-7)"""
    refusals = {
        "no_barrel": gettext_noop("There is no barrel on space %(slot)s of your cellar."),
        "no_whisky_made": gettext_noop(
            "Only a whisky made in this production can go to the cellar."
        ),
    }
    PER_WHISKY = 3

    def missing_values(self, content: Content) -> str | None:
        return None if content.cellar else "needs the group [cellar] in values.toml"

    def free_moves(self, decision: Decision) -> tuple[str, ...]:
        return self.own_moves() if decision.PHASE == "action" else ()

    def at_best(self, content: Content, player: Player) -> Player:
        barrels = cellar(content, player)
        if not any(barrels):
            return player
        goods = list(player.goods)
        goods[WHISKY] += sum(barrels)
        paid = sum(pay for pay, barrel in zip(content.cellar, barrels, strict=True) if barrel)
        return replace(player, money=player.money + paid, goods=goods, clan_state=[])

    def before_production(self, game: Recorder, seat: Seat) -> None:
        barrels = list(game.player(seat).clan_state)
        if not any(barrels):
            return
        if barrels[-1]:
            withdraw(game, seat, len(barrels) - 1)
        game.emit(fx.ClanStateSet(seat, [0, *barrels[:-1]]))

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        if Storing.of(answer.clan).cellar and not answer.whisky:
            raise IllegalMove("CLAN-MACKENZIE-06", "no_whisky_made")
        super().check_production(state, seat, answer)

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Storing]:
        yield Storing()
        if whisky:
            yield Storing(cellar=True)

    def distilling_income(self) -> int:
        return self.PER_WHISKY

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        game.money(seat, self.PER_WHISKY * answer.whisky)
        if Storing.of(answer.clan).cellar:
            game.goods(seat, "whisky", -1)
            barrels = cellar(game.state.content, game.player(seat))
            game.emit(fx.ClanStateSet(seat, [1, *barrels[1:]]))

    def own_spaces(self, content: Content) -> int:
        return len(content.cellar)

    def keeps(self, content: Content, player: Player) -> list[Kept]:
        barrels = enumerate(cellar(content, player))
        return [Kept(("whisky",), content.cellar[slot:]) for slot, barrel in barrels if barrel]

    def processed_elsewhere(self, player: Player) -> int:
        return sum(player.clan_state)

    def before_final(self, game: Recorder, seat: Seat) -> None:
        """Every barrel comes out; one of the production just over has not aged and pays nothing.

        Where the end is tried out, not played, the last production may be that of the round before,
        and all have aged.
        """
        fresh = 0 if game.state.phase not in ("action", "production") else None
        for slot, barrels in enumerate(list(game.player(seat).clan_state)):
            if barrels:
                withdraw(game, seat, slot, aged=slot != fresh)

    def shown_state(self, content: Content, player: Player) -> dict[str, list[int]]:
        return {"cellar": cellar(content, player)}


def cellar(content: Content, player: Player) -> list[int]:
    """The barrels by space, from left to right. (CLAN-MACKENZIE-03)"""
    return list(player.clan_state) or [0] * len(content.cellar)


def check_withdrawal(player: Player, slot: int) -> None:
    """Raise IllegalMove unless a barrel lies on that space. (CLAN-MACKENZIE-07)"""
    barrels = player.clan_state
    if slot >= len(barrels) or not barrels[slot]:
        raise IllegalMove("CLAN-MACKENZIE-07", "no_barrel", slot=slot)


def withdraw(game: Recorder, seat: Seat, slot: int, *, aged: bool = True) -> None:
    """A barrel goes from the cellar to the stock and pays by its space.

    (CLAN-MACKENZIE-07, CLAN-MACKENZIE-08)
    """
    barrels = list(game.player(seat).clan_state)
    barrels[slot] = 0
    game.emit(fx.ClanStateSet(seat, barrels))
    game.goods(seat, "whisky", 1)
    if aged:
        game.money(seat, game.state.content.cellar[slot])
