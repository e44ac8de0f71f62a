"""Port tiles, clans and switches that meet in one turn."""

import pytest

from tests.engine.test_undo import Table
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

COPY_7 = "port 9 copy 7 exchange cow D5 sheep cow J4 distillery"


def copying(*, money: int, clans: str = "", units: tuple[str, ...] = ("cow D5", "cow J4")) -> Part:
    """Red is beside tiles 9 and 6, tiles 7 and 8 are out of reach; blue sells bread beside D5."""
    table = scenario(money=money, clans=clans).port("A9", 9).port("M1", 6).port("A1", 7)
    table.given.port("M9", 8).put("red", "woodcutter A8", "woodcutter M2", *units)
    return table.given.put("blue", "bakery D4").merchants("red", stock=7).price("bread", 10)


@rule("PORT-6c", "PORT-7g", "PORT-9a", "PORT-9b")
def test_tile_6_moves_the_price_in_the_window_of_a_copied_tile_7() -> None:
    # Three steps down bread costs 7, and 4 from a neighbour.
    table = copying(money=3 + 8).when.play(COPY_7).then.expect("red", money=8)
    table.then.refuses("neighbourhood 1 bread with copy 6 down", "PORT-G03", "port_used")
    table.then.refuses("neighbourhood 2 bread", "TRADE-14")
    table.when.play("neighbourhood 2 bread with 6 down").then.expect("red", money=0, bread=2)
    table.then.expect_used(6, "red").expect_used(7).expect_decision("main_action", "red")


@rule("FREE-03", "CLAN-MACKENZIE-07", "PORT-7g", "PORT-9d")
def test_a_barrel_pays_for_what_the_window_of_a_copied_tile_7_sells() -> None:
    table = copying(money=3, clans="mackenzie").given.cellar("red", 1, 0).when.play(COPY_7)
    table.then.expect_decision("deployment_bonuses")
    assert table.legal() == ["skip", "withdraw 0"]
    table.when.play("withdraw 0", "neighbourhood 1 bread").then.expect(
        "red", money=0, bread=1, whisky=1
    )
    early = copying(money=2, clans="mackenzie").given.cellar("red", 1, 0)
    early.then.refuses(COPY_7, "PORT-9d", "not_enough_money").when.play("withdraw 0", COPY_7)
    early.then.expect("red", money=2 + 7 - 3)


@rule("UNDO-02", "UNDO-03", "UNDO-04", "PORT-8", "PORT-9")
def test_the_draw_of_a_copied_tile_8_is_a_barrier_and_the_copy_is_none() -> None:
    table = Table(copying(money=3).given.pile(41, 42, 43))
    table.when.play("port 9 copy 8").undo("red").expect("red", money=3).expect_used(9)
    table.when.play("port 9 copy 8", "draw").cannot_undo("UNDO-01", "nothing_to_undo")
    table.when.play("keep 41", "shipping").undo("red").expect_decision("keep_contracts", "red")


@rule("UNDO-02", "PORT-7h", "PORT-9")
def test_the_draw_in_the_window_of_a_copied_tile_7_is_a_barrier() -> None:
    units = ("cow D5", "cow J4", "distillery B2", "distillery C2", "distillery B8")
    table = Table(copying(money=3, units=units).given.pile(41, 42, 43)).when.play(COPY_7)
    opened = table.state.version
    table.when.play("draw").cannot_undo("UNDO-02", "undo_barrier", to=opened)


@rule("OPT-09", "FREE-03", "PORT-8", "BUILD-04", "UNDO-04")
def test_after_passing_a_barrel_pays_for_a_contract_of_tile_8() -> None:
    table = scenario(money=0, clans="mackenzie", port_after_pass=True).port("A9", 8).round(5)
    table.given.put("red", "woodcutter A8").cellar("red", 0, 1).pile(41, 42, 43)
    table.when.play("pass", "port 8", "draw").given.give("red", money=0)
    assert table.legal() == ["keep", "withdraw 1"]
    table.when.play("withdraw 1", "keep 41").then.expect("red", money=0, whisky=1, contracts=[41])
    table.when.play("end").then.expect_decision("main_action", "blue")


@rule("OPT-16", "CLAN-MACEWAN-03", "DIFF-33")
@pytest.mark.parametrize("line", ["brew 2", "skip"])
def test_the_box_of_macewan_is_late_until_the_beer_is_sold_or_declined(line: str) -> None:
    table = scenario(clans="macewan", box_freed_late=True).with_contract(16, beef=0, hops=3)
    table.given.box("red", 16).put("red", "woodcutter F3").give("red", wool=1, grain=2)
    table.when.play("fulfil 16").then.expect_decision("brew").expect(
        "red", contracts=[16], fulfilled=[]
    )
    table.when.play(line).then.expect("red", contracts=[], fulfilled=[16]).expect_decision(
        "end_turn"
    )


@rule("OPT-16", "CLAN-BUCHANAN-06", "CLAN-BUCHANAN-07", "CLAN-BUCHANAN-11")
def test_buchanans_second_box_takes_what_the_first_contract_brings() -> None:
    table = scenario(clans="buchanan", box_freed_late=True).with_contract(16, beef=0, free_space=1)
    table.given.box("red", 16).give("red", wool=5).put("red", "bakery J4", "bakery J5", "bakery K4")
    table.given.pile(1, 41, 42, 43, 44, 45).when.play("fulfil 16", "expand bakery I4", "draw")
    table.then.refuses("keep 1 41", "CONTRACT-03", "too_few_empty_boxes")
    table.when.play("keep 1").then.expect("red", boxes=[[], [1]], fulfilled=[16])
    table.then.expect_decision("fulfil_next").when.play("fulfil 1")
    table.then.expect("red", boxes=[[], [1]], fulfilled=[16], wool=0).expect_decision("free_space")
    table.when.play("skip").then.expect("red", boxes=[[], []], fulfilled=[16, 1])
