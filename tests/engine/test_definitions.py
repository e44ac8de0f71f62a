"""What the words of the rules mean, seen in play. (DEF)"""

import pytest

from games import engine
from games.engine.rules.final import final_sheets
from games.engine.rules.points import shared_points
from games.engine.terms import COLUMNS
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

GRASSLAND_UNITS = ["sheep", "cow", "field", "bakery", "distillery", "cheese_dairy"]


@rule("DEF-11", "EXPAND-12")
@pytest.mark.parametrize(("players", "port", "beside"), [(3, "A1", "A2"), (2, "K8", "J8")])
def test_no_unit_goes_to_a_port_space(players: int, port: str, beside: str) -> None:
    table = scenario(players=players).put("red", f"woodcutter {beside}")
    assert any(tile.hex == port for tile in table.state.ports)
    for column in COLUMNS:
        table.then.refuses(f"expand {column} {port}", "EXPAND-03", "on_water")


@rule("DEF-13", "DEF-12")
def test_a_space_has_room_for_one_unit_only() -> None:
    table = scenario(players=3).put("red", "woodcutter F3", "sheep G3").put("blue", "cow H3")
    table.then.refuses("expand cow G3", "EXPAND-02", "not_empty")
    table.then.refuses("expand cow H3", "EXPAND-02", "not_empty")
    assert table.can("expand cow F3") is False
    assert table.can("expand cow E4")


@rule("DEF-30", "EXPAND-05")
@in_one_test("column", COLUMNS)
def test_four_units_of_each_column_and_no_fifth(column: str) -> None:
    spaces = {"woodcutter": ["A2", "C9", "D1", "M2"], "miner": ["M4", "D2", "E8", "H8"]}
    used = spaces.get(column, ["B2", "B8", "C2", "L2"])
    table = scenario(players=3).put("red", "woodcutter L4" if column == "miner" else "miner L4")
    table.given.put("red", *(f"{column} {hex_}" for hex_ in used[:3]))
    assert table.can(f"expand {column} M5")
    table.given.put("red", f"{column} {used[3]}")
    table.then.refuses(f"expand {column} M5", "EXPAND-05", "column_empty")


@rule("DEF-30", "DEF-45")
def test_eight_workers_in_two_columns() -> None:
    table = scenario(players=3).put("red", "woodcutter A2", "woodcutter C9", "miner L5")
    table.given.put("red", "woodcutter D1", "woodcutter M2")
    table.then.refuses("expand woodcutter M5", "EXPAND-05", "column_empty")
    table.when.play("expand miner M5")
    board = engine.view(table.state, None).players[0].board
    assert (board["woodcutter"], board["miner"]) == (0, 2)


@rule("DEF-31", "BUILD-11")
@in_one_test("column", GRASSLAND_UNITS)
def test_buildings_are_cheese_dairy_bakery_and_distillery(column: str) -> None:
    table = scenario(players=3).put("red", "woodcutter F3").pile(1, 2, 3)
    table.given.put("red", *(f"{column} {hex_}" for hex_ in ("B2", "B4", "B8")))
    table.when.play(f"expand {column} G3")
    building = column in ("bakery", "distillery", "cheese_dairy")
    assert table.can("draw") == building


@rule("DEF-32", "EX-26", "EXPAND-03")
@in_one_test(
    ("space", "beside", "fitting"),
    [
        ("G3", "woodcutter F3", GRASSLAND_UNITS),
        ("F2", "sheep G3", ["woodcutter"]),
        ("E8", "woodcutter D8", ["miner"]),
        ("H2", "woodcutter G2", ["woodcutter", "miner"]),
        ("M5", "miner L5", list(COLUMNS)),
    ],
)
def test_which_units_fit_on_which_terrain(space: str, beside: str, fitting: list[str]) -> None:
    table = scenario(players=3).put("red", beside).shipping("red", 1)
    for column in COLUMNS:
        assert table.can(f"expand {column} {space}") == (column in fitting)
        if column not in fitting:
            table.then.refuses(f"expand {column} {space}", "EXPAND-03", "wrong_terrain")


@rule("IND-DEF-14")
@rule("DEF-33", "PORT-2", "PORT-3")
def test_basic_and_processed_goods() -> None:
    table = scenario(players=3).put("red", "woodcutter A2", "woodcutter L1")
    table.given.port("A1", 2).port("M1", 3)
    table.given.give("red", wool=1, milk=1, grain=1, bread=1, cheese=1, whisky=1)
    for basic in ("wool", "milk", "grain"):
        assert table.can(f"port 2 discard 1 {basic} gain 3 wool")
        table.then.refuses(f"port 3 discard 1 {basic} gain 2 bread", "PORT-3", "discard_one")
        table.then.refuses(f"port 3 discard 1 bread gain 2 {basic}", "PORT-3", "gain_exactly")
    for processed in ("bread", "cheese", "whisky"):
        assert table.can(f"port 3 discard 1 {processed} gain 2 bread")
        table.then.refuses(f"port 2 discard 1 {processed} gain 3 wool", "PORT-2", "discard_one")
    assert len({move.split()[2] for move in table.legal("trade")}) == 6


@rule("DEF-34", "DEF-33", "FULFIL-04")
def test_meat_is_never_traded_and_never_in_stock() -> None:
    for good in ("beef", "mutton", "cotton", "hops"):
        with pytest.raises(engine.MalformedMove):
            engine.parse(f"buy 1 {good}")
    table = scenario(players=3).put("red", "cow B2", "cow B4").box("red", 3)
    table.when.play("fulfil 3 slaughter cow B2 cow B4").then.expect("red", goods=[0] * 6, units=[])


