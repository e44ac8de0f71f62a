"""What directors do on pages: the form of a tournament, draws, people, results, the end."""

import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.web.conftest import browser, user_of
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
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import Settings
from web.pages.tournaments.actions import AT_TABLES, BY_NAME
from web.pages.tournaments.actions.people import LONGEST_LIST

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

FORM = {
    "name": "Highland cup",
    "announcement": "Bring tea.",
    "visibility": "public",
    "format": "series",
    "series-games": "3",
    "league-division": "many",
    "where": "elsewhere",
    "game": "first-game",
    "seeding": "hand",
    "entrants_most": "4",
    "registration_opens": "2030-05-01T18:00",
    "registration_closes": "2030-05-31T18:00",
    "points-4": "10/6/3/1",
    "points-3": "10, 4, 1",
    "points-2": "8 2",
    "tie-1": "wins",
    "tie-2": "margin",
    "rating_least": "1000",
}
"""As a browser sends it; of a format that is not chosen something is wrong, and does not matter."""
QUICK = 2.0
"""Seconds for the largest input."""


def fields(text: str) -> dict[str, str]:
    """The values of the inputs of a page, by name."""
    return dict(re.findall(r'<input type="(?:text|number)" name="([^"]+)" value="([^"]*)"', text))


# --- the form -------------------------------------------------------------------------------------


def test_the_form_is_made_of_what_formats_say_of_themselves(anna: Client) -> None:
    text = anna.get("/tournaments/new/").content.decode()
    assert re.findall(r'name="format"[^>]* value="(\w+)"', text) == [*FORMATS]
    for form in FORMATS.values():
        for option in form.described:
            assert f'name="{form.name}-{option.name}"' in text
    assert not re.findall(r"<(?:script|style)>", text)


def test_a_draft_is_made_and_its_settings_are_changed(anna: Client) -> None:
    made = anna.post("/tournaments/new/", FORM)
    (draft,) = Tournament.objects.all()
    assert made.headers["Location"] == url(draft)
    assert (draft.name, draft.announcement, draft.phase) == ("Highland cup", "Bring tea.", "draft")
    settings = state(draft).settings
    assert settings.format_options == {"games": 3, "to_the_end": False}
    assert settings.points == ((8, 2), (10, 4, 1), (10, 6, 3, 1))
    assert settings.tie_breaks == ("wins", "margin", "lot")
    assert (settings.played_here, settings.seeding, settings.entrants_most) == (False, "hand", 4)
    assert settings.game == {"ports": False, "scoring_tiles": False, "imports": "static"}
    assert settings.entry.rating_least == 1000
    assert settings.registration_opens == datetime(2030, 5, 1, 18, tzinfo=UTC)
    assert settings.registration_closes is not None
    shown = page(anna, draft, "direct/edit")
    assert fields(shown)["points-4"] == "10 6 3 1"
    assert fields(shown)["series-games"] == "3"
    assert 'value="2030-05-01T18:00"' in shown
    assert 'value="2030-05-31T18:00"' in shown
    other = {**FORM, "name": "Lowland cup", "format": "league", "league-division": "7"}
    assert anna.post(url(draft, "direct/edit"), other).status_code == 302
    assert state(draft).settings.format == "league"
    assert Tournament.objects.get().name == "Lowland cup"


