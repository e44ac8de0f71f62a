"""Production: income, basic goods, and what players choose to make of them."""

from itertools import product

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.moves.producing import Produce
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLACK, BLUE, RED, Part, scenario

pytestmark = pytest.mark.engine

ROWS = ["C2 D4 D5 E4", "G3 G7 H2 H3", "H6 I4 I5 I6", "J3 J4 J5 K4"]
"""Grassland for four times four units."""
PASS_BONUS = 16


def before_production(*units: str, **goods: int) -> Part:
    """Everybody has passed, red first; red has some units, some goods and the bonus of passing."""
    table = scenario(money=0).put("red", *units).give("red", **goods)
    return table.when.all_pass()


def four(unit: str, row: int) -> list[str]:
    """Four units of a kind, each on a space of its own."""
    return [f"{unit} {hex_}" for hex_ in ROWS[row].split()]


@rule("PROD-03", "TECH-02", "WORKER-01")
@in_one_test(
    ("units", "technology", "income"),
    [
        (["woodcutter E4"], [], 4),
        (["miner E4"], [], 6),
        (["woodcutter E4"], ["woodcutter"], 6),
        (["miner E4"], ["miner"], 8),
        (["woodcutter E4"], ["miner"], 4),
        (["miner E4"], ["woodcutter"], 6),
        (["woodcutter E4", "woodcutter E3", "miner F3"], ["woodcutter"], 18),
        (["sheep E4", "bakery E3", "field F3"], ["woodcutter", "miner"], 0),
    ],
)
def test_workers_earn_by_their_column_and_its_technology(
    units: list[str], technology: list[str], income: int
) -> None:
    table = scenario(money=0).put("red", *units).technology("red", *technology)
    table.when.all_pass().advance("production").then.expect("red", money=PASS_BONUS + income)


@rule("PROD-03", "EX-29")
def test_all_workers_with_both_technologies_earn_56() -> None:
    table = scenario(money=0).put("red", *four("woodcutter", 0), *four("miner", 1))
    table.given.technology("red", "woodcutter", "miner").when.all_pass().advance("production")
    table.then.expect("red", money=PASS_BONUS + 56)


@rule("PROD-04")
@in_one_test(
    ("unit", "good", "amount"), [("sheep", "wool", 1), ("cow", "milk", 1), ("field", "grain", 2)]
)
def test_animals_and_fields_yield_basic_goods(unit: str, good: str, amount: int) -> None:
    others = {"wool", "milk", "grain", "bread", "cheese", "whisky"} - {good}
    for number in (1, 4):
        table = before_production(*four(unit, 0)[:number]).when.advance("production")
        table.then.expect(
            "red", money=PASS_BONUS, **{good: number * amount}, **dict.fromkeys(others, 0)
        )


@rule("PROD-01")
def test_units_on_the_player_board_produce_nothing() -> None:
    table = before_production("sheep D5").when.advance("production")
    table.then.expect("red", wool=1, milk=0, grain=0, money=16)
    table.then.expect("blue", wool=0, milk=0, grain=0, money=14)


@rule("PROD-05", "PROD-06", "TC-41")
def test_3_grain_for_2_bakeries_and_2_distilleries_in_every_combination() -> None:
    table = before_production(*four("bakery", 0)[:2], *four("distillery", 1)[:2], grain=3)
    table.when.advance("production")
    wanted = {(b, w) for b, w in product(range(3), range(3)) if b + w <= 3}
    offered = set()
    for move in engine.legal_moves(table.state, RED):
        assert isinstance(move, Produce)
        assert move.cheese == 0
        offered.add((move.bread, move.whisky))
    assert offered == wanted
    table.then.refuses("produce 2 bread 2 whisky", "PROD-06", "not_enough_grain")
    table.then.refuses("produce 3 bread", "PROD-06", "not_enough_buildings")
    table.then.refuses("produce 3 whisky", "PROD-06", "not_enough_buildings")
    table.when.play("produce 1 bread 2 whisky").advance("processing")
    table.then.expect("red", grain=0, bread=1, whisky=2, cheese=0)


@rule("PROD-05", "PROD-06")
def test_a_cheese_dairy_makes_one_cheese_of_one_milk() -> None:
    table = before_production(*four("cheese_dairy", 0)[:2], milk=3).when.advance("production")
    assert table.legal() == ["produce nothing", "produce 1 cheese", "produce 2 cheese"]
    table.then.refuses("produce 3 cheese", "PROD-06", "not_enough_buildings")
    table.when.play("produce 2 cheese").advance("processing")
    table.then.expect("red", milk=1, cheese=2, money=PASS_BONUS)

    table = before_production(*four("cheese_dairy", 0), milk=1, grain=9).when.advance("production")
    table.then.refuses("produce 2 cheese", "PROD-05", "not_enough_milk")


@rule("PROD-05")
def test_nobody_has_to_process_anything() -> None:
    table = before_production("bakery D5", "cheese_dairy D4", grain=1, milk=1)
    table.when.advance("production").play("produce nothing").advance("processing")
    table.then.expect("red", grain=1, milk=1, bread=0, cheese=0)


