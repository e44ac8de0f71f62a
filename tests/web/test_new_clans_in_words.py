"""What pages say and show of the clans of Industria, each read against its rule."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from games import engine
from games.engine.terms import Seat
from games.models import Game
from tests.engine.clans.test_macleod import red as with_shipyards
from tests.engine.industria.ports import at_port
from tests.marks import in_one_test
from tests.replays.telling import NAMES, sentence_of, sentence_of_step
from tests.rules import rule
from tests.scenario import BLUE, RED, Given, scenario
from web.pages.panel import builder as panel
from web.pages.panel.structs import Choice, Panel, Preview
from web.pages.table.in_place import InPlace, cells
from web.pages.table.parts.compare import comparison
from web.pages.table.parts.mine import mine
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def shown(table: Any, *path: str, why: str = "") -> Panel:
    found = panel.build(table.state, table.deciding(), list(path), NAMES[:3], why=why)
    assert found is not None
    return found


def preview(table: Any, *path: str) -> Preview:
    found = shown(table, *path).preview
    assert found is not None
    return found


def choices(table: Any, *path: str) -> dict[str, Choice]:
    return {one.value: one for group in shown(table, *path).groups for one in group.choices}


def table_of(state: engine.State) -> Table:
    return Table(Game(), state, seat=RED, names=NAMES[: len(state.players)])


def rivals() -> Given:
    """Red is Fraser with a kilt, blue Gordon with two full silos, black has nothing of its own."""
    table = scenario(clans="fraser gordon campbell").put("red", "cow D4").put("blue", "field J4")
    table.state.players[RED].clan_state = [1, 0]
    table.state.players[BLUE].clan_state = [1, 0, 1]
    return table.give("red", bread=1).merchants("red", stock=2)


# --- what clans keep ------------------------------------------------------------------------------


@rule("CLAN-FRASER-2", "CLAN-GORDON-2")
def test_the_rows_of_all_players_show_kilts_and_silos() -> None:
    table = table_of(rivals().state)
    found = dict(cells(table))
    assert found["row-0-own"] == (("1/2", "kilt"),)
    assert found["row-1-own"] == (("2/3", "grain"),)
    compared = comparison(table)
    assert compared.own
    rows = [
        render_to_string(
            "web/parts/compare_row.html",
            {"board": row.board, "place": row.place, "own": compared.own, "players_url": "/"},
        )
        for row in compared.rows
    ]
    assert 'title="Kilts: 1/2"' in rows[0]
    assert 'title="Silos: 2/3 (1 with grain, 3 with grain)"' in rows[1]
    assert "c-own" in rows[2]
    assert "row-2-own" not in rows[2]


def test_without_such_clans_there_is_no_column_for_what_they_keep() -> None:
    assert not comparison(table_of(scenario(clans="campbell stewart robertson").state)).own


@rule("CLAN-FRASER-5")
def test_a_preview_shows_in_place_which_kilts_are_left() -> None:
    table = rivals()
    after = engine.copy(table.state)
    engine.play(after, Seat(RED), engine.parse("sell 2 bread kilts 1"))
    after.secret = None
    found = InPlace(table_of(table.state), after)
    assert found.cells["row-0-own"] == (("0/2", "kilt"),)
    assert "row-1-own" not in found.cells


@rule("CLAN-FRASER-1")
def test_a_preview_shows_in_place_that_a_kiltmaker_comes() -> None:
    """The number agrees with that of the row once the move is made."""
    table = scenario(clans="fraser stewart campbell").put("red", "woodcutter F3")
    after = engine.copy(table.state)
    engine.play(after, Seat(RED), engine.parse("expand sheep E3"))
    after.secret = None
    assert ("1", "kilt") in InPlace(table_of(table.state), after).cells["row-0-income"]
    board = mine(table_of(after))
    assert board is not None
    assert "kilt" in {one.symbol for one in board.board.making}


# --- the end of the game --------------------------------------------------------------------------


@rule("CLAN-GORDON-6")
def test_at_the_end_grain_in_silos_counts_and_nobody_takes_it_out() -> None:
    table = scenario(players=2, money=0, clans="gordon stewart").round(5).when.go_to("final").given
    table.state.players[RED].clan_state = [1, 0, 1]
    said = sentence_of_step(table, "final_scoring")
    assert "Ada counts the grain in silos 1 and 3 as stock." in said
    assert "takes grain" not in said


# --- production -----------------------------------------------------------------------------------


def producing(clan: str, *units: str) -> Given:
    table = scenario(clans=f"{clan} stewart campbell").put("red", *units)
    return table.when.all_pass().advance("production").given


@rule("CLAN-MACGREGOR-10")
def test_production_says_that_a_sheep_may_go_back() -> None:
    table = producing("macgregor", "sheep D4", "sheep D5")
    text = "Your units have produced. All players choose at the same time. "
    text += "One sheep, which has given its wool already, may go back to your player board: you "
    text += "receive £15."
    assert shown(table).explained == text
    form = shown(table, "produce").form
    assert form is not None
    assert form.extra == "plain"
    found = preview(table, "produce", "0", "0", "0", "returned D4")
    assert found.text == "You put back the sheep on D4 and receive £15."


@rule("CLAN-MACPHERSON-1", "CLAN-MACPHERSON-2")
def test_production_says_that_young_may_come() -> None:
    table = producing("macpherson", "sheep D4", "sheep D5", "cow G3", "cow H3")
    said = "a young animal may come for free to the space of one of them that holds no second "
    said += "unit. It produces from the next round on. At most one of each kind comes."
    assert said in shown(table).explained
    form = shown(table, "produce").form
    assert form is not None
    assert form.extra == "young D4 G3"
    found = preview(table, "produce", "0", "0", "0", "young D4 G3")
    assert found.text == "You place a sheep on D4 and a cow on G3 for free."


@rule("CLAN-FRASER-1", "CLAN-FRASER-2")
def test_production_says_how_many_kiltmakers_there_are() -> None:
    said = "Kiltmakers: 1. Each can turn 1 wool into a kilt: you have 1 wool and 0 kilts, of two "
    assert said + "at most." in shown(producing("fraser", "woodcutter F3", "sheep F4")).explained


@rule("CLAN-GORDON-6")
def test_production_says_that_grain_of_silos_can_be_processed() -> None:
    table = scenario(clans="gordon stewart campbell").put("red", "field D4", "bakery D5")
    table.state.players[RED].clan_state = [1, 0, 0]
    table.when.all_pass().advance("production")
    assert "Grain that you take out of silos can be processed too." in shown(table).explained


# --- merchants and neighbours ---------------------------------------------------------------------


@rule("CLAN-DOUGLAS-2")
def test_douglas_is_not_told_that_each_good_takes_a_merchant() -> None:
    table = scenario(clans="douglas stewart campbell").merchants("red", stock=2)
    table.put("red", "cow E8").put("blue", "cheese_dairy D7")
    assert choices(table)["trade"].hint == "Each of your merchants trades two goods."
    table.when.play("expand cow E7")
    assert "Each of your merchants trades two goods." in shown(table).explained
    assert "takes a merchant" not in shown(table).explained


@rule("CLAN-DOUGLAS-3", "CLAN-MACKINTOSH-3")
@in_one_test(
    ("clan", "path", "value", "left"),
    [
        ("douglas", ("trade", "buy wool", "plain"), "1", "leaves £96"),
        ("douglas", ("trade", "buy wool", "plain"), "2", "+£2, leaves £94"),
        ("mackintosh", ("expand", "bakery"), "D7", "+£3, leaves £93"),
        ("mackintosh", ("expand", "bakery"), "D4", "leaves £91"),
    ],
)
def test_the_money_that_is_left_has_what_the_clan_gets(
    clan: str, path: tuple[str, ...], value: str, left: str
) -> None:
    """Beside a price, as in the preview that follows."""
    table = scenario(clans=f"{clan} stewart campbell").merchants("red", stock=2)
    table.put("red", "woodcutter D6", "sheep D5").price("wool", 4)
    assert choices(table, *path)[value].left == left
    money = [one.after for one in preview(table, *path, value).changes if one.name == "Money"]
    assert left.endswith(f"leaves {money[0]}")


@rule("CLAN-DOUGLAS-3", "CLAN-STEWART-03", "CLAN-STEWART-04")
@in_one_test(
    ("clan", "deal", "detail", "left", "money"),
    [
        ("douglas", "sell wool 1", "gives £4", "", "£104"),
        ("douglas", "sell wool 4", "gives £16", "+£4", "£120"),
        ("stewart", "sell wool 2", "gives £8", "+£1", "£109"),
        ("stewart", "buy wool 2", "£8", "+£1, leaves £93", "£93"),
        ("fergusson", "sell wool 2", "gives £8", "", "£108"),
    ],
)
def test_beside_what_a_trade_gives_stands_what_the_clan_adds(
    clan: str, deal: str, detail: str, left: str, money: str
) -> None:
    """As in the preview that follows."""
    table = scenario(clans=f"{clan} mackintosh campbell").merchants("red", stock=4)
    table.give("red", wool=4).price("wool", 4)
    side, good, value = deal.split(" ")
    path = ("trade", f"{side} {good}", "plain")
    found = choices(table, *path)[value]
    assert (found.detail, found.left) == (detail, left)
    changes = preview(table, *path, value).changes
    assert [one.after for one in changes if one.name == "Money"] == [money]


@rule("CLAN-DOUGLAS-3", "CLAN-MACKINTOSH-3", "CLAN-STEWART-04")
@pytest.mark.parametrize(
    ("clan", "path", "rows"),
    [
        (
            "douglas",
            ("trade", "buy wool", "plain", "2"),
            [("2 wool at £4", "£8"), ("You pay", "£8"), ("Then clan Douglas gives", "£2")],
        ),
        (
            "mackintosh",
            ("expand", "bakery", "D7"),
            [
                ("Bakery", "£8"),
                ("Land on D7", "£2"),
                ("You pay", "£10"),
                ("Then clan Mackintosh gives", "£3"),
            ],
        ),
        (
            "stewart",
            ("trade", "buy wool", "plain", "2"),
            [("2 wool at £4", "£8"), ("Clan Stewart", "£1"), ("You pay", "£7")],
        ),
    ],
)
def test_what_comes_after_the_payment_makes_nothing_cheaper(
    clan: str, path: tuple[str, ...], rows: list[tuple[str, str]]
) -> None:
    """Stewart's pound is there before, and pays."""
    other = "campbell" if clan == "stewart" else "stewart"
    table = scenario(clans=f"{clan} {other} fraser").merchants("red", stock=2)
    table.put("red", "woodcutter D6", "sheep D5").price("wool", 4)
    assert [(one.name, one.money) for one in preview(table, *path).price] == rows


