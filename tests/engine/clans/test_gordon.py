"""Clan Gordon."""

from typing import Any

import pytest

from games import engine
from games.engine.clans import clan_of
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.positions.conserved import too_much
from games.engine.rules.income import income
from games.engine.tiles import SCORING
from tests.rules import rule
from tests.scenario import RED, Given, scenario

pytestmark = pytest.mark.engine


def red(*silos: int, clan: str = "gordon", **switches: Any) -> Given:
    """It is red's turn, with grain or none in each silo."""
    table = scenario(clans=f"{clan} stewart campbell", **switches).put("red", "sheep D4")
    table.state.players[RED].clan_state = list(silos)
    return table.merchants("red", stock=3)


def producing(
    *units: str, silos: tuple[int, ...] = (), clan: str = "gordon", **goods: int
) -> Given:
    """Production has begun; red has these units, and had grain in silos."""
    table = scenario(clans=f"{clan} mackintosh stewart").put("red", *units).give("red", **goods)
    table.state.players[RED].clan_state = list(silos)
    return table.when.all_pass().advance("production").given


def stored(table: Given) -> list[int]:
    return list(table.state.players[RED].clan_state)


@rule("CLAN-GORDON-1", "IND-DATA-11", "EXPAND-06")
def test_a_field_costs_15_instead_of_18() -> None:
    """D5 costs 1."""
    red().when.play("expand field D5").then.expect("red", money=100 - 15 - 1)
    red(clan="campbell").when.play("expand field D5").then.expect("red", money=100 - 18 - 1)
    red().when.play("expand cow D5").then.expect("red", money=100 - 9 - 1)


@rule("CLAN-GORDON-1", "PROD-04")
@pytest.mark.parametrize(("clan", "grain"), [("gordon", 6), ("campbell", 4)])
def test_a_field_brings_3_grain(clan: str, grain: int) -> None:
    table = producing("field D4", "field J4", "cow G3", clan=clan)
    assert income(table.state.content, table.state.players[RED]).goods["grain"] == grain
    table.then.expect("red", grain=grain, milk=1)


# --- filling --------------------------------------------------------------------------------------


@rule("CLAN-GORDON-2", "CLAN-GORDON-5")
def test_grain_just_produced_goes_into_silos() -> None:
    table = producing("field D4")
    table.when.play("produce silos fill1 fill3").advance("processing")
    table.then.expect("red", grain=1)
    assert stored(table) == [1, 0, 1]


@rule("CASE-R25", "CLAN-GORDON-5")
def test_only_grain_that_is_left_of_the_production() -> None:
    """3 produced, 2 processed: at most 1."""
    table = producing("field D4", "bakery D5", "distillery D6")
    line = "produce 1 bread 1 whisky silos"
    table.then.refuses(f"{line} fill1 fill2", "CLAN-GORDON-5", "too_little_for_silos")
    table.when.play(f"{line} fill2").advance("processing")
    table.then.expect("red", grain=0, bread=1, whisky=1)
    assert stored(table) == [0, 1, 0]


@rule("CASE-R25", "CLAN-GORDON-5")
def test_older_grain_may_be_processed_in_place_of_new() -> None:
    """3 older in stock, 3 produced, 2 processed: min(3 produced, 4 left, 3 empty) = 3."""
    table = producing("field D4", "bakery D5", "distillery D6", grain=3)
    table.when.play("produce 1 bread 1 whisky silos fill1 fill2 fill3").advance("processing")
    table.then.expect("red", grain=1)
    assert stored(table) == [1, 1, 1]


@rule("CLAN-GORDON-5", "CLAN-GORDON-7")
def test_older_and_bought_grain_goes_into_no_silo() -> None:
    """Without a field nothing is produced, however much lies there."""
    table = producing("bakery D5", grain=5)
    table.then.refuses("produce silos fill1", "CLAN-GORDON-5", "too_little_for_silos")
    assert set(table.legal()) == {"produce nothing", "produce 1 bread"}
    bought = red().give("red", grain=0).when.play("buy 2 grain")
    assert not [line for line in bought.then.legal() if "silo" in line or "fill" in line]


@rule("CLAN-GORDON-2", "CLAN-GORDON-5")
def test_a_full_silo_takes_no_more() -> None:
    table = producing("field D4", silos=(1, 0, 0))
    table.then.refuses("produce silos fill1", "CLAN-GORDON-2", "silo_full")
    table.when.play("produce silos fill2 fill3").advance("processing")
    assert stored(table) == [1, 1, 1]
    table.then.expect("red", grain=1)


