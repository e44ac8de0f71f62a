"""What pages say of the waiting list: who comes onto it, and who comes off it how."""

from datetime import timedelta

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import browser, user_of
from tests.web.test_tournaments_walked import TWO_GAMES
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

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

FULL = Settings(format="ladder", entrants_most=2)
BY_DIRECTOR = "a director decides who is let in"


@pytest.fixture
def clara(db: None) -> Client:
    """Somebody who comes later."""
    return browser("clara")


def next_for(client: Client, made: Tournament) -> str:
    return text_of(part(page(client, made), 'id="next"'))


def pressed(client: Client, made: Tournament) -> str:
    """The page after registering."""
    return text_of(client.post(url(made, "do/register"), follow=True).content.decode())


def test_where_all_places_are_taken_the_button_is_that_of_the_waiting_list(
    anna: Client, bruce: Client, clara: Client, client: Client
) -> None:
    settings = msgspec.structs.replace(HERE, entrants_most=2)
    made = tournament(user_of(anna), labels=["Ada"], settings=settings)
    assert next_for(bruce, made).endswith("Registration is open. Register")
    assert next_for(client, made).endswith("Sign in to register")
    assert "Anyone with this link can register." in text_of(page(anna, made))
    assert "Your registration is in." in pressed(bruce, made)
    said = "When one becomes free, the first on the waiting list gets it."
    assert next_for(clara, made).endswith(f"{said} Join the waiting list")
    assert next_for(client, made).endswith(f"{said} Sign in to join the waiting list")
    for name in ("", "direct"):
        text = text_of(page(anna, made, name))
        assert "Anyone with this link can join the waiting list: all places are taken." in text
    text = pressed(clara, made)
    assert "You are on the waiting list." in text
    assert "you are number 1 on the waiting list. When a place becomes free" in text
    assert "You leave the waiting list." in text


def test_once_the_first_round_is_drawn_one_joins_the_waiting_list(
    anna: Client, bruce: Client, clara: Client, client: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=TWO_GAMES)
    assert next_for(clara, made).endswith("Join the waiting list")
    assert next_for(client, made).endswith("Sign in to join the waiting list")
    text = pressed(clara, made)
    assert "You are on the waiting list." in text
    assert f"Since the first draw nobody moves up by themselves: {BY_DIRECTOR}" in text
    # Who leaves now makes room for nobody.
    assert do(bruce, made, "withdraw", {"sure": "on"}) == 302
    assert [one.status for one in state(made).entrants.values()][-1] == "waiting"
    result(made, 1, (9, 8))
    assert do(anna, made, "admit", {"entrant": "1"}) == 302
    about = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    services.publish_draw(**about)
    text = next_for(clara, made)
    assert "No further draw comes: you would play only if a director gives you the place" in text
    assert BY_DIRECTOR not in text


def test_a_full_ladder_that_runs_moves_nobody_up(
    anna: Client, bruce: Client, clara: Client
) -> None:
    made = tournament(user_of(anna), user_of(bruce), user_of(clara), settings=FULL)
    assert "Nobody moves up" not in next_for(clara, made)
    other = tournament(user_of(anna), user_of(anna), settings=FULL)
    assert next_for(bruce, other).endswith("Registration is open. Register")
    assert do(bruce, other, "register") == 302
    assert do(bruce, other, "challenge", {"opponents": "1"}) == 302
    assert state(other).phase == "running"
    text = next_for(clara, other)
    assert (
        f"All places are taken. Nobody moves up from the waiting list by themselves: {BY_DIRECTOR}"
        in text
    )
    assert text.endswith("Join the waiting list")
    assert f"Nobody moves up by themselves: {BY_DIRECTOR}." in pressed(clara, other)
    assert do(bruce, other, "withdraw", {"sure": "on"}) == 302
    assert state(other).entrants[3].status == "waiting"


def test_after_the_first_draw_it_is_the_waiting_list_that_is_closed(
    anna: Client, clara: Client
) -> None:
    made = tournament(user_of(anna), labels=["Ada", "Bea"], settings=TWO_GAMES)
    form = text_of(part(page(anna, made, "direct"), 'id="close-registration"', "</details>"))
    assert "Nobody registers any more." in form
    assert form.endswith("Close registration")
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    form = text_of(part(page(anna, made, "direct"), 'id="close-registration"', "</details>"))
    assert "Once it is closed, nobody more can join it; who is on it stays there." in form
    assert form.endswith("Close the waiting list")
    closed = anna.post(url(made, "do/close-registration"), follow=True).content.decode()
    assert "The waiting list is closed." in text_of(closed)
    form = text_of(part(closed, 'id="reopen-registration"', "</details>"))
    assert form.endswith("Open the waiting list again")
    assert "Join the waiting list" not in page(clara, made)
    assert do(anna, made, "reopen-registration") == 302
    assert "Join the waiting list" in page(clara, made)


def test_registration_that_its_deadline_has_ended_is_not_offered_to_be_opened(
    anna: Client,
) -> None:
    closes = timezone.now() - timedelta(hours=2)
    settings = msgspec.structs.replace(TWO_GAMES, registration_closes=closes)
    made = tournament(user_of(anna), settings=settings, made_at=closes - timedelta(days=1))
    services.change_tournament(
        tournament_id=made.pk, user=user_of(anna), registration_closed=True, now=timezone.now()
    )
    html = page(anna, made, "direct")
    assert "do/reopen-registration/" not in html
    assert "do/close-registration/" not in html
