"""A replay of a game that goes on: the stream it follows, and what it asks for then."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services
from tests.games.tables import Table
from tests.web.replay.conftest import moments, offers_fork, page, take_back, text, versions

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_running_game_is_followed(running: Table, stranger: Client) -> None:
    stream = reverse("api:stream", args=[running.id])
    assert f'data-stream="{stream}"' in text(stranger, page(running))


def test_finished_game_is_not_followed(finished: Table, stranger: Client) -> None:
    assert "data-stream" not in text(stranger, page(finished))


def test_news_have_all_that_grows(running: Table, stranger: Client) -> None:
    before = text(stranger, f"{page(running)}?v=10")
    running.play()
    newest = running.game.version
    shown = text(stranger, f"{page(running, 'replay_news')}?v=10")
    for part in ("replay-head", "events", "charts", "replay-after"):
        assert f'id="{part}"' in before
        assert shown.count(f'id="{part}"') == 1
    assert versions(shown)[-1] == newest
    assert f'data-newest="{newest}"' in shown
    assert 'href="?v=10" aria-current="step"' in shown
    assert 'class="map"' not in shown


def test_news_of_the_end_say_so(running: Table, users: list[User], stranger: Client) -> None:
    path = f"{page(running, 'replay_news')}?v=3"
    assert 'id="replay-head">' in text(stranger, path)
    services.resign(game_id=running.id, user=users[0], now=timezone.now())
    shown = text(stranger, path)
    assert 'id="replay-head" data-over>' in shown
    assert 'id="left-out"' not in shown
    assert versions(shown)[-1] == running.game.version


def test_position_that_is_taken_back_stays_in_the_log(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    shown = text(stranger, f"{page(running, 'replay_news')}?v={undo - 1}")
    assert f'href="?v={undo - 1}&amp;undone=show" aria-current="step"' in shown
    assert "data-shows-undone" in shown


def test_last_stretch_grows_with_the_game(running: Table, stranger: Client) -> None:
    newest = running.game.version
    before = moments(stranger, running, newest)
    running.play()
    after = moments(stranger, running, newest)
    assert len(after["moments"]) > len(before["moments"])  # type: ignore[arg-type]


def test_news_hold_what_is_the_viewers_own(running: Table, users: list[User]) -> None:
    host, other = (Client(), Client())
    host.force_login(users[0])
    other.force_login(User.objects.create_user("spectator"))
    path = f"{page(running, 'replay_news')}?v=3"
    assert offers_fork(text(host, path), 3)
    assert 'class="fork"' not in text(other, path)
