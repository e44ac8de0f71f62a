"""Clan Fraser: kilts that stand for other goods, named by each move that spends them."""

from typing import Any

import msgspec
import pytest

from games import engine
from games.engine.expansions.farmers_markets import MarketsState
from tests.engine.industria.markets import beside
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, scenario

pytestmark = pytest.mark.engine


def red(kilts: int = 2, stock: int = 4, clan: str = "fraser", **goods: int) -> Given:
    """It is red's turn, with so many kilts and merchants ready."""
    table = scenario(clans=f"{clan} stewart campbell").put("red", "cow D4").give("red", **goods)
    table.state.players[RED].clan_state = [int(place < kilts) for place in range(2)]
    return table.merchants("red", stock=stock)


def left(table: Any) -> int:
    return sum(table.state.players[RED].clan_state)


# --- selling --------------------------------------------------------------------------------------


@rule("CLAN-FRASER-5", "TRADE-04")
def test_a_kilt_is_sold_as_the_good_that_it_stands_for_and_at_its_price() -> None:
    """A cheese and two kilts as cheese at 10: 30; the price falls three steps."""
    table = red(cheese=1).price("cheese", 10)
    before = table.state.prices[4]
    table.when.play("sell 3 cheese kilts 2")
    table.then.expect("red", money=130, cheese=0).expect_market("red", "sell 3 cheese")
    table.then.expect_marker("cheese", before - 3)
    assert left(table) == 0


@rule("CLAN-FRASER-5", "IND-CMD-1")
def test_the_player_names_the_kilts_and_may_keep_the_good_for_them() -> None:
    """With one whisky and two kilts: which of them go is the player's choice."""
    table = red(whisky=1)
    sales = [line for line in table.legal("trade") if line.startswith("sell")]
    assert sales == [
        *("sell 1 bread kilts 1", "sell 2 bread kilts 2"),
        *("sell 1 cheese kilts 1", "sell 2 cheese kilts 2"),
        *("sell 1 whisky", "sell 1 whisky kilts 1", "sell 2 whisky kilts 1"),
        *("sell 2 whisky kilts 2", "sell 3 whisky kilts 2"),
    ]
    table.when.play("sell 1 whisky kilts 1").then.expect("red", whisky=1)
    assert left(table) == 1


@rule("CLAN-FRASER-5", "CLAN-FRASER-4")
def test_what_no_kilt_can_stand_for() -> None:
    table = red(kilts=1, whisky=1, wool=2)
    code = "nothing_for_kilt"
    table.then.refuses("sell 2 wool kilts 1", "CLAN-FRASER-5", code)
    table.then.refuses("buy 1 bread kilts 1", "CLAN-FRASER-5", code)
    table.then.refuses("sell 2 whisky kilts 2", "CLAN-FRASER-5", "too_few_kilts")
    table.then.refuses("sell 2 whisky", "TRADE-04", "not_enough_goods")
    table.then.refuses("sell 3 whisky kilts 1", "TRADE-04", "not_enough_goods")
    red(clan="campbell", kilts=0).then.refuses(
        "sell 1 whisky kilts 1", "CLAN-FRASER-5", "too_few_kilts"
    )


@rule("CLAN-FRASER-5", "IND-FM-17", "IND-FM-08")
def test_a_market_takes_kilts_for_a_processed_good_that_it_wants() -> None:
    """Market 1 wants wool and bread; £3 above the price of 10 for each of two."""
    table = beside(clans="fraser stewart campbell").give("red", wool=1, bread=1, cheese=1)
    table.state.players[RED].clan_state = [1, 1]
    table.price("bread", 10).when.play("expand woodcutter I5")
    cost = 100 - table.state.players[RED].money
    assert table.legal("sell_at_market") == [
        "market I4 1 wool",
        *("market I4 1 bread", "market I4 1 bread kilts 1"),
        *("market I4 2 bread kilts 1", "market I4 2 bread kilts 2", "market I4 3 bread kilts 2"),
    ]
    table.when.play("market I4 2 bread kilts 2").then.expect("red", money=100 - cost + 26, bread=1)
    assert left(table) == 0
    assert table.state.part(MarketsState).placed[0].covered == ["bread"]


# --- delivering -----------------------------------------------------------------------------------


@rule("CLAN-FRASER-5", "FULFIL-02")
def test_kilts_stand_for_goods_of_a_contract() -> None:
    """Contract 50 asks for 1 bread, 1 cheese and 1 whisky; there is a bread and a cheese."""
    table = red(bread=1, cheese=1).box("red", 50)
    assert table.legal("fulfil") == [
        "fulfil 50 kilts whisky",
        "fulfil 50 kilts bread whisky",
        "fulfil 50 kilts cheese whisky",
    ]
    table.then.refuses("fulfil 50", "FULFIL-02", "goods_missing")
    table.then.refuses("fulfil 50 kilts bread", "FULFIL-02", "goods_missing")
    table.then.refuses("fulfil 50 kilts whisky whisky", "CLAN-FRASER-5", "nothing_for_kilt")
    table.when.play("fulfil 50 kilts whisky bread").then.expect("red", bread=1, cheese=0)
    assert left(table) == 0


