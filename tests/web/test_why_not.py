"""Why something cannot be chosen, as it is said to somebody who plays on the page."""

from typing import Any

import pytest

from tests.engine.clans.test_macleod import red as with_shipyards
from tests.engine.industria.ports import at_port
from tests.rules import rule
from tests.scenario import RED, scenario
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
    """Of two units that have to be exchanged one alone may well be there."""
    closed = refusal(at_port(7), "port")
    assert closed == Refusal("PORT-7a", "No two of your units can be exchanged now.")
    closed = refusal(at_port(7, port7_up_to=True), "port")
    assert closed == Refusal("PORT-7a", "None of your units can be exchanged now.")


@rule("TRADE-02", "CLAN-DOUGLAS-2", "CLAN-DOUGLAS-7")
def test_douglas_is_told_how_much_each_merchant_trades() -> None:
    table = scenario(clans="douglas stewart campbell").merchants("red", stock=1)
    closed = refusal(table, "3", "trade", "buy wool", "plain")
    assert closed == Refusal("CLAN-DOUGLAS-7", "Merchants ready: 1. Each trades up to 2 goods.")
    assert shown(table, "trade").rule == "CLAN-DOUGLAS-2"
    assert shown(scenario(clans="stewart fraser"), "trade").rule == "TRADE-01"
    assert choices(table)["merchant"].hint == "Trade two more goods each round."


@rule("CLAN-DOUGLAS-4", "NBR-09")
@pytest.mark.parametrize(
    ("clan", "wanted", "limit", "panel"),
    [("douglas", "5", "CLAN-DOUGLAS-4", "CLAN-DOUGLAS-4"), ("fraser", "4", "NBR-09", "NBR-01")],
)
def test_the_limit_of_purchases_cites_where_it_is_laid_down(
    clan: str, wanted: str, limit: str, panel: str
) -> None:
    table = scenario(clans=f"{clan} stewart campbell").merchants("red", stock=5)
    table.put("red", "cow E8").put("blue", "cheese_dairy D7").when.play("expand cow E7")
    assert shown(table).rule == panel
    assert refusal(table, wanted, "neighbourhood", "cheese", "plain").rule == limit


@rule("PORT-11", "PORT-17")
@pytest.mark.parametrize("tile", [11, 17])
def test_a_unit_that_a_port_tile_grants_cites_that_tile(tile: int) -> None:
    table = at_port(tile, money=9).put("red", "sheep B2").when.play(f"port {tile}")
    assert shown(table).rule == f"PORT-{tile}"


@rule("CLAN-MACLEOD-6")
def test_the_copying_shipyard_speaks_of_shipyards() -> None:
    """Also while it cannot be used; the tile on the map speaks of all tiles."""
    table = with_shipyards(9, 3, 2, 5, markers=1).give("red", bread=1, wool=1)
    found = choices(table, "port")
    own = "Pay £3 for the effect of another of your shipyards, used or not."
    assert (found["shipyard 9"].detail, found["shipyard 9"].rule) == (own, "CLAN-MACLEOD-6")
    assert shown(table, "port").rule == "PORT-G03"
    assert shown(table, "port", "shipyard 3").rule == "PORT-3"
    table = with_shipyards(9, 3, 7, 1, markers=0).port("A1", 5).port("M1", 4)
    closed = choices(table.put("red", "woodcutter A2", "woodcutter M2"), "port")["shipyard 9"]
    assert closed.refusal is not None
    assert closed.texts == [own]


@rule("UPG-02")
def test_who_has_no_merchant_on_the_market_is_told_of_no_good() -> None:
    table = scenario(clans="stewart campbell fraser").put("red", "sheep L4").port("L3", 4)
    table.when.play("port 4")
    closed = refusal(table, "take_back", "upgrade")
    assert closed == Refusal("UPG-02", "You have no merchant on the market.")


@rule("TRADE-04", "CLAN-GORDON-6", "CLAN-MACKENZIE-09")
@pytest.mark.parametrize(
    ("clan", "kept", "good", "text"),
    [
        ("gordon", [0, 1, 0], "grain", "You have 0 grain. First choose: Take grain out of a silo."),
        ("gordon", [0, 0, 0], "grain", "You have 0 grain."),
        ("gordon", [0, 1, 0], "whisky", "You have 0 whisky."),
        (
            *("mackenzie", [0, 1], "whisky"),
            "You have 0 whisky. First choose: Take a barrel from the cellar.",
        ),
        ("fraser", [1, 1], "wool", "You have 0 wool."),
    ],
)
def test_goods_that_a_clan_keeps_apart_are_to_be_taken_out_first(
    clan: str, kept: list[int], good: str, text: str
) -> None:
    table = scenario(clans=f"{clan} stewart campbell").put("red", "cow D4")
    table.state.players[RED].clan_state = kept
    assert refusal(table, f"sell {good}", "trade") == Refusal("TRADE-04", text)
