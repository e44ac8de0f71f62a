"""Clan Sinclair.

D4, D5, D6 and D7 lie in a row. E5, E6, F4, F5, F6, G4 to G6, H4 and H5 are the central loch; C7 and
B7 are another. Ports lie on A1, M1, M9 and A9.
"""

from typing import Any

import pytest

from games.engine.clans.sinclair import behind_land, behind_lochs
from games.engine.decisions import EndTurnDecision, FreeSpaceDecision
from games.engine.geometry.board import BIT, hexes_in
from games.engine.rules.deploying import reach_by
from games.engine.rules.final import connected_settlements
from games.engine.rules.granted_decisions import GrantedExpandDecision
from games.engine.rules.grants import ExpandGrant
from games.engine.terms import Hex
from tests.engine.industria.markets import lay
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, drafted, scenario

pytestmark = pytest.mark.engine


def red(*units: str, clan: str = "sinclair", level: int = 1, **switches: Any) -> Given:
    """Red has these units and a level of shipping."""
    table = scenario(clans=f"{clan} stewart campbell", **switches).put("red", *units)
    return table.shipping("red", level).merchants("red", stock=3)


def behind(table: Given) -> set[str]:
    """The spaces that a land skip reaches."""
    return {str(hex_) for hex_ in hexes_in(behind_land(table.state, RED))}


@rule("CLAN-SINCLAIR-1", "SETUP-16")
@pytest.mark.parametrize("players", [2, 4])
def test_it_starts_with_river_crossing(players: int) -> None:
    drafted("sinclair", *["plain"] * (players - 1)).then.expect("red", shipping=1)


@rule("CLAN-SINCLAIR-1", "CLAN-SINCLAIR-13")
def test_shipping_never_rises() -> None:
    table = red("cow D4")
    table.then.refuses("shipping", "CLAN-SINCLAIR-1", "shipping_stays")
    table.when.play("expand cow D6").then.expect_decision("bonus_upgrade")
    table.then.refuses("upgrade shipping", "CLAN-SINCLAIR-1", "shipping_stays")
    assert table.can("upgrade hire")


@rule("CLAN-SINCLAIR-2", "CASE-05")
def test_one_land_space_is_skipped_for_2_and_an_upgrade() -> None:
    """CASE-05: from D4 over D5 to D6, of land cost 2; a cow is 9."""
    table = red("cow D4").when.play("expand cow D6")
    table.then.expect("red", money=100 - 9 - 2 - 2).expect_decision("bonus_upgrade")
    table.when.play("upgrade hire").then.expect("red", stock=4).expect_decision("end_turn")


@rule("CLAN-SINCLAIR-2", "CLAN-SINCLAIR-8")
def test_exactly_one_is_skipped_not_necessarily_straight() -> None:
    """B4 lies behind C5, off the line; D7 behind two spaces; E3 over a river behind D3."""
    table = red("cow D4")
    assert {"D6", "C6", "B4", "B5", "E3"} <= behind(table)
    assert "D7" not in behind(table)
    table.then.refuses("expand cow D7", "CLAN-SINCLAIR-8", "out_of_skips")
    red("cow D4", clan="campbell").then.refuses("expand cow D6", "DEF-28", "out_of_reach")


@rule("CLAN-SINCLAIR-3", "CLAN-SINCLAIR-8")
def test_what_is_in_reach_anyway_needs_no_skip_and_gives_no_upgrade() -> None:
    """D5 neighbours D4; E4 is in reach over the river."""
    table = red("cow D4")
    assert not behind(table) & {"D5", "C5", "E4", "D3"}
    table.when.play("expand cow D5").then.expect("red", money=90).expect_decision("end_turn")


@rule("CLAN-SINCLAIR-3", "CLAN-SINCLAIR-8")
@in_one_test(
    ("others", "own", "legal"),
    [
        ([], [], True),
        (["cow D5"], [], True),  # units of others may be skipped
        ([], ["cow D5"], False),  # D6 is then in reach anyway
    ],
)
def test_the_space_between_has_no_unit_of_ones_own(
    others: list[str], own: list[str], legal: bool
) -> None:
    """The only way from D4 to D6 by one land space goes over D5."""
    table = red("cow D4", *own).put("blue", *others)
    assert ("D6" in behind(table)) is legal


@rule("CLAN-SINCLAIR-3", "CLAN-SINCLAIR-8")
def test_over_ones_own_units_alone_nothing_is_skipped() -> None:
    """From D7 over the river to D8, own; behind it lies D9, out of reach of D7."""
    table = red("cow D7", "cow D8", level=0)
    skipped = behind(table)
    assert "B8" in skipped  # over C8 or C9
    assert "E9" not in skipped  # it touches D8 itself


@rule("CASE-R24", "CLAN-SINCLAIR-8", "IND-DOUBT-06")
def test_a_market_may_be_skipped() -> None:
    table = red("cow D4", expansions=["farmers_markets"])
    lay(table, "1 D5").when.play("expand cow D6")
    table.then.expect("red", money=100 - 9 - 2 - 2).expect_decision("bonus_upgrade")


