"""The log in words says what happened."""

import re
from typing import Any

import pytest
from django.utils import translation

from games import engine
from games.engine import effects as fx
from games.engine.assembly import BASE_DECISIONS
from games.engine.decisions import BrewDecision, BuildingBonusDecision, DecisionBase
from games.engine.rules.granted_decisions import (
    BonusActionDecision,
    GrantedExpandDecision,
    MoveUnitDecision,
)
from games.engine.terms import ContractId
from replays.narration import language, lapses, sentence
from replays.stepping import PublicEvent
from simulation.random_play import seed_of
from tests.engine.test_undo import Table
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


@rule("IND-REFILL-03", "IND-REFILL-04")
def test_the_log_says_which_contracts_a_bonus_takes_and_what_lies_on_the_refill_board() -> None:
    scene = scenario(players=3, expansions=["refill_board"]).put("red", "woodcutter F3")
    scene.given.put("red", "bakery A5", "bakery B2", "bakery B4")
    scene.state.future = [ContractId(n) for n in (31, 32, 33, 34, 35, 36)]
    scene.given.pile(41, 42, 43)
    scene.when.play("expand bakery G3")
    assert sentence_of(scene, "draw") == (
        "Ada chooses among contracts 31, 32 and 33 of the refill board. "
        "Coming next: 34, 35, 36, 41, 42 and 43."
    )


@rule("VAR-FUTURE-05")
def test_a_contract_from_the_row_is_told_with_what_leaves_and_what_comes() -> None:
    scene = scenario(players=3, future_contracts=True).put("red", "woodcutter F3")
    scene.given.put("red", "bakery A5", "bakery B2", "bakery B4").pile(31, 32, 33, 41, 42, 43)
    scene.state.future = [ContractId(n) for n in (31, 32, 33)]
    assert scene.state.secret is not None
    scene.state.secret.pile, scene.state.pile = scene.state.secret.pile[3:], scene.state.pile - 3
    scene.when.play("expand bakery G3")
    assert sentence_of(scene, "draw") == "Ada chooses among the contracts to come."
    declined = at(engine.copy(scene.state))
    assert sentence_of(declined, "keep") == "Ada takes no contract."
    text = sentence_of(scene, "keep 32")
    assert "Out of the game: contracts 31 and 33." in text
    assert "Coming next: 41, 42 and 43." in text


# --- what is said ---------------------------------------------------------------------------------


def market() -> Part:
    """Red can trade."""
    table = scenario(money=50).give("red", wool=3, whisky=2, milk=2)
    return table.given.merchants("red", stock=5).price("whisky", 10).price("wool", 5)


def test_trades() -> None:
    assert sentence_of(market(), "buy 2 whisky") == (
        "Ada buys 2 whisky for £20; the price of whisky rises to £12."
    )
    assert sentence_of(market(), "sell 3 wool") == (
        "Ada sells 3 wool for £15; the price of wool falls to £3."
    )


def test_a_price_at_the_end_of_its_track_is_not_news() -> None:
    assert sentence_of(market().given.marker("wool", 0), "sell 1 wool").startswith(
        "Ada sells 1 wool for £"
    )
    assert "price" not in sentence_of(market().given.marker("wool", 0), "sell 1 wool")


def test_what_a_trade_brings_beside_its_price() -> None:
    table = scenario(clans="stewart", money=50).merchants("red", stock=5).give("red", wool=2)
    table.given.price("whisky", 10)
    assert sentence_of(table, "buy 1 whisky") == (
        "Ada buys 1 whisky for £10 and receives £1; the price of whisky rises to £11."
    )
    table = scenario(clans="stewart").merchants("red", stock=5).give("red", wool=2)
    assert "Ada sells 2 wool for £10 and receives £1;" in sentence_of(
        table.given.price("wool", 5), "sell 2 wool"
    )


def test_expansions_and_the_neighbourhood() -> None:
    table = scenario(money=50).put("red", "woodcutter F3").put("blue", "distillery H3")
    table.given.merchants("red", stock=3).price("whisky", 12)
    said = sentence_of(table, "expand sheep G3")
    assert re.fullmatch(r"Ada places a sheep on G3 for £\d+\.", said)
    assert sentence_of(table, "neighbourhood 1 whisky") == (
        "Ada buys 1 whisky from neighbours for £9; the price of whisky rises to £13."
    )
    assert sentence_of(table, "end") == "Ada ends the turn."


