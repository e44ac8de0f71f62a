"""Final scoring: what players compete for, and who wins."""

import pytest

from tests.engine.test_final import sheets
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import COLOURS, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def exporting(*counts: int) -> Part:
    """Everybody has fulfilled so many contracts, and none more."""
    table, contracts = scenario(players=len(counts)), iter(range(1, 51))
    for colour, count in zip(COLOURS, counts, strict=False):
        table.given.fulfilled(colour, *(next(contracts) for _ in range(count)))
    return table


SHORE = ["D4", "D6", "F7", "H6", "I5", "H3", "F3"]
"""Around the central loch: none neighbours another, and four lochs link them all."""


def settling(*counts: int) -> Part:
    """Everybody has so many settlements, all linked."""
    table, shore = scenario(players=len(counts), money=0), iter(SHORE)
    for colour, count in zip(COLOURS, counts, strict=False):
        table.given.shipping(colour, 5).put(colour, *(f"sheep {next(shore)}" for _ in range(count)))
    return table


def with_totals(*totals: tuple[int, int]) -> list[int]:
    """The ranks of players with so much Glory and so much money; in all else they are equal."""
    table = scenario(players=len(totals))
    for player, (glory, money) in zip(table.state.players, totals, strict=True):
        player.glory, player.money = glory, money
    return [sheet.rank for sheet in sheets(table)]


@rule("FINAL-11", "FINAL-12", "FINAL-13", "EX-10", "TC-28", "BASE-13", "CASE-B04")
@in_one_test(
    ("counts", "points"),
    [
        ((3, 2, 1), [12, 6, 0]),
        ((1, 2, 3), [0, 6, 12]),
        ((2, 2, 1), [9, 9, 0]),
        ((3, 1, 1), [12, 3, 3]),
        ((1, 0, 0), [12, 3, 3]),
        ((0, 0, 0), [6, 6, 6]),
        ((4, 3, 2, 1), [12, 6, 0, 0]),
        ((2, 2, 2, 1), [6, 6, 6, 0]),
        ((2, 2, 2, 2), [4, 4, 4, 4]),
        ((3, 2, 2, 1), [12, 3, 3, 0]),
        ((3, 2, 2, 2), [12, 2, 2, 2]),
        ((3, 2, 1, 1), [12, 6, 0, 0]),
        ((2, 2, 0, 0), [9, 9, 0, 0]),
    ],
)
def test_most_and_second_most_contracts(counts: tuple[int, ...], points: list[int]) -> None:
    found = sheets(exporting(*counts))
    assert [sheet.exports for sheet in found] == points
    assert [sheet.contracts_fulfilled for sheet in found] == list(counts)


@rule("FINAL-11", "FINAL-12", "EX-10", "P2-04", "BASE-13", "CASE-B04")
@in_one_test(
    ("counts", "points"), [((2, 1), [8, 0]), ((0, 1), [0, 8]), ((1, 1), [4, 4]), ((0, 0), [4, 4])]
)
def test_contracts_of_two_players(counts: tuple[int, ...], points: list[int]) -> None:
    assert [sheet.exports for sheet in sheets(exporting(*counts))] == points


@rule("FINAL-17", "FINAL-18", "FINAL-12", "FINAL-13", "TC-28", "BASE-13")
@in_one_test(
    ("counts", "points"),
    [
        ((3, 2, 1), [18, 12, 6]),
        ((1, 2, 3), [6, 12, 18]),
        ((2, 1, 1), [18, 9, 9]),
        ((2, 2, 1), [15, 15, 6]),
        ((1, 1, 1), [12, 12, 12]),
        ((1, 0, 0), [18, 9, 9]),
        ((3, 2, 1, 0), [18, 12, 6, 0]),
        ((1, 1, 1, 1), [9, 9, 9, 9]),
        ((3, 2, 1, 1), [18, 12, 3, 3]),
        ((2, 1, 1, 1), [18, 6, 6, 6]),
        ((2, 2, 1, 1), [15, 15, 3, 3]),
    ],
)
def test_settlements_of_three_and_four_players(counts: tuple[int, ...], points: list[int]) -> None:
    found = sheets(settling(*counts))
    assert [sheet.settlements for sheet in found] == points
    assert [sheet.settlements_connected for sheet in found] == list(counts)


@rule("FINAL-17", "FINAL-18", "P2-04", "BASE-13")
@in_one_test(("counts", "points"), [((3, 2), [12, 0]), ((0, 1), [0, 12]), ((2, 2), [6, 6])])
def test_settlements_of_two_players(counts: tuple[int, ...], points: list[int]) -> None:
    assert [sheet.settlements for sheet in sheets(settling(*counts))] == points


@rule("FINAL-14", "FINAL-15", "EX-11", "CASE-B06")
@in_one_test(("level", "count"), [(0, 1), (1, 2), (2, 3), (3, 4), (5, 4)])
def test_settlements_linked_in_a_chain_are_counted(level: int, count: int) -> None:
    # H3 and I4 across a river; F2, F3 and E3 one loch from H3; D5 two lochs from F3. Blue's
    # units on the spaces between do not matter.
    table = scenario().put(
        "red", *(f"sheep {hex_}" for hex_ in ["H3", "I4", "F2", "F3", "E3", "D5"])
    )
    table.given.put("blue", "sheep D4", "sheep E4", "sheep G3").shipping("red", level)
    assert sheets(table)[0].settlements_connected == count


@rule("FINAL-14", "SHIP-03")
def test_only_the_largest_linked_group_counts() -> None:
    # Three across two rivers in the south, two across one in the north-east.
    table = scenario().put("red", "sheep D8", "sheep E8", "sheep F8").shipping("red", 1)
    table.given.put("red", "sheep I3", "sheep H2")
    assert sheets(table)[0].settlements_connected == 3


@rule("FINAL-16", "TC-44")
def test_without_shipping_one_settlement_counts_and_none_without_units() -> None:
    table = settling(5, 1, 0)
    for colour in ("red", "blue", "black"):
        table.given.shipping(colour, 0)
    found = sheets(table)
    assert [sheet.settlements_connected for sheet in found] == [1, 1, 0]
    assert [sheet.settlements for sheet in found] == [15, 15, 6]


@rule("FINAL-20")
def test_the_highest_total_wins_whatever_money_is_left() -> None:
    assert with_totals((10, 0), (12, 0), (11, 9)) == [3, 1, 2]
    assert with_totals((10, 30), (12, 0), (0, 140)) == [2, 3, 1]


@rule("FINAL-21", "TC-29")
def test_of_equal_totals_more_leftover_money_wins() -> None:
    assert with_totals((1, 47), (0, 53)) == [1, 2]
    assert with_totals((0, 53), (1, 47), (5, 1)) == [2, 1, 3]
    assert with_totals((5, 9), (5, 8), (5, 0), (4, 12)) == [1, 2, 4, 3]


@rule("FINAL-22")
def test_who_ties_in_that_too_shares_the_place() -> None:
    assert with_totals((5, 3), (5, 3), (2, 0)) == [1, 1, 3]
    assert with_totals((5, 3), (4, 13), (3, 23), (0, 53)) == [1, 1, 1, 1]
    assert with_totals((0, 0), (5, 3), (5, 3), (5, 2)) == [4, 1, 1, 3]
