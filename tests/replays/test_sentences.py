"""The log in words says what happened."""

import re

import pytest

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
from replays.narration import lapses, sentence
from replays.stepping import PublicEvent
from tests.engine.clans.test_macleod import red as with_shipyards
from tests.engine.industria.ports import asking, at_port
from tests.engine.test_undo import Table
from tests.marks import in_one_test
from tests.replays.telling import NAMES, brief, public, sentence_of
from tests.rules import rule
from tests.scenario import RED, Given, Part, at, scenario

pytestmark = pytest.mark.engine


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


@rule("FULFIL-07", "IND-DUAL-05")
def test_animals_of_a_kind_on_one_space_are_counted() -> None:
    """Those that are delivered, and those that are exchanged for others."""
    table = asking(scenario(), 46, beef=3).put("red", "cow J4", "cow J5", "cow J4")
    assert sentence_of(table, "fulfil 46 slaughter cow J4 cow J5 cow J4") == (
        "Ada fulfils contract 46 with 2 cows from J4 and a cow from J5, imports 2 cotton and "
        "receives £7."
    )
    table = at_port(7).put("red", "cow J4", "cow J4")
    assert sentence_of(table, "port 7 exchange cow J4 sheep cow J4 sheep") == (
        "Ada uses port tile 7, puts back 2 cows from J4 and places 2 sheep on J4 for free."
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
        "Ada uses port tile 2 and discards 1 wool for 1 milk and 2 grain."
    )
    table = scenario().port("M1", 4).put("red", "woodcutter M2")
    assert sentence_of(table, "port 4") == "Ada uses port tile 4 and gains 3 Glory."
    assert sentence_of(table, "skip") == "Ada skips the upgrade."


@rule("PORT-2", "PORT-3", "PORT-9", "PORT-14", "CLAN-MACLEOD-6")
@in_one_test(
    ("tiles", "line", "said"),
    [
        ((2,), "port 2 discard 1 wool gain 3 wool", "discards 1 wool for 3 wool"),
        (
            *((2,), "port 2 discard 1 wool gain 1 wool 2 milk"),
            "discards 1 wool for 1 wool and 2 milk",
        ),
        (
            *((3,), "port 3 discard 1 bread gain 1 bread 1 cheese"),
            "discards 1 bread for 1 bread and 1 cheese",
        ),
        (
            *((9, 3), "port 9 copy 3 discard 1 bread gain 2 bread"),
            "discards 1 bread for 2 bread",
        ),
        ((14,), "port 14 discard 3 bread 1 cheese", "discards 3 bread and 1 cheese for £50"),
    ],
)
def test_what_a_port_takes_and_gives_is_not_set_off(
    tiles: tuple[int, ...], line: str, said: str
) -> None:
    """Also where it is of one kind, in the sentence and in few words."""
    used = "uses port tile 9 as tile 3 for £3" if 9 in tiles else f"uses port tile {tiles[0]}"

    def table() -> Given:
        given = scenario(money=5).put("red", "woodcutter M2").port("M1", tiles[0])
        return given.port("A9", tiles[-1] if 9 in tiles else 8).give(
            "red", wool=1, bread=3, cheese=1
        )

    assert sentence_of(table(), line) == f"Ada {used} and {said}."
    assert brief(table(), line) == (used, said)


@rule("PORT-3", "CLAN-MACLEOD-6")
def test_a_shipyard_is_named_before_what_it_takes_and_gives() -> None:
    table = with_shipyards(3, 14, markers=1).give("red", bread=1)
    said = sentence_of(table, "port shipyard 3 discard 1 bread gain 2 bread")
    assert said == "Ada uses shipyard 3 and discards 1 bread for 2 bread."


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
        "Ada uses port tile 7, puts back a cow from D5 and a bakery from I4 and places a sheep "
        "on D5 and a distillery on I4 for free."
    )


def test_clan_moves() -> None:
    table = scenario(clans="macdonald").put("red", "worker E5")
    assert sentence_of(table, table.legal("row")[0]).startswith("Ada rows from E5 to ")
    table = scenario(clans="mackenzie").cellar("red", 1, 0)
    assert sentence_of(table, "withdraw 0") == (
        "Ada takes a barrel out of the cellar and receives £7 and 1 whisky."
    )


def test_taking_back() -> None:
    table = Table(scenario().merchants("red", stock=3))
    version = table.state.version
    table.when.play("shipping")
    before = engine.copy(table.state)
    table.undo("red")
    said = sentence(before, public(table.records[-1]), NAMES)
    assert said == f"Ada takes back all that followed event {version}."


def test_an_event_without_words_is_shown_as_it_is_written() -> None:
    event = PublicEvent(9, 8, engine.Seat(1), "player", "bonus", None, [])
    assert sentence(scenario().state, event, NAMES) == "Ben: bonus."


@rule("CLAN-MACKINTOSH-1", "CLAN-MACKINTOSH-3")
def test_what_mackintosh_receives_says_for_what() -> None:
    """In the turns of others and in its own, and for two units that are exchanged at once."""
    table = scenario(clans="campbell mackintosh stewart").put("red", "sheep J4")
    table.put("blue", "woodcutter I6")
    said = sentence_of(table, "expand bakery J5")
    assert said.endswith(" Ben receives £3 for own workers beside the new unit.")
    table = scenario(clans="mackintosh campbell stewart").put("red", "woodcutter D6", "sheep D5")
    said = sentence_of(table, "expand bakery D7")
    assert said == (
        "Ada places a bakery on D7 for £10 and receives £3 for own workers beside the new unit."
    )
    table = scenario(clans="campbell mackintosh stewart").port("M1", 7)
    table.put("red", "worker M2", "sheep J5", "sheep K4").put("blue", "woodcutter I6", "miner L4")
    said = sentence_of(table, "port 7 exchange sheep J5 bakery sheep K4 distillery")
    assert said.endswith(" Ben receives £6 for own workers beside the new units.")
