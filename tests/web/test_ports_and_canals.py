"""What the panel says of ports of which one alone can be used, and of spaces reached by canal."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from tests.engine.industria.ports import at_port
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Given, scenario
from tests.web.test_new_clans_in_words import choices, shown

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

TOO_FAR = (
    "Port tiles 1 and 2: neither next to a unit of yours nor within the reach of your ships, which "
    "are at level 0."
)


# --- ports ----------------------------------------------------------------------------------------


@rule("PORT-G01", "PORT-5")
def test_the_only_port_tile_that_can_be_used_is_named_and_says_why() -> None:
    """It is to be confirmed at once, and the way back leads to the actions."""
    found = shown(at_port(5, money=40), "port")
    assert found.preview is not None
    assert list(found.preview.facts) == [
        "Port tile 5 is the only one that you can use now.",
        TOO_FAR,
    ]
    crumbs = [(one.label, one.query) for one in found.crumbs]
    assert crumbs == [("Use a port", ""), ("Port tile 5", None)]
    assert found.back == ""


@rule("PORT-9")
def test_the_only_tile_and_the_one_that_it_copies_are_named() -> None:
    found = shown(at_port(9, money=40), "port")
    assert [one.label for one in found.crumbs] == [
        "Use a port",
        "Port tile 9",
        "Copies port tile 5",
    ]


@rule("PORT-2")
def test_the_first_step_of_the_only_port_tile_says_why_it_is_the_only_one() -> None:
    table = at_port(2, money=40).give("red", wool=1, milk=1)
    found = shown(table, "port")
    assert found.groups
    assert found.hint.startswith("Port tile 2 is the only one that you can use now. Port tiles ")


@rule("PORT-G01")
def test_where_tiles_can_be_chosen_none_is_the_only_one() -> None:
    table = at_port(5, money=40)
    here, other, *_ = sorted(table.state.ports, key=lambda port: port.tile != 5)
    other.hex, other.tile = here.hex, 8
    found = shown(table, "port")
    assert "only one" not in found.hint
    assert {"5", "8"} <= {*choices(table, "port")}
    assert "only one" not in str(getattr(shown(table, "port", "5").preview, "facts", ""))


# --- canals ---------------------------------------------------------------------------------------


def along_the_river(level: int = 1, clan: str = "macfarlane") -> Given:
    """C8 is along the same river as E8, and no ship of level 1 gets there."""
    table = scenario(clans=f"{clan} stewart campbell", money=60).put("red", "cow E8")
    return table.shipping("red", level)


@rule("CLAN-MACFARLANE-2")
def test_a_space_reached_by_canal_says_so_and_others_do_not() -> None:
    found = choices(along_the_river(), "expand", "cow")
    added = {value: one.added.text for value, one in found.items() if one.added}
    assert added == {"C8": "by canal"}
    assert {"D7", "D8", "E7", "F7"} <= {*found}
    hint = shown(along_the_river(), "expand", "cow").hint
    assert "≈: by canal, along a river with a unit of yours." in hint


@rule("CLAN-MACFARLANE-2")
def test_the_canal_is_text_that_a_screen_reader_reads() -> None:
    choice: Any = choices(along_the_river(), "expand", "cow")["C8"]
    page = render_to_string("web/parts/panel_choice.html", {"choice": choice})
    assert '<span class="choice-added" data-mark="≈">by canal</span>' in page


@rule("CLAN-MACFARLANE-5")
@in_one_test(("level", "clan"), [(0, "macfarlane"), (1, "fraser"), (1, "sinclair")])
def test_without_canals_no_space_is_reached_by_one(level: int, clan: str) -> None:
    table = along_the_river(level, clan)
    added = [one.added for one in choices(table, "expand", "cow").values() if one.added]
    assert "by canal" not in [one.text for one in added]
    assert "canal" not in shown(table, "expand", "cow").hint
