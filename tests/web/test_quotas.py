"""What the pages say beyond a quota, and where a race has made something impossible."""

import pytest
from django.conf import LazySettings
from django.test import Client
from rest_framework.settings import api_settings

from games import engine, errors, selectors, services
from games.models import Game
from tests.web.conftest import HTMX, MakeTable, user_of
from tests.web.test_create import sent
from tests.web.test_play import form, mover, path

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_the_form_of_a_table_keeps_what_was_chosen(
    anna: Client, open_table: MakeTable, settings: LazySettings
) -> None:
    settings.MOST_OPEN_TABLES = 0
    refused = anna.post("/games/new/", sent(name="Skye"))
    assert refused.status_code == 409
    assert 'value="Skye"' in refused.content.decode()
    assert "start or close one first" in refused.content.decode()
    settings.MOST_OPEN_TABLES, settings.TABLES_PER_HOUR = 1, 0
    late = anna.post("/games/new/", sent())
    assert (late.status_code, late.headers["Retry-After"]) == (429, "3600")
    quick = anna.post("/games/quick/", {"bots": "1"}, follow=True)
    assert "many tables in the last hour" in quick.content.decode()
    assert not Game.objects.exists()


def test_a_replay_says_that_enough_was_branched_off(
    running: Game, anna: Client, settings: LazySettings
) -> None:
    settings.FORKS_PER_HOUR = 0
    text = anna.post(f"/games/{running.pk}/replay/fork/", {"v": "1"}, follow=True).content.decode()
    assert "branched off many games" in text


def test_the_panel_says_why_nothing_is_taken_back(
    running: Game, anna: Client, bruce: Client, settings: LazySettings
) -> None:
    while selectors.state_of(Game.objects.get(pk=running.pk)).phase != "action":
        client, state, move = mover(running, anna, bruce)
        client.post(path("play", running), form(state, move))
    client, state, _ = mover(running, anna, bruce)
    settings.UNDOS_PER_TURN = 0
    client.post(path("play", running), form(state, engine.parse("hire")))
    shown = client.get(path("panel", running), headers=HTMX).content.decode()
    assert "cannot undo any more" in shown
    assert 'data-action="undo"' not in shown
    after = {"version": str(state.version + 1)}
    refused = client.post(path("undo", running), after, headers=HTMX)
    assert refused.status_code == 409
    assert "cannot undo any more" in refused.content.decode()


@pytest.mark.parametrize(
    ("refusal", "status"), [(errors.ChangedMeanwhile, 409), (errors.NoSuchGame, 404)]
)
def test_what_no_view_expects_is_a_page(
    running: Game,
    anna: Client,
    monkeypatch: pytest.MonkeyPatch,
    refusal: type[errors.GameError],
    status: int,
) -> None:
    def refuse(**_: object) -> None:
        raise refusal

    monkeypatch.setattr(services, "withdraw_offer", refuse)
    answer = anna.post(f"/games/{running.pk}/seat/withdraw/")
    assert answer.status_code == status
    assert "<h1" in answer.content.decode()
    assert user_of(anna).username in answer.content.decode()


def test_validations_are_counted_by_network(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "validation", "1/hour")
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    asked = [
        Client(REMOTE_ADDR=address).post(f"/games/{running.pk}/replay/validate/").status_code
        for address in addresses
    ]
    assert asked == [302, 429, 302]
