"""Explanations: there is one of everything, in every language, drawn of the values in play."""

import json
import re
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.html import strip_tags

from games import engine
from games.drawing.layout import centre, number
from games.engine.clans import all_clans
from games.engine.geometry.board import HEXES
from games.engine.terms import ContractId, Hex
from games.engine.tiles import PORTS, SCORING
from games.models import Game
from tests.marks import first_of, in_one_test
from tests.page_games import game_against_bots, play_to_round
from tests.scenario import scenario
from tests.web.conftest import HTMX, user_of
from web.pages.guide.map_piece import MapPiece
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Strip
from web.pages.guide.topic import Example, Topic
from web.pages.guide.topics import topics
from web.pages.overlays.layers import OVERLAYS
from web.pages.panel.move_panels import panels
from web.pages.table.table_parts import BASE

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PACK: Final = engine.packs.builtin().hash
LANGUAGES: Final = [code for code, _name in settings.LANGUAGES]
SETTING: Final = Setting(PACK)
PARTS: Final[dict[str, tuple[str, ...]]] = {
    "market": ("move-trade",),
    "exports": ("move-contracts",),
    "scoring": ("scoring-",),
    "imports": ("imports",),
    "players": (
        *("move-produce", "move-merchant", "move-shipping", "move-technology", "move-fulfil"),
        *("clan-", "settlements"),
    ),
    "spaces": ("port-",),
    "draft": ("clan-",),
    # What these show is explained where it is chosen, or by one of the above.
    **dict.fromkeys(("status", "agree", "aside", "sheet", "board", "mine", "order", "compare"), ()),
    **dict.fromkeys(("key", "log", "since", "news", "contract-row"), ()),
}
"""By part of the table what it leads to, or how that begins. Who adds a part, says so here."""


def kinds() -> dict[str, list[str]]:
    """Everything that is to be explained, by kind, with the topic of each."""
    return {
        "moves": [panel.about for panel in panels() if not panel.direct],
        "scoring tiles": [f"scoring-{tile}" for tile in SCORING],
        "port tiles": [f"port-{tile}" for tile in PORTS],
        "clans": [f"clan-{clan}" for clan in all_clans()],
        "overlays": [one.topic for one in OVERLAYS if one.name not in ("scoring", "coordinates")],
        "parts": [topic for found in PARTS.values() for topic in found if topic[-1] != "-"],
    }


def topic(name: str) -> Topic:
    return topics()[name]


def links(page: str) -> list[str]:
    """The topics to which the controls of a page lead."""
    return re.findall(rf'class="about" href="/guide/{PACK}/([\w-]+)/', page)


# --- all of it ------------------------------------------------------------------------------------


@in_one_test("kind", kinds())
def test_everything_is_explained(kind: str) -> None:
    wanted = kinds()[kind]
    assert [name for name in wanted if name not in topics()] == []
    assert len(wanted) >= 3


def test_every_part_of_the_table_says_what_it_leads_to() -> None:
    assert {part.name for part in BASE} == set(PARTS)


@pytest.mark.parametrize("language", first_of(LANGUAGES))
@in_one_test("name", topics())
def test_a_topic_has_words_in_every_language_and_a_drawing(name: str, language: str) -> None:
    with translation.override("en"):
        english = [topic(name).title(), *topic(name).sentences(SETTING)]
    with translation.override(language):
        found, shown = topic(name).sentences(SETTING), topic(name).example(SETTING)
        words = [topic(name).title(), *found]
    assert 2 <= len(found) <= 5
    assert all(len(text) <= 230 for text in found), found
    assert not [text for text in (*words, shown.caption) if "%" in text or not text.strip()]
    if language != "en":
        assert not set(words) & {text for text in english if " " in text}
    page = Client().get(f"/guide/{PACK}/{name}/{language}/").content.decode()
    assert page.count("<figure") == page.count("<figcaption>") == 1
    drawn = page[page.index('<figure class="guide-example">') : page.index("<figcaption>")]
    assert drawn.count("<use") + drawn.count("<text") >= 1
    assert all(text in strip_tags(page).replace("&#x27;", "'") for text in found)


