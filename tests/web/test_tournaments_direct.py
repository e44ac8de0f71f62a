"""What directors do on pages: draws, people, results, the end."""

import re
import time
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games.models import AttemptCount
from tests.marks import first_of, in_one_test
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
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import Settings
from web.pages.tournaments.actions import AT_TABLES, BY_NAME
from web.pages.tournaments.actions.people import LONGEST_LIST

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

QUICK = 2.0
"""Seconds for the largest input."""


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


@pytest.mark.long
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


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "sign", first_of(["a\n", "x", "\n", "\u2800\n", "\U0001f3f4\U000e0067\n"], quick=2)
)
@pytest.mark.long
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


def test_a_co_director_who_is_not_named_any_more_lands_on_the_list(
    anna: Client, bruce: Client
) -> None:
    made = tournament(user_of(anna), opened=False)
    do(anna, made, "co-directors", {"names": "bruce"})
    do(bruce, made, "accept-directing")
    sent = {"names": "bruce"}
    assert bruce.post(url(made, "do/co-directors"), sent).headers["Location"] == url(made, "direct")
    left = bruce.post(url(made, "do/co-directors"), {"names": ""})
    assert left.headers["Location"] == "/tournaments/"
    assert anna.post(url(made, "do/co-directors"), {"names": ""}).headers["Location"] == url(
        made, "direct"
    )


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
    asked_again = anna.post(url(made, "do/co-directors"), {"names": "bruce"})
    assert asked_again.status_code == 422
    assert "has declined to direct" in asked_again.content.decode()
    assert bruce.get(url(made)).status_code == 404
    day = timedelta(days=1)
    AttemptCount.objects.filter(kind="no-director").update(ends_at=F("ends_at") - day)
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


@in_one_test(
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
    said = text_of(page(anna, made, "tables/1"))
    assert "If only one person or none is left, it ends at once" in said
    assert "ratings do too, for all, where it happens before round 3" in said
    done = anna.post(table + "do/forfeit/", forfeit, follow=True)
    assert "the game is over, scored as it stood" in text_of(done.content.decode())
    assert state(made).tables[1].forfeited == [2]
    game = text_of(anna.get(f"/games/{state(made).tables[1].game}/").content.decode())
    assert "is taken out of the game by a director" in game
    assert "resigns" not in game
    assert "left the game early, and comes last" in game
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
    assert "After no result" in text_of(page(bruce, by_hand, "rulings"))


def offered(client: Client, made: Tournament) -> list[str]:
    """What may be done to the result of the first table."""
    shown = page(client, made, "tables/1")
    return [form for form in ("record", "rule", "reopen") if f"do/{form}/" in shown]


@pytest.mark.long
def test_deadline_pause_and_the_end(anna: Client, bruce: Client) -> None:
    made = drawn(
        user_of(anna), labels=["A", "B"], settings=Settings(format="series", played_here=False)
    )
    assert do(anna, made, "deadline", {"moment": "2020-01-01T10:00"}) == 422
    assert do(anna, made, "deadline", {"moment": "2031-01-01T10:00"}) == 302
    until = "until 1 Jan 2031, 10:00 UTC"
    for name in ("", "rounds", "tables/1"):
        assert until in text_of(page(bruce, made, name)), name
    late = timezone.now() - timedelta(hours=1)
    services.change_tournament(
        tournament_id=made.pk, user=user_of(anna), now=late - timedelta(days=1), deadline=late
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
