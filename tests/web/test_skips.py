"""What the panel says of spaces that Sinclair skips: where a price holds a fee, and for what."""

import pytest

from games.engine.decisions import EndTurnDecision, FreeSpaceDecision
from tests.engine.clans.test_sinclair import red
from tests.replays.telling import sentence_of
from tests.rules import rule
from tests.scenario import RED
from tests.web.test_in_place import table_of
from tests.web.test_new_clans_in_words import choices, preview, shown
from web.pages.panel.structs import Added
from web.pages.table.parts.players import boards_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LAND = "↑: with £2 for a skipped land space; then you may take an upgrade."
LOCHS = "~: with £2 for each skipped loch space."


@rule("CLAN-SINCLAIR-2", "CLAN-SINCLAIR-4", "CLAN-SINCLAIR-10")
def test_spaces_behind_others_are_marked_with_the_fee() -> None:
    """D5 is beside D4, D6 behind a land space, F3 behind two lochs from D5."""
    found = choices(red("cow D4"), "expand", "cow")
    assert found["D5"].added is None
    assert (found["D6"].detail, found["D6"].added) == ("£13", Added("£2 skip, upgrade", "↑"))
    beyond = choices(red("cow D5"), "expand", "cow")["F3"]
    assert (beyond.detail, beyond.added) == ("£17", Added("£4 skip", "~"))


@rule("CLAN-SINCLAIR-10")
@pytest.mark.parametrize(
    ("unit", "hint"),
    [
        ("cow D5", f"Price of unit and land together. {LAND} {LOCHS}"),
        ("cow B2", f"Price of unit and land together. {LAND}"),
    ],
)
def test_the_marks_are_explained_where_there_are_any(unit: str, hint: str) -> None:
    assert shown(red(unit), "expand", "cow").hint == hint


def test_other_clans_are_told_nothing_of_skips() -> None:
    table = red("cow D5", clan="campbell")
    assert shown(table, "expand", "cow").hint == "Price of unit and land together."
    assert not any(one.added for one in choices(table, "expand", "cow").values())


@rule("CLAN-SINCLAIR-10", "BONUS-04")
def test_on_free_land_the_fee_is_told_beside_the_price_of_the_unit() -> None:
    table = red("cow D5")
    table.state.decisions = [EndTurnDecision(0, RED), FreeSpaceDecision(0, RED)]
    hint = shown(table, "expand", "cow").hint
    assert hint == f"Price of the unit only. {LAND} {LOCHS}"


@rule("CLAN-SINCLAIR-2", "CLAN-SINCLAIR-4")
@pytest.mark.parametrize(
    ("unit", "hex_", "name", "money"),
    [
        ("cow D4", "D6", "Skipped: 1 land space", "£2"),
        ("cow D5", "F3", "Skipped: 2 loch spaces", "£4"),
    ],
)
def test_the_price_names_what_is_skipped(unit: str, hex_: str, name: str, money: str) -> None:
    parts = {one.name: one.money for one in preview(red(unit), "expand", "cow", hex_).price}
    assert parts[name] == money


@rule("CLAN-SINCLAIR-9")
def test_ports_behind_lochs_are_offered_with_the_number_of_these() -> None:
    table = red("cow D6", "woodcutter M2").port("B7", 5).port("M1", 4)
    assert choices(table, "port")["5"].added == Added("Skipped: 1 loch space (£2)")
    parts = {one.name: one.money for one in preview(table, "port", "5").price}
    assert parts == {"Skipped: 1 loch space": "£2", "You pay": "£2"}
    gains = choices(red("cow D6").port("B7", 3).give("red", whisky=1), "port", "3")
    assert {(one.detail, one.added) for one in gains.values()} == {
        ("£2", Added("Skipped: 1 loch space"))
    }
    near = red("cow C8").port("B7", 5)
    assert not preview(near, "port", "5").price