def test_in_a_new_form_a_director_confirms_what_players_report(anna: Client) -> None:
    """So it is chosen before anybody chooses, and so where a form is sent without it."""
    text = anna.get("/tournaments/new/").content.decode()
    offered = re.findall(r'<input type="radio" name="confirmed_by" value="(\w+)"([^>]*)>', text)
    assert [value for value, more in offered if "checked" in more] == ["director"]
    assert anna.post("/tournaments/new/", FORM | {"name": "A"}).status_code == 302
    assert (
        anna.post("/tournaments/new/", FORM | {"name": "B", "confirmed_by": "players"}).status_code
        == 302
    )
    confirms = {one.name: state(one).settings.director_confirms for one in Tournament.objects.all()}
    assert confirms == {"A": True, "B": False}


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("name", " ", "id-name_error"),
        ("format", "chess", "id-format_error"),
        ("series-games", "99", "id-series-games_error"),
        ("series-games", "x", "id-series-games_error"),
        ("points-4", "10 6 3", "id-points-4_error"),
        ("points-4", "1 2 3 4", "id-points-4_error"),
        ("points-4", "9" * 50, "id-points-4_error"),
        ("points-2", "", "id-points-2_error"),
        ("tie-2", "wins", "id-tie-1_error"),
        ("tie-2", "luck", "id-tie-2_error"),
        ("rating_most", "10", "id-rating_least_error"),
        ("entrants_most", "-1", "id-entrants_most_error"),
        ("entrants_most", "9999", "id-entrants_most_error"),
        ("registration_closes", "soon", "id-registration_closes_error"),
        ("registration_opens", "2030-06-01T18:00", "id-registration_opens_error"),
        ("announcement", "x" * 4001, "id-announcement_error"),
        ("announcement", "\u202e", "id-announcement_error"),
        ("game", "chess", "id-game_error"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(
    anna: Client, field: str, value: str, where: str
) -> None:
    refused = anna.post("/tournaments/new/", {**FORM, field: value})
    text = refused.content.decode()
    assert refused.status_code == 422
    assert f'id="{where}"' in text
    assert 'id="problems"' in text
    kept = fields(text)
    for name in ("name", "series-games", "points-4", "points-3", "league-division"):
        wanted = FORM[name] if name != field else value
        assert kept.get(name, "") == wanted, name
    assert not Tournament.objects.exists()


def test_an_account_makes_so_many_and_no_more(anna: Client, settings: LazySettings) -> None:
    settings.MOST_TOURNAMENTS = 1
    assert anna.post("/tournaments/new/", FORM).status_code == 302
    assert anna.post("/tournaments/new/", FORM).status_code == 409
    assert Tournament.objects.count() == 1


def test_once_a_round_is_drawn_only_words_are_changed(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["A", "B", "C", "D"])
    text = page(anna, made, "direct/edit")
    assert 'name="name"' in text
    assert 'name="format"' not in text
    sent = {"name": "New", "announcement": "", "visibility": "unlisted", "format": "series"}
    assert anna.post(url(made, "direct/edit"), sent).status_code == 302
    made.refresh_from_db()
    assert (made.name, made.visibility, state(made).settings.format) == (
        "New",
        "unlisted",
        "league",
    )


# --- draws ----------------------------------------------------------------------------------------


def test_a_draw_is_seen_before_it_is_published(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), user_of(bruce), labels=["Morag", "Hamish", "Iain"])
    text = page(anna, made, "direct/draw")
    version = re.search(r'name="version" value="(\d+)"', text)
    assert version
    assert state(made).phase == "open", "a preview changes nothing"
    names = [re.findall(r'class="who">([^<]+)', one) for one in text.split("t-table")[1:]]
    do(anna, made, "add-players", {"names": "Fiona"})
    stale = anna.post(url(made, "direct/draw"), {"version": version[1]})
    assert stale.status_code == 409
    text = page(anna, made, "direct/draw")
    version = re.search(r'name="version" value="(\d+)"', text)
    assert version
    names = [re.findall(r'class="who">([^<]+)', one) for one in text.split('card t-table"')[1:]]
    assert anna.post(url(made, "direct/draw"), {"version": version[1]}).status_code == 302
    tables = page(bruce, made, "rounds").split("card t-table")[1:]
    seated = [re.findall(r'class="who">(?:<a[^>]*>)?([^<]+?) ?<', one) for one in tables]
    assert seated == names
    again = page(anna, made, "direct/draw", "?again=yes")
    version = re.search(r'name="version" value="(\d+)"', again)
    assert version
    sent = {"version": version[1], "again": "yes"}
    assert anna.post(url(made, "direct/draw"), sent).status_code == 302
    assert state(made).attempts == {1: 2}


def test_why_there_is_no_draw_is_said(anna: Client) -> None:
    made = tournament(user_of(anna), settings=Settings(format="series", played_here=False))
    assert 'class="errors"' in part(page(anna, made, "direct/draw"), 'id="no-draw"')
    assert 'id="step-people"' in page(anna, made)
    do(anna, made, "add-players", {"names": "Morag\nHamish"})
    assert 'id="step-draw"' in page(anna, made)
    do(anna, made, "pause")
    assert 'id="no-draw"' in page(anna, made, "direct/draw")
    assert 'id="step-resume"' in page(anna, made)
    do(anna, made, "resume")
    assert 'id="preview"' in page(anna, made, "direct/draw")


