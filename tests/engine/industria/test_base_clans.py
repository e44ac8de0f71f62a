"""Clans of the base game where they meet parts of Industria. (CLAN-BASE)"""

import pytest

from games.engine.clans import clan_of
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.geometry.board import BIT
from games.engine.terms import ContractId, Hex
from games.engine.tiles import SCORING
from tests.engine.industria.markets import lay
from tests.rules import rule
from tests.scenario import RED, Given, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def red(clan: str, *units: str, money: int = 100, tile: int = 0, **more: bool) -> Given:
    """Red has these units, a woodcutter beside the port place M1, and a tile there."""
    table = scenario(clans=f"{clan} campbell robertson", money=money, **more).put("red", *units)
    table.put("red", f"{clan_of(table.state.players[RED]).columns[-1]} M2").merchants(
        "red", stock=5
    )
    return table.port("M1", tile) if tile else table


@rule("CLAN-BASE-1")
def test_fishermen_count_for_award_9_and_tile_14() -> None:
    table = red("macdonald", "worker F5", "worker H4")
    assert AWARDS[9].count(table.state, RED) == 3  # M2 lies beside M1, a loch
    assert SCORING[14].count(table.state, RED) == 2


@rule("CLAN-BASE-1")
def test_rowing_is_once_a_turn_and_before_its_action() -> None:
    table = red("macdonald", "worker F5")
    table.when.play("row F5 F4").then.refuses("row F4 F5", "CLAN-MACDONALD-06")
    late = red("macdonald", "worker F5").when.play("hire")
    late.then.refuses("row F5 F4", "FREE-02", "out_of_place")


@rule("CLAN-BASE-2", "CLAN-BASE-7")
def test_robertson_saves_on_what_is_left_to_pay_and_never_below_nothing() -> None:
    """A free building on C8, a delta of land cost 2: 3 less than that, so nothing."""
    table = red("robertson", "cow D7", tile=17).shipping("red", 1)
    assert table.state.board.delta & BIT[Hex("C8")]
    table.when.play("port 17", "expand bakery C8").then.expect("red", money=100)


@rule("CLAN-BASE-2", "CLAN-BASE-7")
def test_campbell_saves_nothing_on_a_unit_that_is_free() -> None:
    table = red("campbell", "cow D5", tile=17).when.play("port 17", "expand bakery D4")
    table.then.expect("red", money=99)


@rule("CLAN-BASE-3")
def test_macewan_brews_for_a_contract_fulfilled_by_tile_18() -> None:
    table = red("macewan", tile=18).with_contract(16, beef=0, cotton=0, hops=3, money=0)
    table.box("red", 16).give("red", grain=2).when.play("port 18", "fulfil 16")
    table.then.expect_decision("brew", "red")
    table.when.play("brew 2").then.expect("red", money=100 - 25 + 18)


@rule("CLAN-BASE-4", "CLAN-BASE-7")
def test_stewart_gets_1_for_each_type_in_every_kind_of_deal() -> None:
    """Of neighbours milk and cheese, at a market wool."""
    table = red("stewart", "cow D4", expansions=["farmers_markets"]).give("red", wool=2)
    lay(table, "1 D6").put("blue", "cow C5", "cheese_dairy C6").price("milk", 5).price("cheese", 8)
    table.price("wool", 5).when.play("expand cow D5").given.give("red", money=50)
    table.when.play("neighbourhood 2 milk").then.expect("red", money=50 - 2 * 3 + 1)
    table.when.play("neighbourhood 1 cheese").then.expect("red", money=45 - 5 + 1)
    table.when.play("market D6 2 wool").then.expect("red", money=41 + 2 * 7 + 1)


@rule("CLAN-BASE-5")
def test_buchanan_pays_once_for_contracts_obtained_in_different_ways() -> None:
    """In round 3 a contract costs 5: one of the board, and one by tile 8, which brings 5."""
    table = red("buchanan", tile=8).round(3).on_board(7)
    table.when.play("take 7").then.expect("red", money=95)
    table.when.play("port 8", "draw")
    kept = next(line for line in table.legal() if line != "keep")
    table.when.play(kept).then.expect("red", money=95 + 5)
    assert len([*table.state.players[RED].contracts()]) == 2


@rule("CLAN-BASE-6")
def test_tile_18_uses_up_nothing_of_buchanans_two_fulfilments() -> None:
    table = red("buchanan", tile=18)
    for number in (12, 13):
        table.with_contract(number, wool=1, whisky=0, bread=0, cheese=0, beef=0, mutton=0)
    table.box("red", 12).box("red", 13).give("red", wool=3)
    table.when.play("port 18", "fulfil 12")
    while table.decision().kind != "main_action":
        table.when.play("skip")
    table.given.box("red", 14).with_contract(14, wool=1, beef=0, mutton=0)
    table.when.play("fulfil 13")
    assert ContractId(13) in table.state.players[RED].fulfilled
    asked = table.state.content.contract(ContractId(14)).goods
    table.state.players[RED].goods = [
        max(held, n) for held, n in zip(table.state.players[RED].goods, asked, strict=True)
    ]
    while table.decision().kind not in ("fulfil_next", "end_turn"):
        table.when.play("skip")
    assert table.can("fulfil 14")
