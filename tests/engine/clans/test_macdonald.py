"""Clan MacDonald."""

import pytest

from games import engine
from games.engine.geometry.board import adjacent_hexes
from games.engine.rules.final import connected_settlements
from games.engine.tiles import SCORING
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, drafted, scenario

pytestmark = pytest.mark.engine

RIM = ("A1", "B1", "M1", "M9", "A9")


def macdonald(*workers: str, players: int = 3, money: int = 100) -> Part:
    """Red has workers on these spaces; port tiles lie out of the way."""
    table = scenario(clans="macdonald", players=players, money=money)
    table.state.ports = []
    return table.given.put("red", *(f"worker {hex_}" for hex_ in workers))


def offered(table: Part, column: str) -> set[str]:
    """The spaces on which a column's next unit may be deployed now."""
    lines = [line.split() for line in table.legal("expand") + table.legal("place_worker")]
    return {words[2] for words in lines if words[1] == column}


def setting_up(players: int = 3) -> Part:
    """Red is to place the first worker of all."""
    return drafted("macdonald", *["plain"] * (players - 1)).give("red", money=60)


# --- one pool of workers -------------------------------------------------------------------------


@rule("CLAN-MACDONALD-01", "CLAN-MACDONALD-02", "WORKER-04")
@in_one_test(("hex_", "land"), [("F2", 2), ("D3", 3), ("E3", 5), ("C5", 3), ("F4", 0), ("C3", 3)])
def test_every_worker_costs_6_and_the_land(hex_: str, land: int) -> None:
    table = macdonald("C4").given.put("red", "worker F3").shipping("red", 5)
    table.then.refuses(f"expand woodcutter {hex_}", "EXPAND-01", "no_such_column")
    table.then.refuses(f"expand miner {hex_}", "EXPAND-01", "no_such_column")
    table.when.play(f"expand worker {hex_}").then.expect("red", money=100 - 6 - land)
    poor = macdonald("C4", "F3", money=6 + land - 1).given.shipping("red", 5)
    poor.then.refuses(f"expand worker {hex_}", "EXPAND-04", "not_enough_money")


@rule("CLAN-MACDONALD-02", "DEF-32")
def test_a_worker_stands_on_forest_mountain_or_loch_and_not_on_grassland_alone() -> None:
    table = macdonald("F3")
    assert offered(table, "worker") == {"E3", "F2", "F4", "G4"}
    table.then.refuses("expand worker G3", "EXPAND-03", "wrong_terrain")
    table.then.refuses("expand sheep F4", "EXPAND-03", "on_water")


@rule("CLAN-MACDONALD-01", "WORKER-04", "DEF-30")
def test_the_pool_holds_eight() -> None:
    seven = ("F3", "D3", "E3", "E2", "C3", "M3", "M4")
    table = macdonald(*seven).when.play("expand worker F2", "end", "pass", "pass")
    table.then.refuses("expand worker D2", "EXPAND-05", "column_empty")
    board = engine.view(table.state, None).players[RED].board
    assert list(board) == [
        *("sheep", "cow", "field", "bakery", "distillery", "cheese_dairy", "worker")
    ]
    assert board["worker"] == 0
    assert engine.view(macdonald("F3").state, None).players[RED].board["worker"] == 7


@rule("CLAN-MACDONALD-01", "PROD-03", "WORKER-04")
def test_every_worker_earns_4() -> None:
    table = macdonald("F2", "D2", "E3", "F4", "A1").when.all_pass().given.give("red", money=0)
    table.when.advance("production").then.expect("red", money=5 * 4)
    eight = macdonald("F3", "D3", "E3", "E2", "C3", "M3", "M4", "G5").when.all_pass()
    eight.given.give("red", money=0).when.advance("production").then.expect("red", money=32)


@rule("CLAN-MACDONALD-05", "TECH-04", "UPG-02")
def test_technology_is_closed() -> None:
    table = macdonald("M2").given.port("M1", 4)
    for column in ("woodcutter", "miner"):
        table.then.refuses(f"technology {column}", "TECH-04", "no_technology")
    assert table.legal("upgrade_technology") == []
    table.when.play("port 4").then.refuses("upgrade technology miner", "TECH-04", "no_technology")
    assert table.legal("bonus_upgrade") == ["upgrade shipping", "upgrade hire"]


