"""What a player can send, as notation and as JSON, and where it is taken. (CMD)"""

import json
from collections.abc import Callable

import pytest

from games import engine
from games.engine.assembly import BASE_MOVES
from games.engine.terms import Seat
from tests.auctions import auctioning
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, drafting, scenario

pytestmark = pytest.mark.engine


def at_work() -> Part:
    return scenario(players=3).put("red", "woodcutter F3", "woodcutter A2").on_board(1)


def with_window() -> Part:
    table = at_work().given.put("blue", "cow H3").put("red", "bakery A5", "bakery C2", "bakery D4")
    return table.given.pile(41, 42, 43).when.play("expand bakery G3")


def with_bonuses() -> Part:
    table = at_work().given.with_contract(6, free_space=1, bonus_upgrade=1).box("red", 6)
    return table.given.give("red", wool=3).when.play("fulfil 6")


def with_upgrade() -> Part:
    table = at_work().given.give("red", milk=1)
    return table.when.play("sell 1 milk").given.port("A1", 4).when.play("port 4")


def to_produce() -> Part:
    table = scenario(players=3, clans="cunningham campbell robertson")
    table.given.put("red", "cheese_dairy G3", "bakery B2", "distillery B4")
    return table.given.give("red", milk=3, grain=3).when.all_pass().advance("production")


def afloat() -> Part:
    return scenario(players=3, clans="macdonald").put("red", "worker F4", "worker F3")


def brewing() -> Part:
    table = scenario(players=3, clans="macewan").box("red", 2)
    return table.given.give("red", wool=6, grain=2).when.play("fulfil 2")


def aging() -> Part:
    table = scenario(players=3, clans="mackenzie").put("red", "distillery B2", "distillery B4")
    return table.given.cellar("red", 1, 0).give("red", grain=2)


def first_worker() -> Part:
    return drafting(players=2, seed="commands").when.play("choose 0", "choose 1")


COMMANDS: list[tuple[Callable[[], Part], str, dict[str, object]]] = [
    (lambda: drafting(players=2, seed="commands"), "choose 2", {"type": "choose_clan", "pair": 2}),
    (auctioning, "bid 3", {"type": "bid", "amount": 3}),
    (lambda: auctioning("vickrey"), "bid 0", {"type": "bid", "amount": 0}),
    (lambda: auctioning().when.play("bid 3"), "quit", {"type": "decline_bid"}),
    (
        first_worker,
        "place miner E3",
        {"type": "place_worker", "column": "miner", "hex": "E3"},
    ),
    (at_work, "buy 2 wool", {"type": "trade", "good": "wool", "side": "buy", "quantity": 2}),
    (at_work, "take 1", {"type": "take_contracts", "contracts": [1]}),
    (at_work, "expand sheep G3", {"type": "expand", "unit": "sheep", "hex": "G3"}),
    (at_work, "shipping", {"type": "upgrade_shipping"}),
    (at_work, "technology miner", {"type": "upgrade_technology", "column": "miner"}),
    (at_work, "hire", {"type": "hire_merchant"}),
    (
        lambda: at_work().given.put("red", "cow B2", "cow B4").box("red", 3),
        "fulfil 3 slaughter cow B2 cow B4",
        {
            "type": "fulfil",
            "contract": 3,
            "slaughter": [{"unit": "cow", "hex": "B2"}, {"unit": "cow", "hex": "B4"}],
        },
    ),
    (at_work, "pass", {"type": "pass"}),
    (lambda: at_work().when.play("hire"), "end", {"type": "end_turn"}),
    (
        with_window,
        "neighbourhood 1 milk",
        {"type": "neighbourhood_buy", "good": "milk", "quantity": 1},
    ),
    (with_window, "draw", {"type": "draw_contracts"}),
    (
        lambda: with_window().when.play("draw"),
        "keep 42",
        {"type": "keep_contracts", "contracts": [42]},
    ),
    (lambda: with_window().when.play("draw"), "keep", {"type": "keep_contracts", "contracts": []}),
    (with_window, "skip", {"type": "skip"}),
    (with_bonuses, "bonus free_space", {"type": "bonus", "kind": "free_space"}),
    (
        with_upgrade,
        "upgrade technology miner",
        {"type": "bonus_upgrade", "choice": "technology", "column": "miner"},
    ),
    (with_upgrade, "upgrade shipping", {"type": "bonus_upgrade", "choice": "shipping"}),
    (with_upgrade, "upgrade hire", {"type": "bonus_upgrade", "choice": "hire"}),
    (
        with_upgrade,
        "upgrade take_back sell milk",
        {"type": "bonus_upgrade", "choice": "take_back", "side": "sell", "good": "milk"},
    ),
    (
        lambda: at_work().given.port("A1", 2).give("red", wool=1),
        "port 2 discard 1 wool gain 1 milk 2 grain",
        {"type": "use_port", "tile": 2, "discard": {"wool": 1}, "gain": {"milk": 1, "grain": 2}},
    ),
    (lambda: at_work().given.port("A1", 5), "port 5", {"type": "use_port", "tile": 5}),
    (
        to_produce,
        "produce 1 cheese 1 bread 1 whisky 2 butter",
        {"type": "produce", "cheese": 1, "bread": 1, "whisky": 1, "clan": {"butter": 2}},
    ),
    (
        lambda: aging().when.all_pass().advance("production"),
        "produce 2 whisky cellar",
        {"type": "produce", "whisky": 2, "clan": {"cellar": True}},
    ),
    (
        lambda: at_work().given.port("A1", 16).when.play("port 16"),
        "move worker A2 A3",
        {"type": "move_unit", "unit": "worker", "from": "A2", "to": "A3"},
    ),
    (
        lambda: at_work().given.port("A1", 13).when.play("port 13"),
        "gain glory",
        {"type": "port_gain", "gain": "glory"},
    ),
    (afloat, "row F4 F5", {"type": "row", "from": "F4", "to": "F5"}),
    (aging, "withdraw 0", {"type": "withdraw_cellar", "slot": 0}),
    (brewing, "brew 2", {"type": "brew", "quantity": 2}),
]

