"""Farmers markets on the pages: placing one, selling to one, on the map and in words."""

import re
from typing import Final

import pytest
from django.test import Client

from games import engine
from games.engine.expansions.farmers_markets.state import TILES, MarketsState
from tests.engine.industria.markets import beside, lay, new_table
from tests.marks import in_one_test
from tests.page_games import game_against_bots, play_to_round
from tests.replays.telling import NAMES, sentence_of
from tests.rules import rule
from tests.scenario import Part
from tests.web.conftest import user_of
from tests.web.test_guide import links
from web.pages.common.pieces import signs
from web.pages.guide.setting import Setting
from web.pages.guide.topics import topics
from web.pages.panel import builder as panel
from web.pages.panel.structs import Panel
from web.pages.table.parts.board import board

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PLAYERS: Final = NAMES[:3]


def shown(given: Part, *path: str) -> Panel:
    found = panel.build(given.state, given.deciding(), list(path), PLAYERS)
    assert found is not None
    return found


@rule("IND-FM-16", "CLAN-DOUGLAS-3")
def test_beside_what_a_sale_gives_stands_what_the_clan_adds() -> None:
    """Wool is at £4 and a market gives £2 more for each."""
    given = beside(clans="douglas stewart campbell").price("wool", 4)
    given.when.play("expand woodcutter I5")
    step = shown(given, "market", "wool I4", "plain")
    found = {one.value: (one.detail, one.left) for group in step.groups for one in group.choices}
    assert found["1"] == ("gives £6", "")
    assert found["3"] == ("gives £18", "+£2")


@rule("IND-FM-16", "CLAN-DOUGLAS-3", "PORT-6c")
def test_beside_a_span_of_prices_stands_what_the_clan_adds_too() -> None:
    """As in the step that follows, where the number of goods is chosen."""
    given = beside(clans="douglas stewart campbell").price("wool", 4)
    given.port("A1", 6).put("red", "woodcutter A2").when.play("expand woodcutter I5")
    step = shown(given, "market", "wool I4")
    found = {one.value: (one.detail, one.left) for group in step.groups for one in group.choices}
    plain = found.pop("plain")
    assert plain == ("gives £6 to £24", "up to +£4")
    assert found
    assert all(left == "up to +£4" for _detail, left in found.values())
    given = beside(clans="fergusson stewart campbell").price("wool", 4)
    given.port("A1", 6).put("red", "woodcutter A2").when.play("expand woodcutter I5")
    step = shown(given, "market", "wool I4")
    assert {one.left for group in step.groups for one in group.choices} == {""}


def test_the_table_shows_markets_to_be_placed_and_those_on_the_map(anna: Client) -> None:
    options = {"expansions": ["farmers_markets"]}
    game = game_against_bots(user_of(anna), players=2, **options)
    page = anna.get(f"/games/{game.pk}/").content.decode()
    assert page.count('<g class="map-tile"') == 0
    assert 'id="farmers-markets"' in page
    # The board lies open, though the clans to choose from are out already.
    assert re.search(r'id="tab-board"[^>]* checked', page)
    page = anna.get(f"/games/{play_to_round(game, user_of(anna), 1).pk}/").content.decode()
    assert "farmers-markets" in links(page)
    assert page.count('<g class="map-tile"') == 2


@rule("IND-FM-05")
def test_covered_icons_are_drawn_so_and_the_list_says_what_is_bought() -> None:
    given = lay(beside(), "1 I4")
    (drawn,) = board(given.state, signs(PLAYERS)).tiles
    assert [(symbol, covered) for symbol, _x, covered in drawn.icons] == [
        ("wool", False),
        ("bread", False),
    ]
    assert drawn.land == 2
    sold = beside().when.play("expand cow J3", "market I4 1 wool")
    (drawn,) = board(sold.state, signs(PLAYERS)).tiles
    assert [covered for _symbol, _x, covered in drawn.icons] == [True, False]
    assert drawn.title == "I4: farmers market: buys bread"
    rows = {row.hex: row for row in board(sold.state, signs(PLAYERS)).rows}
    assert [one.text for one in rows["I4"].on] == ["farmers market: buys bread"]


