"""Clan Campbell."""

import pytest

from games.engine import effects as fx
from games.engine.terms import Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

ELSEWHERE = ("I4", "J3", "J4", "K4")
LAND = 1
"""What the land of D5 costs, where red expands from C6."""


def with_deployed(column: str, number: int, *, clan: str = "campbell") -> Part:
    """Red has some units of a column far away, and a worker beside D5."""
    table = scenario(clans=clan, money=30).put("red", "miner C6")
    return table.given.put("red", *(f"{column} {hex_}" for hex_ in ELSEWHERE[:number]))


def price(table: Part, line: str) -> int:
    """What a move costs red."""
    before = table.state.players[RED].money
    table.when.play(line)
    return before - table.state.players[RED].money


@rule("CLAN-CAMPBELL-01", "CLAN-CAMPBELL-04", "EX-13", "CASE-B08")
@in_one_test(
    ("column", "number", "cost"),
    [
        ("bakery", 0, 5),
        ("bakery", 1, 4),
        ("bakery", 2, 4),
        ("bakery", 3, 3),
        ("distillery", 0, 7),
        ("distillery", 1, 6),
        ("distillery", 2, 6),
        ("distillery", 3, 5),
        ("cheese_dairy", 0, 9),
        ("cheese_dairy", 1, 8),
        ("cheese_dairy", 2, 8),
        ("cheese_dairy", 3, 7),
    ],
)
def test_buildings_are_cheaper_by_their_place(column: str, number: int, cost: int) -> None:
    assert price(with_deployed(column, number), f"expand {column} D5") == cost + LAND

    poor = with_deployed(column, number).given.give("red", money=cost + LAND - 1)
    poor.then.refuses(f"expand {column} D5", "EXPAND-04", "not_enough_money")
    exact = with_deployed(column, number).given.give("red", money=cost + LAND)
    exact.when.play(f"expand {column} D5").then.expect("red", money=0)


@rule("CLAN-CAMPBELL-01")
def test_others_pay_the_printed_cost() -> None:
    for number in range(4):
        table = with_deployed("bakery", number, clan="stewart")
        assert price(table, "expand bakery D5") == 8 + LAND


@rule("CLAN-CAMPBELL-02")
def test_each_type_is_counted_for_itself() -> None:
    table = with_deployed("bakery", 3).given.put("red", "distillery I5")
    assert price(table, "expand cheese_dairy D5") == 12 - 3 + LAND

    table = with_deployed("bakery", 3).given.put("red", "distillery I5")
    assert price(table, "expand distillery D5") == 10 - 4 + LAND


@rule("CLAN-CAMPBELL-03", "EXPAND-05")
def test_a_building_sent_home_lowers_the_number_of_the_next() -> None:
    table = with_deployed("distillery", 4)
    table.then.refuses("expand distillery D5", "EXPAND-05")
    fx.Withdrawn(RED, "distillery", Hex("I4")).apply(table.state)
    assert price(table, "expand distillery D5") == 10 - 5 + LAND

    table = with_deployed("distillery", 2)
    fx.Withdrawn(RED, "distillery", Hex("I4")).apply(table.state)
    assert price(table, "expand distillery D5") == 10 - 4 + LAND


@rule("CLAN-CAMPBELL-04", "BONUS-07")
@in_one_test(("number", "cost"), [(0, 5), (1, 4), (2, 4), (3, 3)])
def test_free_spaces_are_cheaper_too(number: int, cost: int) -> None:
    table = with_deployed("bakery", number).given.box("red", 1).give("red", wool=4, money=cost)
    table.when.play("fulfil 1", "expand bakery D5").then.expect("red", money=0)


@rule("CLAN-CAMPBELL-04")
@in_one_test(
    ("line", "cost"),
    [
        ("expand sheep D5", 8 + LAND),
        ("expand cow D5", 9 + LAND),
        ("expand field D5", 18 + LAND),
        ("expand woodcutter D6", 6 + 2),
        ("expand miner B5", 10 + 3),
    ],
)
def test_fields_animals_and_workers_cost_what_they_always_do(line: str, cost: int) -> None:
    assert price(with_deployed("bakery", 2), line) == cost


@rule("EXPAND-06", "TC-42")
def test_a_discount_above_the_cost_makes_a_unit_free() -> None:
    table = with_deployed("bakery", 3)
    table.given.values(unit_costs={**table.state.content.unit_costs, "bakery": 2})
    assert price(table, "expand bakery D5") == 0
