"""Why something cannot be chosen, as it is said to somebody who plays on the page."""

from typing import Any

import pytest

from tests.engine.industria.ports import at_port
from tests.rules import rule
from tests.scenario import scenario
from tests.web.test_new_clans_in_words import choices, shown
from web.pages.panel.structs import Refusal

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def refusal(table: Any, value: str, *path: str) -> Refusal:
    found = choices(table, *path)[value].refusal
    assert found is not None
    return found


@rule("EXPAND-02", "DEF-28")
def test_who_has_chosen_no_space_is_told_of_none() -> None:
    """No forest is beside D4; a space that is asked for is named."""
    table = scenario(clans="stewart campbell fraser").put("red", "cow D4")
    closed = refusal(table, "woodcutter", "expand")
    assert closed == Refusal("DEF-28", "No space that fits is free within your reach.")
    asked = shown(table, "expand", "cow", why="J5").asked
    assert asked is not None
    assert asked.text.startswith("J5 is too far away")


@rule("PORT-1a", "PORT-6a")
@pytest.mark.parametrize(
    ("tile", "text"),
    [
        (1, "Choose port tile 1 while you fulfil a contract that asks for meat."),
        (6, "Choose port tile 6 while you trade, or while you buy from neighbours."),
        (10, "Choose port tile 10 while you fulfil a contract that asks for a processed good."),
    ],
)
def test_a_tile_that_is_announced_is_chosen_with_its_action(tile: int, text: str) -> None:
    assert refusal(at_port(tile), "port").text == text


@rule("PORT-7a")
def test_where_nothing_can_be_exchanged_no_notation_is_asked_for() -> None:
    closed = refusal(at_port(7), "port")
    assert closed == Refusal("PORT-7a", "None of your units can be exchanged now.")