@rule("CLAN-GORDON-2", "PROD-10")
def test_filling_is_optional_and_for_no_other_clan() -> None:
    table = producing("field D4")
    table.when.play("produce nothing").advance("processing").then.expect("red", grain=3)
    assert not any(stored(table))
    other = producing("field D4", "bakery D5", clan="campbell")
    other.then.refuses("produce silos fill1", "PROD-10", "no_such_clan_choice")


# --- using ----------------------------------------------------------------------------------------


@rule("CLAN-GORDON-3", "BONUS-04")
def test_silo_1_is_a_free_space() -> None:
    """D5 costs 1: only the cow is paid."""
    table = red(1, 1, 1).when.play("silo 1").then.expect_decision("free_space")
    table.when.play("expand cow D5").then.expect("red", money=91).expect_decision("end_turn")
    assert stored(table.given) == [0, 1, 1]


@rule("CLAN-GORDON-3", "UPG-01")
def test_silo_2_is_a_bonus_upgrade() -> None:
    table = red(0, 1, 0).when.play("silo 2").then.expect_decision("bonus_upgrade")
    table.when.play("upgrade shipping").then.expect("red", shipping=1, money=100)
    assert not any(stored(table.given))


@rule("CLAN-GORDON-3")
@pytest.mark.parametrize("good", ["wool", "milk"])
def test_silo_3_is_a_wool_or_a_milk(good: str) -> None:
    table = red(0, 0, 1).when.play(f"silo 3 {good}")
    table.then.expect("red", grain=0, **{good: 1}).expect_decision("end_turn")


@rule("CLAN-GORDON-3", "CLAN-GORDON-6")
def test_a_silo_without_grain_gives_nothing() -> None:
    table = red(0, 1, 0)
    table.then.refuses("silo 1", "CLAN-GORDON-3", "silo_empty")
    table.then.refuses("silo 3 milk", "CLAN-GORDON-3", "silo_empty")
    table.then.refuses("silo 2 wool", "CLAN-GORDON-3", "wrong_silo_good")
    red(1, 1, 1).then.refuses("silo 3", "CLAN-GORDON-3", "wrong_silo_good")
    red(0, 0, 0).then.refuses("silo 1", "CLAN-GORDON-3", "silos_empty")
    red(0, 0, 0).then.refuses("empty 1", "CLAN-GORDON-4", "silos_empty")
    red(1, 1, 1).then.refuses("silo 1 milk", "CLAN-GORDON-3", "wrong_silo_good")
    assert not red().legal("use_silo")


@rule("CLAN-GORDON-6", "STATE-22")
def test_it_is_the_main_action_and_one_silo_at_a_time() -> None:
    table = red(1, 1, 1).when.play("silo 3 wool")
    table.then.refuses("silo 2", "CLAN-GORDON-6", "out_of_place")
    table.then.refuses("buy 1 milk", "STATE-22", "out_of_place")


@rule("CLAN-GORDON-6", "FREE-01")
def test_no_other_clan_has_silos() -> None:
    table = red(clan="stewart")
    table.then.refuses("silo 1", "CLAN-GORDON-6", "not_your_clan")
    table.then.refuses("empty 1", "FREE-03", "not_your_clan")


# --- taking back ----------------------------------------------------------------------------------


@rule("CLAN-GORDON-4", "CLAN-GORDON-6", "FREE-03")
def test_grain_is_taken_back_before_and_after_the_action() -> None:
    table = red(1, 1, 0).when.play("empty 2").then.expect("red", grain=1)
    assert stored(table.given) == [1, 0, 0]
    table.when.play("hire", "empty 1").then.expect("red", grain=2)
    table.then.refuses("empty 1", "CLAN-GORDON-4", "silos_empty")


@rule("CLAN-GORDON-6", "IND-DEF-19")
def test_it_is_taken_back_to_be_sold_or_paid() -> None:
    table = red(1, 0, 1)
    table.then.refuses("sell 1 grain", "TRADE-04", "not_enough_goods")
    table.when.play("empty 1", "sell 1 grain").then.expect("red", grain=0)
    port = red(1, 0, 0).put("red", "woodcutter M2").port("M1", 2)
    port.then.refuses("port 2 discard 1 grain gain 3 milk", "PORT-G07")
    port.when.play("empty 1", "port 2 discard 1 grain gain 3 milk").then.expect("red", milk=3)


