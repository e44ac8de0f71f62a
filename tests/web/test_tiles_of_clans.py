"""What clans at a table change about tiles is said wherever the text of the tile stands."""

from typing import get_args

import pytest

from games.engine.clans import all_clans
from games.engine.expansions.awards.award import AwardState
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.options import Options
from games.engine.terms import TileTopic
from games.engine.tiles import PORTS, SCORING, scoring_tile
from tests.engine.industria.ports import at_port
from tests.rules import rule
from tests.scenario import RED, Given, scenario
from tests.web.test_guide_new_tiles import SETTING
from tests.web.test_new_clans_in_words import choices, table_of
from web.pages.common.pieces import signs
from web.pages.expansions.awards import AwardPart
from web.pages.guide.setting import Setting
from web.pages.guide.topics import topics
from web.pages.overlays.layers import ScoringOverlay
from web.pages.table.parts.board import port_text
from web.pages.table.parts.scoring import scoring

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("Anna", "Bruce", "Catriona")
OF_GORDON = "A field of clan Gordon counts in up to three."
OF_FRASER = "Of clan Fraser a kiltmaker and its sheep are a pair too."


def with_tile(number: int, clans: str, **switches: object) -> Given:
    table = scenario(clans=clans, **switches)
    table.state.scoring_tiles[0] = number
    return table


def said(table: Given) -> str:
    return scoring(table.state, signs(NAMES))[0].text


@rule("SCORE-13", "CLAN-FRASER-7")
def test_the_tile_of_chains_names_the_pairs_of_the_clans_that_play() -> None:
    """In its tooltip and pop-up, and beside the map that shows what it counts."""
    plain = said(with_tile(13, "stewart campbell buchanan"))
    assert plain.endswith("a field in up to two.")
    assert said(with_tile(13, "stewart fraser campbell")) == f"{plain} {OF_FRASER}"
    table = with_tile(13, "fraser gordon campbell")
    assert said(table) == f"{plain} {OF_FRASER} {OF_GORDON}"
    layer = ScoringOverlay().build(table_of(table.state))
    assert layer.legend[0].text == f"{plain} {OF_FRASER} {OF_GORDON}"
    every = said(with_tile(13, "fraser gordon campbell", pair_scoring="all"))
    assert every.endswith(f"however many such pairs a unit is in. {OF_FRASER}")


@rule("SCORE-1", "SCORE-2", "SCORE-4", "SCORE-5a", "SCORE-12", "CLAN-GORDON-6", "CLAN-FRASER-6")
@rule("CLAN-MACDONALD-16", "CLAN-BASE-1")
@pytest.mark.parametrize(
    ("number", "clan", "text"),
    [
        (1, "gordon", "Grain in the silos of clan Gordon counts as stock."),
        (2, "mackenzie", "Whisky that clan MacKenzie has put away to age counts too."),
        (2, "fraser", "Kilts of clan Fraser count as processed goods."),
        (4, "macdonald", "Fishermen of clan MacDonald are workers."),
        (5, "macdonald", "Fishermen of clan MacDonald on lochs of the border count."),
        (9, "macdonald", "Fishermen of clan MacDonald on lochs do not count."),
        (12, "fraser", "Kilts of clan Fraser are a kind of their own."),
        (12, "gordon", "Grain in the silos of clan Gordon counts as stock."),
        (12, "mackenzie", "Whisky that clan MacKenzie has put away to age does not count."),
        (14, "macdonald", "Fishermen of clan MacDonald on the loch or beside it count."),
    ],
)
def test_a_scoring_tile_names_what_a_clan_changes(number: int, clan: str, text: str) -> None:
    """And its explanation names it at every table."""
    assert text in said(with_tile(number, f"stewart {clan} campbell"))
    assert text not in said(with_tile(number, "stewart campbell buchanan"))
    assert text in " ".join(topics()[f"scoring-{number}"].sentences(SETTING))


@rule("EDN-21", "SCORE-3")
def test_kiltmakers_are_named_as_buildings_only_where_they_count() -> None:
    text = "Kiltmakers of clan Fraser count as buildings too."
    assert text not in said(with_tile(3, "fraser stewart campbell"))
    switched = with_tile(3, "fraser stewart campbell", kiltmakers_are_factories=True)
    assert text in said(switched)
    options = Options(expansions=["new_clans"], kiltmakers_are_factories=True)
    assert text in " ".join(topics()["scoring-3"].sentences(Setting(SETTING.pack, options)))


@rule("AWARD-6", "AWARD-7", "CLAN-FRASER-6")
def test_an_award_names_what_a_clan_changes() -> None:
    table = scenario(clans="fraser gordon campbell", expansions=["new_clans", "awards"])
    table.state.expansions[:] = [
        AwardState(6) if isinstance(one, AwardState) else one for one in table.state.expansions
    ]
    award = AwardPart().build(table_of(table.state))
    assert award.by_clan == ["Grain in the silos of clan Gordon counts as stock."]


@rule("PORT-7i", "PORT-13", "CLAN-FRASER-5")
@pytest.mark.parametrize(
    ("tile", "clan", "text"),
    [
        (3, "fraser", "Clan Fraser can discard kilts for it."),
        (14, "fraser", "Clan Fraser can discard kilts for it."),
        (7, "macdonald", "Fishermen of clan MacDonald cannot be exchanged."),
        (13, "macdonald", "Clan MacDonald always gains the Glory."),
    ],
)
def test_a_port_tile_names_what_a_clan_changes(tile: int, clan: str, text: str) -> None:
    """On the map for all, in the panel for the player of the clan; in its explanation too."""
    other = at_port(tile, clans=f"stewart {clan} campbell")
    own = scenario(clans=f"{clan} stewart campbell").port("A1", tile).put("red", "cow A2")
    for table in (other, own):
        assert text in port_text(table.state, tile)
    assert text in " ".join(topics()[f"port-{tile}"].sentences(SETTING))


@rule("PORT-13")
def test_the_panel_names_what_the_own_clan_changes_about_a_port() -> None:
    own = scenario(clans="macdonald stewart campbell").port("A1", 13).port("B1", 5)
    found = choices(own.put("red", "worker A2"), "port")
    assert found["13"].detail.endswith("Clan MacDonald always gains the Glory.")
    assert own.state.players[RED].clan == "macdonald"


def test_every_sentence_of_a_clan_belongs_to_a_tile() -> None:
    switched = Options(pair_scoring="all"), Options(kiltmakers_are_factories=True)
    tiles = [*SCORING.values(), *PORTS.values(), *AWARDS.values()]
    tiles += [scoring_tile(options, number) for options in switched for number in SCORING]
    topics_of_tiles = {topic for tile in tiles for topic in tile.topics}
    of_clans = {topic for clan in all_clans().values() for topic in clan.about_tiles}
    assert of_clans == topics_of_tiles == {*get_args(TileTopic)}
