"""Deals: goods of one kind bought or sold by placing merchants on the market. (TRADE-01..14)

A move that trades says what its deal is; what every deal asks and does stands here.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.engine.clans import PLAIN, clan_of
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.moves.base import number
from games.engine.moves.modifiers import (
    PRICE_MOVING,
    Modifier,
    announce,
    check_modifiers,
    fee,
    move_prices,
    price_after,
)
from games.engine.recorder import Recorder
from games.engine.rules.costs import with_extra
from games.engine.rules.spending import (
    KILTS,
    check_stand_ins,
    check_stock,
    one_kind,
    spend_one,
    stand_ins,
)
from games.engine.state import Player, State
from games.engine.terms import GOOD_INDEX, Good, Seat, Side

Placed = Annotated[int, Meta(ge=1, le=99)]
"""A number of merchants that a player names."""
BY: Final = "by"
"""The word in front of it, such as ``buy 3 whisky by 3``."""


class Deal(Struct, frozen=True):
    """Some of one good that changes hands, every unit at the price before the trade.

    ``extra`` is what is paid for each beside that price, less than 0 for a discount. A deal that
    is ``free`` moves goods and the price, but no money. Merchants that are placed without goods
    are ``idle``. ``placed`` are the merchants where more are placed than the goods need. For
    ``kilts`` of the goods something of the clan's stands. ``rule`` forbids merchants on both sides
    of a good.
    """

    good: Good
    side: Side
    quantity: int
    modifiers: Sequence[Modifier] = ()
    extra: int = 0
    free: bool = False
    idle: int = 0
    placed: int | None = None
    kilts: int = 0
    rule: str = "TRADE-07"

    def price(self, state: State) -> int:
        """What one good costs, or brings, once tiles have moved the marker. (PORT-6, NBR-05)"""
        if self.free:
            return 0
        return with_extra(price_after(state, self.good, self.modifiers), self.extra)

    def cost(self, state: State, seat: Seat) -> int:
        """What it costs in all, with tiles that are announced; negative where it brings money."""
        amount = self.quantity * self.price(state)
        return fee(state, seat, self.modifiers) + (amount if self.side == "buy" else -amount)

    def merchants(self, state: State, seat: Seat) -> int:
        """How many merchants a player places for it. (TRADE-02)"""
        return self.idle + (self.placed or self.fewest(state, seat))

    def fewest(self, state: State, seat: Seat) -> int:
        """How many merchants its goods need. (CLAN-DOUGLAS-5)"""
        return -(-self.quantity // clan_of(state.players[seat]).goods_per_merchant)


def most_goods(state: State, seat: Seat) -> int:
    """How many goods a player's merchants can trade in one deal."""
    player = state.players[seat]
    return player.stock * clan_of(player).goods_per_merchant


def check_deal(state: State, seat: Seat, deal: Deal) -> None:
    """Raise IllegalMove unless a player can make a deal. (TRADE-02..14, CLAN-STEWART-04)"""
    check_modifiers(state, seat, deal.modifiers, PRICE_MOVING)
    check_placed(state, seat, deal)
    check_merchants(state, seat, deal)
    if deal.side == "sell":
        check_stock(state, seat, deal.good, deal.quantity, deal.kilts)
        return
    check_stand_ins(state, seat, one_kind(deal.good, 0), [deal.good] * deal.kilts)
    player = state.players[seat]
    cost = deal.quantity * deal.price(state)
    money = player.money - fee(state, seat, deal.modifiers) + clan_of(player).trade_income()
    if cost > money:
        raise IllegalMove("TRADE-14", "not_enough_money", cost=cost, money=money)


