"""Clan MacPherson.

D4 and D5 are neighbours, as are D5 and D6; between D4 and E4 there is a river.
"""

from typing import Any

import pytest

from games import engine
from games.engine.positions.conserved import too_much
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, scenario

pytestmark = pytest.mark.engine


def producing(*units: str, clan: str = "macpherson", **switches: Any) -> Given:
    """Production has begun; red has these units."""
    table = scenario(clans=f"{clan} mackintosh stewart", **switches).put("red", *units)
    return table.when.all_pass().advance("production").given


def young(table: Given) -> set[str]:
    """The answers on offer, without the word they begin with."""
    return {line.removeprefix("produce ") for line in table.legal()}


def standing(table: Given, unit: str) -> list[str]:
    return sorted(str(piece.hex) for piece in table.pieces("red") if piece.unit == unit)


@rule("CLAN-MACPHERSON-1", "CLAN-MACPHERSON-3", "PROD-11")
@in_one_test(
    ("units", "offered"),
    [
        (["cow D4", "cow D5"], {"nothing", "young D4", "young D5"}),
        (["sheep D4", "sheep D5"], {"nothing", "young D4", "young D5"}),
        (["cow D4", "cow D5", "cow D5"], {"nothing", "young D4"}),  # CASE-R17
        (["cow D4", "sheep D4", "cow D5"], {"nothing", "young D5"}),
        (["cow D5", "cow D5", "cow D4", "sheep D4"], None),
        (["cow D4", "sheep D5"], None),
        (["cow D4", "cow E4"], None),  # a river lies between
        (["cow D4", "cow D4"], None),  # they share a space
        (["cow D4", "cow J4"], None),
        (["cow D4"], None),
        (["cow D4", "cow D5", "cow J4", "cow J5"], None),  # none is left
    ],
)
def test_young_come_on_the_space_of_a_parent(units: list[str], offered: set[str] | None) -> None:
    table = producing(*units)
    if offered is None:
        table.when.advance("scoring")
    else:
        assert young(table) == offered


@rule("CASE-R17", "CLAN-MACPHERSON-3", "IND-DUAL-02", "IND-DUAL-10")
def test_a_space_with_two_units_takes_no_third() -> None:
    table = producing("cow D5", "cow D5", "cow D4")
    table.then.refuses("produce young D5", "CLAN-MACPHERSON-3", "no_parents")
    table.when.play("produce young D4").advance("processing")
    assert standing(table, "cow") == ["D4", "D4", "D5", "D5"]


@rule("CLAN-MACPHERSON-1")
def test_the_animal_comes_from_the_player_board_for_free() -> None:
    table = producing("cow D4", "cow D5").give("red", money=0)
    event = table.when.play("produce young D5").advance("processing").events[-1]
    table.then.expect("red", money=0)
    assert standing(table, "cow") == ["D4", "D5", "D5"]
    assert table.state.players[RED].deployed("cow") == 3
    assert "Deployed" in {type(effect).__name__ for effect in event.effects}


@rule("CLAN-MACPHERSON-2", "CLAN-MACPHERSON-1", "PROD-04")
def test_young_produce_from_the_next_round_on() -> None:
    table = producing("cow D4", "cow D5")
    table.when.play("produce young D4").advance("processing")
    table.then.expect("red", milk=2)
    table.when.advance("scoring", "preparation").all_pass().advance("production")
    table.then.expect("red", milk=5)


@rule("CLAN-MACPHERSON-1", "PROD-10")
def test_it_comes_beside_what_is_processed() -> None:
    table = producing("cow D4", "cow D5", "cheese_dairy J4")
    assert {"1 cheese", "1 cheese young D4", "young D5", "nothing"} <= young(table)
    table.when.play("produce 1 cheese young D4").advance("processing")
    table.then.expect("red", milk=1, cheese=1)
    assert standing(table, "cow") == ["D4", "D4", "D5"]