NAMES = [line for _, line, _ in COMMANDS]


@pytest.mark.uncounted
@rule(
    "CMD-01",
    "CMD-02",
    "CMD-03",
    "CMD-04",
    "CMD-05",
    "CMD-06",
    "CMD-07",
    "CMD-08",
    "CMD-09",
    "CMD-10",
)
@rule("CMD-11", "CMD-12", "CMD-13", "CMD-14", "CMD-15", "CMD-16", "CMD-17", "CMD-18", "CMD-20")
@rule("CMD-10", "CMD-19", "CMD-21", "CMD-22", "CMD-23")
@in_one_test(("table", "line", "plain"), COMMANDS)
def test_commands_are_read_listed_and_played(
    table: Callable[[], Part], line: str, plain: dict[str, object]
) -> None:
    played = table()
    move = engine.parse(line)
    assert engine.decode_move(json.dumps(plain)) == engine.decode_move(plain) == move
    assert engine.parse(move.notation()) == move
    assert move in engine.legal_moves(played.state, played.deciding())
    before = played.state.version
    played.when.play(line)
    event = played.events[-1]
    assert (event.version, event.kind, event.move) == (before + 1, plain["type"], move)
    assert event.effects


def test_every_type_of_move_has_a_command() -> None:
    assert {plain["type"] for _, _, plain in COMMANDS} == {move.type_name() for move in BASE_MOVES}


@rule("CMD-24", "STATE-27")
@in_one_test(
    ("line", "refused"),
    [
        ("buy 3 wool", "TRADE-02"),
        ("fulfil 3 slaughter cow B2 cow B4", "FULFIL-01"),
        ("expand sheep F2", "EXPAND-03"),
        ("take 49", "CONTRACT-01"),
        ("port 2 discard 1 wool gain 3 milk", "PORT-G07"),
        ("end", "STATE-22"),
    ],
)
def test_a_refused_command_names_its_rule_and_changes_nothing(line: str, refused: str) -> None:
    table = at_work().given.port("A1", 2).on_board(1, 2, 3, 4, 5, 6, 7)
    before = engine.dump(table.state)
    table.then.refuses(line, refused)
    assert engine.dump(table.state) == before
    table.when.play("hire")


