"""Using port tiles: reach, once each, before or after the main action."""

import pytest

from games import engine
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLUE, RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

LEVELS = range(6)
TILES = {
    2: "port 2 discard 1 wool gain 3 milk",
    3: "port 3 discard 1 bread gain 2 whisky",
    4: "port 4",
    5: "port 5",
    8: "port 8",
}


def beside(tile: int, *, clans: str = "", money: int = 100) -> Part:
    """Red and blue each have a unit beside the corner M1, where a tile lies."""
    table = scenario(clans=clans, money=money).port("M1", tile)
    return table.given.put("red", "woodcutter M2").put("blue", "woodcutter L1")


@rule("IND-DATA-14")
@rule("PORT-G01", "PORT-G02", "EX-07", "BASE-09", "CASE-B14")
@in_one_test(
    ("unit", "level"),
    [
        ("M8", 0),
        ("L9", 0),
        ("K9", 2),  # one loch between: L8
        ("L7", 2),
        ("J8", 3),  # two: K8 and L8
        ("K7", 3),
        ("J6", 4),  # three: J7, K8 and L8
        ("I7", 4),
    ],
)
def test_lochs_between_unit_and_port_ask_for_shipping(unit: str, level: int) -> None:
    table = scenario().port("M9", 5).put("red", f"bakery {unit}").put("blue", "bakery M8")
    if unit == "M8":
        table.given.put("blue", "bakery L9")
    for known in LEVELS:
        table.given.shipping("red", known)
        if known < level:
            table.then.refuses("port 5", "PORT-G01", "port_out_of_reach")
        else:
            assert table.can("port 5"), (unit, known)


@rule("PORT-G01")
def test_no_shipping_reaches_a_port_over_land_or_from_others_units() -> None:
    table = scenario().port("M9", 5).put("red", "bakery L6").put("blue", "bakery M8")
    for level in LEVELS:
        table.given.shipping("red", level).shipping("blue", level).then.refuses(
            "port 5", "PORT-G01"
        )


@rule("PORT-G12", "P2-02")
def test_two_players_have_the_ports_on_inner_lochs() -> None:
    small, large = scenario(players=2).state, scenario(players=3).state
    assert [port.hex for port in small.ports] == ["B1", "L3", "K8", "B7"]
    assert [port.hex for port in large.ports] == ["A1", "M1", "M9", "A9"]
    table = scenario(players=2).port("B7", 5).put("red", "bakery C8")
    assert table.can("port 5")


@rule("PORT-G03", "BASE-09")
@in_one_test("tile", sorted(TILES))
def test_each_player_uses_a_tile_once_in_the_game(tile: int) -> None:
    table = beside(tile).given.give("red", wool=2, bread=2).give("blue", wool=1, bread=1)
    use = TILES[tile]
    table.when.play(use)
    if table.decision().kind != "main_action":
        table.when.play("skip")
    table.then.refuses(use, "PORT-G03", "port_used").when.play("hire").then.refuses(
        use, "PORT-G03"
    ).when.play("end")
    assert table.deciding() == BLUE
    assert table.can(use)
    table.when.play(use)
    assert [port.used_by for port in table.state.ports if port.tile == tile] == [[RED, BLUE]]


@rule("PORT-G03")
def test_a_marker_stays_for_the_rounds_to_come() -> None:
    table = beside(5).when.play("port 5").all_pass().advance()
    assert table.state.round == 2
    table.then.refuses("port 5", "PORT-G03", "port_used")


@rule("PORT-G04", "PORT-G06", "STATE-21", "STATE-23", "BASE-09")
def test_several_tiles_in_one_turn_before_and_after_the_main_action() -> None:
    table = scenario(money=4).port("M1", 5).port("A9", 4).port("A1", 8)
    table.given.put("red", "woodcutter M2", "woodcutter A8", "woodcutter A2")
    table.when.play("port 5", "port 4", "upgrade hire").then.expect_decision("main_action", "red")
    table.when.play("shipping", "port 8", "skip").then.expect_decision("end_turn", "red")
    table.then.expect("red", money=4 + 10 - 4 + 5, glory=3, shipping=1, stock=3)


@rule("PORT-G05", "FREE-05")
def test_a_port_is_free_and_may_wait_but_is_no_main_action() -> None:
    table = beside(5, money=0).then.refuses("end", "STATE-22")
    table.when.play("port 5").then.expect("red", money=10).refuses("end", "STATE-22")

    table = beside(5).when.play("hire", "end", "hire", "end", "hire", "end")
    table.when.play("shipping").then.expect("red", money=92).when.play("port 5").then.expect(
        "red", money=102
    )


@rule("PORT-G06", "STATE-25", "TC-40")
def test_no_port_between_the_bonuses_of_a_contract() -> None:
    table = beside(5).given.give("red", cheese=4).box("red", 10).when.play("fulfil 10")
    table.then.expect_decision("bonus_upgrade").refuses("port 5", "STATE-25", "out_of_place")
    table.when.play("upgrade hire").then.expect_decision("bonus_upgrade").refuses(
        "port 5", "STATE-25"
    )
    table.when.play("upgrade shipping").then.expect_decision("end_turn")
    money = table.state.players[RED].money
    table.when.play("port 5").then.expect("red", money=money + 10)


