"""Clan MacFarlane.

On the base map one river runs between C8, D7, D8 and E8, and another between E7, E8, F7 and F8;
C8 and E8 are two steps apart. On side C3 one runs between L5, L6, L7, M6, M7 and M8.
"""

from typing import Any

import pytest

from games.engine.geometry.board import BIT, Board, Space, mask_of
from games.engine.rules.final import connected_settlements
from games.engine.terms import Hex
from games.engine.tiles.scoring import upgrades
from tests.engine.industria.markets import lay
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, drafted, scenario

pytestmark = pytest.mark.engine

CANAL = "expand cow C8"
"""What a canal reaches from E8, and nothing else does."""


def red(*units: str, clan: str = "macfarlane", level: int = 1, **switches: Any) -> Given:
    """Red has these units and a level of shipping."""
    table = scenario(clans=f"{clan} stewart campbell", **switches).put("red", *units)
    return table.shipping("red", level).merchants("red", stock=5)


def on_map(table: Given, *modules: str) -> Given:
    """The same table on other sides."""
    state = table.state
    state.modules = list(modules)
    state.__dict__.pop("board", None)
    state.forget_position()
    return table


def along(*units: str, **switches: Any) -> Given:
    """Red has these units on the map with side C3."""
    return on_map(red(*units, **switches), "A1", "B1", "C3", "D1")


@rule("CLAN-MACFARLANE-1", "SETUP-16")
@in_one_test("players", [2, 3, 4])
def test_it_starts_with_river_crossing_and_two_merchants_more(players: int) -> None:
    table = drafted("macfarlane", *["plain"] * (players - 1))
    table.then.expect("red", shipping=1, stock=4, track=3)
    table.then.expect("blue", shipping=0, stock=2, track=5)


@rule("CLAN-MACFARLANE-1", "IND-DEF-15")
def test_what_it_starts_with_counts_as_three_upgrades() -> None:
    table = drafted("macfarlane", "plain", "plain")
    assert upgrades(table.state, RED) == 3


@rule("CLAN-MACFARLANE-2", "IND-DEF-07", "IND-DEF-12")
@in_one_test(
    ("unit", "line", "clan", "legal"),
    [
        ("miner E8", CANAL, "macfarlane", True),
        ("miner E8", CANAL, "campbell", False),
        ("cow C8", "expand miner E8", "macfarlane", True),
        ("cow D7", CANAL, "macfarlane", True),
        ("cow D4", CANAL, "macfarlane", False),  # along another river
    ],
)
def test_every_space_along_a_river_is_in_reach(
    unit: str, line: str, clan: str, legal: bool
) -> None:
    table = red(unit, clan=clan)
    assert table.can(line) is legal
    if not legal:
        canals, ships = ("CLAN-MACFARLANE-2", "out_of_canals"), ("DEF-28", "out_of_reach")
        table.then.refuses(line, *(canals if clan == "macfarlane" else ships))


@rule("CLAN-MACFARLANE-7")
def test_only_one_hop_is_made_from_river_to_river() -> None:
    """E8 lies along both rivers, and opens both; C8 opens one of them."""
    table = red("cow C8")
    for line in ("expand miner F8", "expand cow E7", "expand cow F7"):
        table.then.refuses(line, "CLAN-MACFARLANE-2", "out_of_canals")
    both = red("miner E8")
    assert both.can(CANAL)
    assert both.can("expand cow E7")


@rule("CLAN-MACFARLANE-5")
def test_canals_need_river_crossing() -> None:
    red("miner E8", level=0).then.refuses(CANAL, "DEF-28", "out_of_reach")
    beside = red("woodcutter D8", level=0).put("blue", "cheese_dairy D7")
    beside.when.play("expand cow C8").then.expect_decision("end_turn")