@rule("CLAN-SINCLAIR-8", "EXPAND-02")
def test_the_target_must_be_empty_and_on_the_map() -> None:
    table = red("cow D4").put("blue", "cow D6")
    table.then.refuses("expand cow D6", "EXPAND-02", "not_empty")


@rule("CLAN-SINCLAIR-4", "CASE-06")
def test_two_lochs_are_skipped_for_4_without_an_upgrade() -> None:
    """CASE-06: from D5 over E5 and F4 to F3, of land cost 4."""
    table = red("cow D5").when.play("expand cow F3")
    table.then.expect("red", money=100 - 9 - 4 - 4).expect_decision("end_turn")
    red("cow D5", clan="campbell").then.refuses("expand cow F3", "DEF-28", "out_of_reach")


@rule("CLAN-SINCLAIR-9", "CLAN-SINCLAIR-4")
def test_the_shortest_chain_of_lochs_counts() -> None:
    """From D5, E5 and E6 are beside it; behind one of them F3 is not, but behind F4."""
    board = red("cow D5").state.board
    rings = behind_lochs(board, BIT[Hex("D5")])
    first = {
        hex_: next(k for k, ring in enumerate(rings, 1) if ring & BIT[hex_])
        for hex_ in (Hex("F4"), Hex("E4"), Hex("G3"), Hex("G7"), Hex("I5"))
    }
    assert first == {"F4": 1, "E4": 1, "G3": 3, "G7": 2, "I5": 4}
    table = red("cow D5").give("red", money=9 + 2 + 7)
    table.then.refuses("expand cow I4", "EXPAND-04", "not_enough_money")


@rule("CLAN-SINCLAIR-5", "CLAN-SINCLAIR-9")
def test_land_and_lochs_are_not_combined() -> None:
    """H2 lies beside G3, which lies behind three lochs of D5: no way by one kind of skip."""
    table = red("cow D5")
    assert table.can("expand cow G3")
    table.then.refuses("expand miner H2", "CLAN-SINCLAIR-8", "out_of_skips")


@rule("CLAN-SINCLAIR-2", "CLAN-SINCLAIR-9")
def test_where_both_lead_the_land_skip_is_taken() -> None:
    """C8 lies behind the loch C7 and behind D7, too: £2 either way, and the upgrade."""
    table = red("cow D6").when.play("expand cow C8")
    table.then.expect("red", money=100 - 9 - 2 - 2).expect_decision("bonus_upgrade")


@rule("CLAN-SINCLAIR-7", "IND-ORDER-03", "IND-DEP-07")
def test_the_upgrade_comes_before_purchases_or_is_lost() -> None:
    table = red("cow D4").put("blue", "cheese_dairy D7").when.play("expand cow D6")
    table.then.expect_decision("bonus_upgrade")
    table.then.refuses("neighbourhood 1 cheese", "UPG-01", "out_of_place")
    table.when.play("skip").then.expect_decision("deployment_bonuses")
    table.then.refuses("upgrade hire", "STATE-34", "out_of_place")
    table.when.play("neighbourhood 1 cheese").then.expect("red", cheese=1)


@rule("CLAN-SINCLAIR-10")
def test_the_fee_is_part_of_the_cost_and_comes_before_the_upgrade() -> None:
    """A cow on D6: 9 + 2 + 2 = 13. What is left pays a technology for 5, or does not."""
    red("cow D4").give("red", money=12).then.refuses("expand cow D6", "EXPAND-04")
    for money, legal in ((13, False), (18, True)):
        table = red("cow D4").give("red", money=money).when.play("expand cow D6")
        assert table.can("upgrade technology miner") is legal


@rule("CLAN-SINCLAIR-10", "CLAN-SINCLAIR-11", "BONUS-04")
def test_a_free_space_waives_the_land_and_not_the_fee() -> None:
    table = red("cow D4")
    table.state.decisions = [EndTurnDecision(0, RED), FreeSpaceDecision(0, RED)]
    table.when.play("expand cow D6").then.expect("red", money=100 - 9 - 2)
    table.then.expect_decision("bonus_upgrade")


@rule("CLAN-SINCLAIR-11", "PORT-17", "IND-DEF-12")
def test_a_building_granted_by_a_port_tile_skips_too() -> None:
    table = red("cow D4", "woodcutter M2").port("M1", 17).when.play("port 17")
    table.when.play("expand bakery D6").then.expect("red", money=100 - 2 - 2)
    table.then.expect_decision("bonus_upgrade")