def test_very_many_draws_are_too_many(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tournament(user_of(anna))
    monkeypatch.setattr("web.pages.tournaments.direct_views.count_draw", lambda _request: 7)
    refused = anna.get(url(made, "direct/draw"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "7")
    assert 'id="no-draw"' in refused.content.decode()


# --- people ---------------------------------------------------------------------------------------


def test_players_are_added_by_lines_all_or_none(anna: Client) -> None:
    made = tournament(user_of(anna))
    refused = anna.post(url(made, "do/add-players"), {"names": "Morag\n\n\u2800\nHamish"})
    text = refused.content.decode()
    assert refused.status_code == 422
    assert "Line 3" in part(text, 'id="add-players-names_error"', "</ul>")
    assert "Hamish</textarea>" in text
    assert not state(made).entrants
    assert do(anna, made, "add-players", {"names": " Morag \r\n\r\nHamish\r\n"}) == 302
    shown = part(page(anna, made, "entrants"), 'class="t-entrants"', "</ol>")
    names = re.findall(r'<span class="who">([^<]+)', shown)
    assert names == ["Morag", "Hamish"]


@pytest.mark.parametrize("sign", ["\n", "a\n", "\u2800\n", "\U0001f3f4\U000e0067\n", "x"])
def test_the_longest_list_is_read_in_no_time(anna: Client, sign: str) -> None:
    made = tournament(user_of(anna), opened=False)
    text = (sign * LONGEST_LIST)[:LONGEST_LIST]
    begun = time.process_time()
    assert do(anna, made, "add-players", {"names": text}) == 422
    assert time.process_time() - begun < QUICK


def test_people_come_and_go(anna: Client, bruce: Client) -> None:
    made = tournament(
        user_of(anna), user_of(bruce), settings=Settings(format="series", entrants_most=2)
    )
    assert do(anna, made, "add-bots", {"bot": "random", "count": "2"}) == 302
    assert do(anna, made, "add-bots", {"bot": "chess", "count": "0"}) == 422
    assert [one.status for one in state(made).entrants.values()] == [
        "registered",
        "registered",
        "waiting",
    ]
    assert do(anna, made, "admit", {"entrant": "3"}) == 302
    assert do(anna, made, "drop", {"entrant": "2"}) == 422, "not confirmed"
    assert do(anna, made, "drop", {"entrant": "2", "sure": "on"}) == 302
    assert do(anna, made, "drop", {"entrant": "99", "sure": "on"}) == 422
    assert [one.status for one in state(made).entrants.values()] == [
        "registered",
        "withdrawn",
        "registered",
    ]


def test_a_substitute_takes_over(anna: Client, bruce: Client) -> None:
    clara = browser("clara")
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    assert do(clara, made, "register") == 302
    choices = part(page(anna, made, "direct"), 'name="by"', "</select>")
    assert 'value="waiting-3"' in choices
    assert 'value="bot-random"' in choices
    change: dict[str, object] = {"entrant": "2", "by": "label", "sure": "on"}
    assert do(anna, made, "substitute", change) == 422, "without a name"
    assert do(anna, made, "substitute", {**change, "by": "waiting-3"}) == 302
    text = page(anna, made, "entrants")
    assert "in place of bruce" in text
    assert 'id="step-table-1"' in page(clara, made)


def test_who_is_only_named_takes_over(anna: Client) -> None:
    elsewhere = Settings(format="series", played_here=False)
    made = tournament(user_of(anna), settings=elsewhere, labels=["Bea", "Cora"])
    change: dict[str, object] = {"entrant": "1", "sure": "on"}
    assert do(anna, made, "substitute", change) == 422, "neither chosen nor named"
    assert do(anna, made, "substitute", {**change, "label": "Dora"}) == 302
    assert "Dora" in page(anna, made, "entrants")


def test_seeding_by_hand(anna: Client) -> None:
    made = tournament(
        user_of(anna),
        settings=Settings(format="series", seeding="hand", played_here=False),
        labels=["A", "B", "C"],
    )
    assert do(anna, made, "seed", {"seed-1": "2", "seed-2": "", "seed-3": "1"}) == 302
    assert state(made).in_order() == [3, 1, 2]
    assert do(anna, made, "seed", {"seed-1": "0"}) == 422


def test_co_directors_direct(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna))
    refused = anna.post(url(made, "do/co-directors"), {"names": "bruce\nnobody-here"})
    assert refused.status_code == 422
    assert "nobody-here" in part(refused.content.decode(), 'id="co-directors-names_error"', "</ul>")
    assert bruce.get(url(made, "direct")).status_code == 404
    assert do(anna, made, "co-directors", {"names": "bruce"}) == 302
    assert do(bruce, made, "close-registration") == 404, "bruce has not accepted yet"
    asked = page(anna, made, "direct")
    assert "bruce</textarea>" in asked
    assert "Not accepted yet: bruce" in asked
    assert "you are asked to direct" in bruce.get("/games/").content.decode()
    assert "anna asks you to direct" in text_of(part(page(bruce, made), 'id="next"'))
    assert do(bruce, made, "accept-directing") == 302
    assert do(bruce, made, "close-registration") == 302
    assert "bruce</textarea>" in page(bruce, made, "direct")
    assert do(anna, made, "co-directors", {"names": ""}) == 302
    assert bruce.get(url(made, "direct")).status_code == 404


def test_who_is_asked_to_direct_may_decline_and_who_directs_may_leave(
    anna: Client, bruce: Client
) -> None:
    made = tournament(user_of(anna), opened=False, visibility="private")
    assert do(bruce, made, "accept-directing") == 404, "nobody has asked"
    assert do(anna, made, "co-directors", {"names": "bruce"}) == 302
    version = state(made).version
    assert "step-decline" in page(bruce, made), "a draft is shown to who is asked"
    declined = bruce.post(url(made, "do/decline-directing"))
    assert declined.headers["Location"] == "/tournaments/"
    assert bruce.get(url(made)).status_code == 404
    assert state(made).version == version, "the log says nothing of it"
    assert not made.people.filter(user=user_of(bruce)).exists()
    assert do(anna, made, "co-directors", {"names": "bruce"}) == 302
    assert do(bruce, made, "accept-directing") == 302
    assert do(bruce, made, "leave-directing") == 422, "not confirmed"
    assert do(bruce, made, "leave-directing", {"sure": "on"}) == 302
    assert state(made).co_directors == []
    stays = anna.post(url(made, "do/leave-directing"), {"sure": "on"})
    assert stays.status_code == 422
    assert "not asked to direct" in text_of(stays.content.decode())
    assert state(made).director == 1


# --- results and the end --------------------------------------------------------------------------


def sent(**more: Any) -> dict[str, Any]:
    """The form of a result of two, empty but for this."""
    empty = {f"{kind}-{seat}": "" for kind in ("score", "place") for seat in range(2)}
    return {**empty, **{name.replace("_", "-"): value for name, value in more.items()}}


@pytest.mark.parametrize(
    ("given", "places", "scores"),
    [
        (sent(score_0="90", score_1="100"), (2, 1), (90, 100)),
        (sent(place_0="1", place_1="1"), (1, 1), ()),
        (sent(place_0="2", place_1="1", score_0="5"), (2, 1), (5, None)),
        (sent(place_0="1", out_1="on"), (1, 2), ()),
        (sent(score_1="80", out_0="on"), (2, 1), (None, 80)),
        (sent(out_0="on", out_1="on"), (1, 1), ()),
        (sent(), None, ()),
        (sent(place_0="1"), None, ()),
        (sent(score_0="90"), None, ()),
        (sent(place_0="2", place_1="2"), (1, 1), ()),
        (sent(score_0="1001", score_1="1"), None, ()),
        (sent(place_0="3", place_1="1"), None, ()),
    ],
    ids=str,
)
def test_results_by_hand(
    anna: Client, given: dict[str, str], places: tuple[int, ...] | None, scores: tuple[int, ...]
) -> None:
    made = drawn(
        user_of(anna),
        labels=["A", "B"],
        settings=Settings(format="series", played_here=False),
    )
    answer = anna.post(url(made, "tables/1/do/record"), given)
    found = state(made).tables[1].result
    if places is None:
        assert answer.status_code == 422
        assert 'class="errors' in part(answer.content.decode(), 'id="record"', "</details>")
        assert found is None
    else:
        assert answer.status_code == 302
        assert found is not None
        assert (found.places, found.scores) == (places, scores)


def test_rulings_reopen_and_forfeit(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    table = url(made, "tables/1")
    forfeit = {"entrant": "2", "reason": "Did not come.", "sure": "on"}
    assert anna.post(table + "do/forfeit/", {**forfeit, "reason": ""}).status_code == 422
    assert anna.post(table + "do/forfeit/", forfeit).status_code == 302
    assert state(made).tables[1].forfeited == [2]
    by_hand = drawn(
        user_of(anna), labels=["A", "B"], settings=Settings(format="series", played_here=False)
    )
    assert offered(anna, by_hand) == ["record"], "nothing to correct yet"
    result(by_hand, 1, [10, 20])
    assert offered(anna, by_hand) == ["rule", "reopen"]
    reopen = url(by_hand, "tables/1/do/reopen")
    assert anna.post(reopen, {"reason": "Wrong table."}).status_code == 422, "not confirmed"
    assert anna.post(reopen, {"reason": "Wrong table.", "sure": "on"}).status_code == 302
    assert state(by_hand).tables[1].result is None
    assert "no result again" in page(bruce, by_hand, "rulings")


def offered(client: Client, made: Tournament) -> list[str]:
    """What may be done to the result of the first table."""
    shown = page(client, made, "tables/1")
    return [form for form in ("record", "rule", "reopen") if f"do/{form}/" in shown]


def test_deadline_pause_and_the_end(anna: Client, bruce: Client) -> None:
    made = drawn(
        user_of(anna), labels=["A", "B"], settings=Settings(format="series", played_here=False)
    )
    assert do(anna, made, "deadline", {"moment": "2020-01-01T10:00"}) == 422
    assert do(anna, made, "deadline", {"moment": "2031-01-01T10:00"}) == 302
    until = "until 1 Jan 2031, 10:00 UTC"
    for name in ("", "rounds", "tables/1"):
        assert until in text_of(page(bruce, made, name)), name
    late = {"deadline": timezone.now() - timedelta(hours=1)}
    services.change_tournament(
        tournament_id=made.pk, user=user_of(anna), now=timezone.now(), **late
    )
    for name in ("", "rounds", "tables/1"):
        assert "deadline was" in text_of(page(bruce, made, name)), name
    assert 'id="step-late"' in page(anna, made)
    assert do(anna, made, "deadline", {"moment": "2031-01-01T10:00"}) == 302, "extended"
    assert 'id="step-late"' not in page(anna, made)
    assert 'id="finish"' not in page(anna, made, "direct"), "a result is missing"
    result(made, 1, [10, 20])
    assert 'id="step-finish"' in page(anna, made)
    assert do(anna, made, "finish") == 422
    assert do(anna, made, "finish", {"sure": "on"}) == 302
    assert state(made).phase == "finished"
    cancelled = tournament(user_of(anna))
    why: dict[str, object] = {"reason": "Nobody <came>."}
    assert do(anna, cancelled, "cancel", why) == 422
    assert do(anna, cancelled, "cancel", {**why, "sure": "on"}) == 302
    assert "Nobody &lt;came&gt;." in page(bruce, cancelled)


# --- who may --------------------------------------------------------------------------------------


def test_directors_alone_direct(anna: Client, bruce: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["A", "B", "C"], settings=BY_HAND)
    version = state(made).version
    paths = [url(made, f"do/{one.name}") for one in BY_NAME.values() if one.directing]
    paths += [url(made, f"tables/1/do/{one.name}") for one in AT_TABLES if one.directing]
    assert len(paths) > 15
    everything = {"sure": "on", "reason": "x", "entrant": "1", "names": "x", "bot": "random"}
    for path in paths:
        assert bruce.post(path, everything).status_code == 404, path
        assert stranger.post(path, everything).headers["Location"].startswith("/login/"), path
        assert anna.get(path).status_code == 302, "by a link one is led to the page of the form"
    assert anna.post(url(made, "do/nothing")).status_code == 404
    assert anna.post(url(made, "tables/99/do/record")).status_code == 404
    assert state_of(Tournament.objects.get(pk=made.pk)).version == version


def test_a_form_from_elsewhere_is_refused(anna: Client) -> None:
    made = tournament(user_of(anna))
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = anna.cookies
    assert strict.post(url(made, "do/pause")).status_code == 403


def test_who_has_gone_leaves_the_pages_standing(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["A", "B", "C"])
    User.objects.filter(pk=user_of(anna).pk).update(is_active=False)
    Tournament.objects.filter(pk=made.pk).update(director=None)
    for name in ("", "rounds", "standings", "rulings", "about"):
        page(bruce, made, name)
    assert timezone.now() >= made.created_at
