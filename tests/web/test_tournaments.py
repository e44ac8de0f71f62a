"""Pages of tournaments as players see them: lists, what is next, tables, who sees what."""

import re
from datetime import timedelta
from html import unescape
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import services as games
from tests.web.conftest import HTMX, user_of
from tests.web.tournaments import (
    BY_HAND,
    HERE,
    do,
    drawn,
    page,
    part,
    result,
    state,
    text_of,
    tournament,
    url,
)
from tournaments import services
from tournaments.state import Settings
from web.pages.tournaments import visit

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PAGES = ("", "rounds", "standings", "cross", "entrants", "rulings", "about")
DIRECTORS = ("direct", "direct/edit", "direct/draw")
MOST_QUERIES = 25
LABELS = ("Morag", "Hamish", "Iain", "Fiona")


def test_lists_show_what_a_viewer_may_see(anna: Client, bruce: Client, stranger: Client) -> None:
    director = user_of(anna)
    for name, more in (("Draft", {"opened": False}), ("Hidden", {"visibility": "private"})):
        tournament(director, name=name, **more)  # type: ignore[arg-type]
    tournament(director, name="Linked", visibility="unlisted")
    shown = tournament(director, user_of(bruce), name="Open cup")
    drawn(director, labels=LABELS, name="Running cup")
    lists = stranger.get("/tournaments/").content.decode()
    assert re.findall(r'<a class="whole"[^>]*>([^<]+)', lists) == ["Open cup", "Running cup"]
    assert 'id="list-mine"' not in lists
    mine = part(anna.get("/tournaments/?show=mine").content.decode(), 'id="list-mine"')
    assert mine.count('class="whole"') == 5
    found = bruce.get("/tournaments/?name=OPEN").content.decode()
    assert part(found, 'id="list-mine"').count(str(shown.pk)) == 2
    assert "Running cup" not in found
    assert stranger.get("/tournaments/?name=nothing").content.decode().count('class="whole"') == 0
    assert "<html" not in stranger.get("/tournaments/", headers=HTMX).content.decode()


