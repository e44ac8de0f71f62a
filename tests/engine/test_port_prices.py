"""Port tile 6, announced with the trade before which it moves the price."""

from itertools import product

import msgspec
import pytest

from games import engine
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def trader(*, money: int = 100, clans: str = "", marker: int = 5, stock: int = 4) -> Part:
    """Red is beside tile 6; the whisky marker stands on 5 of 8 9 10 11 12 13 13 14 15 16."""
    table = scenario(money=money, clans=clans).port("M1", 6).port("A9", 9).port("A1", 5)
    table.given.put("red", "woodcutter M2").merchants("red", stock=stock).give("red", whisky=4)
    return table.given.marker("whisky", marker)


def beside_distillery(*, money: int = 100, clans: str = "") -> Part:
    """Red, near tile 6 and with the copy in reach, is about to expand beside a distillery."""
    table = trader(money=money, clans=clans).given.put("red", "woodcutter J4", "woodcutter A8")
    return table.given.put("blue", "distillery J3").give("red", whisky=0)


@rule("PORT-6", "TC-17", "CMD-04")
def test_three_steps_down_and_two_bought_come_to_one_step_down() -> None:
    table = trader().when.play("buy 2 whisky with 6 down")
    table.then.expect("red", money=100 - 2 * 10, whisky=6, stock=2).expect_market(
        "red", "buy 2 whisky"
    )
    table.then.expect_marker("whisky", 5 - 3 + 2).expect_decision("end_turn")
    table.then.expect_used(6, "red")
    table.then.expect_used(9)


@rule("PORT-6", "PORT-6b", "BASE-10")
@in_one_test(
    ("line", "money", "marker"),
    [
        ("buy 2 whisky with 6 up", -2 * 15, 10 - 1),  # to 8, two more steps, one of them lost
        ("buy 1 whisky with 6 up", -15, 9),
        ("sell 2 whisky with 6 up", 2 * 15, 8 - 2),
        ("sell 2 whisky with 6 down", 2 * 10, 0),
        ("buy 1 whisky with 6 down", -10, 3),
    ],
)
def test_the_price_is_moved_up_or_down_before_a_purchase_or_a_sale(
    line: str, money: int, marker: int
) -> None:
    others = trader().state.prices
    table = (
        trader()
        .when.play(line)
        .then.expect("red", money=100 + money)
        .expect_marker("whisky", marker)
    )
    assert table.state.prices[:5] == others[:5]


@rule("PORT-6b", "TRADE-06")
def test_at_the_end_of_the_column_steps_are_lost() -> None:
    table = trader(marker=8).when.play("sell 1 whisky with 6 up")
    table.then.expect("red", money=100 + 16).expect_marker("whisky", 8)
    table = trader(marker=1).when.play("buy 1 whisky with 6 down")
    table.then.expect("red", money=100 - 8).expect_marker("whisky", 1)
    table = trader(marker=9).when.play("buy 1 whisky with 6 up").then.expect("red", money=84)
    table.then.expect_marker("whisky", 9)
    table.then.expect_used(6, "red")


@rule("PORT-6b", "DIFF-12", "DOUBT-07", "BASE-10")
def test_all_three_steps_are_taken() -> None:
    table = trader()
    table.then.refuses("buy 1 whisky with 6 down 2", "PORT-6b", "all_steps")
    table.then.refuses("buy 1 whisky with 6 up 1", "PORT-6b", "all_steps")
    table.when.play("buy 1 whisky with 6 down 3").then.expect("red", money=90).expect_marker(
        "whisky", 3
    )


@rule("PORT-6a", "STATE-25")
def test_tile_6_is_announced_with_a_trade_and_with_nothing_else() -> None:
    table = trader().then.refuses("port 6", "PORT-6a", "announce_with_trade")
    assert table.legal("use_port") == []
    table.given.box("red", 3).put("red", "cow I4", "cow J5")
    table.then.refuses("fulfil 3 slaughter cow I4 with 6 up", "PORT-6a", "modifies_other_moves")
    table.then.refuses("buy 1 whisky with 6 beef", "PORT-6a", "wrong_modifier_fields")
    table.when.play("hire").then.refuses("port 6", "PORT-6a", "announce_with_trade")