# --- first workers -------------------------------------------------------------------------------


@rule("CLAN-MACDONALD-09", "P2-05", "SETUP-16")
@in_one_test(("players", "level"), [(2, 1), (3, 0), (4, 0)])
def test_shipping_starts_at_rivers_with_two_players(players: int, level: int) -> None:
    setting_up(players).then.expect("red", shipping=level).expect("blue", shipping=0)


@rule("TC-27", "SCORE-8", "CLAN-MACDONALD-09")
def test_the_start_with_two_players_is_one_upgrade() -> None:
    assert SCORING[8].count(setting_up(2).state, RED) == 1
    assert SCORING[8].count(setting_up(3).state, RED) == 0


@rule("CLAN-MACDONALD-02", "CLAN-MACDONALD-03", "SETUP-20", "SETUP-21")
def test_a_first_worker_may_fish_anywhere() -> None:
    table = setting_up()
    board = table.state.board
    ground = {h for h in board.spaces if {"forest", "mountain"} & set(board.spaces[h].terrains)}
    lochs = {h for h in board.spaces if not board.spaces[h].terrains}
    assert set(RIM) < lochs
    assert offered(table, "worker") == ground | lochs
    assert len(table.legal()) == len(ground | lochs)
    table.then.refuses("place worker G3", "SETUP-21", "wrong_terrain")
    table.then.refuses("place miner D3", "SETUP-17", "no_such_column")
    table.when.play("place worker A1").then.expect("red", money=60 - 6)
    table.then.refuses("place worker F4", "SETUP-17", "no_such_column")


@rule("CLAN-MACDONALD-01", "SETUP-20")
def test_a_first_worker_on_land_pays_the_land() -> None:
    setting_up().when.play("place worker E3").then.expect("red", money=60 - 6 - 5)
    table = setting_up().given.give("red", money=6).then.refuses("place worker M2", "SETUP-20")
    assert table.can("place worker F4")


@rule("CLAN-MACDONALD-03", "DEF-06")
def test_with_two_players_lochs_of_the_rim_are_open_and_mist_is_not() -> None:
    table = setting_up(2)
    assert set(RIM) < offered(table, "worker")
    table.then.refuses("place worker A2", "EXPAND-12", "not_on_the_map")
    table.when.play("place worker A1").then.expect("red", money=60 - 6)
    assert "B7" in offered(macdonald("B6", players=2), "worker")


@rule("CLAN-MACDONALD-04", "SETUP-17")
@in_one_test("first", ["A1", "G5", "F4"])
def test_the_second_first_worker_is_no_fisherman_beside_the_first(first: str) -> None:
    table = setting_up().when.play(f"place worker {first}")
    while table.deciding() != RED:
        table.when.play(table.legal()[0])
    beside = set(adjacent_hexes(first))  # type: ignore[arg-type]
    lochs = {h for h in beside if not table.state.board.spaces[h].terrains}
    assert lochs
    for hex_ in lochs:
        table.then.refuses(f"place worker {hex_}", "CLAN-MACDONALD-04", "fishermen_adjacent")
    assert not lochs & offered(table, "worker")
    assert offered(table, "worker") & beside or first != "F4"


@rule("SETUP-23", "CLAN-MACDONALD-06")
def test_nobody_rows_while_first_workers_are_placed() -> None:
    table = setting_up().when.play("place worker F4")
    while table.deciding() != RED:
        table.when.play(table.legal()[0])
    table.then.refuses("row F4 F5", "FREE-02", "out_of_place")


# --- fishermen on the map ------------------------------------------------------------------------


@rule("CLAN-MACDONALD-03", "EXPAND-02")
def test_fishermen_stand_on_empty_lochs_and_port_spaces() -> None:
    table = (
        macdonald("A2")
        .given.port("A1", 5)
        .when.play("expand worker A1")
        .then.expect("red", money=94)
    )
    assert "worker A1" in [f"{p.unit} {p.hex}" for p in table.pieces("red")]
    taken = macdonald("F3", "F4").then.refuses("expand worker F4", "EXPAND-02", "not_empty")
    assert "F4" not in offered(taken, "worker")
    small = macdonald("B2", players=2).given.port("B1", 5).when.play("expand worker B1")
    small.then.expect("red", money=94)