@pytest.mark.long
def test_lobby_names_ones_own_and_marks_their_games(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    lobby = bruce.get("/games/").content.decode()
    assert url(made) in part(lobby, 'id="my-tournaments"')
    assert 'href="/tournaments/"' in lobby
    assert "Tournament</span>" in part(lobby, 'class="games"', "</ul>")
    mine = [
        part(one.get("/games/").content.decode(), 'id="my-tournaments"') for one in (anna, bruce)
    ]
    assert sorted("your game waits" in one for one in mine) == [False, True]
    result(made, 1, [90, 80])
    for one in (anna, bruce):  # the game runs on, but counts no more
        assert "your game waits" not in part(
            one.get("/games/").content.decode(), 'id="my-tournaments"'
        )


@pytest.mark.parametrize("more", [{"opened": False}, {"visibility": "private"}], ids=str)
def test_drafts_and_private_ones_are_not_there_for_strangers(
    anna: Client, bruce: Client, stranger: Client, more: dict[str, object]
) -> None:
    made = tournament(user_of(anna), **more)  # type: ignore[arg-type]
    for name in PAGES:
        page(anna, made, name)
        assert bruce.get(url(made, name)).status_code == 404
        assert stranger.get(url(made, name)).status_code == 404
    assert do(bruce, made, "register") == 404
    assert bruce.get(url(made, "invite/wrong")).status_code == 404


def test_directors_pages_are_for_directors(anna: Client, bruce: Client, stranger: Client) -> None:
    made = tournament(user_of(anna), user_of(bruce))
    for name in DIRECTORS:
        page(anna, made, name)
        assert bruce.get(url(made, name)).status_code == 404
        assert stranger.get(url(made, name)).status_code == 302
    assert url(made, "direct") in page(anna, made)
    assert url(made, "direct") not in page(bruce, made)


@pytest.mark.long
def test_two_browsers_register_and_one_leaves(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    made = tournament(user_of(anna), settings=Settings(format="series", entrants_most=1))
    assert f"/login/?next={url(made)}" in part(page(stranger, made), 'id="next"')
    assert 'id="step-register"' in page(bruce, made)
    assert do(bruce, made, "register") == 302
    assert do(anna, made, "register") == 302
    assert [one.status for one in state(made).entrants.values()] == ["registered", "waiting"]
    assert do(bruce, made, "register") == 302
    assert "has a place" in text_of(page(bruce, made)), "the refusal is shown"
    assert do(bruce, made, "withdraw") == 422, "it has to be confirmed"
    assert do(bruce, made, "withdraw", {"sure": "on"}) == 302
    assert [one.status for one in state(made).entrants.values()] == ["withdrawn", "registered"]


def test_the_link_to_a_private_one_lets_in(anna: Client, bruce: Client, stranger: Client) -> None:
    made = tournament(user_of(anna), visibility="private")
    link = re.search(r'id="link" readonly value="http://testserver([^"]+)"', page(anna, made))
    assert link
    assert f"/login/?next={link[1]}" in stranger.get(link[1]).content.decode()
    shown = bruce.get(link[1]).content.decode()
    code = re.search(r'name="invite" value="([^"]+)"', shown)
    assert code
    assert bruce.post(url(made, "do/register"), {"invite": "wrong"}).status_code == 404
    assert bruce.post(url(made, "do/register"), {"invite": code[1]}).status_code == 302
    assert bruce.get(link[1]).headers["Location"] == url(made)
    assert 'id="link"' not in page(bruce, made)


def test_the_schedule_of_a_round_robin_is_shown_ahead(anna: Client) -> None:
    settings = Settings(format="round_robin", played_here=False, duplicate=True)
    made = tournament(user_of(anna), settings=settings)
    who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    services.add_players(labels=["Ada", "Bea", "Cem", "Dov"], **who)
    assert "Rounds to come" not in page(anna, made, "rounds")
    services.publish_draw(**who)
    shown = part(page(anna, made, "rounds"), 'aria-labelledby="coming"')
    assert text_of(shown).count("Round ") >= 2
    said = anna.get(f"/api/v1/tournaments/{made.pk}/rounds").json()
    assert [one["round"] for one in said["coming"]] == [2, 3]
    pairs = [sorted(seats) for one in said["coming"] for seats in one["tables"]]
    pairs += [sorted(one.seats) for one in state(made).tables.values()]
    assert sorted(pairs) == [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]


def test_when_registration_opens_is_said_until_then(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    opens = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    later = Settings(format="series", registration_opens=opens)
    made = tournament(user_of(anna), settings=later)
    for browser in (bruce, stranger):
        step = part(page(browser, made), 'id="next"')
        assert "Registration opens on" in step
        assert 'id="step-register"' not in step
        assert "/login/" not in step
    assert do(bruce, made, "register") == 302
    assert f"opens on {opens:%Y-%m-%d %H:%M} UTC" in text_of(page(bruce, made))
    now = Settings(format="series", registration_opens=opens - timedelta(hours=2))
    services.change_tournament(
        tournament_id=made.pk, user=user_of(anna), settings=now, now=timezone.now()
    )
    assert 'id="step-register"' in page(bruce, made)


@pytest.mark.long
def test_an_open_page_shows_when_registration_has_begun_and_ended(
    anna: Client, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No event says so: only the clock does."""
    begun = timezone.now().replace(microsecond=0)
    opens, closes = begun + timedelta(minutes=1), begun + timedelta(minutes=2)
    window = Settings(format="series", registration_opens=opens, registration_closes=closes)
    made = tournament(user_of(anna), settings=window)
    said = []
    for moment in (begun, opens, closes):
        poll = unescape(re.findall(r'id="live" hx-get="([^"]+)"', page(bruce, made))[0])
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        said.append(bruce.get(poll, headers=HTMX).status_code)
        if moment == opens:
            assert 'id="step-register"' in page(bruce, made)
    assert said == [204, 200, 200]


def test_check_in_and_conditions_are_said_before_they_refuse(anna: Client, bruce: Client) -> None:
    strict = Settings(
        format="series", check_in=True, entry=BY_HAND.entry.__class__(games_finished=3)
    )
    made = tournament(user_of(anna), settings=strict)
    step = text_of(part(page(bruce, made), 'id="next"'))
    assert "3 finished games" in step
    assert 'id="step-register"' not in page(bruce, made)
    services.change_tournament(
        tournament_id=made.pk,
        user=user_of(anna),
        settings=Settings(format="series", check_in=True),
        now=timezone.now(),
    )
    assert do(bruce, made, "register") == 302
    assert 'id="step-check-in"' in page(bruce, made)
    assert do(bruce, made, "check-in") == 302
    assert state(made).entrants[1].checked_in
    assert 'id="step-check-in"' not in page(bruce, made)


def test_what_waits_comes_first_with_a_link_to_the_game(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    game = state(made).tables[1].game
    shown = {client: page(client, made) for client in (anna, bruce)}
    turns = [text for text in shown.values() if "waits for you" in part(text, 'id="next"')]
    assert len(turns) == 1, "one is to move"
    for text in shown.values():
        assert f'href="/games/{game}/"' in part(text, 'id="next"')
        assert text.count('class="to-move"') == 1
    assert url(made) in anna.get(f"/games/{game}/").content.decode(), "and the way back"


def test_a_result_that_one_player_gives_and_the_others_confirm(anna: Client, bruce: Client) -> None:
    made = drawn(
        user_of(anna),
        user_of(anna),
        user_of(bruce),
        settings=Settings(format="series", played_here=False),
    )
    table = url(made, "tables/1/do/report")
    assert 'id="step-table-1"' in page(bruce, made)
    wrong = bruce.post(table, {"score-0": "90", "score-1": "lots", "place-0": "", "place-1": ""})
    assert wrong.status_code == 422
    assert 'value="lots"' in wrong.content.decode(), "what was typed stays"
    assert state(made).tables[1].report is None
    assert bruce.post(table, {"score-0": "90", "score-1": "88"}).status_code == 302
    assert state(made).tables[1].result is None
    assert 'id="confirm"' not in page(bruce, made, "tables/1")
    assert url(made, "tables/1") in part(page(anna, made), 'id="next"')
    shown = unescape(part(page(anna, made, "tables/1"), 'name="seen" value="', '"'))
    assert bruce.post(table, {"score-0": "88", "score-1": "90"}).status_code == 302
    for old in ({"seen": shown}, {"seen": "{}"}, {}):
        assert anna.post(url(made, "tables/1/do/confirm"), old).status_code == 302
        assert state(made).tables[1].result is None, "it is another one by now"
    assert bruce.post(table, {"score-0": "90", "score-1": "88"}).status_code == 302
    assert anna.post(url(made, "tables/1/do/confirm"), {"seen": shown}).status_code == 302
    found = state(made).tables[1].result
    assert found is not None
    assert found.scores == (90, 88)


@pytest.mark.long
def test_the_page_follows_what_happens(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), labels=LABELS)
    for name in (*PAGES, "tables/1"):
        text = page(stranger, made, name)
        address = re.search(r'id="live" hx-get="([^"]+)"', text)
        assert address, name
        assert stranger.get(address[1], headers=HTMX).status_code == 204
    result(made, 1, [100, 90, 80, 70])
    fresh = stranger.get(address[1], headers=HTMX).content.decode()
    assert "<html" not in fresh
    assert 'id="live"' in fresh


def test_commitment_and_seed_are_shown(anna: Client, stranger: Client) -> None:
    director = user_of(anna)
    made = drawn(director, labels=LABELS[:2], settings=Settings(format="series", played_here=False))
    assert state(made).commitment in page(stranger, made, "about")
    result(made, 1, [100, 90])
    assert do(anna, made, "finish", {"sure": "on"}) == 302
    assert state(made).seed in page(stranger, made, "about")


def test_players_of_a_ladder_challenge_each_other(anna: Client, bruce: Client) -> None:
    made = tournament(
        user_of(anna), user_of(anna), user_of(bruce), settings=Settings(format="ladder")
    )
    assert do(bruce, made, "challenge") == 422
    assert do(bruce, made, "challenge", {"opponents": ["2"]}) == 422, "that is the viewer"
    assert do(bruce, made, "challenge", {"opponents": ["1"]}) == 302
    assert 'id="challenges"' in page(bruce, made)
    assert page(anna, made, "tables/1").count(f"/games/{state(made).tables[1].game}/")


@pytest.mark.long
def test_while_a_ladder_pauses_nobody_challenges(anna: Client, bruce: Client) -> None:
    made = tournament(
        user_of(anna), user_of(anna), user_of(bruce), settings=Settings(format="ladder")
    )
    asked = {"opponents": ["1"]}
    assert do(anna, made, "pause") == 302
    assert do(bruce, made, "challenge", asked) in (409, 422)
    assert not state(made).tables
    assert "hallenge others" not in page(bruce, made)
    assert do(anna, made, "resume") == 302
    assert do(bruce, made, "challenge", asked) == 302
    assert len(state(made).tables) == 1


@pytest.mark.long
def test_many_tables_cost_few_queries(
    anna: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made = tournament(
        user_of(anna),
        settings=Settings(format="heats"),
        labels=[f"Player {number}" for number in range(64)],
    )
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    for name in PAGES:
        with django_assert_max_num_queries(MOST_QUERIES):
            page(anna, made, name)


@pytest.mark.long
def test_a_game_whose_table_has_another_result_is_marked(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    marked, aside = "its game does not count", "no longer counts for the tournament"
    waits = [client for client in (anna, bruce) if "your game waits" in lobby(client)]
    assert len(waits) == 1, "one is to move"
    table = f"/games/{state(made).tables[1].game}/"
    assert header(waits[0]) == 1
    assert marked not in page(bruce, made, "rounds")
    assert aside not in bruce.get(table).content.decode()
    result(made, 1, [100, 90])
    assert marked in page(bruce, made, "rounds")
    assert aside in bruce.get(table).content.decode()
    shown = lobby(waits[0])
    assert "your game waits" not in shown
    assert ">Tournament</span>" not in shown, "it is a game as any other"
    assert header(waits[0]) == 0
    again: dict[str, object] = {"reason": "Too early.", "sure": "on"}
    assert anna.post(url(made, "tables/1/do/reopen"), again).status_code == 302
    assert aside not in bruce.get(table).content.decode()
    assert (header(waits[0]), "your game waits" in lobby(waits[0])) == (1, True)


def lobby(client: Client) -> str:
    """The lobby as this browser gets it."""
    return client.get("/games/").content.decode()


def header(client: Client) -> int:
    """How many games wait, as the header of a page says."""
    found = re.search(r'id="waiting".*?class="number">(\d+)<', lobby(client), re.S)
    assert found
    return int(found[1])


@pytest.mark.long
def test_an_open_page_that_has_not_changed_is_not_worked_out(
    anna: Client, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    polls = {}
    for name in (*PAGES, "tables/1"):
        found = re.search(r'hx-get="([^"]+)"', page(anna, made, name))
        assert found
        polls[name] = unescape(found[1])
    monkeypatch.setattr(visit, "state_of", None)
    for name, poll in polls.items():
        assert anna.get(poll, headers=HTMX).status_code == 204, name
    monkeypatch.undo()
    assert anna.get(polls[""].replace("stamp=", "stamp=0"), headers=HTMX).status_code == 200
    game_id = UUID(state(made).tables[1].game or "")
    games.resign(game_id=game_id, user=user_of(bruce), now=timezone.now())
    for name, poll in polls.items():
        assert anna.get(poll, headers=HTMX).status_code == 200, name


def test_pages_without_a_link_of_their_own_mark_the_one_that_they_belong_to(
    anna: Client, stranger: Client
) -> None:
    made = drawn(user_of(anna), labels=LABELS)
    for name, marked in (("tables/1", "true"), ("print", "true"), ("rounds", "page")):
        row = part(page(stranger, made, name), 't-tabs"', "</nav>")
        assert re.findall(r'aria-current="(\w+)">([^<]+)', row) == [(marked, "Seasons")]


def test_who_has_resigned_is_marked_and_nobody_else(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    game_id = UUID(state(made).tables[1].game or "")
    games.resign(game_id=game_id, user=user_of(bruce), now=timezone.now())
    services.game_over(game_id=game_id, now=timezone.now())
    shown = page(anna, made, "rounds")
    assert re.findall(r'class="who">(?:<a[^>]*>)?(\w+)(?:</a>)?[^/]*<small>resigned', shown) == [
        "bruce"
    ]
    rows = page(anna, made, "direct/results").split('<th scope="row">')[1:]
    assert [row[3:].split("<")[0] for row in rows if "resigned" in row] == ["bruce"]