@rule("CLAN-GORDON-6", "FLOW-07")
def test_within_an_action_too() -> None:
    """While red chooses among bonuses of a deployment."""
    table = red(0, 1, 0).put("blue", "cow D6").when.play("expand sheep D5")
    table.then.expect_decision("deployment_bonuses")
    table.when.play("empty 2").then.expect("red", grain=1).expect_decision("deployment_bonuses")


@rule("CLAN-GORDON-6", "PROD-06")
def test_grain_of_silos_is_processed_by_the_answer() -> None:
    """No field, none in stock: what is in the silos is all there is."""
    table = producing("bakery D5", "distillery D6", silos=(1, 0, 1))
    table.then.refuses("produce 1 bread", "PROD-06", "not_enough_grain")
    table.then.refuses("produce 1 bread silos empty2", "CLAN-GORDON-4", "silo_empty")
    table.when.play("produce 1 bread silos empty3").advance("processing")
    table.then.expect("red", grain=0, bread=1)
    assert stored(table) == [1, 0, 0]


@rule("CLAN-GORDON-5", "CLAN-GORDON-6")
def test_one_is_emptied_and_another_filled_in_one_production() -> None:
    """3 produced and 1 taken out, 1 processed: 3 are left, of which 2 go into silos 1 and 2."""
    table = producing("field D4", "bakery D5", silos=(0, 0, 1))
    table.when.play("produce 1 bread silos empty3 fill1 fill2").advance("processing")
    table.then.expect("red", grain=1, bread=1)
    assert stored(table) == [1, 1, 0]


# --- what it counts for ---------------------------------------------------------------------------


@rule("CLAN-GORDON-4", "CLAN-GORDON-6", "SCORE-1", "AWARD-6")
def test_it_counts_as_basic_goods_in_stock() -> None:
    table = red(1, 0, 1).give("red", wool=2)
    assert SCORING[1].count(table.state, RED) == 4
    assert AWARDS[6].count(table.state, RED) == 4
    assert AWARDS[7].count(table.state, RED) == 0


@rule("CLAN-GORDON-6", "SCORE-12")
def test_it_counts_as_a_kind_of_good_once() -> None:
    table = red(1, 0, 1).give("red", wool=2)
    assert SCORING[12].count(table.state, RED) == 2
    assert SCORING[12].count(table.give("red", grain=1).state, RED) == 2


@rule("CLAN-GORDON-6", "FINAL-04")
def test_it_counts_at_the_end() -> None:
    table = red(1, 1, 1).round(5)
    table.when.all_pass().advance("production", "scoring", "final_scoring")
    assert table.state.scores[RED].basic_goods == 1 + 3  # a wool of the sheep
    assert not any(stored(table))


@rule("CASE-07", "SCORE-13", "SCORE-R1")
@pytest.mark.parametrize(("clan", "glory"), [("gordon", 9), ("campbell", 6)])
def test_a_field_serves_three_pairs(clan: str, glory: int) -> None:
    """D5 has C5, C6, D4 and D6 beside it."""
    table = scenario(clans=clan, expansions=["new_scoring_tiles"])
    table.put("red", "field D5", "bakery D4", "distillery C5", "bakery D6").scoring_tile(13)
    table.when.go_to("scoring").advance("scoring").then.expect("red", glory=glory)


# --- what is stored and read ----------------------------------------------------------------------


@rule("CLAN-GORDON-3", "CLAN-GORDON-4")
def test_notation_and_plain_values() -> None:
    assert engine.decode_move({"type": "use_silo", "silo": 3, "good": "milk"}).notation() == (
        "silo 3 milk"
    )
    assert engine.decode_move({"type": "empty_silo", "silo": 2}).notation() == "empty 2"
    same = engine.parse("produce 1 bread silos fill2 empty1")
    assert same.notation() == "produce 1 bread silos empty1 fill2"
    for line in ("silo", "silo 4", "silo 0", "silo 3 grain", "empty", "empty 1 2", "empty 9"):
        with pytest.raises(engine.MalformedMove):
            engine.parse(line)
    for wrong in ("fill1", ["fill4"], ["D4"], [1], ["fill1"] * 20):
        with pytest.raises(engine.MalformedMove):
            engine.decode_move({"type": "produce", "clan": {"silos": wrong}})


@rule("CLAN-GORDON-4", "IND-INV-1")
def test_positions_hold_one_grain_a_silo() -> None:
    assert not [*too_much(red(1, 0, 1).state)]
    assert [*too_much(red(2, 0, 0).state)]
    assert clan_of(red().state.players[RED]).own_spaces(red().state.content) == 3