OPTIONS: Final[list[dict[str, Any]]] = [
    {"players": 1},
    {"players": 2, "auction": "vickrey"},
    {"players": 3, "auction": "blind", "future_contracts": True},
    {"imports": "static", "port3_goods": 3, "border_each": True, "meat_single": True},
    {"imports": "balanced", "buchanan_2017": True, "tight_map": True, "players": 2},
    {"settlement_scoring": False, "clans": False, "ports": False, "scoring_tiles": False},
]


@pytest.mark.parametrize("options", first_of(OPTIONS, quick=2), ids=str)
@pytest.mark.long
def test_every_topic_can_be_drawn_with_other_options(options: dict[str, Any]) -> None:
    setting = Setting(PACK, engine.Options(**options))
    for one in topics().values():
        assert one.sentences(setting)
        assert one.example(setting).caption


# --- values of the engine -------------------------------------------------------------------------

PLACES: Final = {(number(centre(name)[0]), number(centre(name)[1] + 26)): name for name in HEXES}


def tags(example: Example) -> dict[Hex, str]:
    """What is written on the spaces of a piece of the map."""
    assert isinstance(example.drawing, MapPiece)
    return {PLACES[one.x, one.y]: one.text for one in example.drawing.tags}


def units(example: Example) -> list[str]:
    """The spaces with units, those of the player first."""
    assert isinstance(example.drawing, MapPiece)
    return [one.hex for one in example.drawing.tokens]


def rows(example: Example) -> list[list[tuple[str, str]]]:
    """The symbols and texts of a strip, by row."""
    assert isinstance(example.drawing, Strip)
    return [[(cell.symbol, cell.text) for cell in row] for row in example.drawing.rows]


def test_prices_on_the_map_are_those_that_are_paid() -> None:
    shown = topic("move-expand").example(SETTING)
    (home,) = units(shown)
    table = scenario(players=4, money=200).put("red", f"woodcutter {home}")
    can = [line for line in table.then.legal("expand") if line.startswith("expand cow ")]
    assert {line.split()[-1] for line in can} == set(tags(shown))
    for hex_, price in tags(shown).items():
        there = scenario(players=4, money=200).put("red", f"woodcutter {home}")
        there.when.play(f"expand cow {hex_}")
        assert price == f"£{200 - there.state.players[0].money}"


def test_levels_on_the_map_are_those_that_reach() -> None:
    shown = topic("move-shipping").example(SETTING)
    (home,) = units(shown)
    levels = {hex_: int(level) for hex_, level in tags(shown).items()}
    assert len(set(levels.values())) > 2
    for level in range(max(levels.values()) + 1):
        table = scenario(players=4, money=500).put("red", f"woodcutter {home}")
        table.shipping("red", level)
        reached = {line.split()[-1] for line in table.then.legal("expand")}
        assert {hex_ for hex_ in levels if levels[hex_] <= level} == reached & set(levels)


def test_glory_is_what_a_tile_gives() -> None:
    """Every two processed goods are 3, each animal or building is 1 and each field counts twice."""
    assert [text for _star, text in rows(topic("scoring-2").example(SETTING))[-1]] == [
        *("0", "3", "3", "6")
    ]
    counted = dict(rows(topic("scoring-3").example(SETTING))[0])
    assert counted["field"] == "\u00d72"
    assert set(counted) == {"sheep", "cow", "field", "bakery", "distillery", "cheese_dairy"}
    assert set(dict(rows(topic("scoring-7").example(SETTING))[0])) == {"mutton", "beef"}
    upgrades = {"shipping", "merchant", "technology"}
    assert set(dict(rows(topic("scoring-8").example(SETTING))[0])) == upgrades


def test_a_tile_of_another_edition_gives_what_it_gives_there() -> None:
    each = Setting(PACK, engine.Options(border_each=True))
    assert "3. Glory: 3." in topic("scoring-5").example(SETTING).caption
    assert "3. Glory: 9." in topic("scoring-5").example(each).caption


