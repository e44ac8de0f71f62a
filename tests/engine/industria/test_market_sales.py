"""Selling at farmers markets beside a unit just deployed. (IND-FM-08..17, IND-DEP, IND-ORDER)"""

import pytest

from games import engine
from games.engine.decisions import DeploymentBonusesDecision, PlaceWorkerDecision
from games.engine.expansions.farmers_markets import MarketsState
from tests.engine.industria.markets import MARKETS, beside, lay
from tests.rules import rule
from tests.scenario import BLUE, Part, scenario

pytestmark = pytest.mark.engine


def sales(given: Part) -> list[str]:
    return given.legal("sell_at_market")


def markets(given: Part) -> list[tuple[int, str, list[str]]]:
    placed = given.state.part(MarketsState).placed
    return [(one.tile, one.hex, list(one.covered)) for one in placed]


@rule("IND-FM-08", "IND-FM-09", "IND-FM-10", "IND-FM-11", "CASE-13")
def test_four_wool_at_5_bring_28_and_the_price_falls_by_four() -> None:
    given = beside().merchants("red", stock=4).price("wool", 5)
    marker = given.state.prices[0]
    given.when.play("expand cow J3").given.give("red", money=0)
    given.when.play("market I4 4 wool")
    given.then.expect("red", money=28, wool=1, stock=0).expect_market("red", "sell 4 wool")
    given.then.expect_marker("wool", marker - 4).expect_decision("end_turn")
    assert markets(given) == [(1, "I4", ["wool"])]
    assert given.state.part(MarketsState).sold == [4, 0, 0]


@rule("IND-FM-09")
def test_a_processed_good_brings_3_more() -> None:
    given = beside().price("bread", 10)
    given.when.play("expand cow J3").given.give("red", money=0)
    given.when.play("market I4 2 bread").then.expect("red", money=26, bread=3, stock=3)


@rule("IND-FM-08", "IND-FM-12")
def test_one_to_four_goods_of_one_kind_that_the_tile_shows_are_sold() -> None:
    given = beside().when.play("expand cow J3")
    numbers = (1, 2, 3, 4)
    assert sales(given) == [f"market I4 {n} {g}" for g in ("wool", "bread") for n in numbers]
    given.then.refuses("market I4 5 wool", "IND-FM-08", "market_limit")
    given.then.refuses("market I4 1 milk", "IND-FM-08", "not_wanted")
    given.then.refuses("market I5 1 wool", "IND-FM-08", "no_market_beside")
    given.given.give("red", wool=2)
    given.then.refuses("market I4 3 wool", "TRADE-04", "not_enough_goods")
    given.given.merchants("red", stock=1)
    given.then.refuses("market I4 2 wool", "TRADE-02", "not_enough_merchants")


@rule("IND-FM-08", "IND-DEF-03", "IND-WF-02")
def test_across_a_river_nothing_is_sold() -> None:
    given = beside().put("red", "sheep G3")
    given.when.play("expand cow H3").then.expect_decision("end_turn")


@rule("IND-FM-08")
def test_a_market_further_away_buys_nothing() -> None:
    beside("1 I7").when.play("expand cow J3").then.expect_decision("end_turn")


@rule("IND-FM-11", "BASE-12")
def test_no_merchants_stand_on_both_sides_of_a_good() -> None:
    given = beside().when.play("buy 1 wool", "end", "pass", "pass", "expand cow J3")
    given.then.refuses("market I4 1 wool", "TRADE-07", "merchants_on_the_other_side")
    assert given.can("market I4 1 bread")


@rule("IND-FM-10")
def test_a_covered_good_is_not_bought_again_and_the_tile_leaves_with_the_second() -> None:
    given = beside().when.play("expand cow J3", "market I4 1 wool", "end", "pass", "pass")
    given.when.play("expand sheep I5")
    assert all(line.endswith("bread") for line in sales(given))
    given.then.refuses("market I4 1 wool", "IND-FM-08", "not_wanted")
    given.when.play("market I4 1 bread").then.expect_decision("end_turn")
    assert markets(given) == []
    given.when.play("end", "expand cow I4")
    given.then.expect_decision("end_turn")


