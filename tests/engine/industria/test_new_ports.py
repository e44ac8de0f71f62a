"""Port tiles 10 to 13, and what holds for all new ones. (PORT-10..13, PORT-20, IND-PORT-G1)"""

import msgspec
import pytest

from games import engine
from games.engine.geometry.board import BIT
from games.engine.rules.supply import ports_in_use
from games.engine.tiles import PORTS
from simulation.random_play import seed_of
from tests.engine.industria.ports import asking, at_port
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, scenario

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
WITH = engine.Options(expansions=["new_ports"])


@rule("IND-SETUP-02", "IND-DATA-15")
def test_they_are_laid_with_those_of_the_base_game_and_only_with_the_expansion() -> None:
    base, added = set(range(1, 10)), set(range(10, 19))
    assert set(ports_in_use(PACK.content, engine.Options())) == base
    assert set(ports_in_use(PACK.content, WITH)) == base | added
    laid = [
        port.tile
        for game in range(60)
        for port in engine.new_game(WITH, seed_of(f"ports/{game}"), PACK)[0].ports
    ]
    assert set(laid) == base | added == set(PORTS)
    older = msgspec.structs.replace(PACK.content, ports=tuple(range(1, 10)))
    with pytest.raises(engine.InvalidOptions) as caught:
        engine.decode_options({"expansions": ["new_ports"]}, older)
    assert (caught.value.option, caught.value.rule) == ("expansions", "IND-SETUP-02")


# --- 10: a processed good fewer -------------------------------------------------------------------


@rule("PORT-10")
def test_tile_10_leaves_out_one_processed_good_of_choice() -> None:
    table = asking(at_port(10), 12, whisky=1, bread=1).give("red", bread=1)
    assert table.legal("fulfil") == ["fulfil 12 with 10 whisky"]
    table.when.play("fulfil 12 with 10 whisky").then.expect("red", bread=0, money=7, fulfilled=[12])
    table.then.expect_used(10, "red")


@rule("PORT-10")
def test_tile_10_leaves_out_what_the_contract_asks_for_and_once_only() -> None:
    table = asking(at_port(10), 12, whisky=1).give("red", bread=1, whisky=1)
    assert sorted(table.legal("fulfil")) == ["fulfil 12", "fulfil 12 with 10 whisky"]
    table.then.refuses("fulfil 12 with 10 bread", "PORT-10", "no_good_to_spare")
    table.then.refuses("fulfil 12 with 10 whisky 10 whisky", "PORT-G03", "modifier_twice")
    table.then.refuses("buy 1 wool with 10 bread", "PORT-10", "modifies_other_moves")
    table.then.refuses("port 10", "PORT-10", "announce_good")
    table.then.refuses(
        {"type": "fulfil", "contract": 12, "modifiers": [{"tile": 10, "source": "map"}]},
        "PORT-10",
        "wrong_modifier_fields",
    )
    table.when.play("fulfil 12 with 10 whisky").then.expect("red", whisky=1)


@rule("PORT-10")
def test_tile_10_goes_together_with_tile_1() -> None:
    table = asking(at_port(10), 12, whisky=1, beef=1).port("M1", 1).put("red", "sheep M2")
    line = "fulfil 12 with 1 beef 10 whisky"
    assert line in table.legal("fulfil")
    table.when.play(line).then.expect("red", fulfilled=[12], money=7)
    table.then.expect_used(10, "red").expect_used(1, "red")


@rule("PORT-20")
def test_tile_9_copies_tile_10_also_beside_the_tile_itself() -> None:
    table = asking(at_port(10, money=3), 12, whisky=2).port("M1", 9).put("red", "sheep M2")
    assert table.legal("fulfil") == ["fulfil 12 with 10 whisky copy 10 whisky"]
    table.when.play("fulfil 12 with 10 whisky copy 10 whisky")
    table.then.expect("red", money=7, fulfilled=[12]).expect_used(9, "red").expect_used(10, "red")


@rule("PORT-20")
def test_a_copy_costs_3_and_asks_what_the_copied_tile_asks() -> None:
    table = at_port(9, money=27).port("M1", 18)
    asking(table, 12, whisky=1)
    table.then.refuses("port 9 copy 18", "PORT-18", "not_enough_money")
    table.given.give("red", money=28).when.play("port 9 copy 18", "fulfil 12")
    table.then.expect("red", money=7, fulfilled=[12]).expect_used(9, "red").expect_used(18)