@rule("CLAN-MACPHERSON-4", "CLAN-MACPHERSON-1")
def test_at_most_one_of_each_kind_comes_and_all_may_be_left_out() -> None:
    table = producing("cow D4", "cow D5", "sheep J4", "sheep J5")
    offered = {"nothing", "young D4", "young D5", "young J4", "young J5"}
    assert young(table) == offered | {f"young D{n} J{m}" for n in (4, 5) for m in (4, 5)}
    table.then.refuses("produce young D4 D5", "CLAN-MACPHERSON-4", "young_twice")
    table.then.refuses("produce young D4 D4", "CLAN-MACPHERSON-4", "young_twice")
    table.when.play("produce young J5 D4").advance("processing")
    assert standing(table, "cow") == ["D4", "D4", "D5"]
    assert standing(table, "sheep") == ["J4", "J5", "J5"]
    none = producing("cow D4", "cow D5")
    none.when.play("produce nothing").advance("processing")
    assert standing(none, "cow") == ["D4", "D5"]


@rule("CLAN-MACPHERSON-4")
def test_the_last_round_has_it_too_before_scoring() -> None:
    """With the third cow there are two pairs of neighbouring animals, of 4 Glory each."""
    for line, glory in (("produce nothing", 4), ("produce young D4", 8)):
        table = scenario(clans="macpherson", expansions=["new_scoring_tiles"])
        table.put("red", "cow D4", "cow D5", "sheep D6").round(5).scoring_tile(10)
        table.when.all_pass().advance("production").play(line).advance("processing", "scoring")
        table.then.expect("red", glory=glory)


@rule("CLAN-MACPHERSON-4", "IND-DEP-03", "IND-FM-13")
def test_young_open_no_bonuses_and_pay_no_other_clan() -> None:
    """Beside D4 stand a cow and a worker of others; it would be the fourth cow, too."""
    table = scenario(clans="macpherson mackintosh stewart")
    table.put("red", "cow D4", "cow D5", "cow J4").put("blue", "cow D3", "woodcutter C3")
    table.when.all_pass().advance("production")
    before = table.state.players[1].money
    event = table.when.play("produce young D4").advance("processing").events[-1]
    kinds = {type(effect).__name__ for effect in event.effects}
    assert kinds == {"AnswersClosed", "Deployed", "PhaseBegan"}
    assert not table.state.decisions
    assert table.state.players[1].money == before


@rule("CLAN-MACPHERSON-1", "PROD-10")
def test_others_have_no_young() -> None:
    table = producing("cow D4", "cow D5", "cheese_dairy J4", clan="campbell")
    table.then.refuses("produce young D4", "PROD-10", "no_such_clan_choice")


@rule("CLAN-MACPHERSON-1", "PROD-10")
def test_in_which_order_spaces_are_named_makes_no_difference() -> None:
    one, other = engine.parse("produce young J4 D4"), engine.parse("produce young D4 J4")
    assert one == other
    assert hash(one) == hash(other)
    assert one.notation() == other.notation() == "produce young D4 J4"
    data = {"type": "produce", "cheese": 1, "clan": {"young": ["J4", "D4"]}}
    assert engine.decode_move(data).notation() == "produce 1 cheese young D4 J4"
    for wrong in ("D4", ["Z9"], [1], None, {"D4": 1}, ["D4"] * 200):
        with pytest.raises(engine.MalformedMove):
            engine.decode_move({"type": "produce", "clan": {"young": wrong}})
    for line in ("produce young", "produce young X4", "produce D4", "produce 1 young"):
        with pytest.raises(engine.MalformedMove):
            engine.parse(line)


@rule("CLAN-MACPHERSON-1", "UNDO-05")
def test_an_answer_is_stored_and_can_be_changed() -> None:
    table = scenario(clans="macpherson stewart campbell").put("red", "cow D4", "cow D5")
    table.put("blue", "cheese_dairy J4").give("blue", milk=1).when.all_pass().advance("production")
    table.when.play_as("red", "produce young D4")
    loaded = engine.load(engine.dump(table.state))
    assert loaded == table.state
    table.when.play_as("red", "produce young D5").play_as("blue", "produce nothing")
    table.when.advance("processing")
    assert standing(table, "cow") == ["D4", "D5", "D5"]


@rule("IND-DUAL-02", "CLAN-MACPHERSON-3", "IND-INV-1")
def test_positions_may_have_two_units_on_a_space_with_this_clan_alone() -> None:
    for clan, wrong in (("macpherson", 0), ("campbell", 1)):
        table = scenario(clans=f"{clan} stewart campbell").put("red", "cow D4", "cow D4")
        found = [text for text in too_much(table.state) if "on one space" in text]
        assert len(found) == wrong
    three = scenario(clans="macpherson stewart campbell").put("red", *["cow D4"] * 3)
    assert "more than 2 of a player's units stand on one space" in [*too_much(three.state)]
