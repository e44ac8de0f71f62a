"""Pieces that are kept for what they show: they look as they would without, for each viewer."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from games.models import Game
from tests.page_games import game_against_bots, play_to_round
from tests.web.conftest import HTMX, user_of
from web.templatetags import memoized

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

HEAD = '"web/parts/compare_head.html" goods=goods passing="£9" changes=0'
WHOLE = Template("{% load memoized %}{% memoized " + HEAD + " %}")


def test_a_piece_sees_nothing_of_the_page_around_it() -> None:
    """Not even where that has values of the same names."""
    goods = (("wool", "Wool"),)
    plain = WHOLE.render(Context({"goods": goods}))
    memoized.forget()
    around = {"goods": goods, "changes": True, "passing": "£1", "in_place": "secret"}
    assert WHOLE.render(Context(around)) == plain
    assert "±" not in plain
    assert "£9" in plain


def test_a_piece_is_kept_for_its_language() -> None:
    goods = (("wool", "Wool"),)
    said = {}
    for language in ("en", "pl", "ja", "en"):
        with translation.override(language):
            said[language] = WHOLE.render(Context({"goods": goods}))
    assert len(set(said.values())) == 3
    assert "Money" in said["en"]
    assert "Money" not in said["pl"] + said["ja"]


def test_a_long_piece_is_not_kept() -> None:
    """A turn of the log with 200 events has 60,000 characters: 2,048 of them would fill 200 MB."""
    memoized.forget()
    few, many = (("wool", "Wool"),), (("wool", "Wool"),) * 200
    for goods in (few, many, many):
        shown = WHOLE.render(Context({"goods": goods}))
        assert shown.count(">Wool<") == len(goods)
    assert len(shown) > memoized.LONGEST
    assert memoized.kept() == 1


@pytest.fixture
def game(anna: Client) -> Game:
    """A game in its second round, in which it is anna's turn."""
    return play_to_round(game_against_bots(user_of(anna), players=3), user_of(anna), 2)


@pytest.mark.long
def test_viewers_get_their_own_pages_in_any_order(
    anna: Client, stranger: Client, game: Game
) -> None:
    """After others have filled the memory: a player, a spectator and who reads another language."""
    pages = {}
    for name, client, language in (
        ("own", anna, "en"),
        ("other", stranger, "en"),
        ("polish", stranger, "pl"),
    ):
        memoized.forget()
        pages[name] = client, language, parts_of(client, game, language)
    assert len({*map(str, pages.values())}) == 3
    for client, language, alone in [*pages.values(), *reversed(pages.values())]:
        assert parts_of(client, game, language) == alone
    assert 'class="own' in pages["own"][2]
    assert 'class="own' not in pages["other"][2]


@pytest.mark.long
def test_what_a_move_shows_is_what_the_page_shows(
    anna: Client, stranger: Client, game: Game
) -> None:
    """The parts of its answer, and of what others get of it, and after it is taken back."""
    path = f"/games/{game.pk}/"
    for action, sent in (("play/", {"move": "hire"}), ("undo/", {})):
        game.refresh_from_db()
        body = {"version": game.version, **sent}
        own = anna.post(path + action, body, headers=HTMX)
        other = stranger.get(f"{path}refresh/?since={game.version}", headers=HTMX)
        for client, answer in ((anna, own), (stranger, other)):
            memoized.forget()
            page = client.get(path).content.decode()
            for name in ("compare", "log", "scoring", "since"):
                shown = part_in(answer.content.decode(), name)
                assert shown == part_in(page, name), (action, name)


def parts_of(client: Client, game: Game, language: str) -> str:
    """What a live update brings that began long ago."""
    headers = {**HTMX, "Accept-Language": language}
    path = f"/games/{game.pk}/refresh/?since=1"
    answer = client.get(path, headers=headers).content.decode()
    return re.sub(r'name="(key|csrfmiddlewaretoken)" value="[^"]*"', "", answer)


def part_in(html: str, name: str) -> str:
    """The part of this name, without what only a swap or only a whole page has."""
    found = re.search(rf'<section id="{name}".*?</section>', html, re.DOTALL)
    assert found, name
    text = re.sub(r' hx-swap-oob="true"|<noscript>.*?</noscript>', "", found[0])
    return re.sub(r"\s+", " ", text)