@rule("CLAN-FRASER-5")
def test_contracts_for_wool_take_no_kilts() -> None:
    table = red(wool=3).box("red", 1)
    table.then.refuses("fulfil 1", "FULFIL-02", "goods_missing")
    assert not table.legal("fulfil")


@rule("CLAN-FRASER-5", "PORT-10")
def test_a_tile_spares_one_good_and_a_kilt_stands_for_another() -> None:
    """Contract 7 asks for 2 bread, and there is none: tile 10 spares one of them."""
    table = red(kilts=1).put("red", "woodcutter M2").port("M1", 10).box("red", 7)
    assert table.legal("fulfil") == ["fulfil 7 kilts bread with 10 bread"]
    table.when.play("fulfil 7 kilts bread with 10 bread").then.expect_used(10, "red")
    assert left(table) == 0


@rule("CLAN-FRASER-5", "FULFIL-06")
def test_kilts_and_animals_go_together() -> None:
    """Contract 19 asks for 1 cheese and 1 mutton."""
    table = red(kilts=1).put("red", "sheep D5").box("red", 19)
    table.when.play("fulfil 19 kilts cheese slaughter sheep D5")
    table.then.expect("red", units=["cow D4"])
    assert left(table) == 0


# --- ports ----------------------------------------------------------------------------------------


@rule("CLAN-FRASER-5", "PORT-3")
def test_port_3_takes_a_kilt_for_a_processed_good() -> None:
    table = red(kilts=1, bread=1).put("red", "woodcutter M2").port("M1", 3)
    lines = table.legal("use_port")
    assert len(lines) == 6 * 4  # a bread, or a kilt as any of three; for six mixes of two
    table.then.refuses("port 3 discard 1 cheese gain 2 whisky", "PORT-G07", "not_enough_goods")
    table.when.play("port 3 discard 1 cheese gain 2 whisky kilts cheese")
    table.then.expect("red", bread=1, cheese=0, whisky=2)
    assert left(table) == 0


@rule("CLAN-FRASER-5", "PORT-14")
def test_port_14_takes_kilts_among_the_four() -> None:
    """Two bread and two kilts: 2 bread and any two goods, or fewer bread than there are."""
    table = red(bread=2).put("red", "woodcutter M2").port("M1", 14)
    mixes = {line.partition(" kilts ")[2] for line in table.legal("use_port")}
    assert mixes == {
        *("bread bread", "bread cheese", "bread whisky"),
        *("cheese cheese", "cheese whisky", "whisky whisky"),
    }
    table.when.play("port 14 discard 3 bread 1 whisky kilts bread whisky")
    table.then.expect("red", money=150, bread=0)
    assert left(table) == 0


@rule("CLAN-FRASER-5", "PORT-2")
def test_port_2_takes_basic_goods_alone() -> None:
    table = red().put("red", "woodcutter M2").port("M1", 2)
    assert not table.legal("use_port")
    table.then.refuses("port 2 discard 1 wool gain 3 milk", "PORT-G07", "not_enough_goods")
    line = "port 2 discard 1 wool gain 3 milk kilts bread"
    table.then.refuses(line, "PORT-2", "wrong_details")


@rule("CLAN-FRASER-5", "PORT-9")
def test_a_copy_takes_kilts_too() -> None:
    table = red(kilts=1).put("red", "woodcutter M2").port("M1", 9).port("A1", 3)
    table.when.play("port 9 copy 3 discard 1 bread gain 2 cheese kilts bread")
    table.then.expect("red", cheese=2, money=97)
    assert left(table) == 0


# --- not in production, and not as raw goods ------------------------------------------------------


@rule("CLAN-FRASER-5", "CLAN-FRASER-4")
def test_kilts_are_of_no_use_in_production() -> None:
    """A distillery has no grain; a kilt is no wool for another kiltmaker either."""
    table = red().put("red", "woodcutter D6", "distillery D7")
    table.state.players[RED].clan_state = [1, 0]
    table.when.all_pass().advance("production")
    mine = [d for d in table.state.open_decisions() if d.seat == RED]
    assert not mine


@rule("IND-CMD-1", "CMD-24")
@in_one_test(
    "line",
    [
        "sell 3 cheese kilts 2 with 6 up",
        "market F3 1 bread kilts 1",
        "fulfil 20 kilts bread cheese slaughter sheep F5 with 10 bread",
        "port 14 discard 3 bread 1 whisky kilts bread whisky",
        "produce 1 cheese 2 kilts",
    ],
)
def test_what_names_kilts_is_read_as_it_is_written(line: str) -> None:
    assert engine.parse(line).notation() == line
    assert engine.decode_move(msgspec.to_builtins(engine.parse(line))) == engine.parse(line)


@rule("IND-CMD-1")
@in_one_test(
    "line",
    [
        *("sell 3 cheese kilts", "sell 3 cheese kilts 3", "sell 3 cheese kilts 1 1"),
        *("fulfil 20 kilts", "fulfil 20 kilts wool", "fulfil 20 kilts bread bread bread"),
        "fulfil 20 slaughter sheep F5 kilts bread",
    ],
)
def test_what_cannot_be_read(line: str) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.parse(line)
