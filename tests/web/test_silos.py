"""Silos on the pages: what production asks and says of them, and the log."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from tests.marks import in_one_test
from tests.replays.telling import NAMES, sentence_of, sentence_of_step
from tests.rules import rule
from tests.scenario import RED, Given, scenario
from web.pages.panel import builder as panel
from web.pages.panel.structs import Panel, Preview

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def producing(*silos: int) -> Given:
    """Production has begun for red, with a field and a bakery, and grain or none in the silos."""
    table = scenario(clans="gordon stewart campbell").put("red", "field D4", "bakery D5")
    table.state.players[RED].clan_state = list(silos)
    return table.when.all_pass().advance("production").given


def shown(table: Any, *path: str) -> Panel:
    found = panel.build(table.state, RED, list(path), NAMES[:3])
    assert found is not None
    return found


def preview(table: Any, *path: str) -> Preview:
    found = shown(table, *path).preview
    assert found is not None
    return found


@rule("CLAN-GORDON-2", "CLAN-GORDON-5")
def test_production_asks_for_silos_and_says_what_may_go_there() -> None:
    here = shown(producing(), "produce")
    assert here.form is not None
    assert here.form.title == "Silos"
    text = "Grain that was just produced and that you do not process may go into empty silos, "
    assert text in here.explained
    assert text not in shown(producing(1, 1, 1), "produce").explained


@rule("CLAN-GORDON-2", "CLAN-GORDON-6")
@in_one_test(
    ("bread", "silos", "text", "grain"),
    [
        ("1", "fill1 fill3", "You make 1 bread. You put grain into silos 1 and 3.", ("1", "3")),
        ("0", "fill1", "You put grain into silo 1.", ("1", "2")),
        ("0", "empty2", "You take grain out of silo 2.", ("1", "0")),
        (
            *("1", "empty2 fill1"),
            *("You make 1 bread. You take grain out of silo 2. You put grain into silo 1.", None),
        ),
    ],
)
def test_a_preview_says_what_goes_into_silos_and_out_of_them(
    bread: str, silos: str, text: str, grain: tuple[str, str] | None
) -> None:
    found = preview(producing(0, 1, 0), "produce", "0", bread, "0", f"silos {silos}")
    assert found.text == text
    changed = {one.name: (one.before, one.after) for one in found.changes}
    assert changed.get("Grain in silos") == grain


@rule("CLAN-GORDON-4")
def test_what_a_phone_shows_of_the_stock_has_the_grain_in_silos() -> None:
    assert [one.text for one in shown(producing(1, 0, 1)).held[-1:]] == ["Silos: 2/3"]
    assert "Silos" not in " ".join(one.text for one in shown(producing()).held)


@rule("CLAN-GORDON-2", "CLAN-GORDON-5")
@in_one_test(
    ("silos", "bread", "extra"),
    [((), 1, "silos fill1 fill2"), ((1, 0, 0), 1, "silos fill2 fill3"), ((1, 1, 1), 1, "plain")],
)
def test_production_begins_with_full_silos(silos: tuple[int, ...], bread: int, extra: str) -> None:
    """Of 3 grain the bakery processes one; what lies in silos already stays there."""
    form = shown(producing(*silos), "produce").form
    assert form is not None
    assert ([dial.value for dial in form.dials], form.extra) == ([0, bread, 0], extra)


@rule("CLAN-GORDON-6")
def test_production_begins_with_no_grain_of_silos() -> None:
    """Where there is no other grain, all that it begins with can be done."""
    table = scenario(clans="gordon stewart campbell").put("red", "bakery D5", "distillery D4")
    table.state.players[RED].clan_state = [1, 1, 0]
    form = shown(table.when.all_pass().advance("production"), "produce").form
    assert form is not None
    assert ([dial.value for dial in form.dials], form.extra) == ([0, 0, 0], "plain")
    labels = {one.value: one.label for one in form.extras}
    assert labels["silos empty1"] == "Empty silos: 1"


def test_silos_are_emptied_before_others_are_filled() -> None:
    form = shown(producing(0, 1, 0), "produce").form
    assert form is not None
    labels = {one.value: one.label for one in form.extras}
    assert labels["silos empty2 fill1"] == "Empty silos: 2; then fill silos: 1"


@rule("CLAN-GORDON-2")
def test_what_is_done_with_silos_stands_in_groups() -> None:
    form = shown(producing(0, 1, 0), "produce").form
    assert form is not None
    grouped = {title: [one.label for one in extras] for title, extras in form.grouped}
    assert grouped == {
        "": ["Nothing"],
        "Take grain out of silos": ["Empty silos: 2"],
        "Fill empty silos": ["Fill silos: 1", "Fill silos: 3", "Fill silos: 1 and 3"],
        "Empty silos, then fill others": [
            "Empty silos: 2; then fill silos: 1",
            "Empty silos: 2; then fill silos: 3",
            "Empty silos: 2; then fill silos: 1 and 3",
        ],
    }


@rule("CLAN-GORDON-6", "PORT-2")
@in_one_test(
    ("tile", "silos", "wool", "said"),
    [(2, [1, 0, 1], 1, True), (2, [0, 0, 0], 1, False), (3, [1, 0, 1], 1, False)],
)
def test_a_port_says_that_silos_can_be_emptied_first(
    tile: int, silos: list[int], wool: int, said: bool
) -> None:
    table = scenario(clans="gordon stewart campbell").put("red", "woodcutter M2").port("M1", tile)
    table.give("red", wool=wool, milk=1, bread=1, cheese=1)
    table.state.players[RED].clan_state = silos
    hint = shown(table, "port", str(tile)).hint
    assert ("first choose: Take grain out of a silo." in hint) is said


@rule("CLAN-GORDON-6", "PORT-2")
def test_who_has_nothing_to_discard_is_told_how_grain_is_taken_out() -> None:
    table = scenario(clans="gordon stewart campbell").put("red", "woodcutter M2").port("M1", 2)
    table.give("red", wool=0, milk=0, grain=0)
    text = "You have none of the goods that it takes: wool, milk, grain."
    for silos, said in (
        ([1, 0, 1], f"{text} First choose: Take grain out of a silo."),
        ([0, 0, 0], text),
    ):
        table.state.players[RED].clan_state = silos
        actions = [one for group in shown(table).groups for one in group.choices]
        refusal = next(one.refusal for one in actions if one.value == "port")
        assert refusal is not None
        assert refusal.text.startswith(f"Port tile 2: {said} Port tiles ")


@rule("CLAN-GORDON-6")
def test_the_log_tells_silos_in_the_order_of_the_rule() -> None:
    table = producing(0, 1, 0)
    table.when.play("produce 1 bread silos empty2 fill1 fill3")
    assert sentence_of_step(table, "processing") == (
        "All goods are processed. Ada takes grain out of silo 2, turns 1 grain into 1 bread and "
        "puts grain into silos 1 and 3."
    )


@rule("CLAN-GORDON-5")
def test_too_little_grain_for_the_silos_is_said() -> None:
    here = shown(producing(), "produce", "0", "1", "0", "silos fill1 fill2 fill3")
    assert here.form is not None
    assert "can go into silos: at most 2." in here.note
    for spoiled in ("silos fill9", "silos 3", "silos " + "fill1 " * 5000, "keeps 99999999999", "x"):
        assert shown(producing(), "produce", "0", "1", "0", spoiled).note


@rule("CLAN-GORDON-2", "CLAN-GORDON-3", "CLAN-GORDON-4")
def test_the_log_says_one_silo_or_several() -> None:
    said = sentence_of(producing(), "produce 1 bread silos fill1 fill3")
    assert said == "Ada decides to make 1 bread and put grain into silos 1 and 3."
    said = sentence_of(producing(), "produce silos fill2")
    assert said == "Ada decides to put grain into silo 2."
    table = scenario(clans="gordon stewart campbell").put("red", "sheep D4")
    table.state.players[RED].clan_state = [0, 1, 0]
    for silo, said in (
        ("1", "Ada discards the grain of silo 1 for a space with free land."),
        ("2", "Ada discards the grain of silo 2 for an upgrade."),
        ("3 wool", "Ada discards the grain of silo 3 and receives 1 wool."),
    ):
        full = scenario(clans="gordon stewart campbell").put("red", "sheep D4")
        full.state.players[RED].clan_state = [1, 1, 1]
        assert sentence_of(full, f"silo {silo}") == said
    assert sentence_of(table, "empty 2") == "Ada takes grain out of silo 2."


@rule("CLAN-GORDON-3")
def test_a_silo_cannot_be_used_while_all_are_empty() -> None:
    table = scenario(clans="gordon stewart campbell").put("red", "sheep D4")
    choices = [one for group in shown(table).groups for one in group.choices]
    refusal = next(one.refusal for one in choices if one.value == "silo")
    assert refusal is not None
    assert refusal.text == (
        "There is no grain in your silos. It gets there at the end of production."
    )


# --- each thing once ------------------------------------------------------------------------------


def full() -> Given:
    table = scenario(clans="gordon stewart campbell").put("red", "sheep D4").give("red", money=60)
    table.state.players[RED].clan_state = [1, 1, 1]
    return table


@rule("CLAN-GORDON-3")
@in_one_test(
    ("silo", "text"),
    [
        ("1", "You discard the grain of silo 1 for a space with free land."),
        ("2", "You discard the grain of silo 2 for an upgrade."),
    ],
)
def test_a_preview_says_once_what_a_silo_gives(silo: str, text: str) -> None:
    found = preview(full(), "silo", silo)
    assert (found.text, list(found.next)) == (text, [])


@rule("CLAN-GORDON-4", "NBR-01")
def test_taking_grain_out_repeats_nothing_that_could_be_done_before() -> None:
    table = full().merchants("red", stock=5).put("blue", "cow D5")
    said = ["Then you may buy milk below market price."]
    assert preview(table, "expand", "sheep", "C5").next == said
    table.when.play("expand sheep C5")
    assert preview(table, "empty-silo", "1").next == []


@rule("CLAN-GORDON-3", "CLAN-GORDON-4")
def test_silos_to_be_filled_or_emptied_say_what_they_take_and_give() -> None:
    form = shown(producing(0, 1, 0), "produce").form
    assert form is not None
    details = {one.value: one.detail for one in form.extras}
    assert details["plain"] == ""
    assert details["silos fill1"] == "takes 1 grain, later for a space with free land"
    assert details["silos fill1 fill3"] == (
        "takes 2 grain, later for a space with free land and 1 wool or 1 milk"
    )
    assert details["silos empty2"] == "gives 1 grain instead of 1 upgrade"
    assert details["silos empty2 fill1"] == (
        "gives 1 grain instead of 1 upgrade; takes 1 grain, later for a space with free land"
    )
    page = render_to_string(
        "web/parts/panel_numbers.html", {"shown": shown(producing(), "produce")}
    )
    assert ">Fill silos: 2 (takes 1 grain, later for 1 upgrade)</option>" in page
    assert ">Nothing</option>" in page


@rule("CLAN-GORDON-4")
def test_a_silo_whose_grain_is_taken_out_says_what_is_given_up() -> None:
    (group,) = shown(full(), "empty-silo").groups
    assert [one.hint for one in group.choices] == [
        "gives 1 grain instead of a space with free land",
        "gives 1 grain instead of 1 upgrade",
        "gives 1 grain instead of 1 wool or 1 milk",
    ]
