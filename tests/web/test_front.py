"""The front page."""

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import selectors, services, store
from games.models import Game
from tests.api.conftest import Caller, alice, anonymous, bob, game, table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

__all__ = ["alice", "anonymous", "bob", "game", "table"]


def test_page_without_games(db: None) -> None:
    page = Client().get("/")
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count('class="none"') == 3
    assert 'href="/api/docs"' in text
    assert 'href="/api/schema"' in text


def test_page_lists_games_with_their_status(
    game: Game, table: Callable[..., Game], alice: Caller
) -> None:
    table(name="An open table")
    text = Client().get("/").content.decode()
    running, open_, finished = text.split('<section class="group')[1:]
    assert "Highlands" in running
    assert f'href="/api/v1/games/{game.pk}"' in running
    assert f'href="/games/{game.pk}/"' in running
    assert running.count('class="seat-status"') == 1
    assert "An open table" in open_
    assert open_.count('<li class="free">') == 1
    assert 'class="none"' in finished


def test_names_are_escaped(table: Callable[..., Game], alice: Caller) -> None:
    table(name="<script>alert(1)</script>")
    text = Client().get("/").content.decode()
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_games_of_others_that_are_not_public_are_left_out(
    table: Callable[..., Game], alice: Caller, visibility: str
) -> None:
    table(name="Hidden glen", visibility=visibility)
    assert "Hidden glen" not in Client().get("/").content.decode()
    own = Client()
    own.force_login(alice.user)
    assert "Hidden glen" in own.get("/").content.decode()


def test_page_can_be_read_by_everybody(db: None) -> None:
    text = Client().get("/").content.decode()
    assert '<html lang="en"' in text
    assert 'name="viewport"' in text
    assert len(re.findall("<h1", text)) == 1
    for landmark in ("<header", "<nav aria-label=", "<main", "<footer", 'class="skip"'):
        assert landmark in text
    assert "<style" not in text
    assert "<script>" not in text
    for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', text):
        answered = Client().get(address)
        assert answered.status_code == 200
        answered.close()