@rule("CLAN-MACFARLANE-4", "IND-WF-03")
def test_the_waterfall_at_the_source_is_not_along_its_river() -> None:
    """On A3 a river begins at C5 and runs between B3, B4, C3, C4, D2 and D3."""
    far = on_map(red("cow C3"), "A3", "B1", "C1", "D1")
    assert BIT[Hex("C5")] & mask_of(far.state.board.waterfalls)
    assert far.can("expand woodcutter B4")
    assert far.can("expand cow D3")
    far.then.refuses("expand woodcutter C5", "CLAN-MACFARLANE-2", "out_of_canals")
    near = on_map(red("cow C4"), "A3", "B1", "C1", "D1").put("blue", "sheep D3")
    near.when.play("expand woodcutter C5").then.expect_decision("end_turn")


@rule("CLAN-MACFARLANE-6")
def test_canals_and_lochs_are_not_combined() -> None:
    """Behind the loch C7 lies C6: within one loch of C8, which a canal reaches from E8."""
    assert red("cow C8", level=2).can("expand woodcutter C6")
    table = red("miner E8", level=2)
    assert table.can(CANAL)
    table.then.refuses("expand woodcutter C6", "CLAN-MACFARLANE-2", "out_of_canals")


@rule("CLAN-MACFARLANE-9", "IND-PORT-G2")
def test_canals_lead_to_no_port() -> None:
    for unit, legal in (("miner E8", False), ("cow C8", True)):
        table = red(unit).port("C7", 4)
        ports = [move for move in table.legal() if move.startswith("port 4")]
        assert bool(ports) is legal


@rule("PORT-17", "IND-DEF-12")
def test_a_building_granted_by_a_port_tile_goes_by_canal() -> None:
    table = red("miner E8", "worker M2").port("M1", 17)
    table.when.play("port 17").play("expand bakery C8").then.expect("red", money=98)


@rule("CLAN-MACFARLANE-3")
@in_one_test(
    ("clan", "theirs", "goods"),
    [
        ("macfarlane", ["cheese_dairy C8"], ["cheese"]),
        ("macfarlane", ["cheese_dairy C8", "sheep D7"], ["wool", "cheese"]),
        ("macfarlane", ["cheese_dairy C8", "cow E7"], ["milk", "cheese"]),
        ("macfarlane", ["woodcutter D7"], []),
        ("macfarlane", ["cow D4"], []),
        ("campbell", ["cheese_dairy C8"], []),
    ],
)
def test_all_opposing_units_along_the_river_sell(
    clan: str, theirs: list[str], goods: list[str]
) -> None:
    table = red("woodcutter D8", clan=clan)
    table.put("blue", *theirs).when.play("expand miner E8")
    offered = {move.split()[2] for move in table.legal("neighbourhood_buy")}
    assert sorted(offered) == sorted(goods)


@rule("CLAN-MACFARLANE-3", "CLAN-MACFARLANE-9", "NBR-09")
def test_the_limit_for_each_good_still_holds() -> None:
    table = red("woodcutter D8").put("blue", "cheese_dairy C8").put("black", "cheese_dairy D7")
    table.when.play("expand miner E8").then.refuses("neighbourhood 4 cheese", "NBR-09")
    table.when.play("neighbourhood 3 cheese").then.expect("red", cheese=3)


@rule("CASE-04", "CLAN-MACFARLANE-2", "CLAN-MACFARLANE-3", "IND-ORDER-01")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_by_canal_to_a_dairy_and_a_market_in_any_order(order: tuple[int, int]) -> None:
    """L6 and M6 are two steps from M8, and L5 three."""
    lines = ("neighbourhood 2 cheese", "market L6 2 wool")
    table = along("cow L5", expansions=["farmers_markets"]).give("red", wool=2)
    lay(table, "1 L6").put("blue", "cheese_dairy M6").price("wool", 5).price("cheese", 8)
    table.when.play("expand bakery M8").given.give("red", money=10)
    table.when.play(*(lines[number] for number in order))
    table.then.expect("red", money=10 - 2 * 5 + 2 * 7, cheese=2, wool=0, stock=1)