@rule("PROD-07", "BASE-16")
def test_fresh_old_and_bought_goods_can_be_processed() -> None:
    table = scenario().put("red", *four("cheese_dairy", 0), *four("bakery", 1), "cow J4")
    table.given.put("red", "field J5").give("red", milk=1, grain=1)
    table.when.play("buy 1 milk", "end", "pass", "pass", "buy 1 grain", "end").all_pass()
    table.when.advance("production").then.expect("red", milk=3, grain=4)
    table.when.play("produce 3 cheese 4 bread").advance("processing")
    table.then.expect("red", milk=0, grain=0, cheese=3, bread=4)


@rule("PROD-08", "PROD-06")
def test_what_was_made_is_not_made_into_more() -> None:
    table = before_production("bakery D5", "distillery D4", grain=1, bread=5, whisky=5)
    table.when.advance("production")
    table.then.refuses("produce 1 bread 1 whisky", "PROD-06", "not_enough_grain")
    table.when.play("produce 1 whisky").advance("processing", "scoring", "preparation")
    table.then.expect("red", grain=0, bread=5, whisky=6)

    idle = before_production("bakery D5", "distillery D4", bread=5, whisky=5, cheese=5, wool=5)
    idle.when.advance("production", "scoring")


@rule("PROD-11")
@in_one_test(
    ("units", "goods", "asked"),
    [
        ([], {}, False),
        ([], {"milk": 5, "grain": 5}, False),
        (["bakery D5", "distillery D4", "cheese_dairy E4"], {"wool": 3}, False),
        (["bakery D5", "distillery D4"], {"milk": 3}, False),
        (["cheese_dairy D5"], {"grain": 3}, False),
        (["bakery D5"], {"grain": 1}, True),
        (["distillery D5"], {"grain": 1}, True),
        (["cheese_dairy D5"], {"milk": 1}, True),
        (["bakery D5", "field D4"], {}, True),
        (["cheese_dairy D5", "cow D4"], {}, True),
        (["bakery D5", "cow D4"], {}, False),
    ],
)
def test_only_who_can_choose_is_asked(units: list[str], goods: dict[str, int], asked: bool) -> None:
    table = before_production(*units, **goods).when.advance("production")
    open_for = [(d.kind, d.seat) for d in table.state.open_decisions()]
    assert open_for == ([("produce", RED)] if asked else [])
    assert table.state.awaits_step is not asked
    if not asked:
        table.when.advance("scoring")


@rule("PROD-12", "DEF-37")
def test_more_goods_can_be_produced_than_there_are_tokens() -> None:
    table = scenario(players=4)
    for row, colour in enumerate(("red", "blue", "black", "white")):
        table.given.put(colour, *four("field", row)).give(colour, wool=20)
    table.given.put("red", "bakery C5").give("red", bread=30).when.all_pass().advance("production")
    for colour in ("red", "blue", "black", "white"):
        table.then.expect(colour, grain=8, wool=20)
    table.when.play("produce 1 bread").advance("processing").then.expect("red", bread=31)


@rule("STATE-50", "STATE-51", "PROD-10", "FLOW-16")
def test_all_answer_at_once_and_the_log_keeps_the_order_of_passing() -> None:
    table = scenario()
    table.given.put("red", "bakery D5").put("blue", "bakery D4").put("black", "bakery E4")
    for colour in ("red", "blue", "black"):
        table.given.give(colour, grain=1)
    table.when.play("hire", "end", "pass", "hire", "end", "pass", "pass").advance("production")
    assert [d.seat for d in table.state.open_decisions()] == [1, 0, 2]
    for colour in ("black", "red"):
        table.when.play_as(colour, "produce 1 bread").then.expect(colour, grain=1, bread=0)
        assert not table.state.awaits_step
    table.when.play_as("blue", "produce 1 bread").advance("processing")
    changed = [e.seat for e in table.events[-1].effects if isinstance(e, fx.GoodsChanged)]
    assert changed == [BLUE, BLUE, RED, RED, BLACK, BLACK]
    for colour in ("red", "blue", "black"):
        table.then.expect(colour, bread=1, grain=0)


@rule("PROD-10")
def test_an_answer_is_one_packet_of_numbers_and_nothing_else() -> None:
    table = before_production("bakery D5", "cheese_dairy D4", grain=1, milk=1)
    table.when.advance("production").then.refuses("pass", "PROD-10").refuses(
        "sell 1 milk", "PROD-10"
    )
    table.then.refuses("produce 1 butter", "PROD-10", "no_such_clan_choice")
    assert len(table.legal()) == 4
    table.when.play("produce 1 bread 1 cheese").advance("processing").then.expect(
        "red", bread=1, cheese=1
    )
    assert table.state.decisions == []


@rule("PROD-10")
@in_one_test("field", ["cheese", "bread", "whisky"])
def test_nothing_is_produced_in_negative_numbers(field: str) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.decode_move({"type": "produce", field: -1})
    with pytest.raises(engine.MalformedMove):
        engine.parse(f"produce -1 {field}")


@rule("STATE-50")
def test_who_has_nothing_to_choose_cannot_answer() -> None:
    table = before_production("bakery D5", grain=1).when.advance("production")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("blue", "produce nothing")
    assert engine.legal_moves(table.state, BLUE) == []