@rule("IND-FM-09")
def test_a_sale_is_chosen_and_priced_with_what_the_market_adds() -> None:
    given = beside().price("wool", 5).when.play("expand cow J3")
    (group,) = [one for one in shown(given, "market").groups if one.choices]
    assert [one.value for one in group.choices] == ["wool I4", "bread I4"]
    preview = shown(given, "market", "wool I4", "plain", "2").preview
    assert preview is not None
    assert [(one.name, one.money) for one in preview.price if not one.total] == [
        ("2 wool at £5", "£10"),
        ("Farmers market", "£4"),
    ]


def test_the_log_says_who_placed_what_and_what_was_sold() -> None:
    table = new_table(3)
    tile = table.state.part(MarketsState).dealt[0]
    goods = " and ".join(TILES[tile])
    said = sentence_of(table, "site I4")
    assert said.endswith(f" places farmers market {tile} ({goods}) on I4.")
    text = sentence_of(beside().when.play("expand cow J3"), "market I4 2 wool")
    assert re.search(r"sells 2 wool for £\d+", text)
    assert "covers an icon of the farmers market on I4" in text


@rule("IND-FM-07", "IND-FM-10")
def test_a_space_with_a_market_is_not_called_blocked_for_the_whole_game() -> None:
    given = beside()
    found = panel.build(given.state, given.deciding(), ["expand", "cow"], PLAYERS, why="I4")
    assert found is not None
    assert found.asked is not None
    assert found.asked.rule == "IND-FM-07"
    assert found.asked.text == (
        "A farmers market lies on I4: no unit can be placed there until both its goods are covered "
        "and it leaves."
    )


def with_milk_to_buy(**stock: int) -> Part:
    """Beside a market that buys milk and bread, and beside blue's sheep, whose wool red can buy."""
    given = beside("4 I4").put("blue", "sheep J2")
    return given.give("red", **{"milk": 0, "bread": 0, "cheese": 1, "wool": 0, **stock})


@rule("IND-FM-08", "IND-FM-12")
@in_one_test(
    ("stock", "merchants", "then", "said"),
    [
        (
            {"milk": 1},
            5,
            "Then you may sell goods at I4.",
            "Your new unit can sell goods above the market price, at I4.",
        ),
        ({}, 5, "", "The market at I4 buys milk and bread. You have none of that to sell."),
        (
            {"milk": 1},
            0,
            "",
            "The market at I4 buys milk and bread. You have no merchant who could sell now.",
        ),
    ],
)
def test_a_sale_is_promised_only_where_there_is_something_to_sell(
    stock: dict[str, int], merchants: int, then: str, said: str
) -> None:
    """The window is open for the fourth building of a type, whatever the market buys."""
    given = with_milk_to_buy(**stock).put("red", "bakery D4", "bakery D5", "bakery E4")
    given.merchants("red", stock=merchants)
    preview = shown(given, "expand", "bakery", "J3").preview
    assert preview is not None
    assert [one for one in preview.next if "sell" in one] == ([then] if then else [])
    given.when.play("expand bakery J3")
    assert said in shown(given).explained


@rule("EDN-14")
@pytest.mark.parametrize("players", [2, 4])
def test_the_price_of_passing_is_that_of_the_overlay(players: int) -> None:
    given = beside(players=players)
    groups = shown(given).groups
    (passing,) = [one for group in groups for one in group.choices if one.value == "pass"]
    assert "£12" in str(passing)


@rule("IND-FM-03", "IND-FM-08")
def test_placing_a_market_and_selling_there_are_explained_apart() -> None:
    """Only what the table shows of all markets speaks of passing; each cites its own rule."""
    setting = Setting(engine.packs.builtin().hash)
    found = {name: topics()[name] for name in ("move-site", "move-market", "farmers-markets")}
    said = {name: " ".join(one.sentences(setting)) for name, one in found.items()}
    placing, passing = "Before clans are chosen", "Passing brings £4 less."
    assert {name for name, text in said.items() if placing in text} == {"move-site"}
    assert {name for name, text in said.items() if passing in text} == {"farmers-markets"}
    sells = "After placing a unit beside a market you may sell it one of its two goods."
    assert {name for name, text in said.items() if sells in text} == {*found} - {"move-site"}
    rules = [found[name].rule for name in said]
    assert rules == ["IND-FM-03", "IND-FM-08", "IND-FM-08"]