@rule("PORT-6a", "PORT-6b")
@in_one_test("details", [{}, {"steps": 3}, {"spare": "beef"}, {"direction": "up", "spare": "beef"}])
def test_tile_6_has_a_direction_and_no_kind_of_meat(details: dict[str, object]) -> None:
    trade: dict[str, object] = {"type": "trade", "good": "wool", "side": "buy", "quantity": 1}
    trade["modifiers"] = [{"tile": 6, "source": "map", **details}]
    trader().then.refuses(trade, "PORT-6a", "wrong_modifier_fields")


@rule("PORT-6a", "PORT-6")
def test_without_a_trade_that_is_legal_the_price_stays() -> None:
    table = trader(stock=1)
    table.then.refuses("buy 2 whisky with 6 down", "TRADE-02", "not_enough_merchants")
    table.then.refuses("sell 1 wool with 6 up", "TRADE-04", "not_enough_goods")
    trader(stock=0).then.refuses("buy 1 whisky with 6 down", "TRADE-02")
    trader(money=14).then.refuses("buy 1 whisky with 6 up", "TRADE-14", "not_enough_money")
    assert trader(money=15).can("buy 1 whisky with 6 up")


@rule("PORT-6")
def test_a_purchase_may_need_the_lower_price() -> None:
    table = trader(money=10).then.refuses("buy 1 whisky", "TRADE-14", "not_enough_money")
    table.when.play("buy 1 whisky with 6 down").then.expect("red", money=0)


@rule("PORT-G01", "PORT-G03", "SETUP-03")
def test_tile_6_has_to_be_there_in_reach_and_unused() -> None:
    line = "buy 1 whisky with 6 down"
    away = trader().given.port("M9", 6).port("M1", 5)
    away.then.refuses(line, "PORT-G01", "port_out_of_reach")
    trader().given.port("M1", 4).then.refuses(line, "SETUP-03", "no_such_port")
    table = trader().when.play(line, "end", "hire", "end", "hire", "end")
    table.then.refuses(line, "PORT-G03", "port_used").when.play("buy 1 whisky")


@rule("PORT-9c", "PORT-G03")
def test_each_source_once_in_a_move() -> None:
    table = trader().given.put("red", "woodcutter A8")
    table.then.refuses("buy 1 whisky with 6 down 6 down", "PORT-G03", "modifier_twice")
    table.then.refuses("buy 1 whisky with copy 6 down copy 6 up", "PORT-G03", "modifier_twice")
    with pytest.raises(engine.MalformedMove):
        engine.parse("buy 1 whisky with 6 down copy 6 down 6 down copy 6 down 6 down")


@rule("PORT-6d", "CLAN-STEWART-08")
def test_moving_the_price_is_no_trade() -> None:
    table = trader(clans="stewart").when.play("sell 2 whisky with 6 down")
    table.then.expect("red", money=100 + 1 + 2 * 10, stock=2).expect_market("red", "sell 2 whisky")


@rule("PORT-9c", "PORT-6b")
@in_one_test(
    ("marker", "line", "paid", "after"),
    [
        (8, "6 down copy 6 down", 10, 3),
        (2, "6 up copy 6 up", 15, 9),
        (5, "6 up copy 6 down", 13, 6),
        (8, "6 up copy 6 down", 13, 7),
        (8, "copy 6 down 6 up", 15, 9),
        (1, "6 down copy 6 up", 11, 4),
        (1, "copy 6 up 6 down", 9, 2),
    ],
)
def test_tile_6_and_its_copy_move_the_price_one_after_the_other(
    marker: int, line: str, paid: int, after: int
) -> None:
    table = (
        trader(marker=marker)
        .given.put("red", "woodcutter A8")
        .when.play(f"buy 1 whisky with {line}")
    )
    table.then.expect("red", money=100 - 3 - paid).expect_marker("whisky", after)
    table.then.expect_used(6, "red").expect_used(9, "red")


@rule("PORT-9c", "PORT-9d")
def test_the_3_pounds_are_gone_before_a_trade() -> None:
    line = "buy 1 whisky with copy 6 down"
    table = trader(money=12).given.put("red", "woodcutter A8")
    table.then.refuses(line, "TRADE-14", "not_enough_money").given.give("red", money=13).when.play(
        line
    )
    table.then.expect("red", money=0).expect_marker("whisky", 3)
    table.then.expect_used(9, "red")
    table.then.expect_used(6)

    sale = "sell 1 whisky with copy 6 up"
    table = trader(money=2).given.put("red", "woodcutter A8")
    table.then.refuses(sale, "PORT-9d", "not_enough_money").given.give("red", money=3).when.play(
        sale
    )
    table.then.expect("red", money=15)


