"""A sheep of MacGregor that makes room, in the panel and on the board before it is confirmed."""

import pytest

from tests.engine.clans.test_macgregor import red
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import scenario
from tests.web.test_in_place import in_place
from tests.web.test_new_clans_in_words import choices, preview, shown
from web.pages.panel.structs import Refusal

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PATH = ("graze", "bakery", "sheep D4")
NOWHERE = (
    "The sheep on L5 has nowhere to go: it needs empty grassland adjacent to another sheep of its "
    "herd."
)
NEEDED = (
    "You need two adjacent sheep, one of them on a space for another unit, and empty grassland "
    "beside the other."
)
ALONE = "On J5 stands no sheep of yours that is adjacent to another one."


@rule("CLAN-MACGREGOR-5")
def test_where_the_sheep_goes_its_space_is_marked_and_nothing_is_paid() -> None:
    table = red("sheep D4", "sheep D5")
    found = choices(table, *PATH)
    assert len(found) > 1
    assert {(one.detail, one.left) for one in found.values()} == {("", "")}
    assert shown(table, *PATH).spots == ["D4"]


@rule("CLAN-MACGREGOR-4")
def test_the_sheep_that_moves_is_named_and_marked_where_no_other_can() -> None:
    """Of D5 and D6 only D6 has forest."""
    found = shown(red("sheep D5", "sheep D6"), "graze", "woodcutter")
    assert found.question == "Where does the sheep on D6 go?"
    assert found.spots == ["D6"]


@rule("CLAN-MACGREGOR-4", "CLAN-MACGREGOR-5")
def test_the_unit_that_comes_is_not_struck_out() -> None:
    """D4 has the bakery then and D6 the sheep; nothing leaves the map."""
    table = red("sheep D4", "sheep D5")
    assert "D6" in choices(table, *PATH)
    assert preview(table, *PATH, "D6").price == []
    found = in_place(table.state, "graze bakery D4 D6")
    assert {(one.symbol, one.hex) for one in found.units} == {("bakery", "D4"), ("sheep", "D6")}
    assert not found.gone


@rule("CLAN-MACGREGOR-2", "CLAN-MACGREGOR-4", "CLAN-MACGREGOR-5")
@in_one_test(
    ("space", "by", "text"),
    [
        ("M5", "", "M5 can be chosen."),
        ("L5", "CLAN-MACGREGOR-5", NOWHERE),
        ("J5", "CLAN-MACGREGOR-2", ALONE),
        ("I5", "CLAN-MACGREGOR-4", "No sheep on I5 can make room for it."),
        ("nowhere", "CLAN-MACGREGOR-4", "No sheep on nowhere can make room for it."),
    ],
)
def test_a_sheep_that_cannot_make_room_says_why(space: str, by: str, text: str) -> None:
    """L5 is beside M5 alone, around which no grassland is empty; J5 is in no herd."""
    table = red("sheep M5", "sheep L5", "sheep D4", "sheep D5", "sheep J5").put("blue", "cow L4")
    found = shown(table, "graze", "bakery", why=space).asked
    assert found is not None
    assert (found.rule, found.text) == (by, text)


@rule("CLAN-MACGREGOR-2", "CLAN-MACGREGOR-5", "IND-DEF-04")
@in_one_test(
    ("sheep", "by", "text"),
    [
        ("cow D4", "CLAN-MACGREGOR-5", NEEDED),
        ("sheep D4", "CLAN-MACGREGOR-5", NEEDED),
        (
            "sheep D4; sheep J4",
            "CLAN-MACGREGOR-2",
            "None of your sheep is adjacent to another one.",
        ),
        (
            *("sheep D4; sheep D4", "CLAN-MACGREGOR-2"),
            "None of your sheep is adjacent to another one. Two on one space are no herd.",
        ),
        ("sheep D4; sheep D5; cow D4; cow D5", "CLAN-MACGREGOR-5", NEEDED),
    ],
)
def test_grazing_says_what_is_missing_for_it(sheep: str, by: str, text: str) -> None:
    found = choices(red(*sheep.split("; ")))["graze"].refusal
    assert found == Refusal(by, text)


@rule("CLAN-MACGREGOR-4", "CLAN-MACGREGOR-7")
def test_a_kind_that_cannot_graze_says_why() -> None:
    """Of D4 and D5 neither has forest or mountain, so that none is named; what can be chosen says
    nothing.
    """
    found = choices(red("sheep D4", "sheep D5"), "graze")
    closed = {one.value: one.refusal.text for one in found.values() if one.refusal}
    animals = "Grazing places fields, buildings and workers only."
    assert closed == {
        "sheep": animals,
        "cow": animals,
        "woodcutter": "No sheep that could make room stands on forest, which the unit needs.",
        "miner": "No sheep that could make room stands on mountain, which the unit needs.",
    }


@rule("PORT-7")
def test_a_unit_that_is_exchanged_is_covered_by_the_new_one() -> None:
    table = red("sheep D4", "sheep D5", "woodcutter M2", clan="campbell").port("M1", 7)
    found = in_place(table.state, "port 7 exchange sheep D4 bakery sheep D5 bakery")
    assert [(one.symbol, one.hex) for one in found.units] == [("bakery", "D4"), ("bakery", "D5")]
    assert not found.gone


@rule("IND-DUAL-05")
def test_of_two_sheep_on_a_space_one_is_struck_out() -> None:
    table = scenario().put("red", "sheep B2", "sheep B2").with_contract(1, wool=0, mutton=1)
    table = table.box("red", 1)
    found = in_place(table.state, "fulfil 1 slaughter sheep B2")
    assert not found.units
    assert len(found.gone) == 1
