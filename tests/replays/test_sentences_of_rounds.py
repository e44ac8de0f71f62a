"""The log in words says what is laid out, and what happens between rounds and at the end."""

import re
from typing import Any

import pytest

from games import engine
from games.engine import effects as fx
from replays.narration import sentence
from replays.stepping import PublicEvent
from simulation.random_play import seed_of
from tests.replays.telling import NAMES, public, sentence_of, sentence_of_step
from tests.rules import rule
from tests.scenario import RED, Part, at, drafting, scenario

pytestmark = pytest.mark.engine


def opening(**options: Any) -> str:
    """What the log says of a set-up with these options."""
    chosen = engine.decode_options(options, engine.packs.builtin().content)
    _, event = engine.new_game(chosen, seed_of("opening"), engine.packs.builtin())
    return sentence(engine.State(), public(event), NAMES)


@rule("VAR-FUTURE-01", "VAR-TIGHT-01", "VAR-NOCLAN-02", "VAR-PRICE-1", "VAR-NOSCORE-01")
def test_the_set_up_tells_what_variants_lay_out() -> None:
    usual = opening(players=3)
    assert "Clans to choose from" in usual
    assert "The rounds are scored by tiles" in usual
    less = opening(players=3, clans=False, ports=False, scoring_tiles=False)
    assert re.search(r"Starting tiles to choose from: \d, \d, \d and \d\.", less)
    assert not re.search(r"clan|scored|Port tiles", less, re.IGNORECASE)
    more = opening(players=3, tight_map=True, future_contracts=True, starting_prices="rolled")
    assert re.search(r"Cover tiles lie on (\w\d, ){2}\w\d and \w\d\.", more)
    assert re.search(r"Coming next: \d+, \d+ and \d+\.", more)
    assert re.search(r"The price die \(.*\): wool [+-][123], milk .* and whisky [+-][123]\.", more)


def test_money_that_no_phrase_explains_is_told() -> None:
    scene = scenario(players=2)
    paid = PublicEvent(2, 1, None, "game", "scoring", None, [fx.MoneyChanged(RED, -5)])
    assert sentence(scene.state, paid, NAMES) == "Round 1 is scored by tile 1. Ada gives £5."


@rule("VAR-NOCLAN-02", "VAR-NOSCORE-01")
def test_without_clans_and_scoring_tiles_the_log_names_neither() -> None:
    state, _ = engine.new_game(
        engine.Options(players=2, clans=False), seed_of("x"), engine.packs.builtin()
    )
    scene = at(state)
    assert re.fullmatch(r"\w+ chooses starting tile \d\.", sentence_of(scene, "choose 1"))
    scene = scenario(players=2, scoring_tiles=False).when.all_pass().advance("production")
    assert sentence_of_step(scene, "scoring") == "Round 1 is over."


def test_passing() -> None:
    table = scenario(players=2)
    assert re.fullmatch(r"Ada passes first and receives £\d+\.", sentence_of(table, "pass"))
    said = sentence_of(table, "pass")
    assert re.fullmatch(r"Ben passes second and receives £\d+\. All have passed\.", said)


def producing() -> Part:
    table = scenario(players=2, clans="mackenzie cunningham", money=0)
    table.given.put("red", "distillery F3", "woodcutter B4").put(
        "blue", "cow G3", "cheese_dairy H3"
    )
    table.given.give("red", grain=2).cellar("red", 0, 1).give("blue", milk=2)
    return table.when.all_pass()


def test_the_end_of_a_round() -> None:
    table = producing()
    said = sentence_of_step(table, "production")
    assert said.startswith("Production in round 1. Ada takes a barrel out of the cellar and ")
    assert "Ben receives 1 milk." in said
    assert sentence_of(table, "produce 1 whisky cellar") == (
        "Ada decides to make 1 whisky and put a whisky into the cellar."
    )
    assert sentence_of(table, "produce 1 cheese 2 butter") == (
        "Ben decides to make 1 cheese and turn 2 milk into butter."
    )
    assert sentence_of_step(table, "processing") == (
        "All goods are processed. Ada turns 1 grain into 1 whisky, receives £3 and puts a whisky "
        "into the cellar. Ben turns 3 milk into 1 cheese and receives £16."
    )
    table.given.scoring_tile(4)
    assert sentence_of_step(table, "scoring") == ("Round 1 is scored by tile 4. Ada gains 2 Glory.")
    said = sentence_of_step(table, "preparation")
    assert said.startswith("All merchants return. ")
    assert said.endswith("Round 2 begins; turn order: Ada and Ben.")


def test_young_animals_are_announced_and_come() -> None:
    table = scenario(players=2, clans="macpherson stewart").put("red", "cow D4", "cow D5")
    table.when.all_pass().advance("production")
    assert sentence_of(table, "produce young D4") == "Ada decides to place a cow on D4."
    said = sentence_of_step(table, "processing")
    assert said == "All goods are processed. Ada places a cow on D4 for free."


