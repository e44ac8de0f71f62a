"""Clan Buchanan fulfilling two contracts in one action."""

import pytest

from games import engine
from tests.engine.clans.test_buchanan import PILE, before_the_fourth, buchanan
from tests.engine.test_undo import Table
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def with_two(**switches: bool) -> Part:
    """Red can deliver both contracts: 6 for wool with an upgrade, 16 for wool and a cow."""
    table = buchanan(**switches).given.box("red", 6).box("red", 16).put("red", "cow D6")
    return table.given.give("red", wool=4)


@rule("CLAN-BUCHANAN-09", "DIFF-18", "STATE-36", "FLOW-12")
def test_one_action_fulfils_two() -> None:
    table = (
        with_two()
        .when.play("fulfil 16 slaughter cow D6")
        .then.expect_decision("fulfil_next", "red")
    )
    assert table.legal() == ["fulfil 6", "skip"]
    table.when.play("fulfil 6").then.expect_decision("bonus_upgrade", "red").when.play(
        "upgrade hire"
    )
    table.then.expect_decision("end_turn", "red").expect("red", fulfilled=[16, 6], boxes=[[], []])


@rule("CLAN-BUCHANAN-10", "FLOW-12")
def test_the_player_may_stop_after_one() -> None:
    table = (
        with_two().when.play("fulfil 16 slaughter cow D6", "skip").then.expect_decision("end_turn")
    )
    table.then.expect("red", fulfilled=[16], boxes=[[6], []]).refuses("fulfil 6", "STATE-22")
    table.when.play("end", "pass", "pass", "fulfil 6").then.expect("red", fulfilled=[16, 6])


@rule("CLAN-BUCHANAN-10")
def test_nobody_is_asked_who_cannot_fulfil_another() -> None:
    table = with_two().given.give("red", wool=1).when.play("fulfil 16 slaughter cow D6")
    table.then.expect_decision("end_turn").expect("red", boxes=[[6], []])
    buchanan().given.box("red", 6).give("red", wool=9).when.play(
        "fulfil 6", "skip"
    ).then.expect_decision("end_turn")


@rule("CLAN-BUCHANAN-09", "FULFIL-01", "DIFF-18")
def test_other_clans_fulfil_one() -> None:
    table = scenario(clans="campbell").box("red", 16).put("red", "cow D6").give("red", wool=9)
    table.state.players[RED].boxes.append([])
    table.given.box("red", 6).when.play("fulfil 16 slaughter cow D6").then.expect_decision(
        "end_turn", "red"
    )
    table.then.expect("red", boxes=[[], [6]])


@rule("CLAN-BUCHANAN-09")
def test_never_a_third() -> None:
    table = before_the_fourth().given.box("red", 6).box("red", 35).give("red", wool=9, whisky=1)
    table.given.with_contract(6, free_space=1, bonus_upgrade=0).with_contract(16, beef=0)
    table.given.pile(*PILE).when.play(
        "fulfil 6", "expand bakery I4", "draw", "keep 16", "fulfil 35"
    )
    table.then.expect("red", boxes=[[16], []], fulfilled=[6, 35], wool=3)
    table.then.expect_decision("end_turn", "red").refuses("fulfil 16", "STATE-22", "out_of_place")


@rule("CLAN-BUCHANAN-10")
def test_the_second_comes_when_the_first_is_over() -> None:
    table = with_two().given.with_contract(16, free_space=1, bonus_upgrade=1)
    table.given.put("red", "woodcutter F3").put("blue", "cow H3").when.play(
        "fulfil 16 slaughter cow D6"
    )
    table.then.expect_decision("export_bonuses").refuses("fulfil 6", "STATE-37")
    table.when.play("bonus free_space").then.expect_decision("free_space").refuses(
        "fulfil 6", "BONUS-04"
    )
    table.when.play("expand sheep G3").then.expect_decision("deployment_bonuses")
    table.then.refuses("fulfil 6", "STATE-34").when.play("skip").then.expect_decision(
        "bonus_upgrade"
    )
    table.then.refuses("fulfil 6", "UPG-01").when.play("upgrade hire").then.expect_decision(
        "fulfil_next"
    )
    table.when.play("fulfil 6")


@rule("CLAN-BUCHANAN-10")
def test_imports_and_bonuses_of_the_first_are_had_before_the_second() -> None:
    table = with_two().given.imports(cotton=4).give("red", money=0)
    table.when.play("fulfil 16 slaughter cow D6").then.expect("red", money=1, fulfilled=[16])
    assert table.state.imports == [6, 0, 0]
    table.when.play("fulfil 6")
    assert table.state.imports == [6, 0, 1]