def test_upgrades() -> None:
    assert sentence_of(scenario(), "shipping") == "Ada upgrades shipping to level 1 for £4."
    assert sentence_of(scenario(), "hire") == "Ada hires a merchant for £4."
    assert sentence_of(scenario(), "technology miner") == (
        "Ada upgrades the technology of the miners for £10."
    )


def test_contracts() -> None:
    assert (
        sentence_of(scenario().on_board(14, 7), "take 14")
        == "Ada takes contract 14 and receives £5."
    )
    assert (
        sentence_of(scenario().round(3).on_board(14), "take 14") == "Ada takes contract 14 for £5."
    )
    table = scenario(clans="buchanan").round(2).on_board(14, 7)
    assert sentence_of(table, "take 14 7") == "Ada takes contracts 14 and 7."


def fulfilling(**gives: int) -> Part:
    table = scenario(clans="macewan").put("red", "sheep F3", "woodcutter G4")
    table.given.with_contract(16, wool=1, mutton=1, beef=0, bread=0, cheese=0, whisky=0, **gives)
    return table.given.box("red", 16).give("red", wool=2, grain=3)


def test_fulfilling() -> None:
    table = fulfilling(cotton=2, money=7, hops=0, tobacco=0, sugar_cane=0)
    assert sentence_of(table, "fulfil 16 slaughter sheep F3") == (
        "Ada fulfils contract 16 with 1 wool and a sheep from F3, imports 2 cotton and receives £7."
    )


def test_export_bonuses() -> None:
    table = fulfilling(free_space=1, bonus_upgrade=1, hops=2, money=0, cotton=0)
    sentence_of(table, "fulfil 16 slaughter sheep F3")
    assert sentence_of(table, "bonus bonus_upgrade") == ("Ada uses the contract's upgrade first.")
    assert sentence_of(table, "upgrade hire") == "Ada hires a merchant."
    assert sentence_of(table, "bonus beer") == "Ada brews beer first."
    assert sentence_of(table, "brew 2") == "Ada sells 2 grain as beer for £18."
    assert sentence_of(table, "skip") == "Ada skips the free land."


@rule("BONUS-05", "BONUS-10", "CLAN-MACEWAN-01", "TC-07")
def test_a_bonus_that_cannot_be_used_is_told() -> None:
    """With the contract, where it is the only one; else when its turn has come."""
    none = {"money": 0, "hops": 0, "cotton": 0, "tobacco": 0, "sugar_cane": 0, "free_space": 1}
    table = fulfilling(**none).give("red", money=0)
    assert sentence_of(table, "fulfil 16 slaughter sheep F3") == (
        "Ada fulfils contract 16 with 1 wool and a sheep from F3; "
        "the free land cannot be used and is lost."
    )
    table = fulfilling(**none | {"hops": 2, "money": 9}).give("red", grain=0)
    sentence_of(table, "fulfil 16 slaughter sheep F3")
    assert sentence_of(table, "bonus beer") == (
        "Ada brews beer first; there is no grain to brew beer from."
    )


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MoveUnitDecision, "moves no further unit"),
        (GrantedExpandDecision, "skips the free unit"),
        (BuildingBonusDecision, "skips the building bonus"),
        (BrewDecision, "brews no beer"),
    ],
)
def test_each_decision_says_how_it_is_skipped(kind: type[DecisionBase], text: str) -> None:
    table = scenario(clans="macewan").put("red", "sheep F3").give("red", grain=3)
    table.state.decisions.append(kind(table.state.version, RED))
    assert sentence_of(table, "skip") == f"Ada {text}."


@rule("BONUS-05", "BONUS-10", "PORT-16")
def test_each_decision_that_lapses_says_what_is_lost() -> None:
    """In one clause, told once for each that is closed as soon as it is opened."""
    lapsing = [one(1, RED) for one in BASE_DECISIONS if one.LAPSES and one(1, RED).gives]
    assert {type(one) for one in lapsing} >= {BonusActionDecision, MoveUnitDecision}
    opened = [effect for one in lapsing for effect in (fx.DecisionOpened(one), fx.DecisionClosed())]
    clauses = list(lapses.lost(opened))
    assert len({*clauses}) == len(lapsing)
    assert "the further action cannot be used and is lost" in clauses
    assert "the move of a unit cannot be used and is lost" in clauses