# --- 11: a second animal --------------------------------------------------------------------------


@rule("IND-DUAL-01", "IND-DUAL-09", "PORT-11")
def test_tile_11_puts_an_animal_for_nothing_on_a_space_with_another() -> None:
    table = at_port(11).put("red", "sheep B2")
    table.when.play("port 11").then.expect_decision("granted_expand", "red")
    assert sorted(table.legal("expand")) == ["expand cow B2", "expand sheep B2"]
    table.when.play("expand cow B2")
    table.then.expect("red", money=0, units=["cow B2", "sheep B2", "worker A2"])
    table.then.expect_decision("main_action", "red")


@rule("IND-PORT-G1", "PORT-11", "IND-DUAL-02")
def test_tile_11_needs_a_space_with_one_animal() -> None:
    table = at_port(11).put("red", "bakery B2")
    table.then.refuses("port 11", "PORT-11", "no_animal_to_join")
    table.given.put("red", "sheep B3", "sheep B3")
    table.then.refuses("port 11", "PORT-11", "no_animal_to_join")
    table.given.put("red", "cow B4").when.play("port 11")
    assert sorted(table.legal("expand")) == ["expand cow B4", "expand sheep B4"]
    table.then.refuses("expand sheep B3", "PORT-11", "no_animal_with_room")
    table.then.refuses("expand sheep B2", "PORT-11", "no_animal_with_room")
    table.then.refuses("expand bakery B4", "STATE-30", "column_not_granted")
    table.when.play("skip").then.expect_decision("main_action", "red")


@rule("IND-DUAL-06", "PORT-11")
def test_a_second_animal_opens_the_neighbourhood_bonus_around_its_space() -> None:
    table = at_port(11, money=100).put("red", "sheep B2").put("blue", "cow B3")
    table.when.play("port 11", "expand cow B2")
    table.then.expect_decision("deployment_bonuses", "red")
    assert "neighbourhood 2 milk" in table.legal("neighbourhood_buy")
    table.when.play("neighbourhood 1 milk").then.expect("red", money=97, milk=1)


@rule("CASE-R03", "IND-DUAL-06")
def test_two_units_of_an_opponent_on_a_space_offer_both_goods_within_the_limit_of_each() -> None:
    table = scenario().put("red", "woodcutter A3").put("blue", "sheep B2", "cow B2")
    table.given.merchants("red", stock=7, track=0).when.play("expand sheep B3")
    bought = {line.split()[-1] for line in table.legal("neighbourhood_buy")}
    assert bought == {"wool", "milk"}
    assert "neighbourhood 4 wool" not in table.legal("neighbourhood_buy")
    alike = scenario().put("red", "woodcutter A3").put("blue", "sheep B2", "sheep B2")
    alike.given.merchants("red", stock=7, track=0).when.play(
        "expand sheep B3", "neighbourhood 3 wool"
    )
    assert not alike.legal("neighbourhood_buy")


@rule("IND-DUAL-05")
def test_slaughtering_one_of_two_leaves_the_other() -> None:
    table = asking(at_port(11), 12, beef=1).put("red", "sheep B2", "cow B2")
    table.when.play("fulfil 12 slaughter cow B2").then.expect(
        "red", units=["sheep B2", "worker A2"]
    )


@rule("IND-DUAL-05")
def test_moving_or_exchanging_one_of_two_leaves_the_other() -> None:
    table = at_port(16).put("red", "sheep B2", "cow B2").when.play("port 16", "move cow B2 B3")
    table.then.expect("red", units=["cow B3", "sheep B2", "worker A2"])
    other = at_port(12).put("red", "bakery B2", "cow B2")
    other.when.play("port 12 exchange bakery B2 field")
    other.then.expect("red", units=["cow B2", "field B2", "worker A2"])


@rule("IND-DUAL-09")
def test_the_unit_that_stands_there_puts_its_space_in_reach() -> None:
    table = at_port(11).put("red", "sheep I5")
    assert not table.state.position.reach(RED) & BIT[engine.Hex("I5")]
    table.when.play("port 11", "expand sheep I5")
    table.then.expect("red", units=["sheep I5", "sheep I5", "worker A2"])


@rule("IND-DUAL-05", "IND-DUAL-06")
def test_both_of_two_units_produce() -> None:
    table = (
        at_port(11).put("red", "sheep B2", "cow B2").put("blue", "cow D4").put("black", "cow E4")
    )
    table.when.all_pass().advance("production")
    table.then.expect("red", wool=1, milk=1)


