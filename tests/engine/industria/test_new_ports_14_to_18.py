"""Port tiles 14 to 18: goods, merchants, moves, buildings, contracts. (PORT-14..18)"""

import pytest

from games import engine
from games.engine.geometry.board import adjacent_hexes
from tests.engine.industria.ports import asking, at_port
from tests.rules import rule
from tests.scenario import RED, scenario

pytestmark = pytest.mark.engine

# --- 14 and 15: goods and merchants ---------------------------------------------------------------


@rule("PORT-14", "IND-PORT-G1")
def test_tile_14_pays_50_for_four_processed_goods_in_any_mix() -> None:
    table = at_port(14).give("red", bread=3, cheese=1, whisky=1, wool=9)
    assert set(table.legal("use_port")) == {
        "port 14 discard 3 bread 1 cheese",
        "port 14 discard 3 bread 1 whisky",
        "port 14 discard 2 bread 1 cheese 1 whisky",
    }
    table.then.refuses("port 14 discard 3 bread", "PORT-14", "discard_one")
    table.then.refuses("port 14 discard 4 wool", "PORT-14", "discard_one")
    table.then.refuses("port 14 discard 4 bread", "PORT-G07", "not_enough_goods")
    table.when.play("port 14 discard 2 bread 1 cheese 1 whisky")
    table.then.expect("red", money=50, bread=1, cheese=0, whisky=0, wool=9)


@rule("PORT-15", "IND-MERCH-01", "IND-DEF-16")
def test_tile_15_gives_three_merchants_hired_or_taken_back() -> None:
    table = at_port(15).fulfilled("red", 1).merchants("red", stock=2, track=2).give("red", wool=1)
    table.state.players[RED].selling[0] = 3
    table.when.play("port 15").then.expect_decision("bonus_upgrade", "red")
    lines = ["upgrade hire", "upgrade take_back sell wool"]
    assert table.legal("bonus_upgrade") == lines
    table.then.refuses("upgrade shipping", "IND-DEF-16", "upgrade_not_granted")
    table.when.play("upgrade hire", "upgrade take_back sell wool", "upgrade hire")
    table.then.expect("red", stock=5, track=0).expect_market("red", "sell 2 wool")
    table.then.expect_decision("main_action", "red")


@rule("PORT-15", "IND-PORT-G1")
def test_tile_15_needs_a_fulfilled_contract_and_a_merchant_to_gain() -> None:
    table = at_port(15)
    table.then.refuses("port 15", "PORT-15", "nothing_fulfilled")
    table.given.fulfilled("red", 1).merchants("red", stock=7, track=0)
    table.then.refuses("port 15", "PORT-15", "no_merchant_to_gain")
    table.given.merchants("red", stock=6, track=1).when.play("port 15", "upgrade hire")
    table.then.expect("red", stock=7).expect_decision("main_action", "red")


# --- 16: moves ------------------------------------------------------------------------------------


@rule("IND-MOVE-03", "IND-MOVE-04", "IND-MOVE-06", "PORT-16", "PORT-19")
def test_tile_16_moves_two_units_or_one_twice_for_nothing() -> None:
    table = at_port(16).put("red", "sheep B3").put("blue", "cow C3")
    table.when.play("port 16").then.expect_decision("move_unit", "red")
    assert "move sheep B3 B2" in table.legal("move_unit")
    table.then.refuses("move sheep B3 C3", "IND-MOVE-06", "not_empty")
    table.then.refuses("move sheep B3 A2", "IND-MOVE-05", "not_beside")
    table.then.refuses("move cow C3 B2", "IND-MOVE-06", "no_such_unit")
    table.when.play("move sheep B3 B2", "move sheep B2 B3")
    table.then.expect("red", money=0, units=["sheep B3", "worker A2"], workers_out=[1, 0])
    table.then.expect_decision("main_action", "red")


@rule("IND-PORT-G1")
def test_the_moves_of_tile_16_may_be_left() -> None:
    table = at_port(16).put("red", "sheep B3")
    table.when.play("port 16", "move sheep B3 B2", "skip")
    table.then.expect("red", units=["sheep B2", "worker A2"]).expect_decision("main_action", "red")


@rule("IND-MOVE-01", "IND-MOVE-02", "IND-MOVE-05")
def test_a_unit_moves_to_land_that_fits_it_and_over_rivers_with_shipping_only() -> None:
    # A2 and A4 are forest, A3 forest and mountain, A5 grassland; a river parts B2 and C2.
    table = at_port(16).put("red", "sheep B2", "miner B4")
    table.when.play("port 16")
    assert "move worker A2 A3" in table.legal("move_unit")
    table.then.refuses("move worker A2 B2", "IND-MOVE-06")
    table.then.refuses("move sheep B2 A3", "IND-MOVE-01", "does_not_fit")
    table.then.refuses("move sheep B2 C2", "IND-MOVE-05", "river_between")
    table.given.shipping("red", 1)
    assert table.can("move sheep B2 C2")
    # A miner on the map is a worker as any other, who may go to forest too.
    assert table.can("move worker B4 A4")


@rule("IND-MOVE-02", "IND-MOVE-07", "EDN-13")
def test_workers_of_macdonald_move_onto_lochs_but_not_beside_a_fisherman() -> None:
    table = scenario(clans="macdonald campbell stewart").port("A1", 16)
    table.put("red", "worker A2", "worker E5").when.play("port 16")
    assert table.can("move worker A2 A1")
    assert table.can("move worker E5 F4")
    table.given.put("red", "worker F6")
    table.then.refuses("move worker E5 F5", "CLAN-MACDONALD-04", "fishermen_adjacent")