def test_imports_are_worth_what_they_are_worth() -> None:
    def points(**options: Any) -> list[str]:
        setting = Setting(PACK, engine.Options(**options))
        return [text for _symbol, text in rows(topic("imports").example(setting))[-1]]

    assert points() == ["3", "4", "5"]
    assert points(imports="static") == ["4", "4", "4"]


def test_settlements_are_joined_by_ship() -> None:
    shown = topic("settlements").example(SETTING)
    assert isinstance(shown.drawing, MapPiece)
    kinds_drawn = sorted(area.kind for area in shown.drawing.areas)
    assert kinds_drawn == ["group", "group", "link", "other"]
    assert len(units(shown)) == 3


def test_the_example_of_macdonald_has_the_prices_that_its_caption_is_about() -> None:
    shown = topic("clan-macdonald").example(SETTING)
    assert isinstance(shown.drawing, MapPiece)
    prices = [tag.text for tag in shown.drawing.tags]
    assert prices
    assert all(price.startswith("£") for price in prices)


CHANGED: Final = (
    ("move-expand", "cow = 9", "cow = 70", "£70"),
    ("move-place", "woodcutter = 6", "woodcutter = 60", "£60"),
    (
        "move-trade",
        "cheese = { prices = [7, 8, 9, 10, 11",
        "cheese = { prices = [7, 8, 9, 11, 11",
        "£22",
    ),
    ("move-contracts", "rounds = [-5, 0", "rounds = [-25, 0", "+£25"),
    ("move-draw", "rounds = [-5, 0", "rounds = [-25, 0", "+£25"),
    ("move-shipping", "cost = 4\nlevels", "cost = 44\nlevels", "£44"),
    ("move-technology", "technology = 2", "technology = 52", "£56"),
    ("move-merchant", "cost = 4\nstart", "cost = 46\nstart", "£46"),
    ("move-upgrade", "bonus_cost = 5", "bonus_cost = 35", "£35"),
    ("move-pass", "bonuses = [16, 14", "bonuses = [77, 14", "£77"),
    ("move-neighbourhood", "processed_discount = 3", "processed_discount = 9", "£1 instead of £10"),
    ("move-produce", "field = 2", "field = 6", ">6<"),
    ("imports", "mark_every = 5", "mark_every = 7", "multiple of 7"),
    ("port-6", "cheese = { prices = [7, 8", "cheese = { prices = [6, 8", "£6 instead of £10"),
    ("clan-campbell", "bakery = 8", "bakery = 58", "£55"),
    ("clan-mackenzie", "payouts = [7, 15]", "payouts = [37, 45]", "£37 and £45"),
    ("clan-stewart", "start = 2\ntrack = 5", "start = 3\ntrack = 4", "6 instead of 3"),
)
"""A topic, a value of the pack, another one, and what is read then."""