@rule("IND-FM-12")
def test_a_market_buys_once_for_each_unit() -> None:
    given = beside().when.play("expand cow J3", "market I4 1 wool")
    given.then.expect_decision("end_turn").refuses("market I4 1 bread", "STATE-22")


@rule("IND-FM-12", "IND-FM-14", "IND-DEP-02", "IND-DEP-08")
def test_port_tile_7_sells_to_a_market_once_for_each_of_its_units() -> None:
    given = beside("1 I4", "6 I9").put("red", "sheep J3").port("J3", 7)
    given.when.play("port 7 exchange sheep J3 cow worker J4 bakery")
    given.then.expect_decision("deployment_bonuses")
    given.when.play("market I4 1 bread")
    assert sales(given) == [f"market I4 {n} wool" for n in (1, 2, 3, 4)]
    given.when.play("market I4 2 wool").then.expect_decision("main_action")
    assert [hex_ for _, hex_, _ in markets(given)] == ["I9"]


@rule("IND-FM-10", "IND-FM-12")
def test_a_market_that_has_left_offers_the_second_unit_nothing() -> None:
    given = beside("1 I4").put("red", "sheep J3").put("blue", "cow K4").port("J3", 7)
    given.state.part(MarketsState).placed[0].covered = ["wool"]
    given.when.play("port 7 exchange sheep J3 cow worker J4 bakery", "market I4 1 bread")
    window = given.decision()
    assert isinstance(window, DeploymentBonusesDecision)
    assert (window.goods, window.places) == (["milk"], [])


@rule("IND-FM-14", "IND-DEP-02")
def test_port_tile_7_sells_to_different_markets() -> None:
    given = beside("1 I4", "4 I9").put("red", "sheep I8").port("J4", 7)
    given.when.play("port 7 exchange sheep I8 cow worker J4 bakery", "market I9 1 milk")
    assert {line.split()[1] for line in sales(given)} == {"I4"}
    given.when.play("market I4 1 wool").then.expect_decision("main_action")


@rule("IND-FM-13")
def test_a_use_of_port_tile_7_that_gives_no_purchases_gives_no_sale() -> None:
    given = beside("1 I4", port7_neighbourhood=False).put("red", "sheep J3").port("J3", 7)
    given.when.play("port 7 exchange sheep J3 cow worker J4 bakery").then.expect_decision(
        "main_action"
    )


@rule("IND-FM-13", "IND-DEP-03")
def test_first_workers_sell_nothing() -> None:
    given = lay(scenario(players=3, **MARKETS), "1 J4").give("red", wool=4)
    state = given.state
    state.phase, state.round = "workers", 0
    state.decisions = [PlaceWorkerDecision(state.version, BLUE, [BLUE])]
    given.give("blue", wool=4).when.play("place miner K5")
    given.then.expect_decision("place_worker", "blue")


@rule("IND-DEF-17", "IND-DEP-03")
@rule("IND-FM-13", "IND-MOVE-04")
def test_a_unit_that_moves_sells_nothing() -> None:
    given = beside("1 I4", expansions="new_ports").put("red", "sheep K4").port("K4", 16)
    given.when.play("port 16", "move sheep K4 J3", "skip")
    given.then.expect_decision("main_action")


@rule("IND-FM-08", "IND-DEP-01", "IND-DUAL-08", "PORT-11", "PORT-12")
@pytest.mark.parametrize(
    ("unit", "use"),
    [
        ("sheep J3", ["port 11", "expand cow J3"]),
        ("bakery J3", ["port 12 exchange bakery J3 field"]),
    ],
)
def test_other_ways_to_deploy_sell_too(unit: str, use: list[str]) -> None:
    tile = int(use[0].split()[1])
    given = beside("1 I4", expansions="new_ports").put("red", unit).port("J3", tile)
    given.when.play(*use).then.expect_decision("deployment_bonuses")
    assert sales(given)


@rule("IND-FM-08", "BONUS-04")
def test_a_free_space_sells_too() -> None:
    given = beside().with_contract(1, wool=1, milk=0, grain=0, bread=0, cheese=0, whisky=0)
    given.given.with_contract(1, free_space=1).box("red", 1)
    given.when.play("fulfil 1")
    assert given.decision().kind == "free_space"
    given.when.play("expand cow J3")
    assert sales(given)