def test_boxes_that_become_free_late() -> None:
    table = scenario(box_freed_late=True).with_contract(16, wool=1, bonus_upgrade=1, hops=0)
    table.given.box("red", 16).give("red", wool=9, bread=9, cheese=9, whisky=9)
    units = [f"cow {h}" for h in ("F3", "G3")] + [f"sheep {h}" for h in ("H3", "B4")]
    fulfil = next(line for line in table.given.put("red", *units).legal("fulfil"))
    assert sentence_of(table, fulfil).startswith("Ada fulfils contract 16 with ")
    assert sentence_of(table, "upgrade shipping") == (
        "Ada upgrades shipping to level 1 and lays contract 16 aside."
    )


@rule("DEF-47")
def test_building_bonuses() -> None:
    table = scenario().put("red", "bakery F3", "bakery G3", "bakery H3", "woodcutter B4")
    table.given.pile(3, 5, 8, 13)
    (space, *_) = [line for line in table.legal("expand") if line.startswith("expand bakery")]
    sentence_of(table, space)
    assert sentence_of(table, "draw") == "Ada reveals contracts 3, 5 and 8."
    assert sentence_of(table, "keep 5") == (
        "Ada takes contract 5, puts contracts 3 and 8 under the pile and receives £5."
    )


def test_keeping_nothing() -> None:
    table = scenario().port("A1", 8).put("red", "woodcutter A2").pile(3, 5, 8)
    assert sentence_of(table, "port 8") == "Ada uses port tile 8 and receives £5."
    sentence_of(table, "draw")
    assert sentence_of(table, "keep") == (
        "Ada takes no contract and puts contracts 3, 5 and 8 under the pile."
    )


def test_port_tiles() -> None:
    table = scenario(money=30).port("M1", 2).put("red", "woodcutter M2").give("red", wool=1)
    assert sentence_of(table, "port 2 discard 1 wool gain 1 milk 2 grain") == (
        "Ada uses port tile 2 and turns 1 wool into 1 milk and 2 grain."
    )
    table = scenario().port("M1", 4).put("red", "woodcutter M2")
    assert sentence_of(table, "port 4") == "Ada uses port tile 4 and gains 3 Glory."
    assert sentence_of(table, "skip") == "Ada skips the upgrade."


def test_port_tiles_that_change_a_trade() -> None:
    table = scenario().port("M1", 6).port("A9", 9).put("red", "woodcutter M2", "woodcutter A8")
    table.given.merchants("red", stock=4).marker("whisky", 5)
    assert sentence_of(table, "buy 2 whisky with 6 down") == (
        "Ada uses port tile 6 and buys 2 whisky for £20; the price of whisky falls to £12."
    )
    table = scenario().port("M1", 6).port("A9", 9).put("red", "woodcutter M2", "woodcutter A8")
    table.given.merchants("red", stock=4).marker("whisky", 5)
    assert sentence_of(table, "buy 1 whisky with copy 6 down").startswith(
        "Ada uses port tile 9 as tile 6 for £3 and buys 1 whisky for £10; "
    )


def test_copies_and_exchanges() -> None:
    table = scenario().port("A1", 5).port("A9", 9).put("red", "woodcutter A8")
    assert sentence_of(table, "port 9 copy 5") == (
        "Ada uses port tile 9 as tile 5 for £3 and receives £10."
    )
    table = scenario().port("M1", 7).put("red", "cow D5", "bakery I4", "woodcutter M2")
    assert sentence_of(table, "port 7 exchange cow D5 sheep bakery I4 distillery") == (
        "Ada uses port tile 7, takes back a cow from D5 and a bakery from I4 and places a sheep "
        "on D5 and a distillery on I4 for free."
    )