@rule("DEF-35", "FULFIL-11", "FULFIL-16")
def test_three_imports_are_counted_and_hops_are_not() -> None:
    table = scenario(players=3).box("red", 2).give("red", wool=6)
    assert table.state.content.contract(2).hops == 2  # type: ignore[arg-type]
    table.when.play("fulfil 2")
    shown = engine.view(table.state, None)
    assert shown.imports == {"cotton": 0, "tobacco": 3, "sugar_cane": 0}
    assert shown.players[0].fulfilled == [2]
    assert final_sheets(table.state)[0].hops == 2


@rule("DEF-36", "DEF-39", "TRADE-02", "TRADE-03")
def test_only_merchants_in_stock_are_ready() -> None:
    table = scenario(players=3).merchants("red", stock=4).give("red", wool=1)
    table.when.play("buy 3 milk", "end", "hire", "end", "hire", "end")
    table.then.refuses("buy 2 grain", "TRADE-02", "not_enough_merchants")
    shown = engine.view(table.state, None).players[0].merchants
    assert (shown.track, shown.stock, shown.market) == (3, 1, 3)
    table.when.play("buy 1 grain").then.expect("red", stock=0, milk=3, grain=1)


@rule("DEF-37", "PROD-12", "TRADE-12")
def test_goods_and_money_never_run_out() -> None:
    table = scenario(players=3).give("red", wool=60, money=5000).give("blue", wool=60)
    table.given.put("red", "sheep G3", "sheep H3").merchants("red", stock=7)
    table.when.play("buy 7 wool").then.expect("red", wool=67).when.play("end").all_pass().advance(
        "production"
    )
    table.then.expect("red", wool=69)


@rule("IND-DEF-20")
@rule("DEF-38", "TRADE-14")
def test_what_is_paid_is_paid_whole() -> None:
    table = scenario(players=3).give("red", money=9).price("milk", 5)
    table.then.refuses("buy 2 milk", "TRADE-14", "not_enough_money").when.play("buy 1 milk")
    table.then.expect("red", money=4)
    with pytest.raises(engine.MalformedMove):
        engine.parse("give 5 blue")


@rule("DEF-40", "FINAL-03")
def test_glory_is_one_point_apiece_at_the_end() -> None:
    table = scenario(players=3)
    before = final_sheets(table.state)[0].total
    table.state.players[0].glory = 137
    sheet = final_sheets(table.state)[0]
    assert (sheet.glory, sheet.total) == (137, before + 137)


@rule("DEF-41", "SCORE-8")
def test_an_upgrade_is_shipping_a_merchant_or_a_technology() -> None:
    table = scenario(players=3).scoring_tile(8).put("blue", "woodcutter F3").on_board(1)
    table.when.play("shipping", "end", "take 1", "end", "buy 1 wool", "end")
    table.when.play("hire", "end", "expand sheep G3", "end", "pass")
    table.when.play("technology miner", "end").all_pass().advance("production", "scoring")
    table.then.expect("red", glory=3).expect("blue", glory=0).expect("black", glory=0)


@rule("DEF-45", "DIFF-30", "SCORE-4", "WORKER-02")
def test_on_the_map_all_workers_are_the_same() -> None:
    table = scenario(players=3).put("red", "woodcutter H2").put("blue", "miner H7")
    units = [player.units[0].unit for player in engine.view(table.state, None).players[:2]]
    assert units == ["worker", "worker"]
    table.given.scoring_tile(4).when.all_pass().advance("production", "scoring")
    table.then.expect("red", glory=2).expect("blue", glory=2).expect("black", glory=0)


@rule("DEF-47")
def test_money_goods_and_contracts_are_open_to_all() -> None:
    table = scenario(players=3).give("red", money=17, cheese=2).box("red", 5).fulfilled("red", 6)
    for viewer in (None, engine.Seat(0), engine.Seat(1)):
        red = engine.view(table.state, viewer).players[0]
        assert (red.money, red.goods["cheese"]) == (17, 2)
        assert (red.boxes, red.fulfilled) == ([[5]], [6])


@rule("DEF-48", "STATE-10", "PREP-09")
def test_turn_order_goes_by_the_track_and_not_by_the_seats() -> None:
    table = scenario(players=4).round(1)
    table.when.play("hire", "end", "hire", "end", "hire", "end", "pass")
    table.when.play("hire", "end", "pass", "hire", "end", "pass", "pass")
    table.when.advance("production", "scoring", "preparation")
    assert table.state.turn_order == [3, 1, 0, 2]
    seen = []
    for _ in range(5):
        seen.append(table.deciding())
        table.when.play("shipping", "end")
    assert seen == [3, 1, 0, 2, 3]


@rule("DEF-49", "FINAL-12")
def test_fractions_are_dropped_when_points_are_shared() -> None:
    assert shared_points([2, 2, 2, 2], (18, 12, 6)) == [9, 9, 9, 9]
    assert shared_points([2, 2, 2, 2], (12, 6)) == [4, 4, 4, 4]
    assert shared_points([3, 2, 2, 2], (7, 5, 3)) == [7, 2, 2, 2]
    assert shared_points([1, 1, 0], (8, 5)) == [6, 6, 0]


@rule("DEF-25", "DEF-28")
def test_a_unit_on_a_loch_does_not_interrupt_a_chain() -> None:
    table = scenario(players=3).put("red", "sheep C3").shipping("red", 2)
    table.given.put("blue", "woodcutter C4")
    table.when.play("expand sheep C5").then.expect("red", money=100 - 8 - 3)