# --- 12: a field for a building -------------------------------------------------------------------


@rule("PORT-12")
def test_tile_12_puts_a_field_in_the_place_of_a_building() -> None:
    table = at_port(12).put("red", "bakery B2", "sheep B3")
    assert table.legal("use_port") == ["port 12 exchange bakery B2 field"]
    table.when.play("port 12 exchange bakery B2 field")
    table.then.expect("red", money=0, units=["field B2", "sheep B3", "worker A2"])
    table.then.expect_decision("main_action", "red")


@rule("IND-PORT-G1", "PORT-12")
def test_tile_12_takes_one_building_and_nothing_else() -> None:
    table = at_port(12).put("red", "bakery B2", "sheep B3", "distillery B4")
    table.then.refuses("port 12 exchange sheep B3 field", "PORT-12", "building_for_field")
    table.then.refuses("port 12 exchange bakery B2 cow", "PORT-12", "building_for_field")
    table.then.refuses("port 12 exchange bakery B3 field", "PORT-12", "no_such_unit")
    table.then.refuses("port 12", "PORT-12", "exchange_one")
    both = "port 12 exchange bakery B2 field distillery B4 field"
    table.then.refuses(both, "PORT-12", "exchange_one")
    table.given.put("red", "field D4", "field E4", "field F3", "field F7")
    table.then.refuses("port 12 exchange bakery B2 field", "PORT-12", "not_on_your_board")
    assert not table.legal("use_port")


@rule("IND-DEP-04", "PORT-12")
def test_the_field_of_tile_12_brings_purchases_also_on_a_space_of_two() -> None:
    table = at_port(12, money=100).put("red", "bakery B2", "sheep B2").put("blue", "cow B3")
    table.when.play("port 12 exchange bakery B2 field")
    table.then.expect("red", units=["field B2", "sheep B2", "worker A2"])
    table.then.expect_decision("deployment_bonuses", "red")
    assert table.legal("neighbourhood_buy")
    assert not table.legal("draw_contracts")


# --- 13: technologies or Glory --------------------------------------------------------------------


@rule("PORT-13")
def test_tile_13_gives_both_technologies_for_10_or_4_glory() -> None:
    table = at_port(13, money=10)
    table.when.play("port 13").then.expect_decision("port_gain", "red")
    assert table.legal() == ["gain technology", "gain glory"]
    table.when.play("gain technology")
    table.then.expect("red", money=0, glory=0, technology=["woodcutter", "miner"])
    other = at_port(13, money=10)
    other.when.play("port 13", "gain glory").then.expect("red", money=10, glory=4, technology=[])


@rule("PORT-13")
def test_with_one_technology_left_tile_13_costs_as_much() -> None:
    table = at_port(13, money=10).technology("red", "woodcutter")
    table.when.play("port 13", "gain technology")
    table.then.expect("red", money=0, technology=["woodcutter", "miner"])


@rule("PORT-13", "IND-PORT-G1")
@in_one_test("case", ["poor", "flipped", "macdonald"])
def test_where_no_technology_can_be_had_tile_13_gives_glory_at_once(case: str) -> None:
    clans = "macdonald campbell stewart" if case == "macdonald" else ""
    table = scenario(clans=clans, money=9 if case == "poor" else 50).port("A1", 13)
    table.put("red", "worker A2" if clans else "woodcutter A2")
    if case == "flipped":
        table.technology("red", "woodcutter", "miner")
    before = table.state.players[RED].money
    table.when.play("port 13").then.expect("red", glory=4, money=before)
    table.then.expect_decision("main_action", "red")


# --- for all --------------------------------------------------------------------------------------


@pytest.mark.uncounted
@rule("PORT-20")
@in_one_test("tile", range(11, 19))
def test_whatever_a_tile_offers_it_allows_also_as_a_copy(tile: int) -> None:
    table = at_port(9, money=60).port("M1", tile).put("red", "sheep B2", "bakery B3")
    asking(table, 12, whisky=4).fulfilled("red", 1).give("red", bread=4)
    own = list(PORTS[tile].choices(table.state, RED))
    assert own
    for choice in own:
        PORTS[tile].judge(table.state, RED, choice)
    copies = [line for line in table.legal("use_port") if line.startswith(f"port 9 copy {tile}")]
    assert len(copies) == len(own)
    table.when.play(copies[0])
    assert engine.legal_moves(table.state, RED)
    table.then.expect_used(9, "red").expect_used(tile)
