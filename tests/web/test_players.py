"""The page of a player, the lists of ratings, and who may see them."""

import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from replays.statistics import adding_up, results
from tests.marks import in_one_test
from tests.tournaments.rated_games import finish
from tests.web.conftest import user_of
from tests.web.tournaments import HERE, drawn, part, state, tournament
from tournaments import services
from tournaments.models import Participant, PlayerPage
from tournaments.players import people
from tournaments.players.sections import SECTIONS, tournaments
from tournaments.ratings import projecting
from tournaments.ratings.reading import StepShown
from web.pages.players import course

MOST_QUERIES = 32

pytestmark = [pytest.mark.once, pytest.mark.uncounted, pytest.mark.django_db]


@pytest.fixture
def players(anna: Client) -> list[User]:
    return [user_of(anna), *(User.objects.create_user(name) for name in ("bert", "cleo"))]


@pytest.fixture
def season(players: list[User]) -> list[Game]:
    """Games of two and three, the last of them private."""
    games = [
        finish(players[:2]),
        finish(players, day=1),
        finish(players[:2], day=2),
        finish(players[:2], day=3, visibility="private"),
    ]
    Game.objects.filter(pk=games[3].pk).update(name="Secret glen")
    projecting.keep_up()
    for game in games:
        results.record(game.pk)
    return games


def text_of(client: Client, address: str) -> str:
    answered = client.get(address)
    assert answered.status_code == 200
    return answered.content.decode()


def test_a_page_has_every_section_with_a_heading(season: list[Game], client: Client) -> None:
    page = text_of(client, "/players/anna/")
    assert page.count("<h1>") == 1
    for section in SECTIONS:
        assert f'aria-labelledby="section-{section.name}"' in page
    assert page.count("<svg viewBox") >= 2
    assert 'class="rating-course" aria-hidden="true"' in page
    # A course stands in a table too.
    page = text_of(client, "/players/bert/")
    overall = page[page.index('class="pool"') :].partition("</details>")[0]
    assert overall.count("<circle") == 3
    for game in season[:3]:
        assert f'href="/games/{game.pk}/replay/"' in overall


