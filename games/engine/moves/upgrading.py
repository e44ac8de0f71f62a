"""Shipping, technology and merchants, paid or as a bonus. (SHIP, TECH, HIRE, UPG)"""

from collections.abc import Iterator
from typing import Self

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import Decision, UpgradeChoice
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, PlainMove, no_more
from games.engine.recorder import Recorder
from games.engine.state import Player, State
from games.engine.terms import (
    GOOD_INDEX,
    GOODS,
    SIDES,
    TECHNOLOGY_COLUMNS,
    Good,
    Side,
    TechnologyColumn,
)


def check_money(player: Player, cost: int, rule: str) -> None:
    """Raise IllegalMove, naming ``rule``, unless a player has so many pounds. (DEF-38)"""
    if cost > player.money:
        raise IllegalMove(rule, "not_enough_money", cost=cost, money=player.money)


def check_shipping(state: State, player: Player, rule: str) -> None:
    """Raise IllegalMove at the end of the shipping track. (SHIP-02, CLAN-SINCLAIR-1)"""
    if not clan_of(player).ships:
        raise IllegalMove("CLAN-SINCLAIR-1", "shipping_stays", level=player.shipping)
    if player.shipping >= len(state.content.shipping_levels) - 1:
        raise IllegalMove(rule, "shipping_at_the_end", level=player.shipping)


def check_technology(player: Player, column: TechnologyColumn, rule: str) -> None:
    """Raise IllegalMove when there is no such technology tile to flip. (TECH-03, TECH-04)"""
    if column not in clan_of(player).technologies:
        raise IllegalMove("TECH-04", "no_technology")
    if column in player.technology:
        raise IllegalMove(rule, "technology_known", column=column)


def check_track(player: Player, rule: str) -> None:
    """Raise IllegalMove when no merchant is left to hire. (HIRE-02)"""
    if not player.track:
        raise IllegalMove(rule, "nobody_to_hire")


class UpgradeShipping(PlainMove, frozen=True, tag="upgrade_shipping"):
    """Pay for the next shipping level. (SHIP-01..06)"""

    WORD = "shipping"

    def check(self, state: State, decision: Decision) -> None:
        player = state.players[decision.seat]
        check_shipping(state, player, "SHIP-02")
        check_money(player, state.content.shipping_cost, "SHIP-01")

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        game.money(seat, -game.state.content.shipping_cost)
        game.emit(fx.ShippingSet(seat, game.player(seat).shipping + 1))
        game.finish(decision)


class UpgradeTechnology(MoveBase, frozen=True, tag="upgrade_technology"):
    """Pay to flip a technology tile. (TECH-01..03)"""

    WORD = "technology"
    EXAMPLE = "technology miner"

    column: TechnologyColumn

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return (cls(column) for column in TECHNOLOGY_COLUMNS)

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        if player.money < state.content.technology_cost:
            return iter(())
        columns = clan_of(player).technologies
        known = player.technology
        return (cls(c) for c in TECHNOLOGY_COLUMNS if c in columns and c not in known)

    def check(self, state: State, decision: Decision) -> None:
        player = state.players[decision.seat]
        check_technology(player, self.column, "TECH-03")
        check_money(player, state.content.technology_cost, "TECH-01")

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.money(decision.seat, -game.state.content.technology_cost)
        game.emit(fx.TechnologyFlipped(decision.seat, self.column))
        game.finish(decision)

    def notation(self) -> str:
        return f"{self.WORD} {self.column}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(column=words[0])


class HireMerchant(PlainMove, frozen=True, tag="hire_merchant"):
    """Pay to take a merchant from the track, ready at once. (HIRE-01..04)"""

    WORD = "hire"

    def check(self, state: State, decision: Decision) -> None:
        player = state.players[decision.seat]
        check_track(player, "HIRE-02")
        check_money(player, state.content.merchant_cost, "HIRE-01")

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.money(decision.seat, -game.state.content.merchant_cost)
        game.emit(fx.MerchantsHired(decision.seat, 1))
        game.finish(decision)


class BonusUpgrade(MoveBase, frozen=True, tag="bonus_upgrade"):
    """One upgrade, cheaper or free, or a merchant back from the market. (UPG-01..07)"""

    WORD = "upgrade"
    EXAMPLE = "upgrade shipping"

    choice: UpgradeChoice
    column: TechnologyColumn | None = None
    good: Good | None = None
    side: Side | None = None

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        yield from (cls("technology", column=column) for column in TECHNOLOGY_COLUMNS)
        yield cls("shipping")
        yield cls("hire")
        yield from (cls("take_back", good=good, side=side) for good in GOODS for side in SIDES)

    def check(self, state: State, decision: Decision) -> None:
        player = state.players[decision.seat]
        self._check_fields()
        if decision.upgrades and self.choice not in decision.upgrades:
            kinds = list(decision.upgrades)
            raise IllegalMove("IND-DEF-16", "upgrade_not_granted", choice=self.choice, kinds=kinds)
        if self.choice == "shipping":
            check_shipping(state, player, "UPG-02")
        elif self.choice == "hire":
            check_track(player, "UPG-02")
        elif self.column:
            check_technology(player, self.column, "UPG-02")
            check_money(player, state.content.technology_bonus_cost, "UPG-02")
        elif self.good:
            area = player.buying if self.side == "buy" else player.selling
            if not area[GOOD_INDEX[self.good]]:
                raise IllegalMove("UPG-02", "no_merchant_there", good=self.good)

    def _check_fields(self) -> None:
        """Each choice takes its own fields and no others. (UPG-01, UPG-04)"""
        given = (self.column is not None, self.good is not None, self.side is not None)
        wanted = {
            "technology": (True, False, False),
            "take_back": (False, True, True),
        }.get(self.choice, (False, False, False))
        if given != wanted:
            raise IllegalMove("UPG-01", "wrong_fields", choice=self.choice)

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        game.close()
        if self.choice == "shipping":
            game.emit(fx.ShippingSet(seat, game.player(seat).shipping + 1))
        elif self.choice == "hire":
            game.emit(fx.MerchantsHired(seat, 1))
        elif self.column:
            game.money(seat, -game.state.content.technology_bonus_cost)
            game.emit(fx.TechnologyFlipped(seat, self.column))
        elif self.good and self.side:
            game.place_merchants(seat, self.good, self.side, -1)

    def notation(self) -> str:
        details = [word for word in (self.column, self.side, self.good) if word]
        return " ".join([self.WORD, self.choice, *details])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        choice, *details = words
        if choice == "technology":
            no_more(details[1:])
            return cls.build(choice=choice, column=details[0])
        if choice == "take_back":
            no_more(details[2:])
            return cls.build(choice=choice, side=details[0], good=details[1])
        no_more(details)
        return cls.build(choice=choice)
