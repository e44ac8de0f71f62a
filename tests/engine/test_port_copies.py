"""Port tile 9: the effect of another tile of the game for £3."""

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.terms import BASIC_GOODS, PROCESSED_GOODS
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLUE, RED, Part, scenario

pytestmark = pytest.mark.engine


def at_port(*tiles: int, clans: str = "", money: int = 3, **switches: object) -> Part:
    """Red is beside tile 9 alone; the three others lie where red does not reach."""
    table = scenario(clans=clans, money=money, **switches).port("M1", 9)
    for place, tile in zip(("A1", "M9", "A9"), tiles, strict=True):
        table.given.port(place, tile)
    return table.given.put("red", "woodcutter M2")


@rule("PORT-9", "PORT-9a", "CMD-20", "FLOW-15", "BASE-10")
@in_one_test(
    ("tile", "choice", "after"),
    [
        (2, " discard 1 wool gain 1 wool 2 milk", {"wool": 1, "milk": 2, "money": 0}),
        (3, " discard 1 bread gain 2 cheese", {"bread": 0, "cheese": 2, "money": 0}),
        (4, "", {"glory": 3, "money": 0}),
        (5, "", {"money": 10}),
        (7, " exchange cow D5 sheep bakery D4 sheep", {"money": 0}),
        (8, "", {"money": 5}),
    ],
)
def test_for_3_pounds_any_other_tile_of_the_game_is_carried_out(
    tile: int, choice: str, after: dict[str, object]
) -> None:
    others = [other for other in (1, 6) if other != tile]
    table = at_port(tile, *others).given.give("red", wool=1, bread=1).pile(11, 12, 13)
    table.given.put("red", "cow D5", "bakery D4").when.play(f"port 9 copy {tile}{choice}")
    table.then.expect("red", **after).expect_used(9, "red").expect_used(tile)
    decision = {4: "bonus_upgrade", 8: "building_bonus"}.get(tile, "main_action")
    table.then.expect_decision(decision, "red")


@rule("PORT-9")
def test_a_copied_upgrade_or_building_bonus_goes_on_as_the_tile_itself() -> None:
    table = (
        at_port(4, 8, 5)
        .when.play("port 9 copy 4", "upgrade shipping")
        .then.expect("red", shipping=1)
    )
    table = (
        at_port(4, 8, 5, clans="buchanan")
        .given.pile(*range(11, 20))
        .when.play("port 9 copy 8", "draw")
    )
    assert len(table.legal()) == 1 + 6 + 15
    table = at_port(4, 7, 5).given.put("red", "cow D5", "cow I4").put("blue", "sheep D4")
    table.given.give("red", money=10).when.play(
        "port 9 copy 7 exchange cow D5 bakery cow I4 bakery"
    )
    table.then.expect_decision("deployment_bonuses").when.play("neighbourhood 1 wool").then.expect(
        "red", wool=1
    )


@rule("PORT-9", "PORT-9a")
def test_only_the_other_tiles_of_this_game_are_copied() -> None:
    table = at_port(4, 8, 5)
    table.then.refuses("port 9", "PORT-9", "copy_which")
    for tile in (1, 2, 3, 6, 7, 9, 10):
        table.then.refuses(f"port 9 copy {tile}", "PORT-9", "not_to_copy")
    assert set(table.legal("use_port")) == {"port 9 copy 4", "port 9 copy 5", "port 9 copy 8"}


@rule("PORT-9a", "PORT-G03")
def test_an_effect_may_be_had_twice_whichever_comes_first() -> None:
    table = at_port(4, 8, 5, money=10).given.put("red", "woodcutter A8")
    table.when.play("port 5")
    assert table.can("port 9 copy 5")
    table.when.play("port 9 copy 5").then.expect("red", money=10 + 10 - 3 + 10)
    table.then.expect_used(5, "red").expect_used(9, "red")

    table = at_port(4, 8, 5, money=10).given.put("red", "woodcutter A8")
    table.when.play("port 9 copy 5", "port 5").then.expect("red", money=10 - 3 + 10 + 10)


@rule("PORT-9b", "PORT-G01", "PORT-G03")
def test_tile_9_itself_has_to_be_in_reach_and_is_used_once() -> None:
    table = at_port(4, 8, 5, money=10).when.play("port 9 copy 5")
    table.then.refuses("port 9 copy 5", "PORT-G03", "port_used")
    table.then.refuses("port 9 copy 4", "PORT-G03", "port_used")
    table = at_port(4, 8, 5).given.port("A1", 9)
    table.then.refuses("port 9 copy 5", "PORT-G01", "port_out_of_reach")
    others = at_port(4, 8, 5)
    for port in others.state.ports:
        port.used_by = [BLUE]
    assert others.can("port 9 copy 5")


@rule("PORT-9", "PORT-9d", "PORT-G07")
def test_the_3_pounds_are_paid_before_the_effect_brings_money() -> None:
    table = at_port(4, 8, 5, money=2)
    for tile in (4, 5, 8):
        table.then.refuses(f"port 9 copy {tile}", "PORT-9d", "not_enough_money")
    assert table.legal("use_port") == []
    table.given.give("red", money=3).when.play("port 9 copy 5").then.expect("red", money=10)
    money = [e.amount for e in table.events[-1].effects if isinstance(e, fx.MoneyChanged)]
    assert money == [-3, 10]