def test_clan_moves() -> None:
    table = scenario(clans="macdonald").put("red", "worker E5")
    assert sentence_of(table, table.legal("row")[0]).startswith("Ada rows from E5 to ")
    table = scenario(clans="mackenzie").cellar("red", 1, 0)
    assert sentence_of(table, "withdraw 0") == (
        "Ada takes a barrel out of the cellar and receives £7 and 1 whisky."
    )


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
        "Ada decides to make 1 whisky and puts a whisky into the cellar."
    )
    assert sentence_of(table, "produce 1 cheese 2 butter") == (
        "Ben decides to make 1 cheese and turns 2 milk into butter."
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
    assert sentence_of(table, "produce young D4") == (
        "Ada decides to make nothing else and places young animals on D4."
    )
    said = sentence_of_step(table, "processing")
    assert said == "All goods are processed. Ada places a cow on D4 for free."


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
    assert "hires 3 merchants, upgrades shipping to level 1 and receives £" in said
    assert said.count(" receives £") == 2
    column = table.legal("place_worker")[0]
    assert re.search(
        r" places a (woodcutter|miner|worker) on \w\d for £\d+\.", sentence_of(table, column)
    )


def test_taking_back() -> None:
    table = Table(scenario().merchants("red", stock=3))
    version = table.state.version
    table.when.play("shipping")
    before = engine.copy(table.state)
    table.undo("red")
    said = sentence(before, public(table.records[-1]), NAMES)
    assert said == f"Ada takes back all that followed event {version}."


def test_names_are_not_taken_for_anything_else() -> None:
    """A player may have the name of a placeholder."""
    table = scenario()
    before = engine.copy(table.state)
    table.when.play("hire")
    said = sentence(before, public(table.events[-1]), ["%(what)s %s", "b", "c"])
    assert said == "%(what)s %s hires a merchant for £4."


def test_an_event_without_words_is_shown_as_it_is_written() -> None:
    event = PublicEvent(9, 8, engine.Seat(1), "player", "bonus", None, [])
    assert sentence(scenario().state, event, NAMES) == "Ben: bonus."


def test_words_are_remembered_by_language() -> None:
    minutes = "%(num)d minute", "%(num)d minutes"
    for name, yes, two in (("de", "Ja", "%(num)d Minuten"), ("en", "Yes", minutes[1])):
        with translation.override(name):
            assert (language.gettext("Yes"), language.ngettext(*minutes, 2)) == (yes, two)
            with language.one_language():
                assert (language.gettext("Yes"), language.ngettext(*minutes, 2)) == (yes, two)


def test_another_language_inside_of_a_sentence_leaves_nothing_behind() -> None:
    """What is kept for a language is in that language."""
    language._one.cache_clear()
    with translation.override("en"), language.one_language(), translation.override("de"):
        assert language.gettext("Yes") == "Yes"
    with translation.override("en"):
        assert language.gettext("Yes") == "Yes"


def test_a_sentence_is_in_the_language_that_is_active(monkeypatch: pytest.MonkeyPatch) -> None:
    table = scenario()
    before = engine.copy(table.state)
    table.when.play("hire")
    event = public(table.events[-1])
    known = {"de": {"%(who)s %(what)s.": "%(what)s, %(who)s!"}}
    monkeypatch.setattr(
        translation,
        "gettext",
        lambda message: known.get(str(translation.get_language()), {}).get(message, message),
    )
    language._one.cache_clear()
    try:
        english = sentence(before, event, NAMES)
        with translation.override("de"):
            assert sentence(before, event, NAMES) == "hires a merchant for £4, Ada!"
        assert sentence(before, event, NAMES) == english == "Ada hires a merchant for £4."
    finally:
        language._one.cache_clear()


# --- in the second person, and in other languages -------------------------------------------------


def sentence_in(line: str, language: str, you: int | None) -> str:
    """The sentence of a move of Ada's, at a table where she can do much."""
    table = scenario(money=40).give("red", wool=5, milk=1).merchants("red", stock=6)
    table = table.put("red", "woodcutter B3").price("wool", 5)
    before = engine.copy(table.state)
    table.when.play(line)
    with translation.override(language):
        seat = None if you is None else engine.Seat(you)
        return sentence(before, public(table.events[-1]), NAMES, you=seat)


@pytest.mark.parametrize(
    ("line", "language", "you", "said"),
    [
        ("hire", "en", 0, "You hire a merchant for £4."),
        ("hire", "en", 1, "Ada hires a merchant for £4."),
        ("hire", "pl", 0, "Najmujesz kupca za 4 £."),
        ("pass", "ja", 0, "1番目にパスして£16を獲得。"),
        ("sell 1 wool", "en", 0, "You sell 1 wool for £5; the price of wool falls to £4."),
        ("sell 1 wool", "pl", 0, "Sprzedajesz 1 wełnę za 5 £; cena wełny spada do 4 £."),
        ("sell 2 wool", "pl", None, "Ada sprzedaje 2 wełny za 10 £; cena wełny spada do 4 £."),
        ("expand sheep B4", "pl", None, "Ada wystawia owcę na B4 za 10 £."),
        ("pass", "en", 0, "You pass first and receive £16."),
        ("pass", "pl", None, "Ada pasuje jako 1. i otrzymuje 16 £."),
    ],
)
def test_own_moves_and_inflected_words(
    line: str, language: str, you: int | None, said: str
) -> None:
    assert sentence_in(line, language, you).replace("\N{NO-BREAK SPACE}", " ") == said


# --- playing alone --------------------------------------------------------------------------------


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