def other_pack(old: str, new: str) -> engine.Pack:
    """The built-in pack with another value."""
    files = json.loads(engine.packs.builtin().raw)
    assert files["values.toml"].count(old) >= 1
    files["values.toml"] = files["values.toml"].replace(old, new)
    raw = json.dumps(files, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    pack = engine.packs.from_bytes(raw.encode())
    engine.packs.register(pack)
    return pack


@in_one_test(("name", "old", "new", "needle"), CHANGED)
@pytest.mark.long
def test_another_pack_shows_its_own_values(name: str, old: str, new: str, needle: str) -> None:
    pack = other_pack(old, new)
    before, after = (
        Client().get(f"/guide/{hash_}/{name}/en/").content.decode() for hash_ in (PACK, pack.hash)
    )
    assert needle not in before
    assert needle in after


def test_a_contract_is_drawn_as_it_is_in_the_pack() -> None:
    shown = topic("move-fulfil").example(SETTING)
    found = re.search(r"Contract (\d+)", shown.caption)
    assert found is not None
    contract = SETTING.content.contract(ContractId(int(found[1])))
    ((*cells,),) = rows(shown)
    drawn = {symbol: text.removeprefix("£") for symbol, text in cells if symbol}
    printed = {name: getattr(contract, name) for name in contract.__struct_fields__ if name != "id"}
    assert drawn == {name: str(amount) for name, amount in printed.items() if amount}


def test_a_pack_without_what_an_example_needs_has_the_words() -> None:
    """Nobody's contracts ask for meat: the tile that spares an animal has nothing to draw."""
    files = json.loads(engine.packs.builtin().raw)
    header, *lines = (line.split(",") for line in files["contracts.csv"].splitlines())
    for line in lines:
        for column in ("mutton", "beef"):
            line[header.index("wool")] = str(
                max(int(line[header.index("wool")]), int(line[header.index(column)]))
            )
            line[header.index(column)] = "0"
    files["contracts.csv"] = "".join(",".join(line) + "\n" for line in [header, *lines])
    raw = json.dumps(files, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    pack = engine.packs.from_bytes(raw.encode())
    engine.packs.register(pack)
    page = Client().get(f"/guide/{pack.hash}/port-1/en/")
    assert page.status_code == 200
    assert "<figure" not in page.content.decode()
    assert "one slaughtered animal fewer" in page.content.decode()


# --- where they are -------------------------------------------------------------------------------


@pytest.fixture
def game(anna: Client) -> Game:
    return play_to_round(game_against_bots(user_of(anna), players=3), user_of(anna), 2)


@pytest.mark.long
def test_controls_of_the_table_lead_to_explanations(anna: Client, game: Game) -> None:
    found = links(anna.get(f"/games/{game.pk}/").content.decode())
    assert set(found) <= set(topics())
    for name, wanted in PARTS.items():
        later = name in ("players", "spaces")
        path = f"/games/{game.pk}/parts/{name}/" if later else f"/games/{game.pk}/"
        there = links(anna.get(path).content.decode())
        for one in wanted if name != "draft" else ():
            assert any(link.startswith(one) for link in there), (name, one)
    actions = [panel.about for panel in panels() if panel.group and not panel.topic]
    assert set(actions) <= set(found)


def test_a_chosen_move_leads_to_its_explanation(anna: Client, game: Game) -> None:
    for path in ("?p=expand&p=cow", "?p=trade", "?p=fulfil"):
        kind = path.split("=")[1].split("&")[0]
        part = anna.get(f"/games/{game.pk}/panel/{path}", headers=HTMX).content.decode()
        assert f"move-{kind}" in links(part)


def test_overlays_lead_to_explanations(anna: Client, game: Game) -> None:
    for one in OVERLAYS:
        part = anna.get(f"/games/{game.pk}/overlay/{one.name}/", headers=HTMX).content.decode()
        wanted = [] if one.name == "coordinates" else [one.topic or links(part)[0]]
        assert links(part) == wanted
        assert one.name != "scoring" or wanted[0].startswith("scoring-")


def test_controls_are_named_and_carry_the_options_of_the_game(anna: Client) -> None:
    game = play_to_round(
        game_against_bots(user_of(anna), players=2, imports="static"), user_of(anna), 1
    )
    page = anna.get(f"/games/{game.pk}/").content.decode()
    found = re.search(r'<a class="about" href="([^"]*imports/[^"]*)" aria-label="([^"]*)">', page)
    assert found is not None
    address, name = found[1].replace("&amp;", "&"), found[2]
    assert name == "Explanation: Imports"
    assert "imports=static" in address
    assert "players=2" in address
    assert "Each of them is worth the same." in anna.get(address).content.decode()


def test_a_page_stands_by_itself(stranger: Client) -> None:
    page = stranger.get(f"/guide/{PACK}/move-expand/").content.decode()
    assert page.count("<h1>") == 1
    assert "about-close" not in page
    for used in set(re.findall(r'<use[^>]* href="#([\w-]+)"', page)):
        assert f'id="{used}"' in page, used