@rule("PORT-9d", "PORT-8a", "CONTRACT-03")
def test_the_money_for_a_copied_building_bonus_is_what_is_left() -> None:
    table = (
        at_port(4, 8, 5, money=7).given.round(4).pile(11, 12, 13).when.play("port 9 copy 8", "draw")
    )
    table.then.refuses("keep 11", "CONTRACT-03", "not_enough_money")
    table = (
        at_port(4, 8, 5, money=8).given.round(4).pile(11, 12, 13).when.play("port 9 copy 8", "draw")
    )
    table.when.play("keep 11").then.expect("red", money=0, contracts=[11])


@rule("PORT-G07", "PORT-9")
def test_a_tile_that_cannot_be_carried_out_cannot_be_copied() -> None:
    table = at_port(2, 3, 7)
    assert table.legal("use_port") == []
    line = "port 9 copy 2 discard 1 wool gain 3 wool"
    table.then.refuses(line, "PORT-G07", "not_enough_goods")
    line = "port 9 copy 3 discard 1 bread gain 2 bread"
    table.then.refuses(line, "PORT-G07", "not_enough_goods")
    line = "port 9 copy 7 exchange worker M2 miner"
    table.then.refuses(line, "PORT-7a", "wrong_number_of_units")
    assert table.given.give("red", wool=1).legal("use_port")


@rule("PORT-9c", "PORT-1a", "PORT-6a")
def test_tiles_1_and_6_are_copied_with_the_move_that_they_change() -> None:
    table = at_port(1, 6, 5).then.refuses("port 9 copy 1", "PORT-1a", "announce_with_contract")
    table.then.refuses("port 9 copy 6", "PORT-6a", "announce_with_trade")
    assert table.legal("use_port") == ["port 9 copy 5"]


@rule("PORT-9b", "PORT-9c")
def test_a_copy_with_a_move_needs_tile_9_in_reach_and_unused() -> None:
    line = "buy 1 wool with copy 6 down"
    away = at_port(1, 6, 5, money=20).given.port("A1", 9).port("M1", 5)
    away.then.refuses(line, "PORT-G01", "port_out_of_reach")
    table = at_port(1, 6, 5, money=20)
    table.state.ports = [port for port in table.state.ports if port.tile != 9]
    table.then.refuses(line, "SETUP-03", "no_such_port")
    table = at_port(1, 6, 5, money=20).when.play("port 9 copy 5")
    table.then.refuses(line, "PORT-G03", "port_used")


@rule("PORT-9", "PORT-9c")
def test_a_copy_with_a_move_needs_the_tile_in_this_game() -> None:
    table = at_port(2, 3, 5, money=20)
    table.then.refuses("buy 1 wool with copy 6 down", "PORT-9", "not_to_copy")
    table.given.put("red", "cow D5").box("red", 16).give("red", wool=1)
    table.then.refuses("fulfil 16 with copy 1 beef", "PORT-9", "not_to_copy")
    assert not [line for line in table.legal() if "copy 1" in line or "copy 6" in line]


@rule("PORT-9a", "PORT-9c")
def test_a_copied_modifier_needs_neither_reach_nor_an_unused_marker() -> None:
    table = at_port(1, 6, 5, money=20)
    for port in table.state.ports:
        port.used_by = [RED] if port.tile == 6 else []
    table.when.play("buy 1 wool with copy 6 down").then.expect("red", money=20 - 3 - 3)
    table.then.expect_used(6, "red").expect_used(9, "red")


@rule("PORT-9", "PORT-5", "PORT-2")
def test_no_other_tile_copies() -> None:
    table = at_port(4, 2, 5).given.put("red", "woodcutter A8", "woodcutter L9").give("red", wool=1)
    table.then.refuses("port 5 copy 4", "PORT-5", "nothing_to_choose")
    line = "port 2 copy 4 discard 1 wool gain 3 wool"
    table.then.refuses(line, "PORT-2", "wrong_details")
    line = "port 9 copy 5 discard 1 wool gain 3 wool"
    table.then.refuses(line, "PORT-5", "nothing_to_choose")


@rule("PORT-9", "PORT-2", "PORT-3")
def test_a_copy_offers_every_choice_of_the_tile() -> None:
    table = at_port(2, 3, 5).given.give("red", **dict.fromkeys(BASIC_GOODS + PROCESSED_GOODS, 1))
    table.given.put("red", "woodcutter A2", "woodcutter L9", "woodcutter A8")
    direct = {line for line in table.legal("use_port") if not line.startswith("port 9")}
    copied = {line for line in table.legal("use_port") if line.startswith("port 9")}
    assert len(direct) == 3 * 10 + 3 * 6 + 1
    assert copied == {line.replace("port ", "port 9 copy ") for line in direct}


@rule("PORT-9", "UNDO-04")
def test_copies_read_back_and_reveal_nothing() -> None:
    table = at_port(2, 7, 5).given.give("red", wool=1).put("red", "cow D5", "bakery I4")
    for move in engine.legal_moves(table.state, RED):
        assert engine.parse(move.notation()) == move
    barrier = table.state.undo_to
    table.when.play("port 9 copy 7 exchange cow D5 sheep bakery I4 sheep")
    assert engine.undo_to(table.state) == barrier