@rule("PORT-9c", "PORT-9d", "CLAN-STEWART-04")
def test_stewarts_pound_pays_for_the_goods_and_not_for_the_copy() -> None:
    table = trader(money=2, clans="stewart").given.put("red", "woodcutter A8")
    table.then.refuses("sell 1 whisky with copy 6 up", "PORT-9d", "not_enough_money")
    line = "buy 1 whisky with copy 6 down"
    table.given.give("red", money=11).then.refuses(line, "TRADE-14", "not_enough_money")
    table.given.give("red", money=12).when.play(line).then.expect("red", money=0)


@rule("PORT-6c", "DOUBT-07", "CMD-13")
def test_tile_6_moves_the_price_of_a_neighbourhood_purchase() -> None:
    table = beside_distillery().when.play("expand sheep I4").given.give("red", money=100)
    table.then.refuses("neighbourhood 4 whisky with 6 down", "NBR-09", "neighbourhood_limit")
    table.then.refuses("neighbourhood 1 wool with 6 down", "NBR-01", "no_such_neighbour")
    table.when.play("neighbourhood 2 whisky with 6 down")
    table.then.expect("red", money=100 - 2 * (10 - 3), whisky=2, stock=2)
    table.then.expect_marker("whisky", 5 - 3 + 2).expect_decision("end_turn")
    table.then.expect_used(6, "red")

    table = beside_distillery().when.play("expand sheep I4").given.give("red", money=100)
    table.when.play("neighbourhood 1 whisky with 6 up copy 6 up").then.expect(
        "red", money=100 - 3 - 13
    )
    table.then.expect_marker("whisky", 9)


@rule("PORT-6c")
@pytest.mark.parametrize("opened", ["free space", "tile 7"])
def test_tile_6_works_in_windows_that_bonuses_open(opened: str) -> None:
    if opened == "tile 7":
        table = (
            beside_distillery()
            .given.port("A1", 7)
            .put("red", "cow I4", "sheep J5", "woodcutter A2")
        )
        table.when.play("port 7 exchange cow I4 bakery sheep J5 bakery")
    else:
        table = beside_distillery().given.box("red", 1).give("red", wool=4)
        table.when.play("fulfil 1", "expand bakery I4")
    table.then.expect_decision("deployment_bonuses").given.give("red", money=50)
    table.then.refuses("port 6", "STATE-25", "out_of_place")
    table.when.play("neighbourhood 1 whisky with 6 down").then.expect("red", money=50 - 7)
    table.then.expect_marker("whisky", 3)


@rule("PORT-6c", "FLOW-08", "NBR-12")
def test_the_tile_is_used_up_for_the_other_goods_of_the_window() -> None:
    table = beside_distillery().given.put("blue", "bakery I3").when.play("expand sheep I4")
    table.when.play("neighbourhood 1 whisky with 6 down")
    table.then.refuses("neighbourhood 1 bread with 6 down", "PORT-G03", "port_used")
    table.then.refuses("neighbourhood 1 whisky with copy 6 down", "NBR-01", "no_such_neighbour")
    table.when.play("neighbourhood 1 bread with copy 6 down").then.expect_decision("end_turn")


@rule("PORT-6c", "FLOW-07")
def test_a_window_stays_open_for_what_only_a_lower_price_makes_affordable() -> None:
    # A sheep on I4 costs £10; whisky at 13 costs £10 by the bonus, lowered £7 or less.
    table = beside_distillery(money=10 + 7).when.play("expand sheep I4")
    table.then.expect_decision("deployment_bonuses")
    assert table.legal("neighbourhood_buy") == ["neighbourhood 1 whisky with 6 down"]
    table.when.play("neighbourhood 1 whisky with 6 down").then.expect("red", money=0)

    beside_distillery(money=10 + 6).when.play("expand sheep I4").then.expect_decision("end_turn")


@rule("PORT-6c", "PORT-9d", "NBR-06")
def test_a_copy_in_a_window_is_paid_first() -> None:
    table = beside_distillery(money=10 + 9).when.play("expand sheep I4")
    line = "neighbourhood 1 whisky with copy 6 down"
    table.then.refuses(line, "TRADE-14", "not_enough_money").given.give("red", money=10).when.play(
        line
    )
    table.then.expect("red", money=0)
    table = beside_distillery(money=10 + 2).when.play("expand sheep I4")
    table.then.expect_decision("end_turn")


