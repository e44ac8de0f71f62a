"""The form of a tournament: what it offers, what it makes, and what is wrong in it."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import LazySettings
from django.test import Client
from msgspec.structs import replace

from tests.marks import in_one_test
from tests.web.conftest import user_of
from tests.web.tournaments import (
    BY_HAND,
    LONG_AGO,
    drawn,
    page,
    state,
    tournament,
    url,
)
from tournaments.formats import FORMATS
from tournaments.models import Tournament

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


def fields(text: str) -> dict[str, str]:
    """The values of the inputs of a page, by name."""
    return dict(re.findall(r'<input type="(?:text|number)" name="([^"]+)" value="([^"]*)"', text))


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


@in_one_test(
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
        ("tie-2", "wins", "id-tie-2_error"),
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


def test_registration_does_not_close_before_anybody_could_register(anna: Client) -> None:
    over = {**FORM, "registration_opens": "", "registration_closes": "2020-05-01T18:00"}
    refused = anna.post("/tournaments/new/", over)
    assert refused.status_code == 422
    assert "This moment is over: nobody could register." in refused.content.decode()
    closed = replace(BY_HAND, registration_closes=datetime(2020, 5, 1, 18, 0, 7, tzinfo=UTC))
    made = tournament(user_of(anna), settings=closed, made_at=LONG_AGO)
    kept = {**over, "name": "Kept"}
    assert anna.post(url(made, "direct/edit"), kept).status_code == 302
    kept["registration_closes"] = "2020-05-01T19:00"
    assert anna.post(url(made, "direct/edit"), kept).status_code == 422


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