def along_a_river() -> Given:
    """A cow on E7 has F7 on its river, over which it is no neighbour, and D7 beside it."""
    table = scenario(clans="macfarlane stewart campbell").put("red", "cow E8")
    return table.shipping("red", 1).merchants("red", stock=5)


@rule("CLAN-MACFARLANE-3")
def test_who_buys_along_a_canal_is_not_told_of_neighbours_alone() -> None:
    table = along_a_river().put("blue", "sheep F7", "cheese_dairy D7")
    found = preview(table, "expand", "cow", "E7")
    assert found.next == ["Then you may buy wool and cheese below market price."]
    table.when.play("expand cow E7")
    start = "Other players' units next to your new one or along its river make wool and cheese: "
    assert shown(table).explained.startswith(start)


@rule("CLAN-MACFARLANE-3", "NBR-01")
def test_who_has_only_neighbours_is_told_of_neighbours() -> None:
    table = along_a_river().put("blue", "cheese_dairy D7").when.play("expand cow E7").given
    assert shown(table).explained.startswith("Your new neighbours make cheese: ")


# --- reach, ports, shipyards ----------------------------------------------------------------------


@rule("CLAN-SINCLAIR-8", "CLAN-SINCLAIR-9", "CLAN-SINCLAIR-11")
def test_sinclair_is_told_of_skips_where_something_is_too_far() -> None:
    table = scenario(clans="sinclair stewart campbell").put("red", "cow D5").shipping("red", 1)
    asked = shown(table, "expand", "cow", why="J5").asked
    assert asked is not None
    assert asked.rule == "CLAN-SINCLAIR-8"
    assert asked.text.startswith("J5 is too far away")
    assert "behind a single land space or behind loch spaces that you could skip" in asked.text
    refusal = choices(table)["port"].refusal
    assert refusal is not None
    assert refusal.text.endswith("To a port you skip no land.")