@rule("CLAN-MACPHERSON-1", "CLAN-MACGREGOR-10")
def test_young_come_and_a_sheep_goes_once_goods_are_processed() -> None:
    table = scenario(players=2, clans="macpherson macgregor", money=0)
    table.given.put("red", "cow D4", "cow D5", "cheese_dairy E4")
    table.put("blue", "sheep G3", "cow H3", "cheese_dairy G4")
    table.when.all_pass().advance("production")
    table.when.play_as("red", "produce 1 cheese young D4")
    table.when.play_as("blue", "produce 1 cheese returned G3")
    assert sentence_of_step(table, "processing") == (
        "All goods are processed. Ben turns 1 milk into 1 cheese, puts back a sheep from G3 and "
        "receives £15. Ada turns 1 milk into 1 cheese and places a cow on D4 for free."
    )


@rule("CLAN-FRASER-4", "CLAN-GORDON-2", "CLAN-MACKENZIE-06")
def test_what_clans_keep_is_told_once_where_several_keep_something() -> None:
    table = scenario(players=3, clans="gordon mackenzie fraser", money=0)
    table.given.put("red", "field D4", "bakery D5").put("blue", "field G4", "distillery H3")
    table.given.put("black", "woodcutter D6", "sheep E6", "cow J4", "cheese_dairy K4")
    table.when.all_pass().advance("production")
    for colour, line in (
        ("red", "produce 1 bread silos fill1"),
        ("blue", "produce 1 whisky cellar"),
        ("black", "produce 1 cheese 1 kilts"),
    ):
        table.when.play_as(colour, line)
    assert sentence_of_step(table, "processing") == (
        "All goods are processed. Ada turns 1 grain into 1 bread and puts grain into silo 1. "
        "Ben turns 1 grain into 1 whisky, receives £3 and puts a whisky into the cellar. "
        "Cleo turns 1 wool into 1 kilt and turns 1 milk into 1 cheese."
    )


def test_nothing_to_make() -> None:
    table = producing().when.advance("production")
    assert sentence_of(table, "produce nothing") == "Ada decides to make nothing."


def test_the_end_of_the_game() -> None:
    table = scenario(players=2, money=0).round(5).when.go_to("final")
    table.given.give("red", money=100)
    said = sentence_of_step(table, "final_scoring")
    assert re.fullmatch(
        r"The game is over\. 1\. Ada with \d+ points, 2\. Ben with \d+ points\.", said
    )


def test_the_set_up_and_the_draft() -> None:
    table = drafting(players=2, seed="sentences", clans=["macdonald", "stewart", "campbell"])
    said = sentence(engine.State(), public(table.events[0]), NAMES)
    assert said.startswith("The game is set up for 2 players. The map is A1, B1, C1, D1. Port ti")
    assert " New on the export board: " in said
    assert " Turn order: " in said
    first = table.deciding()
    assert re.fullmatch(
        rf"{NAMES[first]} chooses clan MacDonald with starting tile \d\.",
        sentence_of(table, "choose 0"),
    )
    said = sentence_of(table, "choose 1")
    assert "chooses clan Stewart" in said
    assert "starts with 5 merchants, starts with shipping level 1 and receives £" in said
    assert said.count(" receives £") == 2
    column = table.legal("place_worker")[0]
    assert re.search(
        r" places a (woodcutter|miner|worker) on \w\d for £\d+\.", sentence_of(table, column)
    )


@rule("SOLO-12", "SOLO-20")
def test_the_dice_of_a_game_alone_and_what_they_bring() -> None:
    table = scenario(players=1).marker("wool", 1).marker("milk", 9).pile(41)
    table.given.dice("wool -2", "wool", "wool", "milk 3", "grain -3").when.go_to("preparation")
    table.state.passed = [engine.Seat(0)]
    gone = table.state.slots[3]
    assert sentence_of_step(table, "preparation") == (
        "All merchants return. The market dice show wool with minus 2, milk (once more after wool "
        "and wool) with plus 3 and grain with minus 3. The price of wool rises to £4; the price of "
        "milk falls to £7; the price of grain falls to £3. New on the export board: 41. "
        f"Out of the game: contract {gone}. Round 2 begins; turn order: Ada."
    )


@rule("SOLO-24")
def test_the_result_of_a_game_alone_is_rated() -> None:
    table = scenario(players=1, money=0).when.go_to("final")
    table.state.players[0].glory = 146
    assert sentence_of_step(table, "final_scoring").endswith(
        "1. Ada with 146 points. Solo rank: Expert."
    )


@rule("SOLO-02")
def test_where_neutral_pieces_lie() -> None:
    state, event = engine.new_game(
        engine.Options(players=1, map=["A1", "B1", "C1", "D1"]),
        seed_of("neutral"),
        engine.packs.builtin(),
    )
    assert state.blockers
    said = sentence(engine.State(), public(event), NAMES[:1])
    assert "Neutral pieces lie on B2, B8, D4, D5, G3, G7, J3 and J5." in said
