"""Clan Robertson."""

import pytest

from games.engine.geometry.board import Board, Space
from games.engine.terms import Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, drafted, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def upriver(clan: str = "robertson", *, players: int = 4) -> Part:
    """Red has workers beside the deltas D4, I6 and J6 and on plain land."""
    table = scenario(players=players, clans=clan, money=30)
    return table.given.put("red", "woodcutter D5", "woodcutter I5", "woodcutter J5")


def price(table: Part, line: str, *, seat: int = RED) -> int:
    """What a move costs red, or another seat."""
    before = table.state.players[seat].money
    table.when.play(line)
    return before - table.state.players[seat].money


@rule("CLAN-ROBERTSON-01", "EX-12", "TC-33", "CASE-B10")
@in_one_test(
    ("clan", "players", "cost"),
    [
        ("robertson", 4, 6),
        ("robertson", 3, 6),
        ("robertson", 2, 7),
        ("campbell", 4, 6),  # by its own discount of 3
        ("stewart", 4, 9),
    ],
)
def test_a_bakery_on_a_delta_of_cost_1(clan: str, players: int, cost: int) -> None:
    table = upriver(clan, players=players)
    assert price(table, "expand bakery D4") == cost

    short = upriver(clan, players=players).given.give("red", money=cost - 1)
    short.then.refuses("expand bakery D4", "EXPAND-04")
    exact = upriver(clan, players=players).given.give("red", money=cost)
    exact.when.play("expand bakery D4").then.expect("red", money=0)


@rule("CLAN-ROBERTSON-01")
@in_one_test(
    ("line", "printed"),
    [
        ("expand sheep D4", 8 + 1),
        ("expand cow D4", 9 + 1),
        ("expand field D4", 18 + 1),
        ("expand distillery D4", 10 + 1),
        ("expand cheese_dairy D4", 12 + 1),
        ("expand woodcutter I6", 6 + 2),
        ("expand bakery I6", 8 + 2),
        ("expand woodcutter J6", 6 + 3),
    ],
)
def test_every_kind_of_unit_is_cheaper_on_a_delta(line: str, printed: int) -> None:
    assert price(upriver(), line) == printed - 3
    assert price(upriver(players=2), line) == printed - 2
    assert price(upriver("stewart"), line) == printed


@rule("CLAN-ROBERTSON-01")
def test_land_without_delta_costs_what_it_always_does() -> None:
    assert price(upriver(), "expand woodcutter D6") == 6 + 2
    # D3 and E3 have rivers, but none that ends in a loch there.
    assert price(upriver().given.put("red", "woodcutter F3"), "expand sheep E3") == 8 + 5


@rule("CLAN-ROBERTSON-02", "TC-33", "SETUP-20")
@in_one_test(
    ("clans", "line", "cost"),
    [
        (("plain", "plain", "plain", "robertson"), "place woodcutter I6", 6 + 2 - 3),
        (("plain", "plain", "plain", "robertson"), "place miner F7", 10 + 3 - 3),
        (("plain", "plain", "plain", "robertson"), "place woodcutter D6", 6 + 2),
        (("plain", "robertson"), "place woodcutter I6", 6 + 2 - 2),
        (("plain", "stewart"), "place woodcutter I6", 6 + 2),
    ],
)
def test_first_workers_are_cheaper_too(clans: tuple[str, ...], line: str, cost: int) -> None:
    table, last = drafted(*clans), len(clans) - 1
    while table.deciding() != last:
        table.when.play(table.legal()[0])
    player = table.state.players[last]
    player.money = cost - 1
    table.then.refuses(line, "SETUP-20", "not_enough_money")
    player.money = cost
    table.when.play(line)
    assert player.money == 0


@rule("CLAN-ROBERTSON-02", "TC-33", "SETUP-20")
def test_a_first_woodcutter_on_a_delta_of_cost_1() -> None:
    # No built-in map has a forest there.
    table = drafted("plain", "plain", "plain", "robertson")
    printed = table.state.board
    spaces = {**printed.spaces, Hex("D4"): Space(("forest",), 1)}
    table.state.__dict__["board"] = Board(spaces, printed.rivers)
    while table.deciding() != 3:
        table.when.play(table.legal()[-1])
    assert price(table, "place woodcutter D4", seat=3) == 4


@rule("CLAN-ROBERTSON-03", "TC-33", "BONUS-07")
@pytest.mark.parametrize(("players", "cost"), [(4, 5), (2, 6)])
def test_with_a_free_space_the_unit_is_cheaper(players: int, cost: int) -> None:
    table = upriver(players=players).given.box("red", 1).give("red", wool=4, money=cost)
    table.when.play("fulfil 1").play("expand bakery D4").then.expect("red", money=0)


@rule("CLAN-ROBERTSON-04", "FULFIL-08")
def test_a_delta_filled_again_is_cheaper_again() -> None:
    table = upriver(players=2).given.box("red", 14).give("red", wool=1)
    assert price(table, "expand sheep D4") == 9 - 2
    table.when.play("end", "pass", "fulfil 14 slaughter sheep D4")
    assert price(table, "expand sheep D4") == 8 - 2
    table.then.expect_decision("end_turn")
