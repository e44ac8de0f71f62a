"""Why something cannot be chosen, as it is said to somebody who plays on the page."""

from typing import Any

import pytest

from games.engine.moves.expanding import Expand
from games.engine.rules.costs import expand_cost
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
    assert refusal(at_port(tile), "port").text.startswith(text)


@rule("PORT-7a")
def test_where_nothing_can_be_exchanged_no_notation_is_asked_for() -> None:
    """Of two units that have to be exchanged one alone may well be there."""
    for switches, said in (({}, "No two of"), ({"port7_up_to": True}, "None of")):
        closed = refusal(at_port(7, **switches), "port")
        assert closed.rule == "PORT-7a"
        assert closed.text.startswith(f"Port tile 7: {said} your units can be exchanged now. ")


@rule("PORT-G01", "PORT-G03", "PORT-G07", "CLAN-MACLEOD-3")
def test_every_port_that_is_closed_says_why() -> None:
    """Ports with one reason stand together, the nearest to be used first."""
    table = at_port(2, clans="stewart campbell fraser").port("M1", 3)
    for port, tile in zip(table.state.ports, (8, 4, 2, 3), strict=True):
        port.tile, port.used_by = tile, [RED] if tile in (4, 8) else []
    table.give("red", wool=0, milk=0, grain=0)
    assert refusal(table, "port") == Refusal(
        "PORT-2",
        "Port tile 2: You have none of the goods that it takes: wool, milk, grain. Port tile 3: "
        "neither next to a unit of yours nor within the reach of your ships, which are at level "
        "0. Port tiles 4 and 8: used already.",
    )
    table = with_shipyards(3, 14, 2, 5, used=(3, 5), markers=2)
    first, second = sorted(port.tile for port in table.state.ports if port.used_by)
    said = refusal(table, "port").text
    assert said.startswith("Shipyards 2 and 14: Use another port tile on the map first.")
    assert f"Port tiles {first} and {second}, shipyards 3 and 5: used already." in said


@rule("PORT-G01")
def test_where_all_ports_are_too_far_away_each_is_named() -> None:
    """With one reason for all; who has the second-nearest in mind is answered too."""
    table = scenario(clans="stewart campbell fraser").put("red", "cow E8")
    for port, tile in zip(table.state.ports, (8, 4, 2, 3), strict=True):
        port.tile = tile
    assert refusal(table, "port") == Refusal(
        "PORT-G01",
        "Port tiles 2, 3, 4 and 8: neither next to a unit of yours nor within the reach of your "
        "ships, which are at level 0.",
    )


@rule("PORT-G01")
def test_the_only_port_that_is_too_far_away_is_named_with_its_space() -> None:
    table = scenario(clans="stewart campbell fraser").put("red", "cow E8")
    del table.state.ports[1:]
    said = f"The port at {table.state.ports[0].hex} is too far away: "
    assert refusal(table, "port").text.startswith(said)


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


@rule("PORT-3", "CLAN-FRASER-5")
def test_a_discard_that_a_kilt_can_be_says_so() -> None:
    table = at_port(3, clans="fraser stewart campbell").give("red", bread=0, cheese=0, whisky=0)
    asked = "You have none of the goods that it takes: bread, cheese, whisky."
    assert refusal(table, "port").text.startswith(f"Port tile 3: {asked} A kilt does as well.")
    table = at_port(3, clans="stewart fraser campbell").give("red", bread=0, cheese=0, whisky=0)
    assert "kilt" not in refusal(table, "port").text


@rule("PORT-14", "CLAN-FRASER-5")
def test_who_has_too_few_goods_for_a_port_is_told_how_many() -> None:
    """Kilts count among them, once each."""
    table = at_port(14, clans="stewart fraser campbell").give("red", bread=1, cheese=1, whisky=0)
    text = "You have 2 of the 4 goods that it takes: bread, cheese, whisky."
    assert refusal(table, "port").text.startswith(f"Port tile 14: {text} ")
    table = at_port(14, clans="fraser stewart campbell").give("red", bread=1, cheese=1, whisky=0)
    table.state.players[RED].clan_state = [1, 0]
    said = text.replace("2 of", "3 of")
    assert refusal(table, "port").text.startswith(f"Port tile 14: {said} A kilt does as well.")
    table = with_shipyards(3, markers=1).give("red", bread=0, cheese=0, whisky=0)
    assert "You have none of the goods that it takes: bread" in refusal(table, "port").text


@rule("STATE-23", "PORT-G01")
def test_a_closed_port_says_why_after_the_action_too() -> None:
    table = at_port(3, clans="stewart fraser campbell").give("red", bread=0, cheese=0, whisky=0)
    table.give("red", money=4).merchants("red", stock=0)
    before = refusal(table, "port").text
    table.when.play("hire")
    assert {*choices(table)} == {"port"}
    assert refusal(table, "port").text == before


@rule("EXPAND-06", "CLAN-MACGREGOR-5")
def test_who_cannot_pay_for_any_unit_is_told_which_is_cheapest() -> None:
    table = scenario(clans="stewart campbell fraser").put("red", "cow D4").give("red", money=0)
    said = refusal(table, "expand").text
    unit, money = said.split(" is cheapest. ")
    assert unit.startswith("To place a ")
    costs = [
        expand_cost(table.state, RED, move.unit, move.hex)
        for move in Expand.candidates(table.state, table.decision())
    ]
    assert money == f"It costs £{min(costs)} and you have £0."
    table.give("red", money=min(costs))
    closed = [one for one in choices(table, "expand").values() if one.refusal]
    for one in closed:
        if one.refusal and "It costs" in one.refusal.text:
            assert one.refusal.text.startswith(f"To place a {one.label.lower()} on ")
    assert any("It costs" in one.refusal.text for one in closed if one.refusal)
    herd = scenario(clans="macgregor stewart campbell").put("red", "sheep D4", "sheep D5")
    herd.give("red", money=0)
    assert refusal(herd, "graze").text.startswith("To place a ")


@rule("TECH-03")
def test_both_technologies_are_named_together() -> None:
    table = scenario().merchants("red", stock=3).give("red", money=60)
    table.state.players[RED].technology = ["woodcutter", "miner"]
    assert refusal(table, "technology").text == "You have upgraded both technologies."
