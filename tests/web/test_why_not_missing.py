"""A reason never asks for what a player can only name once the choice is open."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.options import Options
from games.refusals import SENTENCES
from simulation.random_options import random_options
from simulation.random_play import steps
from tests.engine.industria.ports import at_port
from tests.rules import rule
from tests.scenario import Given, scenario
from tests.web.test_new_clans_in_words import choices, shown
from tests.web.test_why_not import refusal
from web.pages.common.refusal_texts import BY_CONTROLS
from web.pages.panel import builder as panel
from web.pages.panel.refusals import ASKING, LACKING
from web.pages.panel.structs import Choice, Refusal

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PAY = "Port tile 9: It costs £3 and you have £0."
NAMES = ("Anna", "Bruce", "Catriona", "Donald")
ASKS = re.compile(r"^(Name|Discard|Gain|Announce)\b|\. Name\b|is announced with|, as in '")
"""How a sentence begins that wants more of a move as it is written."""
ABOUT_TWO = ("modifier_twice", "named_twice", "wrong_modifier_fields", "wrong_silo_good")
"""Codes of refusals of too much, or of what no choice of the pages leads to."""


def test_every_refusal_that_asks_for_more_is_known_to_the_panel() -> None:
    asking = {code for code, text in SENTENCES.items() if ASKS.search(str(text))}
    assert "copy_which" in asking
    assert asking - {*ABOUT_TWO} == asking & {*ASKING, *BY_CONTROLS, *LACKING}


def copying(*others: int, **values: Any) -> Given:
    """Red beside tile 9, in a game with some other tiles at the other ports."""
    table = at_port(9, **values).give("red", wool=0, milk=0, grain=0)
    table.give("red", bread=0, cheese=0, whisky=0)
    away = [port for port in table.state.ports if port.hex != "A1"]
    for port, tile in zip(away, others, strict=False):
        port.tile = tile
    table.state.ports[:] = [one for one in table.state.ports if one.tile in (9, *others)]
    return table


@rule("PORT-9", "PORT-9d", "PORT-G07")
def test_a_tile_that_copies_says_that_its_price_is_missing() -> None:
    """Whether it is the only action, or one of the tiles beside those that can be used."""
    table = copying(2, 5, money=0)
    said = refusal(table, "port")
    assert (said.rule, said.text.split(" Port tiles ")[0]) == ("PORT-9d", PAY)
    five = next(port for port in table.state.ports if port.tile == 5)
    five.hex = "B1"
    assert PAY in hint(table)
    two = next(port for port in table.state.ports if port.tile == 2)
    two.hex = "B1"
    closed = choices(table.give("red", wool=1), "port")["9"].refusal
    assert closed == Refusal("PORT-9d", "It costs £3 and you have £0.")


def hint(table: Given) -> str:
    """What is said of the only tile that can be used."""
    found = shown(table, "port")
    facts = found.preview.facts if found.preview else []
    return " ".join([found.hint, *facts])


@rule("PORT-9", "PORT-G07")
def test_a_tile_that_copies_names_what_it_could_not_copy() -> None:
    """With the £3 at hand, what each of the others asks for is what is missing."""
    said = refusal(copying(2, 18, money=5), "port").text
    assert "Port tile 9 as a copy of 2: You have none of the goods that it takes" in said
    assert "Port tile 9 as a copy of 18: You have no contract in your export box." in said


@rule("PORT-9c", "PORT-1a", "PORT-6a")
def test_a_copy_that_is_announced_is_chosen_with_its_action() -> None:
    of_one = choices(copying(1, 4, 5, money=5), "port", "9")["1"].refusal
    of_six = choices(copying(6, 4, 5, money=5), "port", "9")["6"].refusal
    assert of_one is not None
    assert of_six is not None
    copy = "Choose the copy of port tile"
    assert of_one.text == f"{copy} 1 while you fulfil a contract that asks for meat."
    assert of_six.text == f"{copy} 6 while you trade, or while you buy from neighbours."
    said = refusal(copying(1, 2, money=5), "port").text
    assert f"{copy} 1 while you fulfil a contract that asks for meat." in said


@rule("PORT-11", "IND-DUAL-02")
def test_who_has_no_animal_to_join_is_told_what_is_needed() -> None:
    said = "You need an animal of your own on a space of the map that has room for a second unit."
    table = at_port(11)
    assert said in refusal(table, "port").text
    table.put("red", "sheep B2", "cow B2")
    assert said in refusal(table, "port").text


@rule("DEF-20", "DEF-28")
def test_who_cannot_cross_a_river_is_told_of_it() -> None:
    """The unit on B2 is beside C2, but for the river; J5 is farther away than that."""
    table = scenario(clans="campbell stewart fraser", money=50).put("red", "sheep B2", "sheep D5")
    asked = shown(table, "expand", "bakery", why="C2").asked
    assert asked is not None
    river = "A river parts B2 and C2, which your ships cannot cross."
    assert (asked.rule, asked.text) == ("DEF-28", river)
    asked = shown(table, "expand", "bakery", why="J5").asked
    assert asked is not None
    assert asked.text.startswith("J5 is too far away")


def _closed(name: str, options: Options) -> Iterator[Choice]:
    """What is closed at the beginning of every turn of a game, and in the first step of each."""
    for number, (state, _) in enumerate(steps(options.players, name, options=options)):
        for decision in state.open_decisions() if number % 3 == 0 else ():
            found = panel.build(state, decision.seat, [], NAMES[: options.players])
            assert found is not None
            shown = [one for group in found.groups for one in group.choices]
            yield from (one for one in shown if one.refusal)
            for one in shown if decision.TURN else ():
                if one.refusal is None:
                    path = [one.value]
                    inner = panel.build(state, decision.seat, path, NAMES[: options.players])
                    assert inner is not None
                    of_step = [each for group in inner.groups for each in group.choices]
                    yield from (each for each in of_step if each.refusal)


@pytest.mark.parametrize("number", range(3))
def test_in_whole_games_no_reason_asks_for_a_name(number: int) -> None:
    name = f"reasons-{number}"
    options = random_options(name, 3)
    said = {one.refusal.text for one in _closed(name, options) if one.refusal}
    assert len(said) > 5
    assert [text for text in said if ASKS.search(text)] == []


@rule("PORT-9", "PORT-9a")
def test_tiles_that_cannot_be_copied_now_say_why() -> None:
    table = copying(2, 5, 4, money=5)
    found = choices(table, "port", "9")
    assert {*found} == {"2", "5", "4"}
    closed = found["2"]
    assert closed.refusal is not None
    assert closed.refusal.text.startswith("You have none of the goods that it takes: wool")
    assert closed.texts == ["Discard a basic good to gain three basic goods of your choice."]
    assert (found["5"].refusal, found["4"].refusal) == (None, None)


@rule("PORT-9", "PORT-9d")
def test_the_only_tile_that_can_be_used_names_its_price_and_what_it_cannot_copy() -> None:
    assert "Pay £3 for the effect of another port tile" in hint(copying(2, 5, 4, money=5))
    said = hint(copying(2, 5, money=5))
    assert "Port tile 5 is the only one that you can copy now." in said
    assert "Port tile 9 as a copy of 2: You have none of the goods that it takes: wool" in said