@rule("CLAN-SINCLAIR-11", "IND-DUAL-09")
def test_no_skip_is_added_to_a_grant_that_reaches_in_its_own_way() -> None:
    """A grant that skips two spaces reaches D7 from D4, and not D6 by the clan's skip alone."""
    state = red("cow D4").state
    plain = reach_by(state, RED, ExpandGrant())
    own_way = reach_by(state, RED, ExpandGrant(skips=2))
    assert plain & BIT[Hex("C8")] == 0
    assert own_way == state.position.reach(RED) | state.board.behind(state.position.own[RED], 2)
    table = red("cow D4", "sheep D5")
    table.state.decisions[-1:] = [
        *table.state.decisions[-1:],
        GrantedExpandDecision(0, RED, ExpandGrant(columns=["cow"], onto_animal=True)),
    ]
    table.when.play("expand cow D5").then.expect("red", money=100 - 9 - 1)


@rule("CLAN-SINCLAIR-11", "PORT-11")
def test_a_second_animal_beside_a_loch_needs_no_skip() -> None:
    """C8 lies by a loch, so a skip would lead back to it; the tile has a way of its own."""
    table = red("cow C8").give("red", money=0).port("B7", 11).when.play("port 11")
    table.when.play("expand sheep C8").then.expect("red", money=0)


@rule("CLAN-SINCLAIR-6", "CLAN-SINCLAIR-12", "FINAL-14", "FINAL-15")
@in_one_test(
    ("units", "clan", "linked"),
    [
        (["cow D4", "cow D6"], "sinclair", 2),
        (["cow D4", "cow D6"], "campbell", 1),
        (["cow D4", "cow D7"], "sinclair", 1),  # three apart
        (["cow D4", "cow D6", "cow C8"], "sinclair", 3),  # links chain
        (["cow D5", "miner F7"], "sinclair", 1),
        (["cow D5", "cow G3"], "sinclair", 1),  # a loch skip links nothing
    ],
)
def test_units_two_apart_connect_their_settlements(
    units: list[str], clan: str, linked: int
) -> None:
    state = red(*units, clan=clan).state
    assert connected_settlements(state, RED) == linked
    assert len(state.board.settlements(state.position.own[RED])) == len(units)


# --- ports ----------------------------------------------------------------------------------------


@rule("CLAN-SINCLAIR-4", "CLAN-SINCLAIR-9", "IND-PORT-G2")
def test_a_port_behind_a_loch_is_reached_for_2() -> None:
    """B7 and C7 are lochs: from C8 a tile on B7 is reached over C7; A9 lies behind nothing."""
    table = red("cow D6").port("B7", 5)
    table.when.play("port 5").then.expect("red", money=100 - 2 + 10).expect_used(5, "red")
    assert not red("cow D6", clan="campbell").port("B7", 5).legal("use_port")


@rule("CLAN-SINCLAIR-4", "PORT-G01")
def test_a_port_in_reach_costs_nothing_and_needs_no_skip() -> None:
    red("cow C8").port("B7", 5).when.play("port 5").then.expect("red", money=110)


@rule("CLAN-SINCLAIR-11", "IND-DOUBT-06")
def test_a_land_skip_claims_no_port() -> None:
    """A9 is beside A8 and B8; from C8 it lies behind B8, land."""
    table = red("cow C8").port("A9", 5)
    table.then.refuses("port 5", "PORT-G01", "port_out_of_skips")


@rule("CLAN-SINCLAIR-9", "PORT-9d")
def test_the_fee_comes_before_what_a_tile_costs() -> None:
    """Tile 9 behind a loch, copying tile 5: 2 and 3 before the 10."""
    table = red("cow D6").port("B7", 9).port("M1", 5)
    poor = red("cow D6").port("B7", 9).port("M1", 5).give("red", money=4)
    poor.then.refuses("port 9 copy 5", "PORT-9d", "not_enough_money")
    table.when.play("port 9 copy 5").then.expect("red", money=100 - 2 - 3 + 10)
    none = red("cow D6").port("B7", 5).give("red", money=1)
    none.then.refuses("port 5", "CLAN-SINCLAIR-9", "not_enough_money")


@rule("CLAN-SINCLAIR-9", "PORT-6a", "TRADE-14")
def test_for_a_tile_that_changes_a_trade_it_is_due_when_that_is_announced() -> None:
    """Milk at 5 goes down to 3 first, so one costs 3, and the tile 2."""
    table = red("cow D6").port("B7", 6).price("milk", 6)
    price = table.state.content.market(3)[1].prices[table.state.prices[1] - 3]
    table.when.play("buy 1 milk with 6 down").then.expect("red", money=100 - 2 - price)
    poor = red("cow D6").port("B7", 6).price("milk", 6).give("red", money=price + 1)
    poor.then.refuses("buy 1 milk with 6 down", "TRADE-14", "not_enough_money")


@rule("EDN-23", "CLAN-SINCLAIR-5")
def test_a_target_in_reach_is_open_to_neither_skip() -> None:
    """E4 lies behind the loch E5 of D5, and in reach of D4 over the river: no fee."""
    table = red("cow D5", "cow D4").when.play("expand cow E4")
    table.then.expect("red", money=100 - 9 - 2).expect_decision("end_turn")