@rule("CLAN-BUCHANAN-10", "STATE-25")
def test_no_port_and_nothing_else_in_between() -> None:
    table = with_two().given.port("M1", 5).when.play("fulfil 16 slaughter cow D6")
    table.then.expect_decision("fulfil_next").refuses("port 5", "STATE-25")
    table.then.refuses("pass", "FLOW-12").refuses("end", "FLOW-12").refuses("hire", "FLOW-12")
    table.when.play("skip", "port 5", "end")


@rule("CLAN-BUCHANAN-10", "PORT-1a")
@pytest.mark.parametrize("first", [True, False])
def test_port_1_may_spare_an_animal_of_either(first: bool) -> None:
    table = buchanan().given.port("M1", 1).put("red", "cow D6", "cow C6").give("red", wool=2)
    table.given.with_contract(35, wool=1, whisky=0, beef=1).box("red", 16).box("red", 35)
    table.given.pile(*PILE)
    if first:
        table.when.play("fulfil 16 with 1 beef").then.refuses("fulfil 35 with 1 beef", "PORT-G03")
        table.when.play("fulfil 35 slaughter cow C6")
    else:
        table.when.play("fulfil 16 slaughter cow D6", "fulfil 35 with 1 beef")
    table.then.expect("red", fulfilled=[16, 35])
    assert [piece.unit for piece in table.pieces("red")].count("cow") == 1


@rule("CLAN-BUCHANAN-11")
def test_a_contract_obtained_meanwhile_may_be_the_second() -> None:
    table = before_the_fourth(round_=5, money=23).given.box("red", 6).give("red", wool=4)
    table.given.with_contract(6, free_space=1, bonus_upgrade=0).with_contract(16, beef=0).pile(
        *PILE
    )
    table.when.play("fulfil 6", "expand bakery I4", "draw", "keep 16").then.expect("red", money=0)
    table.then.expect_decision("fulfil_next").when.play("fulfil 16")
    table.then.expect("red", fulfilled=[6, 16], wool=0, boxes=[[], []])


@rule("CLAN-BUCHANAN-11")
def test_goods_bought_and_animals_deployed_meanwhile_may_pay_the_second() -> None:
    table = (
        buchanan().given.box("red", 6).box("red", 16).put("red", "sheep H3").put("blue", "sheep F2")
    )
    table.given.with_contract(6, free_space=1, bonus_upgrade=0).give("red", wool=3).pile(*PILE)
    table.when.play("fulfil 6", "expand cow G3", "neighbourhood 1 wool")
    table.then.expect_decision("fulfil_next").when.play("fulfil 16 slaughter cow G3")
    table.then.expect("red", fulfilled=[6, 16], wool=0, units=["sheep H3", "worker M2"])


@rule("CLAN-BUCHANAN-10", "FLOW-12")
def test_a_client_is_told_of_the_choice() -> None:
    table = with_two().when.play("fulfil 16 slaughter cow D6")
    shown = engine.view(table.state, RED)
    (decision,) = shown.decisions
    assert (decision.kind, decision.moves) == ("fulfil_next", ["fulfil", "skip"])
    assert decision.optional
    assert shown.players[RED].boxes == [[6], []]


@rule("CLAN-BUCHANAN-12", "OPT-05", "DIFF-18")
def test_in_2017_one_contract_was_fulfilled_in_a_turn() -> None:
    table = with_two(buchanan_2017=True).when.play("fulfil 16 slaughter cow D6")
    table.then.expect_decision("end_turn", "red").expect("red", boxes=[[6], []])


@rule("CLAN-BUCHANAN-10", "UNDO-01", "UNDO-02")
def test_a_turn_with_two_contracts_goes_back_to_the_draw_and_no_further() -> None:
    scene = before_the_fourth().given.box("red", 6).give("red", wool=4)
    scene.given.with_contract(6, free_space=1, bonus_upgrade=0).with_contract(16, beef=0).pile(
        *PILE
    )
    table = Table(scene)
    start = table.state.version
    table.when.play("fulfil 6", "expand bakery I4").undo("red", start + 1)
    table.then.expect_decision("free_space", "red").when.play("expand bakery I4", "draw")
    barrier = table.state.version
    table.when.play("keep 16", "fulfil 16").then.expect("red", fulfilled=[6, 16])
    table.cannot_undo("UNDO-02", "undo_barrier", barrier - 1)
    table.undo("red", barrier + 1).expect_decision("fulfil_next", "red")
    table.then.expect("red", fulfilled=[6], boxes=[[16], []]).when.play("skip").undo("red")
    table.then.expect_decision("keep_contracts", "red").when.play("keep").then.expect(
        "red", boxes=[[], []]
    )
    table.then.expect_decision("end_turn", "red")