@rule("CLAN-MACFARLANE-9", "IND-PORT-G2")
def test_macfarlane_is_told_that_no_canal_leads_to_a_port() -> None:
    """Of the ports that are out of reach each is named."""
    table = scenario(clans="macfarlane stewart campbell").put("red", "cow E8").shipping("red", 1)
    for port, tile in zip(table.state.ports, (8, 4, 2, 3), strict=True):
        port.tile = tile
    refusal = choices(table)["port"].refusal
    assert refusal is not None
    assert refusal.rule == "PORT-G01"
    assert refusal.text == (
        "Port tiles 2, 3, 4 and 8: neither next to a unit of yours nor within the reach of your "
        "ships, which are at level 1. Canals lead to no port."
    )


@rule("CLAN-MACLEOD-5")
def test_who_may_use_no_shipyard_more_is_told_so_first() -> None:
    """And not that the tile on the map, which allowed the first one, was used."""
    table = with_shipyards(3, 14, used=(3,), markers=1).give("red", bread=4)
    refusal = choices(table)["port"].refusal
    assert refusal is not None
    assert (refusal.rule, "Use another port tile on the map first" in refusal.text) == (
        *("CLAN-MACLEOD-5", True),
    )


@rule("CLAN-MACLEOD-3", "CLAN-MACLEOD-6")
def test_shipyards_are_called_so_and_a_copy_says_of_what_and_for_how_much() -> None:
    table = with_shipyards(3, 8, 9, used=(3,), markers=2).give("red", bread=1)
    offered = choices(table, "port")
    assert offered["shipyard 9"].label == "Port tile 9 (your shipyard)"
    used = offered["shipyard 3"].refusal
    assert used is not None
    assert used.text == "You have used shipyard 3 already."
    said = sentence_of(table, "port shipyard 9 copy 8")
    assert said == "Ada uses shipyard 9 as tile 8 for £3 and receives £5."


@rule("CLAN-FRASER-5")
def test_what_is_discarded_at_a_port_is_told_without_the_kilts_in_it() -> None:
    table = at_port(14, clans="fraser stewart campbell", expansions=["new_ports"])
    table.state.players[RED].clan_state = [1, 1]
    table.give("red", bread=1, cheese=1)
    (value, offered), *others = choices(table, "port", "14").items()
    assert (offered.label, others) == ("1 bread, 1 cheese and 2 kilts", [])
    said = preview(table, "port", "14", value).text
    assert said == "You use port tile 14 and discard 1 bread, 1 cheese and 2 kilts for £50."
