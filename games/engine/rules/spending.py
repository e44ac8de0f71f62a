"""Goods that a player gives up for something: what can be spent, and spending it.

Trades, contracts, ports and clans spend through here, so that a clan can add what stands in for
goods: a move names the goods for which it does. Production does not spend: it processes what is in
stock. (PROD-05)
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Annotated, Final

from msgspec import Meta

from games.engine.clans import clan_of
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import GOOD_INDEX, GOODS, Good, ProcessedGood, Seat

MOST_KILTS: Final = 2
"""How many kilts there are at most. (CLAN-FRASER-2)"""
KILTS: Final = "kilts"
"""The word of notations in front of what they stand for, such as ``fulfil 20 kilts cheese``."""
Kilts = Annotated[list[ProcessedGood], Meta(max_length=MOST_KILTS)]
"""What kilts stand for in a move, one good for each. (CLAN-FRASER-5)"""
KiltCount = Annotated[int, Meta(ge=0, le=MOST_KILTS)]
"""How many of the goods of one kind that a move gives up are kilts. (CLAN-FRASER-5)"""


def spendable(state: State, seat: Seat, good: Good) -> int:
    """How much of one good a player can spend at most."""
    player = state.players[seat]
    other = clan_of(player).stand_in(player)
    return player.goods[GOOD_INDEX[good]] + (other.amount if other and good in other.goods else 0)


def lacking(state: State, seat: Seat, amounts: Sequence[int]) -> list[int]:
    """How much is missing to spend these amounts together; both by good, all 0 if they can be."""
    player = state.players[seat]
    short = _short(player.goods, amounts)
    other = clan_of(player).stand_in(player)
    if other is None:
        return short
    left = other.amount
    for good in other.goods:
        used = min(left, short[GOOD_INDEX[good]])
        short[GOOD_INDEX[good]] -= used
        left -= used
    return short


def lacking_beside(
    state: State, seat: Seat, amounts: Sequence[int], named: Sequence[Good]
) -> list[int]:
    """The same where exactly the goods ``named`` are not taken from the stock."""
    return _short(state.players[seat].goods, without(amounts, named))


def stand_ins(state: State, seat: Seat, amounts: Sequence[int]) -> Iterator[list[ProcessedGood]]:
    """The goods for which substitutes can stand so that these amounts can be spent together.

    First of all none, where the stock is enough. (CLAN-FRASER-5)
    """
    player = state.players[seat]
    other = clan_of(player).stand_in(player)
    if other is None:
        if not any(_short(player.goods, amounts)):
            yield []
        return
    for number in range(other.amount + 1):
        for named in combinations_with_replacement(other.goods, number):
            asked = all(named.count(good) <= amounts[GOOD_INDEX[good]] for good in named)
            if asked and not any(lacking_beside(state, seat, amounts, named)):
                yield list(named)


def check_stand_ins(
    state: State, seat: Seat, amounts: Sequence[int], named: Sequence[Good]
) -> None:
    """Raise IllegalMove unless substitutes can stand for the goods named. (CLAN-FRASER-5)"""
    if not named:
        return
    player = state.players[seat]
    other = clan_of(player).stand_in(player)
    have = other.amount if other else 0
    if len(named) > have:
        raise IllegalMove("CLAN-FRASER-5", "too_few_kilts", have=have)
    for good in named:
        allowed = other is not None and good in other.goods
        if not allowed or named.count(good) > amounts[GOOD_INDEX[good]]:
            raise IllegalMove("CLAN-FRASER-5", "nothing_for_kilt", good=good)


def check_stock(state: State, seat: Seat, good: Good, amount: int, stand_in: int = 0) -> None:
    """Raise IllegalMove unless a player can sell so much of one good. (TRADE-04)

    For ``stand_in`` of them something of the clan's stands. (CLAN-FRASER-5)
    """
    check_spending(state, seat, one_kind(good, amount), [good] * stand_in, "TRADE-04")


def check_spending(
    state: State,
    seat: Seat,
    amounts: Sequence[int],
    named: Sequence[Good] = (),
    rule: str = "PORT-G07",
) -> None:
    """Raise IllegalMove unless a player can give up these amounts together. (PORT-G07)"""
    check_stand_ins(state, seat, amounts, named)
    for good, missing in zip(GOODS, lacking_beside(state, seat, amounts, named), strict=True):
        if missing:
            have = state.players[seat].goods[GOOD_INDEX[good]] + named.count(good)
            raise IllegalMove(rule, "not_enough_goods", good=good, have=have)


def spend(game: Recorder, seat: Seat, amounts: Sequence[int], named: Sequence[Good] = ()) -> None:
    """Give up amounts by good, of which nothing may be ``lacking_beside`` those named."""
    for good, amount in zip(GOODS, without(amounts, named), strict=True):
        game.goods(seat, good, -amount)
    if named:
        clan_of(game.player(seat)).spend_stand_in(game, seat, len(named))


def spend_one(game: Recorder, seat: Seat, good: Good, amount: int, stand_in: int = 0) -> None:
    """Give up so much of one good, for ``stand_in`` of them what stands for it."""
    spend(game, seat, one_kind(good, amount), [good] * stand_in)


def one_kind(good: Good, amount: int) -> list[int]:
    """So much of one good, in the order of ``GOODS``."""
    return [amount if other == good else 0 for other in GOODS]


def without(amounts: Sequence[int], named: Sequence[Good]) -> list[int]:
    """Amounts by good, less one for each good named."""
    return [n - named.count(good) for good, n in zip(GOODS, amounts, strict=True)]


def _short(stock: Sequence[int], amounts: Sequence[int]) -> list[int]:
    """By good, how much of it is wanted beyond the stock."""
    return [max(0, n - held) for n, held in zip(amounts, stock, strict=True)]