@rule("IND-PORT-G1", "PORT-16", "PORT-19")
def test_tile_16_needs_a_unit_that_can_move() -> None:
    table = scenario(money=0).port("A1", 16).put("red", "sheep A2")
    for hex_ in ("A3", "B1", "B2"):
        table.put("blue", f"cow {hex_}")
    table.then.refuses("port 16", "PORT-16", "nothing_to_move")


@rule("IND-PORT-G1", "IND-MOVE-05")
def test_tile_16_is_of_no_use_where_the_only_way_leads_over_a_river() -> None:
    table = at_port(16).put("red", "sheep B2")
    for hex_ in {*adjacent_hexes(engine.Hex("A2")), *adjacent_hexes(engine.Hex("B2"))}:
        if hex_ not in ("A1", "A2", "B2", "C2"):
            table.put("blue", f"cow {hex_}")
    table.then.refuses("port 16", "PORT-16", "nothing_to_move")
    table.given.shipping("red", 1).when.play("port 16")
    assert table.legal("move_unit") == ["move sheep B2 C2"]


# --- 17: a free building --------------------------------------------------------------------------


@rule("PORT-17", "PORT-19")
def test_tile_17_deploys_a_building_for_the_land_alone() -> None:
    table = at_port(17, money=3).put("red", "sheep B3")
    table.when.play("port 17").then.expect_decision("granted_expand", "red")
    assert {line.split()[1] for line in table.legal("expand")} == {
        "bakery",
        "distillery",
        "cheese_dairy",
    }
    cost = table.state.board.cost[engine.Hex("B4")]
    table.when.play("expand distillery B4").then.expect("red", money=3 - cost)
    table.then.refuses("port 17", "PORT-G03", "port_used")


@rule("PORT-17", "PORT-19")
def test_the_fourth_building_by_tile_17_brings_a_building_bonus_and_purchases() -> None:
    table = at_port(17, money=50).put("red", "sheep B3", "bakery D4", "bakery E4", "bakery F3")
    table.put("blue", "cow B2").when.play("port 17", "expand bakery B4")
    table.then.expect_decision("deployment_bonuses", "red")
    assert table.legal("draw_contracts")


@rule("IND-PORT-G1", "PORT-17")
def test_tile_17_needs_land_that_can_be_paid() -> None:
    table = at_port(17, money=0).put("red", "sheep B3")
    table.then.refuses("port 17", "PORT-17", "nothing_to_deploy")


def test_campbell_saves_nothing_on_a_free_unit() -> None:
    table = scenario(clans="campbell stewart robertson", money=3).port("A1", 17)
    table.put("red", "woodcutter A2", "sheep B3").when.play("port 17", "expand bakery B4")
    assert table.state.players[RED].money == 3 - table.state.board.cost[engine.Hex("B4")]


# --- 18: a contract for £25 -----------------------------------------------------------------------


@rule("PORT-18", "IND-PORT-G1")
def test_tile_18_fulfils_a_contract_without_goods_and_animals_as_a_free_action() -> None:
    table = asking(at_port(18, money=25), 12, whisky=4, beef=2).put("red", "cow B3")
    table.when.play("port 18").then.expect_decision("waived_fulfil", "red")
    table.then.refuses("fulfil 12 slaughter cow B3", "PORT-18", "no_animals_asked")
    table.then.refuses("fulfil 12 with 1 beef", "PORT-18", "nothing_to_spare")
    assert table.legal() == ["fulfil 12"]
    table.when.play("fulfil 12")
    table.then.expect("red", money=7, fulfilled=[12], contracts=[])
    table.then.expect("red", units=["cow B3", "worker A2"])
    assert table.state.imports == [2, 0, 0]
    table.then.expect_decision("main_action", "red")


@rule("PORT-18", "IND-PORT-G1")
def test_tile_18_needs_25_and_a_contract() -> None:
    table = at_port(18, money=30)
    table.then.refuses("port 18", "PORT-18", "no_contract")
    asking(table.given, 12, whisky=4).give("red", money=24)
    table.then.refuses("port 18", "PORT-18", "not_enough_money")


@rule("PORT-18")
def test_buchanan_still_fulfils_two_contracts_by_the_main_action() -> None:
    table = scenario(clans="buchanan campbell stewart", money=25).port("A1", 18)
    table.put("red", "woodcutter A2")
    asking(asking(table, 12, whisky=4), 13, bread=1).give("red", bread=1)
    table.when.play("port 18", "fulfil 12").then.expect_decision("main_action", "red")
    table.when.play("fulfil 13").then.expect("red", fulfilled=[12, 13])


@rule("IND-DUAL-05")
def test_two_units_alike_on_a_space_are_offered_once() -> None:
    table = asking(at_port(7), 12, mutton=1).put("red", "sheep B2", "sheep B2", "sheep B3")
    assert table.legal("fulfil") == ["fulfil 12 slaughter sheep B2", "fulfil 12 slaughter sheep B3"]
    exchanges = table.legal("use_port")
    assert len(exchanges) == len(set(exchanges))
    assert "port 7 exchange sheep B2 bakery sheep B2 cow" in exchanges
    table.when.play("port 7 exchange sheep B2 bakery sheep B2 cow")
    table.then.expect("red", units=["bakery B2", "cow B2", "sheep B3", "worker A2"])
    single = at_port(7, port7_up_to=True).put("red", "sheep B2", "sheep B2")
    assert single.legal("use_port").count("port 7 exchange sheep B2 cow") == 1
