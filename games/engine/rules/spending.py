"""Goods that a player gives up for something: what can be spent, and spending it.

Trades, contracts, ports and clans spend through here, so that a clan can add what stands in for
goods. Production does not: it processes what is in stock. (PROD-05)
"""

from collections.abc import Sequence

from games.engine.clans import clan_of
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import GOOD_INDEX, GOODS, Good, Seat


def spendable(state: State, seat: Seat, good: Good) -> int:
    """How much of one good a player can spend at most."""
    player = state.players[seat]
    other = clan_of(player).stand_in(player)
    return player.goods[GOOD_INDEX[good]] + (other.amount if other and good in other.goods else 0)


def lacking(state: State, seat: Seat, amounts: Sequence[int]) -> list[int]:
    """How much is missing to spend these amounts together; both by good, all 0 if they can be."""
    player = state.players[seat]
    short = [max(0, n - held) for n, held in zip(amounts, player.goods, strict=True)]
    other = clan_of(player).stand_in(player)
    if other is None:
        return short
    left = other.amount
    for good in other.goods:
        used = min(left, short[GOOD_INDEX[good]])
        short[GOOD_INDEX[good]] -= used
        left -= used
    return short


def check_stock(state: State, seat: Seat, good: Good, amount: int) -> None:
    """Raise IllegalMove unless a player can sell so much of one good. (TRADE-04)"""
    have = spendable(state, seat, good)
    if amount > have:
        raise IllegalMove("TRADE-04", "not_enough_goods", good=good, have=have)


def check_discard(state: State, seat: Seat, amounts: Sequence[int]) -> None:
    """Raise IllegalMove unless a player can give up these amounts together. (PORT-G07)"""
    for good, missing in zip(GOODS, lacking(state, seat, amounts), strict=True):
        if missing:
            have = spendable(state, seat, good)
            raise IllegalMove("PORT-G07", "not_enough_goods", good=good, have=have)


def spend(game: Recorder, seat: Seat, amounts: Sequence[int]) -> None:
    """Give up amounts by good, of which nothing may be ``lacking``."""
    for good, amount in zip(GOODS, amounts, strict=True):
        spend_one(game, seat, good, amount)


def spend_one(game: Recorder, seat: Seat, good: Good, amount: int) -> None:
    """Give up so much of one good: what is in stock first, then what stands in for it."""
    player = game.player(seat)
    held = player.goods[GOOD_INDEX[good]]
    game.goods(seat, good, -min(amount, held))
    if amount > held:
        clan_of(player).spend_stand_in(game, seat, good, amount - held)
