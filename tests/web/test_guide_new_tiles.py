"""Explanations of port tiles 10 to 18, scoring tiles 10 to 18 and awards: drawn as it is played."""

import re
from typing import Any, Final

import pytest
from django.test import Client

from games import engine
from games.engine.geometry.board import mask_of
from games.engine.moves.moving import MoveUnit
from games.engine.rules.granted_decisions import MoveUnitDecision
from games.engine.tiles import scoring_tile
from tests.marks import in_one_test
from tests.page_games import game_against_bots, play_to_round
from tests.rules import rule
from tests.scenario import scenario
from tests.web.conftest import user_of
from tests.web.test_guide import SETTING, links, rows, tags, topic, units
from web.pages.guide.arrangement import ARRANGEMENTS, arranged
from web.pages.guide.map_piece import MapPiece
from web.pages.guide.setting import YOU, Setting
from web.pages.table.parts.players import clan_box

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

EVERY: Final = Setting(SETTING.pack, engine.Options(pair_scoring="all"))
BY_ARRANGEMENT: Final = (10, 13, 16, 17, 18)


@in_one_test("number", BY_ARRANGEMENT)
@pytest.mark.long
def test_units_of_a_drawing_count_as_many_as_wanted_and_the_last_one_not(number: int) -> None:
    tile = scoring_tile(SETTING.options, number)
    state, spaces = arranged(SETTING, tile)
    wanted = ARRANGEMENTS[tile.name]
    assert tile.count(state, YOU) == wanted.wanted
    assert len(spaces) == len(state.players[YOU].units) == len(wanted.columns) + 1
    assert tile.where is not None
    counted = tile.where(state, YOU)
    assert counted == mask_of(spaces[:-1])
    assert sorted(units(topic(f"scoring-{number}").example(SETTING))) == sorted(spaces)


def test_every_pair_counts_where_the_game_has_it_so() -> None:
    assert topic("scoring-10").example(SETTING).caption.endswith(": 2. Glory: 8.")
    count = int(topic("scoring-10").example(EVERY).caption.split("Glory: ")[1].rstrip("."))
    assert count > 8


def test_kinds_of_goods_and_merchants_are_drawn_one_after_the_other() -> None:
    goods, glory = rows(topic("scoring-12").example(SETTING))[1:]
    assert len({symbol for symbol, _text in goods}) == 4
    assert [text for _symbol, text in glory] == ["3", "6", "9", "12"]
    assert [text for _star, text in rows(topic("scoring-11").example(SETTING))[2]] == [
        *("2", "4", "6", "8")
    ]


def test_the_unit_of_a_drawing_moves_as_in_a_game() -> None:
    shown = topic("port-16").example(SETTING)
    (home,) = units(shown)
    needed = tags(shown)
    assert set(needed.values()) == {"1", "2"}
    assert home not in needed
    table = scenario(players=4).put("red", f"sheep {home}")
    decision = MoveUnitDecision(0, YOU, 2)
    once = {move.target for move in MoveUnit.candidates(table.state, decision)}
    assert once == {hex_ for hex_, taken in needed.items() if taken == "1"}
    drawing = topic("move-move").example(SETTING).drawing
    assert isinstance(drawing, MapPiece)
    assert [area.kind for area in drawing.areas] == ["ground"]


def test_gains_and_prices_are_those_of_the_tiles() -> None:
    paid, glory = rows(topic("port-13").example(SETTING))
    assert paid == [("money", "£10"), ("", "→"), ("woodcutter", ""), ("miner", "")]
    assert glory == [("glory", "4")]
    assert rows(topic("port-18").example(SETTING))[0][-1] == ("money", "£25")
    assert [text for _symbol, text in rows(topic("port-15").example(SETTING))[0]] == [
        *("2", "→", "5")
    ]
    land = tags(topic("port-17").example(SETTING))
    board = SETTING.sample().board
    assert land == {hex_: f"£{board.cost[hex_]}" for hex_ in land}
    assert len(land) > 1
    assert len(set(units(topic("port-11").example(SETTING)))) == 1


@in_one_test(("players", "brings"), [(1, ["4"]), (2, ["8", "0"]), (4, ["12", "6", "0", "0"])])
def test_an_award_brings_what_it_brings_to_so_many_players(players: int, brings: list[str]) -> None:
    setting = Setting(SETTING.pack, engine.Options(players=players))
    assert [text for _symbol, text in rows(topic("award").example(setting))[1]] == brings
    assert brings[0] in topic("award").sentences(setting)[1]


def test_the_award_of_a_table_leads_to_its_explanation(anna: Client) -> None:
    options = {"expansions": ["awards", "refill_board"]}
    game = play_to_round(game_against_bots(user_of(anna), players=2, **options), user_of(anna), 1)
    page = anna.get(f"/games/{game.pk}/").content.decode()
    assert {"award", "contract-row"} <= {*links(page)}
    found = re.search(r'<a class="about" href="([^"]*/award/[^"]*)"', page)
    assert found is not None
    assert "8 for the most" in anna.get(found[1].replace("&amp;", "&")).content.decode()


@rule("SCORE-13", "CLAN-FRASER-7")
def test_pairs_that_only_clans_have_are_told_with_the_tile() -> None:
    """CASE-07: with Gordon one field and three factories are three pairs."""
    text = " ".join(topic("scoring-13").sentences(SETTING))
    assert "in one pair only, a field in up to two. " in text
    assert "Of clan Fraser a kiltmaker and its sheep are a pair too" in text


@rule("EDN-20", "EDN-21", "EDN-22", "CLAN-MACKINTOSH-1")
@pytest.mark.parametrize(
    ("clan", "switch", "usual", "switched"),
    [
        (
            "mackintosh",
            "mackintosh_per_worker",
            "Rivers do not matter, and each unit pays once, however many workers you have there.",
            "Rivers do not matter, and each unit pays once for each of your workers there.",
        ),
        (
            "fraser",
            "kiltmakers_are_factories",
            "",
            "Where buildings are counted, your kiltmakers count too.",
        ),
        (
            "macgregor",
            "grazing_moves_both",
            "",
            "A second unit of yours on the space moves with the sheep and must fit where it goes.",
        ),
    ],
)
def test_a_clan_is_told_as_the_switches_of_the_game_have_it(
    clan: str, switch: str, usual: str, switched: str
) -> None:
    """In its explanation, and where players see their clan."""
    for on in (False, True):
        switches: dict[str, Any] = {switch: on}
        options = engine.Options(expansions=["new_clans"], **switches)
        said = topic(f"clan-{clan}").sentences(Setting(SETTING.pack, options))
        table = scenario(clans=f"{clan} stewart campbell", **switches)
        box = clan_box(table.state, table.state.players[0])
        assert box is not None
        for found in (said, box.texts):
            assert (switched in found, usual in found) == (on, bool(usual) and not on)