def tradable(
    state: State, seat: Seat, good: Good, modifiers: Sequence[Modifier], extra: int = 0
) -> tuple[tuple[Side, int], tuple[Side, int]]:
    """By side how many of a good ``check_deal`` lets a player trade, with tiles it can announce.

    For a clan that spends nothing in place of goods. ``extra`` is that of the deal.
    """
    player, index = state.players[seat], GOOD_INDEX[good]
    clan = clan_of(player)
    most = player.stock * clan.goods_per_merchant
    price = with_extra(price_after(state, good, modifiers), extra)
    money = player.money + clan.trade_income()
    if modifiers:
        money -= fee(state, seat, modifiers)
    payable = min(most, money // price) if price else most
    return (
        ("buy", 0 if player.selling[index] else payable),
        ("sell", 0 if player.buying[index] else min(most, player.goods[index])),
    )


def more_merchants(state: State, seat: Seat, quantity: int) -> list[int | None]:
    """With how many merchants so many goods may be traded; None for as few as can be.

    (CLAN-DOUGLAS-5)
    """
    player = state.players[seat]
    fewest = -(-quantity // clan_of(player).goods_per_merchant)
    return [None, *range(fewest + 1, min(quantity, player.stock) + 1)]


def ways_to_trade(
    state: State, seat: Seat, side: Side, good: Good, quantity: int
) -> Iterator[tuple[int | None, int]]:
    """With how many merchants, and with how many kilts, so many goods may be traded.

    (CLAN-DOUGLAS-5, CLAN-FRASER-5)
    """
    kilts = [0]
    if side == "sell":
        kilts = [len(named) for named in stand_ins(state, seat, one_kind(good, quantity))]
    return product(more_merchants(state, seat, quantity), kilts)


def ways_to_place(state: State, seat: Seat) -> list[tuple[int, int | None]]:
    """The numbers of goods that a player's merchants can trade, each with ``more_merchants``."""
    quantities = range(1, most_goods(state, seat) + 1)
    return [(n, placed) for n in quantities for placed in more_merchants(state, seat, n)]


def check_placed(state: State, seat: Seat, deal: Deal) -> None:
    """Raise IllegalMove for a number of merchants that is not more than needed, or is too many.

    (CLAN-DOUGLAS-5)
    """
    fewest, most = deal.fewest(state, seat), deal.quantity
    if deal.placed is not None and not fewest < deal.placed <= most:
        raise IllegalMove(
            "CLAN-DOUGLAS-5",
            "number_of_merchants",
            goods=deal.quantity,
            least=fewest,
            most=most,
        )


def check_merchants(state: State, seat: Seat, deal: Deal) -> None:
    """Raise IllegalMove unless the merchants may go there. (TRADE-02, TRADE-03, TRADE-07)"""
    player, wanted = state.players[seat], deal.merchants(state, seat)
    if wanted > player.stock:
        rule, code = _too_few(player, deal.fewest(state, seat))
        raise IllegalMove(
            rule,
            code,
            wanted=wanted,
            have=player.stock,
            track=player.track,
        )
    opposite = player.selling if deal.side == "buy" else player.buying
    if opposite[GOOD_INDEX[deal.good]]:
        raise IllegalMove(deal.rule, "merchants_on_the_other_side", good=deal.good, side=deal.side)


def _too_few(player: Player, fewest: int) -> tuple[str, str]:
    """The rule and the code of what is said of merchants who are too few.

    The clan's own, unless there is none at all, or only the further ones that were named are
    missing. (CLAN-DOUGLAS-7)
    """
    asked = clan_of(player) if 0 < player.stock < fewest else PLAIN
    return asked.too_many_goods


def make_deal(game: Recorder, seat: Seat, deal: Deal) -> None:
    """Announce tiles, place merchants, exchange goods and money, move the marker.

    (TRADE-04, TRADE-05, PORT-6)
    """
    clan, price = clan_of(game.player(seat)), deal.price(game.state)
    merchants = deal.merchants(game.state, seat)
    announce(game, seat, deal.modifiers)
    move_prices(game, deal.good, deal.modifiers)
    game.money(seat, clan.trade_income())
    game.place_merchants(seat, deal.good, deal.side, merchants)
    if deal.side == "buy":
        game.money(seat, -deal.quantity * price)
        game.goods(seat, deal.good, deal.quantity)
        game.move_price(deal.good, merchants)
    else:
        spend_one(game, seat, deal.good, deal.quantity, deal.kilts)
        game.money(seat, deal.quantity * price)
        game.move_price(deal.good, -merchants)
    game.money(seat, clan.deal_bonus(deal.quantity))


# --- how the merchants and the kilts are written --------------------------------------------------


def placed_words(placed: int | None, kilts: int = 0) -> list[str]:
    """The end of a notation that names the merchants or the kilts, such as ``by 3``.

    Nothing for the fewest merchants, and for no kilts.
    """
    named = [KILTS, str(kilts)] if kilts else []
    return named if placed is None else [*named, BY, str(placed)]


def split_placed(words: list[str]) -> tuple[list[str], int | None]:
    """A notation without its merchants, and how many these are. Raises MalformedMove."""
    return _split_number(words, BY, "merchants")


def split_kilts(words: list[str]) -> tuple[list[str], int]:
    """A notation without its kilts, and how many these are. Raises MalformedMove."""
    words, kilts = _split_number(words, KILTS, "kilts")
    return words, kilts or 0


def _split_number(words: list[str], word: str, of: str) -> tuple[list[str], int | None]:
    if word not in words:
        return words, None
    place = words.index(word)
    if len(words) != place + 2:
        raise MalformedMove(f"name the {of} at the end, as in {word} 2")
    return words[:place], number(words[-1])