@rule("CLAN-MACDONALD-04", "INV-06")
def test_two_fishermen_are_never_deployed_side_by_side() -> None:
    table = macdonald("F4", "F3").then.refuses("expand worker G4", "CLAN-MACDONALD-04")
    assert not {"E5", "F5", "G4", "G5"} & offered(table, "worker")
    ports = macdonald("A1", "A2").given.port("A1", 5)
    ports.then.refuses("expand worker B1", "CLAN-MACDONALD-04", "fishermen_adjacent")
    other = macdonald("B1", "A2").given.port("A1", 5)
    other.then.refuses("expand worker A1", "CLAN-MACDONALD-04", "fishermen_adjacent")


@rule("CLAN-MACDONALD-04")
def test_workers_on_land_may_stand_beside_fishermen() -> None:
    macdonald("F4").when.play("expand worker F3").then.expect(
        "red", units=["worker F3", "worker F4"]
    )
    macdonald("F3", "G2").when.play("expand worker G4")


@rule("CLAN-MACDONALD-10", "TC-21", "DEF-04")
def test_land_beside_a_fisherman_is_in_range_without_shipping() -> None:
    table = macdonald("C4")
    assert offered(table, "sheep") == {"B3", "B4", "C5", "D4"}
    assert offered(table, "worker") == {"B3", "B4", "C3", "C5", "D3"}
    table.when.play("expand sheep D4").then.expect("red", money=100 - 8 - 1)


@rule("CLAN-MACDONALD-11", "TC-21")
def test_a_loch_beside_an_own_unit_needs_no_shipping_and_one_further_does() -> None:
    table = macdonald("F3", "G2").given.put("red", "sheep G3")
    assert offered(table, "worker") >= {"F4", "G4"}
    table.then.refuses("expand worker G5", "DEF-28", "out_of_reach")
    table.given.shipping("red", 1).then.refuses("expand worker G5", "DEF-28")
    table.given.shipping("red", 2).when.play("expand worker G5").then.expect("red", money=94)
    two = macdonald("F3").given.shipping("red", 2).then.refuses("expand worker G6", "DEF-28")
    two.given.shipping("red", 3).when.play("expand worker G6")


@rule("CLAN-MACDONALD-12", "DEF-21")
def test_a_chain_of_lochs_does_not_count_the_one_on_which_the_fisherman_stands() -> None:
    table = macdonald("F4").given.shipping("red", 1)
    for hex_ in ("E6", "F6", "G6"):
        table.then.refuses(f"expand worker {hex_}", "DEF-28", "out_of_reach")
    table.given.shipping("red", 2).when.play("expand worker F6")
    table = macdonald("F4").given.shipping("red", 2)
    assert {"E6", "F6", "G6"} < offered(table, "worker")
    assert {"D4", "D5", "H3"} < offered(table, "sheep")
    table.then.refuses("expand sheep D6", "DEF-28").given.shipping("red", 3)
    assert {"D6", "H6", "I5"} < offered(table, "sheep")


@rule("CLAN-MACDONALD-15", "DEF-25")
def test_a_fisherman_blocks_nobody_but_another_fisherman() -> None:
    table = scenario(clans="plain macdonald").put("blue", "worker C4").put("red", "sheep D4")
    assert "C5" in offered(table, "sheep")
    table.given.shipping("red", 2)
    assert {"B3", "B4", "C5"} <= offered(table, "sheep")
    own = macdonald("C4").given.put("red", "sheep D4").shipping("red", 2)
    assert {"B3", "B4", "C5"} <= offered(own, "sheep")


@rule("CLAN-MACDONALD-15", "PORT-G09")
def test_a_fisherman_on_a_port_space_uses_the_tile_and_hinders_nobody() -> None:
    table = scenario(clans="macdonald plain").port("A1", 5).put("red", "worker A1")
    table.given.put("blue", "woodcutter A2").when.play("port 5").then.expect("red", money=110)
    table.then.refuses("port 5", "PORT-G03").when.play("pass", "port 5").then.expect(
        "blue", money=110
    )


@rule("CLAN-MACDONALD-17", "PORT-G01")
def test_a_fisherman_beside_a_port_uses_it_without_shipping() -> None:
    macdonald("B1").given.port("A1", 5).when.play("port 5").then.expect("red", money=110)
    far = (
        macdonald("L8").given.port("A9", 5).then.refuses("port 5", "PORT-G01", "port_out_of_reach")
    )
    far.given.port("M9", 4).when.play("port 4").then.expect("red", glory=3)