@rule("CLAN-SINCLAIR-9", "PORT-18", "PORT-9")
@pytest.mark.parametrize(
    ("tile", "path", "price"),
    [
        (18, ("18",), {"Port tile 18": "£25", "You pay": "£27"}),
        (9, ("9", "5"), {"Copying a port tile": "£3", "You pay": "£5"}),
        (9, ("9", "18"), {"Copying a port tile": "£3", "Port tile 18": "£25", "You pay": "£30"}),
    ],
)
def test_what_a_tile_behind_lochs_asks_is_a_part_of_the_price(
    tile: int, path: tuple[str, ...], price: dict[str, str]
) -> None:
    """A sum that left it out would be less than what is paid."""
    table = red("cow D6").port("B7", tile).port("M1", 5).port("M9", 18 if tile == 9 else 4)
    table.box("red", 12).give("red", money=60)
    parts = {one.name: one.money for one in preview(table, "port", *path).price}
    assert parts == {"Skipped: 1 loch space": "£2", **price}


@rule("CLAN-SINCLAIR-9", "PORT-9")
def test_beside_what_is_copied_stands_the_fee_for_the_lochs_before_the_copying_tile() -> None:
    table = red("cow D6").port("B7", 9).port("M1", 5).port("M9", 4)
    table.give("red", money=20)
    found = choices(table, "port", "9")["5"]
    assert found.detail == "Receive £10."
    assert found.added == Added("Skipped: 1 loch space (£2)")


@rule("CLAN-SINCLAIR-9", "PORT-6a")
def test_a_tile_that_changes_a_trade_names_the_lochs_before_it() -> None:
    table = red("cow D6").port("B7", 6).price("milk", 6)
    found = choices(table, "trade", "buy milk")
    assert found["6 down"].added == Added("Skipped: 1 loch space (£2)")
    assert found["plain"].added is None


@rule("PORT-G01", "PORT-G03")
def test_why_no_port_can_be_used_is_told_of_a_tile_that_is_in_the_game() -> None:
    """Of those that are too far away before the one that was used."""
    table = red("cow C8").port("B7", 5)
    next(port for port in table.state.ports if port.tile == 5).used_by = [RED]
    said = choices(table)["port"].refusal
    assert said is not None
    far, last = said.text.split(" Port tile 5: ")
    assert far.endswith(" nor behind loch spaces that you could skip. To a port you skip no land.")
    assert last == "used already."
    for port in table.state.ports:
        port.used_by = [RED]
    used = choices(table)["port"].refusal
    assert used is not None
    assert used.rule == "PORT-G03"


@rule("CLAN-SINCLAIR-9")
def test_the_log_names_the_tile_behind_lochs_also_in_one_line() -> None:
    """The line of a turn has the first phrase of each event."""
    table = red("cow D6").port("B7", 5)
    said = sentence_of(table, "port 5")
    assert said == "Ada skips lochs for £2 to use port tile 5 and receives £10."


@rule("CLAN-SINCLAIR-10")
@pytest.mark.parametrize(
    ("hex_", "said"),
    [
        ("D6", "Ada places a cow on D6 for £13, £2 of it for skipping."),
        ("D5", "Ada places a cow on D5 for £10."),
    ],
)
def test_the_log_tells_what_of_a_price_was_for_skipping(hex_: str, said: str) -> None:
    assert sentence_of(red("cow D4"), f"expand cow {hex_}") == said


@rule("CLAN-SINCLAIR-1")
def test_shipping_that_never_changes_has_no_highest_level_beside_it() -> None:
    own, other = boards_of(table_of(red("cow D4").state))[:2]
    assert (own.shipping_level, own.shipping_most) == (1, 0)
    assert other.shipping_most > 0


@rule("CLAN-SINCLAIR-7", "NBR-01")
def test_what_waits_for_the_upgrade_of_a_land_skip_is_told_before_and_with_it() -> None:
    """An upgrade may take the money that a purchase needs."""
    table = red("cow D4").put("blue", "sheep D7").price("wool", 4).give("red", money=40)
    then = "Then you may buy wool below market price."
    before = preview(table, "expand", "cow", "D6")
    assert [*before.next] == ["Then you may take an upgrade.", then]
    table.when.play("expand cow D6")
    assert shown(table).explained.endswith(f"everything else is free. {then}")
