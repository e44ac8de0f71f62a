"""What every trade asks and does, whatever move it belongs to. (TRADE-01..14)"""

from collections.abc import Iterator

import pytest

from games import engine
from games.engine.assembly import SHIPPED, assemble
from games.engine.clans import Clan
from games.engine.errors import IllegalMove
from games.engine.expansions import Expansion
from games.engine.moves.deals import Deal, check_deal, make_deal
from games.engine.recorder import Recorder
from tests.rules import rule
from tests.scenario import RED, Given, Part, scenario

pytestmark = pytest.mark.engine


class Carters(Clan):
    """A clan whose merchants carry two goods each, and that is paid for pairs."""

    name = "carters"
    goods_per_merchant = 2

    def deal_bonus(self, quantity: int) -> int:
        return 2 * (quantity // 2)


class WithCarters(Expansion):
    """Brings that clan and nothing else."""

    name = "carters"
    clans = (Carters(),)

    def in_play(self, options: engine.Options) -> bool:
        return False


@pytest.fixture
def carters() -> Iterator[Part]:
    assemble((*SHIPPED, WithCarters()))
    table = scenario(players=3, money=40).given.merchants("red", stock=2).price("whisky", 10)
    table.state.players[RED].clan = "carters"
    yield table
    assemble(SHIPPED)


@rule("TRADE-02", "TRADE-05")
def test_a_merchant_carries_as_much_as_the_clan_says_and_moves_the_price_once(
    carters: Part,
) -> None:
    """Three whisky by two merchants: the price moves two steps, and the pair brings £2."""
    assert [line for line in carters.legal("trade") if "buy" in line and "whisky" in line] == [
        *("buy 1 whisky", "buy 2 whisky", "buy 2 whisky by 2", "buy 3 whisky", "buy 4 whisky"),
    ]
    before = carters.state.prices[5]
    carters.when.play("buy 3 whisky").then.expect("red", whisky=3, money=40 - 30 + 2)
    carters.then.expect_market("red", "buy 2 whisky")
    assert carters.state.prices[5] == before + 2


def at_the_market() -> Given:
    return scenario(money=10).given.merchants("red", stock=3).give("red", wool=4).price("wool", 5)


def made(table: Given, deal: Deal) -> None:
    check_deal(table.state, RED, deal)
    make_deal(Recorder(table.state), RED, deal)


@rule("TRADE-04")
def test_a_deal_may_pay_more_for_each_good_than_the_price() -> None:
    """Such as £6 more for each of at most four."""
    table = at_the_market()
    made(table, Deal("wool", "sell", 3, extra=6))
    table.then.expect("red", wool=1, money=10 + 3 * 11).expect_market("red", "sell 3 wool")


def test_a_deal_may_be_free_of_money_and_still_move_the_price() -> None:
    table = at_the_market()
    before = list(table.state.prices)
    made(table, Deal("whisky", "buy", 2, free=True))
    table.then.expect("red", whisky=2, money=10).expect_market("red", "buy 2 whisky")
    assert table.state.prices[5] == before[5] + 2


def test_merchants_may_move_a_price_without_goods() -> None:
    """They need room and readiness as always."""
    table = at_the_market()
    idle = Deal("milk", "sell", 0, idle=3)
    marker = table.state.prices[1]
    made(table, idle)
    table.then.expect("red", milk=0, money=10).expect_market("red", "sell 3 milk")
    assert table.state.prices[1] == max(0, marker - 3)
    for deal, code in (
        (idle, "not_enough_merchants"),
        (Deal("milk", "buy", 0), "merchants_on_the_other_side"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            check_deal(table.state, RED, deal)
        assert refusal.value.code == code