# --- listing -------------------------------------------------------------------------------------


@rule("CMD-04")
def test_two_tiles_are_listed_once_for_every_place_of_the_marker() -> None:
    def listed(table: Part) -> list[str]:
        found = table.given.put("red", "woodcutter A8").legal("trade")
        return sorted(m.partition("buy 1 whisky")[2].strip() for m in found if "buy 1 whisky" in m)

    single = ["", "with 6 up", "with 6 down", "with copy 6 up", "with copy 6 down"]
    both = ["with 6 up copy 6 up", "with 6 up copy 6 down", "with 6 down copy 6 down"]
    assert listed(trader(marker=5)) == sorted(single + both)
    assert listed(trader(marker=4)) == sorted(single + both)
    assert listed(trader(marker=8)) == sorted([*single, *both, "with 6 down copy 6 up"])


@in_one_test("up_to", [False, True])
@in_one_test("marker", [0, 1, 4, 8])
@pytest.mark.uncounted
def test_whatever_is_accepted_comes_to_the_same_as_something_listed(
    up_to: bool, marker: int
) -> None:
    table = scenario(money=40, port6_up_to=up_to).port("M1", 6).port("A9", 9).port("A1", 5)
    table.given.put("red", "woodcutter M2", "woodcutter A8").merchants("red", stock=2)
    table.given.give("red", whisky=2).marker("whisky", marker)
    steps = ("", " 1", " 2") if up_to else ("",)
    shifts = [f"6 {way}{n}" for way in ("up", "down") for n in steps]
    modifiers = ["", *shifts, *(f"copy {shift}" for shift in shifts)]
    modifiers += [f"{one} copy {other}" for one, other in product(shifts, shifts)]
    modifiers += [f"copy {one} {other}" for one, other in product(shifts, shifts)]
    listed = {outcome(table, line) for line in table.legal("trade") if "whisky" in line}
    for side, number, with_ in product(("buy", "sell"), (1, 2), modifiers):
        line = f"{side} {number} whisky" + (f" with {with_}" if with_ else "")
        assert outcome(table, line) in listed | {None}, line
    assert None not in listed


def outcome(table: Part, line: str) -> bytes | None:
    """The state to which a move leads, if it is accepted."""
    after = engine.copy(table.state)
    try:
        engine.play(after, RED, engine.parse(line))
    except engine.IllegalMove:
        return None
    return engine.dump(after)


def test_modifiers_read_back_from_notation_and_json() -> None:
    tables = [
        trader().given.put("red", "woodcutter A8"),
        trader().given.port("M1", 1).put("red", "woodcutter A8", "sheep I4").box("red", 46),
        beside_distillery().when.play("expand sheep I4"),
    ]
    tables[1].give("red", wool=2)
    for table in tables:
        moves = engine.legal_moves(table.state, RED)
        assert any(getattr(move, "modifiers", None) for move in moves)
        for move in moves:
            assert engine.parse(move.notation()) == move
            assert engine.decode_move(msgspec.json.encode(move)) == move


def test_a_move_without_modifiers_is_written_as_ever() -> None:
    for line, json in {
        "buy 2 wool": b'{"type":"trade","good":"wool","side":"buy","quantity":2}',
        "fulfil 12": b'{"type":"fulfil","contract":12}',
        "neighbourhood 1 milk": b'{"type":"neighbourhood_buy","good":"milk","quantity":1}',
        "port 5": b'{"type":"use_port","tile":5}',
    }.items():
        assert msgspec.json.encode(engine.parse(line)) == json
    encoded = b'{"type":"trade","good":"wool","side":"buy","quantity":2,'
    encoded += b'"modifiers":[{"tile":6,"source":"map","direction":"up"}]}'
    assert msgspec.json.encode(engine.parse("buy 2 wool with 6 up")) == encoded


@rule("UNDO-04")
def test_a_modified_move_reveals_nothing() -> None:
    table = trader().given.put("red", "woodcutter A8")
    barrier = table.state.undo_to
    table.when.play("buy 1 whisky with 6 down copy 6 up")
    assert engine.undo_to(table.state) == barrier < table.state.version