@rule("PORT-G06", "STATE-25")
def test_no_port_while_a_deployment_or_another_port_goes_on() -> None:
    table = (
        beside(5)
        .given.put("red", "woodcutter C6")
        .put("blue", "cow D4")
        .when.play("expand sheep D5")
    )
    table.then.expect_decision("deployment_bonuses").refuses("port 5", "STATE-25")
    table.when.play("skip").then.expect_decision("end_turn")
    assert table.can("port 5")

    table = beside(5).given.give("red", wool=4).box("red", 1).put("red", "woodcutter C6")
    table.when.play("fulfil 1").then.expect_decision("free_space").refuses("port 5", "STATE-25")

    table = beside(8).given.port("A1", 5).put("red", "woodcutter A2").when.play("port 8")
    table.then.expect_decision("building_bonus").refuses("port 5", "STATE-25")
    table.when.play("draw").then.expect_decision("keep_contracts").refuses("port 5", "STATE-25")

    table = beside(4).given.port("A1", 5).put("red", "woodcutter A2").when.play("port 4")
    table.then.expect_decision("bonus_upgrade").refuses("port 5", "STATE-25")


@rule("PORT-G06", "FREE-02", "PASS-06")
def test_no_port_after_passing_or_in_the_turn_of_another() -> None:
    table = beside(5).when.play("pass").then.expect_decision("main_action", "blue")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("red", "port 5")
    table.then.expect("red", money=116)


@rule("PORT-G07", "PORT-2", "PORT-3")
@pytest.mark.parametrize(
    ("tile", "has", "lacks"),
    [(2, "bread cheese whisky", "wool milk grain"), (3, "wool milk grain", "bread cheese whisky")],
)
def test_an_exchange_needs_its_good_in_stock(tile: int, has: str, lacks: str) -> None:
    table = beside(tile).given.give("red", **dict.fromkeys(has.split(), 5))
    assert table.legal("use_port") == []
    amount = 3 if tile == 2 else 2
    for good in lacks.split():
        line = f"port {tile} discard 1 {good} gain {amount} {good}"
        table.then.refuses(line, "PORT-G07", "not_enough_goods").given.give("red", **{good: 1})
        assert table.can(line)
        table.given.give("red", **{good: 0})


@rule("PORT-G07")
def test_tiles_4_5_and_8_can_be_used_by_the_poorest() -> None:
    for tile in (4, 5, 8):
        table = beside(tile, money=0).given.box("red", 1).pile()
        table.given.shipping("red", 5).merchants("red", stock=7, track=0).technology(
            "red", "woodcutter"
        )
        assert table.can(f"port {tile}")
        table.when.play(f"port {tile}").then.expect_decision("main_action", "red")
        table.then.refuses(f"port {tile}", "PORT-G03")


@rule("PORT-G08")
def test_the_unit_just_deployed_reaches_the_port() -> None:
    table = scenario().port("M1", 5).put("red", "woodcutter M3").then.refuses("port 5", "PORT-G01")
    table.when.play("expand woodcutter M2")
    money = table.state.players[RED].money
    table.when.play("port 5").then.expect("red", money=money + 10)


@rule("PORT-G08")
def test_slaughter_takes_the_reach_away() -> None:
    table = scenario().port("M9", 5).put("red", "cow L9", "woodcutter E4").give("red", wool=1)
    table.given.box("red", 16)
    assert table.can("port 5")
    table.when.play("fulfil 16 slaughter cow L9").then.refuses("port 5", "PORT-G01")


@rule("PORT-G09", "PORT-G03")
def test_a_unit_on_the_port_itself_reaches_it_and_hinders_nobody() -> None:
    table = scenario().port("M1", 5).put("red", "woodcutter M1").put("blue", "woodcutter M2")
    table.when.play("port 5").then.expect("red", money=110)
    table.when.play("hire", "end", "port 5").then.expect("blue", money=110)


@rule("PORT-G10", "CLAN-STEWART-08")
@in_one_test("tile", sorted(TILES))
def test_a_port_takes_no_merchant_moves_no_price_and_is_no_trade(tile: int) -> None:
    money = {2: 0, 3: 0, 4: 0, 5: 10, 8: 5}[tile]
    table = beside(tile, clans="stewart", money=0).given.give("red", wool=1, bread=1).pile()
    table.given.merchants("red", stock=0)
    prices = list(table.state.prices)
    table.when.play(TILES[tile])
    if tile == 4:
        table.when.play("skip")
    table.then.expect("red", stock=0, track=7, money=money, buying=[0] * 6, selling=[0] * 6)
    assert table.state.prices == prices


@rule("SETUP-03")
def test_a_tile_that_is_not_in_the_game_cannot_be_used() -> None:
    table = beside(5)
    laid = {port.tile for port in table.state.ports}
    assert 5 in laid
    for tile in set(range(1, 10)) - laid:
        table.then.refuses(f"port {tile}", "SETUP-03", "no_such_port")