def test_queries_do_not_grow_with_the_games(
    table: Callable[..., Game],
    alice: Caller,
    bob: Caller,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(3):
        made = table(name=f"Table {number}")
        services.join_game(game_id=made.pk, user=bob.user, now=timezone.now())
        with django_assert_num_queries(4 + settings.EMBEDDED):
            Client().get("/")


def test_page_with_everything_costs_few_queries(
    finished: Game,
    game: Game,
    table: Callable[..., Game],
    alice: Caller,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    table()
    browser = Client()
    browser.force_login(alice.user)
    with django_assert_max_num_queries(16):
        browser.get("/")


@pytest.fixture
def finished(table: Callable[..., Game], alice: Caller, bob: Caller) -> Game:
    """A game of Alice and Bob with its last event, in which Bob has won by 80 to 65."""
    made = table(name="Played out")
    services.join_game(game_id=made.pk, user=bob.user, now=timezone.now())
    services.start_game(game_id=made.pk, user=alice.user, now=timezone.now())
    Game.objects.filter(pk=made.pk).update(status="finished", round=5)
    return made


@pytest.fixture
def scored(finished: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The same with score sheets in its last event."""
    lines = dict.fromkeys(
        [
            *("glory", "basic_goods", "processed_goods", "money", "hops", "cotton", "tobacco"),
            *("sugar_cane", "exports", "settlements", "leftover_money"),
            *("contracts_fulfilled", "settlements_connected"),
        ],
        0,
    )
    sheets = [
        {"seat": seat, **lines, "total": total, "rank": rank}
        for seat, total, rank in ((0, 65, 2), (1, 80, 1))
    ]
    effects = [["score", sheet] for sheet in sheets]
    last = json.dumps({"kind": "final_scoring", "effects": effects})
    monkeypatch.setattr("games.store.newest", lambda ids: dict.fromkeys(ids, last))
    return finished


def test_finished_game_tells_points_and_winner(scored: Game) -> None:
    text = Client().get("/").content.decode()
    card = text.partition(">Played out<")[2]
    assert '<li class="free">' not in card
    won = card.index(">won</small>")
    assert card.index(">bob") < won < card.index("80 points")
    assert won < card.index(">alice") < card.index("65 points")
    assert card.count(">won</small>") == 1


def test_points_come_from_the_last_event(finished: Game, game: Game) -> None:
    """Of a game that really ended; its store is asked once for all games."""
    state = selectors.state_of(game)
    newest = store.newest([game.pk, finished.pk])
    assert set(newest) == {game.pk, finished.pk}
    assert newest[game.pk] == store.rows(game.pk)[-1].public
    assert selectors.final_scores([game]) == {game.pk: []}
    assert state.scores == []
    assert store.newest([]) == {}


def test_finished_game_without_score_has_names_only(finished: Game) -> None:
    card = Client().get("/").content.decode().partition(">Played out<")[2]
    assert "alice" in card
    assert "points" not in card
    assert "won" not in card


@pytest.mark.long
def test_stage_and_time_in_words(
    game: Game, table: Callable[..., Game], alice: Caller, bob: Caller
) -> None:
    table(name="Free seats")
    full = table(name="Full table")
    services.join_game(game_id=full.pk, user=bob.user, now=timezone.now())
    text = Client().get("/").content.decode()
    assert "Set-up" in text
    assert "Round 0" not in text
    assert "just now" in text
    assert "0\xa0minutes" not in text
    assert "·" not in text
    open_ = text.partition('id="list-open"')[2]
    assert open_.count("<code>POST /api/v1/games/") == 1
    assert 'href="/api/docs#/seats/games_join"' in text
    assert "The host can start it." in open_
    Game.objects.update(round=3, active_at=timezone.now() - timedelta(hours=2))
    later = Client().get("/").content.decode()
    assert "Round 3" in later
    assert "2\xa0hours ago" in later


def test_bots_of_one_name_are_numbered(
    table: Callable[..., Game], alice: Caller, anonymous: Caller
) -> None:
    several, one = table(name="Several", players=4), table(name="One")
    for made, bots in ((several, 3), (one, 1)):
        for _ in range(bots):
            services.add_bot(game_id=made.pk, user=alice.user, bot="random", now=timezone.now())
    text = " ".join(Client().get("/").content.decode().split())
    lone, _, those = text.partition(">One</a>")[2].partition(">Several</a>")
    assert '<span class="who">random bot</span>' in lone
    for number in (1, 2, 3):
        assert f'<span class="who">random bot {number}</span>' in those


@pytest.mark.parametrize("path", ["/nothing", "/games/1", "/%00", "/favicon.ico"])
def test_page_that_is_not_there(db: None, path: str) -> None:
    page = Client().get(path)
    assert page.status_code == 404
    text = page.content.decode()
    assert 'href="/"' in text
    assert "<footer" in text


def test_page_that_fails(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("the secret of the crash")

    monkeypatch.setattr("web.pages.lobby.views.overview", crash)
    page = Client(raise_request_exception=False).get("/")
    assert page.status_code == 500
    assert b"The error is on our side" in page.content
    assert b"secret of the crash" not in page.content


def test_only_public_games_are_said_to_be_for_everybody(db: None) -> None:
    text = Client().get("/").content.decode()
    assert "those of public games can be read by anybody" in text


def test_only_reading(db: None) -> None:
    assert Client().post("/").status_code == 405


def test_page_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("web.pages.lobby.views.overview", away)
    page = Client().get("/")
    assert page.status_code == 503
    assert page["Retry-After"] == "2"


def test_strangers_are_shown_a_board(
    game: Game, table: Callable[..., Game], alice: Caller, stranger_page: Callable[[], str]
) -> None:
    figure = stranger_page()
    assert "“Highlands”" in figure
    assert f'href="/games/{game.pk}/"' in figure
    assert 'class="grassland"' in figure
    assert "alice" in figure
    Game.objects.filter(pk=game.pk).update(visibility="unlisted")
    assert stranger_page() == ""


def test_a_game_that_is_played_is_shown_before_one_that_is_over(
    finished: Game, game: Game, stranger_page: Callable[[], str]
) -> None:
    Game.objects.filter(pk=finished.pk).update(version=1)
    assert "Played out" in stranger_page(), "nothing has happened in the other one yet"


def test_try_it_now_leads_to_bots(db: None) -> None:
    browser = Client()
    text = browser.get("/").content.decode()
    link = re.search(r'href="(/signup/[^"]+)">Try it now', text)
    assert link is not None
    form = browser.get(link[1]).content.decode()
    onward = re.search(r'name="next" value="([^"]+)"', form)
    assert onward is not None
    word = "moss-and-oats-22"
    given = {"username": "fiona", "password1": word, "password2": word, "next": onward[1]}
    lobby = browser.post("/signup/", given, follow=True).content.decode()
    assert 'action="/games/quick/"' in lobby.partition('id="welcome"')[2].partition("</section>")[0]


@pytest.fixture
def stranger_page() -> Callable[[], str]:
    """The figure of the front page, if there is one."""

    def figure() -> str:
        text = Client().get("/").content.decode()
        return text.partition('<figure class="scene">')[2].partition("</figure>")[0]

    return figure
