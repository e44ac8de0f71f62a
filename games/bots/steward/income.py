"""What a player's units make, and what goods are worth."""

from collections.abc import Sequence

from msgspec import Struct

from games.bots.steward import weights
from games.bots.steward.outlook import Coming, Outlook
from games.engine import State
from games.engine.clans import clan_of
from games.engine.content import Content
from games.engine.rules.income import MADE_IN, income, wage, yields
from games.engine.state import Player
from games.engine.terms import GOOD_INDEX, GOODS, GRAIN, MILK, Column

BREAD, CHEESE, WHISKY = (GOOD_INDEX[good] for good in ("bread", "cheese", "whisky"))
RAW = ((BREAD, GRAIN), (CHEESE, MILK), (WHISKY, GRAIN))
"""Processed goods and what they are made of."""


class Supply(Struct, frozen=True):
    """One production: money, goods after processing, and how many buildings stand idle.

    ``stand_ins`` are made besides, each in place of one good of any processed kind.
    """

    money: int
    goods: list[int]
    idle: list[int]
    stand_ins: int = 0


def supply(state: State, player: Player) -> Supply:
    """What a production brings as the units stand, whisky before bread, without any stock."""
    brought = income(state.content, player)
    wool, milk, grain = brought.goods.values()
    dairies, bakeries, stills = brought.making.values()
    cheese, whisky = min(dairies, milk), min(stills, grain)
    bread = min(bakeries, grain - whisky)
    kilts = min(wool, clan_of(player).stand_ins_made(state.board, player))
    money = brought.money + whisky * clan_of(player).distilling_income()
    return Supply(
        money,
        [wool - kilts, milk - cheese, grain - whisky - bread, bread, cheese, whisky],
        [0, 0, 0, bakeries - bread, dairies - cheese, stills - whisky],
        kilts,
    )


def income_worth(out: Outlook, made: Supply) -> float:
    """All productions to come, if nothing changes."""
    return sum(production_worth(coming, made) for coming in out.productions)


def production_worth(coming: Coming, made: Supply) -> float:
    """One production: its money, its goods, and something for buildings that stand idle."""
    total = made.money * coming.money + goods_value(made.goods, coming.goods)
    total += made.stand_ins * max(coming.goods[good] for good, _raw in RAW)
    for good, raw in RAW:
        if made.idle[good]:
            margin = coming.goods[good] - coming.goods[raw]
            total += made.idle[good] * margin * weights.IDLE
    return total


def goods_value(amounts: Sequence[int], worths: Sequence[float]) -> float:
    """Goods at these worths, many of a kind a little less each: they press their own price."""
    total = 0.0
    for amount, worth in zip(amounts, worths, strict=True):
        if amount:
            total += amount * worth * (1 - weights.CROWDING * (amount - 1))
    return total


def unit_worth(out: Outlook, state: State, column: Column) -> float:
    """About what one more unit of a column earns in the rest of the game."""
    player = state.players[out.seat]
    paid = wage(state.content, player, column)
    return sum(
        paid * coming.money + _of_unit(state.content, player, coming.goods, column)
        for coming in out.productions
    )


def _of_unit(content: Content, player: Player, worths: Sequence[float], column: Column) -> float:
    """What a unit makes in one production, less what goes into it."""
    for unit, (good, amount) in yields(content):
        if unit == column:
            return clan_of(player).unit_yield(unit, amount) * worths[GOOD_INDEX[good]]
    for made, raw in RAW:
        if MADE_IN[GOODS[made]] == column:
            return worths[made] - worths[raw]
    return 0.0
