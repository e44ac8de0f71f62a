"""What pages of a tournament say where it is easily said a little wrong: final, draws, closing."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import user_of
from tests.web.test_tournaments_course import NAMES, SWISS, draw, play
from tests.web.tournaments import (
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
from tournaments.state import Settings
from web.pages.tournaments.wording import closing_text

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

HEADER = {
    "login": re.compile(r'<a class="button quiet" href="(/login/[^"]*)">'),
    "signup": re.compile(r'<a class="button" href="(/signup/[^"]*)">Sign up'),
}
"""The links of the header."""
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|CSRFToken": "[^"]*"')


def with_final(director: Client) -> Tournament:
    """One whose final is drawn, and not played yet."""
    made = drawn(user_of(director), settings=SWISS, labels=NAMES)
    for _again in range(2):
        play(made)
        draw(made, user_of(director))
    return made


def test_a_seat_in_a_final_to_come_puts_before_others(anna: Client) -> None:
    made = with_final(anna)
    now = state(made)
    seated = now.tables[max(now.tables)].seats
    other = next(one for one in now.entrants if one not in seated)
    query = f"?a={seated[0]}&b={other}"
    why = text_of(part(page(anna, made, "standings", query), 'id="why"'))
    assert "having a place in a later stage or season" in why
    assert "having played" not in why
    assert "has a seat there, and no result yet." in why
    assert "Round" not in why, "what was played before does not matter"
    found = anna.get(f"/api/v1/tournaments/{made.pk}/standings/explain{query}").json()
    assert (found["ahead"]["tables"], found["behind"]["tables"]) == ([], [])
    play(made)
    why = text_of(part(page(anna, made, "standings", query), 'id="why"'))
    assert "having played a later stage" in why
    assert "no result yet" not in why


def test_how_seats_of_a_final_come_about_is_said(anna: Client) -> None:
    lot = "who holds which seat is drawn by lot, whatever seats were held before."
    made = tournament(user_of(anna), settings=SWISS, labels=NAMES)
    assert f"In the final {lot}" in text_of(page(anna, made, "about"))
    assert f"In the final {lot}" in page(anna, made).replace("\n", " ")
    options = {"semi_finals": 2, "final": 4}
    heats = Settings(format="heats", played_here=False, format_options=options)
    made = tournament(user_of(anna), settings=heats, labels=NAMES)
    assert f"In semi-finals and the final {lot}" in text_of(page(anna, made, "about"))


def test_until_when_a_draw_can_be_drawn_again_is_said_of_people(anna: Client) -> None:
    said = (
        "ntil a person has made the first move, or a result has been given, you can draw it again"
    )
    assert said in text_of(anna.get("/help/organisers/").content.decode())
    here = Settings(format="series", format_options={"games": 2})
    made = tournament(user_of(anna), user_of(anna), settings=here)
    add_bots(anna, made, 1)
    assert said in text_of(page(anna, made, "direct/draw"))
    on_paper = tournament(user_of(anna), settings=SWISS, labels=NAMES)
    text = text_of(page(anna, on_paper, "direct/draw"))
    assert "Until a result has been given, you can draw it again." in text
    assert "first move" not in text
    schema = anna.get("/api/schema").content.decode()
    assert "moves of bots do not count" in re.sub(r"\\n|\s+", " ", schema)


def add_bots(director: Client, made: Tournament, count: int) -> None:
    """Enter bots."""
    services.add_entrants(
        tournament_id=made.pk,
        user=user_of(director),
        bots=["steward"] * count,
        now=timezone.now(),
    )


def test_that_a_person_plays_for_bots_beside_guests_is_said_before(anna: Client) -> None:
    made = tournament(user_of(anna), settings=Settings(format="series"), labels=["Ada"])
    add_bots(anna, made, 1)
    html = page(anna, made, "direct")
    for form in ("add-bots", "add-players"):
        assert "person plays for them." in text_of(part(html, f'id="{form}"', "</details>")), form
    shown = text_of(part(page(anna, made, "direct/draw"), 'class="t-tables"', "</ul>"))
    assert "No game on this site: Ada has no account." in shown
    assert "agree with a director who plays for it." in shown
    elsewhere = tournament(user_of(anna), settings=SWISS)
    form = part(page(anna, elsewhere, "direct"), 'id="add-players"', "</details>")
    assert "Bots" not in text_of(form)


def test_a_refused_first_draw_says_how_many_there_are(anna: Client, bruce: Client) -> None:
    settings = msgspec.structs.replace(SWISS, check_in=True, played_here=True)
    made = tournament(user_of(anna), user_of(bruce), settings=settings, labels=["Ada"])
    add_bots(anna, made, 4)
    fault = "Swiss at these tables needs at least 5 entrants."
    assert f"{fault} Only 4 have checked in." in text_of(page(anna, made, "direct/draw"))
    assert do(anna, made, "check-in-all") == 302
    assert "checked in" not in text_of(part(page(anna, made, "direct/draw"), 'id="preview"'))
    few = tournament(user_of(anna), settings=SWISS, labels=["Ada", "Bea"])
    assert f"{fault} 2 entrants so far." in text_of(page(anna, few, "direct/draw"))


def test_a_first_draw_counts_who_moves_up(anna: Client) -> None:
    settings = msgspec.structs.replace(SWISS, check_in=True, entrants_most=5)
    made = tournament(user_of(anna), settings=settings, labels=NAMES)
    for entrant in (1, 2, 7):
        services.check_in(
            tournament_id=made.pk, user=user_of(anna), entrant=entrant, now=timezone.now()
        )
    assert "Only 3 have checked in." in text_of(page(anna, made, "direct/draw"))


def test_what_forms_of_directors_do_is_said_of_pressing_them(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES)
    html = page(anna, made, "direct")
    closing = text_of(part(html, 'id="close-registration"', "</details>"))
    assert "Once it is closed, nobody more can join it" in closing
    assert "type the name of a player without an account" in text_of(
        part(html, 'id="substitute"', "</details>")
    )


def test_what_opens_a_registration_that_was_closed_twice(anna: Client) -> None:
    past = timezone.now() + timedelta(seconds=2)
    settings = msgspec.structs.replace(SWISS, registration_closes=past)
    now = state(tournament(user_of(anna), settings=settings))
    later = past + timedelta(hours=1)
    assert "a later moment in the settings opens it again." in closing_text(now, later)
    now.registration_closed = True
    said = closing_text(now, later)
    assert "opens it again" not in said
    assert "choose a later moment in the settings, then press “Open registration again”." in said


def test_a_page_for_directors_leads_others_to_the_tournament(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    made = tournament(user_of(anna), name="Glen <Cup>", settings=SWISS)
    for name in ("direct", "direct/edit", "direct/draw", "direct/results"):
        answer = bruce.get(url(made, name))
        html = answer.content.decode()
        assert answer.status_code == 404
        assert "Only the directors of this tournament see this page." in html
        assert f'href="{url(made)}">Glen &lt;Cup&gt;</a>' in html
        assert stranger.get(url(made, name))["Location"].startswith("/login/?next=")
    closed = tournament(user_of(anna), name="Hidden", settings=SWISS, visibility="private")
    answer = bruce.get(url(closed, "direct"))
    nowhere = bruce.get(f"/tournaments/{UUID(int=7)}/direct/")
    assert (answer.status_code, nowhere.status_code) == (404, 404)
    same = answer.content.decode().replace(str(closed.pk), str(UUID(int=7)))
    assert TOKEN.sub("", same) == TOKEN.sub("", nowhere.content.decode())


def test_a_game_that_counts_no_more_says_so_in_the_lobby(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    said = "no longer counts for its tournament"
    assert said not in anna.get("/games/").content.decode()
    result(made, 1, (9, 8))
    assert said in text_of(anna.get("/games/").content.decode())


def test_one_comes_back_to_the_page_from_signing_up_or_in(anna: Client, stranger: Client) -> None:
    made = tournament(user_of(anna), settings=SWISS)
    for path in (url(made), "/games/?name=a%20%26b", "/nowhere/"):
        html = stranger.get(path).content.decode()
        for way in ("login", "signup"):
            link = HEADER[way].search(html)
            assert link is not None, path
            assert parse_qs(urlsplit(unescape(link[1])).query) == {"next": [path]}, path
    for path in ("/", "/login/", "/signup/?next=foo", "/login/?next=https://example.org/"):
        html = stranger.get(path).content.decode()
        for way in ("login", "signup"):
            link = HEADER[way].search(html)
            assert link is not None
            assert link[1] == f"/{way}/", path
    html = stranger.get(f"/signup/?next={url(made)}").content.decode()
    assert HEADER["login"].search(html)[1] == f"/login/?next={url(made)}"  # type: ignore[index]
    sent = {"username": "newcomer", "password1": "moss-and-oats-22", "next": url(made)}
    answer = stranger.post("/signup/", {**sent, "password2": sent["password1"]})
    assert answer["Location"] == url(made)