# --- in one window with the neighbourhood bonus ---------------------------------------------------


@rule("IND-ORDER-01", "IND-ORDER-02", "IND-ORDER-04", "IND-DEP-01")
@pytest.mark.parametrize("first", ["market I4 1 wool", "neighbourhood 1 milk"])
def test_sales_and_purchases_come_in_any_order(first: str) -> None:
    given = beside().put("blue", "cow K4").when.play("expand cow J3")
    lines = ["market I4 1 wool", "neighbourhood 1 milk"]
    assert all(map(given.can, [*lines, "skip"]))
    given.when.play(first)
    lines.remove(first)
    assert [given.can(first), given.can(lines[0])] == [False, True]
    given.when.play(*lines).then.expect_decision("end_turn")


@rule("IND-ORDER-01")
def test_the_building_bonus_stays_open_beside_a_sale() -> None:
    given = beside().put("red", "bakery J5", "bakery I6", "bakery J6").box("red", 1)
    given.state.players[0].boxes = [[]]
    given.when.play("expand bakery J3", "market I4 1 wool")
    given.then.expect_decision("deployment_bonuses")
    assert given.can("draw")


@rule("IND-ORDER-04", "PORT-6")
def test_tile_6_moves_the_price_before_a_sale() -> None:
    given = beside().port("J4", 6).price("wool", 5)
    marker = given.state.prices[0]
    track = given.state.content.market(3)[0]
    given.when.play("expand cow J3").given.give("red", money=0)
    assert given.can("market I4 1 wool with 6 up")
    given.when.play("market I4 1 wool with 6 up")
    raised = track.moved(marker, 3)
    given.then.expect("red", money=track.prices[raised] + 2).expect_used(6, "red")
    given.then.expect_marker("wool", track.moved(raised, -1))
    assert engine.parse("market I4 1 wool with 6 down").harms_itself()
    assert not engine.parse("market I4 1 wool with 6 up").harms_itself()


@rule("IND-FM-08", "FLOW-07")
def test_no_window_opens_where_nothing_can_be_sold() -> None:
    beside().give("red", wool=0, bread=0).when.play("expand cow J3").then.expect_decision(
        "end_turn"
    )
    beside().merchants("red", stock=0).when.play("expand cow J3").then.expect_decision("end_turn")


@rule("IND-FM-12", "CMD-16")
def test_a_sale_may_be_left_out() -> None:
    given = beside().when.play("expand cow J3", "skip").then.expect_decision("end_turn")
    assert markets(given) == [(1, "I4", [])]


@rule("IND-FM-08", "FREE-03")
def test_the_window_waits_for_a_barrel_that_could_be_sold() -> None:
    given = beside("3 I4", clans="mackenzie stewart robertson").give("red", wool=0, whisky=0)
    given.cellar("red", 1, 0).when.play("expand cow J3").then.expect_decision("deployment_bonuses")
    given.when.play("withdraw 0", "market I4 1 whisky").then.expect_decision("end_turn")


@rule("IND-FM-15", "IND-SOLO-09")
def test_alone_a_market_buys_though_there_are_no_neighbours() -> None:
    given = beside(players=1).when.play("expand cow I5")
    assert sales(given)
    assert not given.legal("neighbourhood_buy")


@rule("IND-FM-16", "CLAN-STEWART-01")
def test_stewart_gets_his_pound_for_a_sale() -> None:
    given = beside(clans="stewart campbell robertson").price("wool", 5)
    given.when.play("expand cow J3").given.give("red", money=0)
    given.when.play("market I4 2 wool").then.expect("red", money=2 * 7 + 1)


@rule("UNDO-02")
def test_a_sale_can_be_undone() -> None:
    given = beside().when.play("expand cow J3", "market I4 1 wool")
    assert given.state.undo_to < given.events[-1].version
    event = engine.undo(given.state, given.deciding(), given.events, given.events[0].version)
    assert event.kind == "undo"


@rule("RESIGN-02", "IND-UNDO-3")
def test_a_seat_that_has_resigned_sells_nothing() -> None:
    given = beside().when.play("expand cow J3")
    engine.resign(given.state, given.deciding())
    assert [move.notation() for move in engine.legal_moves(given.state, given.deciding())] == [
        "skip"
    ]