# --- bonuses, settlements and scoring ------------------------------------------------------------


@rule("CLAN-MACDONALD-13", "NBR-14")
def test_deploying_a_fisherman_brings_the_neighbourhood_bonus() -> None:
    table = macdonald("F3").given.put("blue", "distillery G3", "cow H3", "sheep F2")
    table.when.play("expand worker G4").then.expect_decision("deployment_bonuses")
    table.then.refuses("neighbourhood 1 wool", "NBR-01").when.play("neighbourhood 1 whisky")
    table.when.play("neighbourhood 1 milk").then.expect("red", whisky=1, milk=1)


@rule("CLAN-MACDONALD-13", "NBR-14")
def test_on_a_port_space_too() -> None:
    table = (
        macdonald("A8").given.port("A9", 5).put("blue", "sheep B8").when.play("expand worker A9")
    )
    table.when.play("neighbourhood 2 wool").then.expect("red", wool=2)


@rule("CLAN-MACDONALD-13", "BONUS-04", "BONUS-07")
def test_a_free_space_on_a_loch_still_costs_the_worker() -> None:
    table = macdonald("F3").given.with_contract(6, free_space=1, bonus_upgrade=0).box("red", 6)
    table.given.put("blue", "distillery G3").give("red", wool=3).when.play(
        "fulfil 6", "expand worker G4"
    )
    table.then.expect("red", money=94).when.play("neighbourhood 1 whisky").then.expect(
        "red", whisky=1
    )
    land = macdonald("F3").given.with_contract(6, free_space=1, bonus_upgrade=0).box("red", 6)
    land.given.give("red", wool=3).when.play("fulfil 6", "expand worker E3").then.expect(
        "red", money=94
    )


@rule("NBR-02", "CLAN-MACDONALD-13")
def test_fishermen_of_others_sell_nothing() -> None:
    table = scenario(clans="plain macdonald").put("blue", "worker C4").put("red", "sheep D5")
    table.when.play("expand sheep D4").then.expect_decision("end_turn")


@rule("CLAN-MACDONALD-14", "EX-24", "DEF-46", "FINAL-14")
def test_what_a_fisherman_touches_is_one_settlement_across_a_river() -> None:
    apart = scenario(clans="macdonald").put("red", "bakery H6", "distillery I6")
    board = apart.state.board
    assert len(board.settlements(apart.state.position.own[RED])) == 2
    joined = scenario(clans="macdonald").put("red", "bakery H6", "distillery I6", "worker H5")
    assert len(board.settlements(joined.state.position.own[RED])) == 1
    assert connected_settlements(joined.state, RED) == 1


@rule("CLAN-MACDONALD-14", "EX-24", "FINAL-15")
def test_a_network_of_settlements_counts_fishermen() -> None:
    table = scenario(clans="macdonald").shipping("red", 3)
    table.given.put("red", "bakery H6", "distillery I6", "worker H5", "worker F4", "sheep B4")
    table.given.put("red", "worker E7", "sheep D4")
    assert connected_settlements(table.state, RED) == 5
    table.given.shipping("red", 1)
    assert connected_settlements(table.state, RED) == 1


@rule("CLAN-MACDONALD-16", "SCORE-4", "SCORE-9", "SCORE-3")
def test_fishermen_count_as_workers_and_on_no_dear_land() -> None:
    table = macdonald("F4", "A1", "E3", "F2")
    state = table.state
    assert SCORING[4].value(state, RED) == 8
    assert SCORING[9].value(state, RED) == 2
    assert SCORING[3].value(state, RED) == 0


@rule("CLAN-MACDONALD-16", "SCORE-5a", "SCORE-5", "DOUBT-05", "DEF-09")
def test_fishermen_count_on_border_lochs() -> None:
    large = macdonald("A1", "M9", "L8", "F4")
    assert SCORING[5].count(large.state, RED) == 2
    assert SCORING[5].value(large.state, RED) == 3
    small = macdonald("B1", "L8", "K3", "F4", players=2).given.port("B1", 4)
    assert SCORING[5].count(small.state, RED) == 2