def test_a_page_takes_as_many_queries_however_much_there_is_to_show(
    season: list[Game],
    players: list[User],
    anna: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    """More than other pages (docs/pages.md), as it has every section."""
    text_of(anna, "/players/anna/")
    with django_assert_max_num_queries(MOST_QUERIES):
        text_of(anna, "/players/bert/")
    more = [finish(players, day=day) for day in range(4, 9)]
    projecting.keep_up()
    for game in more:
        results.record(game.pk)
    for name in ("Cup", "Second cup", "Third cup"):
        drawn(players[0], *players[:2], settings=HERE, name=name)
    with django_assert_max_num_queries(MOST_QUERIES):
        text_of(anna, "/players/bert/")


def test_strangers_find_nothing_of_a_private_game(
    season: list[Game], client: Client, anna: Client
) -> None:
    for name in ("anna", "bert"):
        page = text_of(client, f"/players/{name}/")
        assert str(season[3].pk) not in page
        assert "Secret glen" not in page
        assert "Secret glen" in text_of(anna, f"/players/{name}/")


def test_a_hidden_page_is_not_there_for_strangers(
    season: list[Game], client: Client, anna: Client
) -> None:
    form = {"username": "anna", "email": "anna@example.org", "language": "", "hide_page": "on"}
    assert anna.post("/profile/", form).status_code == 302
    assert PlayerPage.objects.get().hidden
    missing = client.get("/players/nobody/")
    found = client.get("/players/anna/")
    assert found.status_code == missing.status_code == 404
    assert "/players/anna/" not in text_of(client, "/ratings/")
    assert "hidden from strangers" in text_of(anna, "/players/anna/")
    assert 'name="hide_page"' in text_of(anna, "/profile/")
    assert anna.post("/profile/", form | {"hide_page": ""}).status_code == 302
    assert client.get("/players/anna/").status_code == 200


def test_a_player_whose_place_a_substitute_has_is_named_with_the_round(
    players: list[User], client: Client
) -> None:
    """And no more once the place is the player's again; the same of what was stored before."""
    made = drawn(*players[:1], *players[:2], settings=HERE)
    director: dict[str, Any] = {"tournament_id": made.pk, "user": players[0], "now": timezone.now()}
    place = next(one.id for one in state(made).entrants.values() if one.person == 2)
    services.substitute(entrant=place, bot="random", **director)
    pages = ("/players/bert/", "/tournaments/players/bert/")
    migration = import_module("tournaments.migrations.0020_players_replaced_before")
    for _ in range(2):
        for page in pages:
            section = text_of(client, page).partition('id="section-tournaments"')[2]
            assert f'href="/tournaments/{made.pk}/"' in section
            assert "<td>replaced after the draw of round 1</td>" in section.partition("</table>")[0]
        Participant.objects.update(replaced_in=None)
        assert "No tournament yet." in text_of(client, "/players/bert/")
        migration.note_replaced(apps, connection.schema_editor())
    assert Participant.objects.filter(replaced_in__isnull=False).count() == 1
    services.register(tournament_id=made.pk, user=players[1], now=timezone.now())
    back = [*state(made).entrants][-1]
    services.substitute(entrant=place, waiting=back, **director)
    assert not any("replaced in" in text_of(client, page) for page in pages)


@pytest.mark.long
def test_who_is_replaced_before_the_first_round_has_no_tournament(
    players: list[User], client: Client
) -> None:
    made = tournament(*players[:1], *players[:2], settings=HERE)
    director: dict[str, Any] = {"tournament_id": made.pk, "user": players[0], "now": timezone.now()}
    services.substitute(entrant=2, label="Zoe", **director)
    services.publish_draw(**director)
    assert "No tournament yet." in text_of(client, "/players/bert/")


@pytest.mark.long
def test_names_of_opponents_link_to_pages_that_anybody_may_open(
    season: list[Game], client: Client, anna: Client
) -> None:
    people.hide(User.objects.get(username="bert"), from_strangers=True)
    for viewer in (client, anna):
        page = text_of(viewer, "/players/anna/")
        opponents = part(page, 'aria-labelledby="section-opponents"', "</table>")
        assert re.findall(r'<th scope="row">(.*?)</th>', opponents) == [
            "bert",
            '<a href="/players/cleo/">cleo</a>',
        ]


@pytest.mark.long
def test_a_player_with_many_tournaments_has_a_list_of_them(
    players: list[User], client: Client, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST", 2)
    monkeypatch.setattr("web.pages.players.views.PER_PAGE", 2)
    named = [f"Cup {number}" for number in range(3)]
    for name in named[:2]:
        drawn(players[0], *players[:2], settings=HERE, name=name)
    every = "/tournaments/players/bert/"
    assert every not in text_of(client, "/players/bert/")
    drawn(players[0], *players[:2], settings=HERE, name=named[2])
    assert f'href="{every}"' in text_of(client, "/players/bert/")
    first, second = (text_of(client, f"{every}?page={number}") for number in (1, 2))
    shown = re.findall(r"Cup \d", first) + re.findall(r"Cup \d", second)
    assert shown == list(reversed(named))
    assert f'href="{every}?page=2"' in first
    people.hide(players[1], from_strangers=True)
    assert client.get(every).status_code == 404
    assert anna.get(every).status_code == 200, "they have played with each other"
    assert client.get("/tournaments/players/nobody/").status_code == 404


@pytest.mark.long
def test_how_strong_clans_are_has_a_page(season: list[Game], client: Client) -> None:
    assert 'href="/ratings/clans/"' in text_of(client, "/ratings/")
    page = text_of(client, "/ratings/clans/")
    known = client.get("/api/v1/statistics?by=clan").json()
    assert page.count('<th scope="row">') == len(known["values"]) > 1
    assert f"{known['all']['games']} games played to the end" in page
    assert 'href="/ratings/" aria-current="true"' in page
    shares = [int(share) for share in re.findall(r">(\d+)%<", page)]
    assert shares == sorted(shares, reverse=True)
    two = text_of(client, "/ratings/clans/?players=2")
    assert '?players=2" aria-current="page"' in two
    assert "3 games played to the end" in two
    for odd in ("5", "x", "1"):
        assert text_of(client, f"/ratings/clans/?players={odd}").count("<tr>") == page.count("<tr>")


@pytest.mark.long
def test_a_server_that_adds_up_other_statistics_says_so(
    season: list[Game], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding_up, "MANY", 1)
    monkeypatch.setattr(adding_up.turns, "take", lambda *_: False)
    busy = client.get("/ratings/clans/", headers={"Accept-Language": "pl"})
    assert (busy.status_code, busy.headers["Retry-After"]) == (429, "2")
    assert "Serwer liczy właśnie" in busy.content.decode()


def test_who_has_played_with_a_player_is_no_stranger(season: list[Game], anna: Client) -> None:
    bert, dora = User.objects.get(username="bert"), User.objects.create_user("dora")
    people.hide(bert, from_strangers=True)
    assert anna.get("/players/bert/").status_code == 200
    stranger = Client()
    stranger.force_login(dora)
    assert stranger.get("/players/bert/").status_code == 404


@in_one_test(
    ("address", "number"),
    [("/ratings/", 3), ("/ratings/?pool=2", 2), ("/ratings/?pool=3-4", 3), ("/ratings/?pool=x", 3)],
)
def test_a_list_of_ratings_leads_to_the_players(
    season: list[Game], client: Client, address: str, number: int
) -> None:
    page = text_of(client, address)
    assert len(re.findall(r'<th scope="row"><a href="/players/\w+/">', page)) == number
    assert page.count('aria-current="page"') >= 1


def test_lists_have_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pages.players.views.PER_PAGE", 2)
    users = [User.objects.create_user(f"player{number}") for number in range(4)]
    finish(users[:2])
    finish(users[2:])
    projecting.keep_up()
    first, second = (text_of(client, f"/ratings/?page={number}") for number in (1, 2))
    assert 'rel="next"' in first
    assert 'rel="prev"' in second
    shown = re.findall(r"/players/(\w+)/", first) + re.findall(r"/players/(\w+)/", second)
    assert sorted(shown) == [user.username for user in users]
    assert re.findall(r'<td class="number">(\d)</td><th', first) == ["1", "1"]
    assert re.findall(r'<td class="number">(\d)</td><th', second) == ["3", "3"]


def test_empty_pages_say_so(anna: Client, client: Client) -> None:
    assert "No rated games yet" in text_of(client, "/ratings/")
    assert "No results yet" in text_of(client, "/ratings/clans/")
    page = text_of(anna, "/players/anna/")
    assert "No rated games yet" in page
    assert page.count("No results yet") == 2


def test_the_header_leads_to_ratings_and_to_the_own_page(anna: Client, client: Client) -> None:
    assert 'href="/ratings/"' in text_of(client, "/help/")
    assert 'href="/players/anna/"' in text_of(anna, "/help/")


def test_an_account_with_any_name_can_open_pages() -> None:
    odd = User.objects.create_user("a/b")
    signed_in = Client()
    signed_in.force_login(odd)
    assert 'href="/players/a/b/"' in text_of(signed_in, "/help/")
    assert "<h1>a/b</h1>" in text_of(signed_in, "/players/a/b/")


def test_a_line_of_a_course_fits_into_its_picture() -> None:
    def step(rating: int) -> StepShown:
        return StepShown("", None, 2, 1, rating, 0, 0.0, 0.0, "", "")  # type: ignore[arg-type]

    assert course.course([]) is None
    assert course.course([step(1000)]) is None
    for ratings in ([1000, 1000], [1000, 1001], [-300, 2000, 5], list(range(0, 9000, 300))):
        drawn = course.course([step(rating) for rating in ratings])
        assert drawn is not None
        assert len(drawn.dots) == len(ratings)
        assert all(0 <= dot.x <= course.WIDTH and 0 <= dot.y <= course.HEIGHT for dot in drawn.dots)
        assert 2 <= len(drawn.ticks) <= course.MOST_LINES + 2