@rule("CLAN-MACFARLANE-3", "CLAN-MACFARLANE-9", "IND-FM-08", "IND-FM-14")
def test_it_may_sell_at_each_market_along_the_river_once() -> None:
    table = along("cow L6", expansions=["farmers_markets"]).give("red", wool=5)
    lay(table, "1 L5", "1 M8").when.play("expand cow M6")
    assert {move.split()[1] for move in table.legal("sell_at_market")} == {"L5", "M8"}
    table.then.refuses("market L5 5 wool", "IND-FM-08", "market_limit")
    table.when.play("market L5 1 wool")
    assert {move.split()[1] for move in table.legal("sell_at_market")} == {"M8"}
    table.when.play("market M8 2 wool").then.expect("red", wool=2, stock=2)
    plain = along("cow L6", clan="campbell", expansions=["farmers_markets"]).give("red", wool=5)
    lay(plain, "1 L5", "1 M8").when.play("expand cow M6")
    assert {move.split()[1] for move in plain.legal("sell_at_market")} == {"L5"}


@rule("CLAN-MACFARLANE-3", "IND-DEP-02")
def test_both_units_of_an_exchange_deal_by_canal() -> None:
    table = along("sheep L5", "sheep B6", "worker M2", expansions=["farmers_markets"])
    lay(table, "1 M8").put("blue", "cheese_dairy M6").port("M1", 7).give("red", wool=1)
    table.when.play("port 7 exchange sheep L5 cow sheep B6 cow")
    assert table.can("neighbourhood 1 cheese")
    assert table.can("market M8 1 wool")


@rule("CLAN-MACFARLANE-8", "CLAN-MACFARLANE-2", "FINAL-14", "FINAL-15")
@in_one_test(
    ("units", "clan", "level", "linked"),
    [
        (["cow C8", "miner E8"], "macfarlane", 1, 2),
        (["cow C8", "miner E8"], "campbell", 1, 1),
        (["cow C8", "miner E8"], "macfarlane", 0, 1),
        (["cow C8", "miner E8", "miner F8"], "macfarlane", 1, 3),  # F8 lies behind the other river
        (["cow C8", "miner E8", "cow D4"], "macfarlane", 1, 2),
        (["cow C8", "cow F7", "sheep D4", "cow E3"], "macfarlane", 1, 2),
    ],
)
def test_canals_link_settlements_but_merge_none(
    units: list[str], clan: str, level: int, linked: int
) -> None:
    state = red(*units, clan=clan, level=level).state
    assert connected_settlements(state, RED) == linked
    assert len(state.board.settlements(state.position.own[RED])) == len(units)


@rule("CLAN-MACFARLANE-8")
def test_canals_count_in_the_final_scoring() -> None:
    table = red("cow C8", "miner E8").put("blue", "cow B3", "cow L6").round(5)
    table.when.all_pass().advance("production", "scoring", "final_scoring")
    assert [sheet.settlements_connected for sheet in table.state.scores[:2]] == [2, 1]


@rule("IND-DEF-06", "CLAN-MACFARLANE-2")
def test_sides_that_meet_in_a_corner_are_one_river_also_where_modules_meet() -> None:
    """D5 and E5 are of module D; C5, D4 and E4 above them are not all of the same."""
    land = Space(("grassland",), 1)
    names = [Hex(f"{column}{row}") for column in "CDEF" for row in range(3, 8)]
    upper, lower = (Hex("D4"), Hex("E4")), (Hex("D4"), Hex("E5"))
    apart = (Hex("D6"), Hex("E7"))
    board = Board(dict.fromkeys(names, land), [upper, lower, apart])
    found = {frozenset(name for name in names if BIT[name] & one) for one in board.riversides}
    assert found == {frozenset({*upper, *lower}), frozenset(apart)}


@rule("IND-DEF-06", "IND-DEF-07")
def test_rivers_that_end_in_one_loch_or_touch_no_corner_are_apart() -> None:
    board = red().state.board
    assert len(board.riversides) == 9
    both = [river for river in board.riversides if river & BIT[Hex("E8")]]
    assert [river.bit_count() for river in both] == [4, 4]