@rule("CMD-24")
@in_one_test(
    "line",
    [
        "",
        "row A1",
        "row A1 A2 A3",
        "row A1 Z9",
        "withdraw",
        "withdraw one",
        "withdraw 10",
        "withdraw 0 1",
        "brew",
        "brew 0",
        "brew 2 grain",
        "produce cellar",
        "produce nothing cellar",
        "produce cellar 1 whisky",
        "cellar 1",
        "beer 2",
        "bid",
        "bid -1",
        "bid 100",
        "bid 3 4",
        "bid all",
        "quit 3",
        "buy",
        "buy two wool",
        "buy 0 wool",
        "buy -1 wool",
        "buy 100 wool",
        "buy 1 wool 1 milk",
        "expand sheep",
        "expand sheep N1",
        "expand sheep G33",
        "expand brewer G3",
        "fulfil",
        "fulfil 3 cow B2",
        "fulfil 3 slaughter cow",
        "fulfil 3 slaughter pig B2",
        "keep one",
        "upgrade",
        "upgrade technology",
        "upgrade take_back milk",
        "port two",
        "port 2 discard 1 wool",
        "port 2 discard 1 wool gain 3",
        "produce",
        "produce 1 beer",
        "technology baker",
        "skip all",
        "pass " * 60,
        "prodüce nothing",
    ],
)
def test_what_is_no_command_is_malformed(line: str) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.parse(line)


@rule("CMD-24")
@in_one_test(
    "plain",
    [
        {},
        {"type": "row"},
        {"type": "row", "from": "A1", "to": "Z9"},
        {"type": "row", "origin": "A1", "target": "A2"},
        {"type": "withdraw_cellar", "slot": -1},
        {"type": "brew", "quantity": 0},
        {"type": "produce", "clan": {"cellar": 1}},
        {"type": "trade", "good": "wool", "side": "buy"},
        {"type": "trade", "good": "wool", "side": "buy", "quantity": 0},
        {"type": "trade", "good": "wool", "side": "buy", "quantity": 1.5},
        {"type": "trade", "good": "wool", "side": "buy", "quantity": "1"},
        {"type": "trade", "good": "beef", "side": "buy", "quantity": 1},
        {"type": "expand", "unit": "sheep", "hex": "Z9"},
        {"type": "expand", "unit": "sheep", "hex": "G3\n"},
        {"type": "pass", "seat": 1},
        {"type": "take_contracts", "contracts": 1},
        {"type": "take_contracts", "contracts": [0]},
        {"type": "produce", "cheese": -1},
    ],
)
def test_json_that_is_no_command_is_malformed(plain: dict[str, object]) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.decode_move(plain)
    with pytest.raises(engine.MalformedMove):
        engine.decode_move(json.dumps(plain))


@rule("CMD-18", "UPG-01")
@in_one_test(
    "plain",
    [
        {"choice": "technology"},
        {"choice": "shipping", "column": "miner"},
        {"choice": "take_back", "good": "milk"},
        {"choice": "hire", "good": "milk", "side": "sell"},
    ],
)
def test_an_upgrade_takes_the_fields_of_its_choice(plain: dict[str, object]) -> None:
    table = with_upgrade()
    move = engine.decode_move({"type": "bonus_upgrade", **plain})
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.play(table.state, Seat(0), move)
    assert (refusal.value.rule, refusal.value.code) == ("UPG-01", "wrong_fields")


@rule("CMD-20", "PORT-G07")
@in_one_test("tile", [4, 5, 8])
def test_ports_without_a_choice_take_none(tile: int) -> None:
    table = at_work().given.port("A1", tile).give("red", wool=1)
    rule_id = f"PORT-{tile}"
    table.then.refuses(f"port {tile} discard 1 wool gain 3 milk", rule_id, "nothing_to_choose")
