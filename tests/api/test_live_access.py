"""Access to the stream of a game, and what ends an open one."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from api import tokens
from api.live import bounded
from api.live.feeds import GameFeed, look
from api.live.viewers import StreamViewer
from games import services
from games.models import Game
from tests.api.conftest import PASSWORD, Caller, Turn, problem
from tests.api.watching import ANONYMOUS, Watching, ends, events_at, versions, watching


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_who_may_open_one(
    table: Callable[..., Game],
    alice: Caller,
    charlie: Caller,
    anonymous: Caller,
    visibility: str,
) -> None:
    path = f"games/{table(visibility=visibility).pk}/stream"
    assert events_at(alice, path)
    for stranger in (charlie, anonymous):
        if visibility == "private":
            problem(stranger.get(path), 404, "no_such_game")
        else:
            assert events_at(stranger, path)


def test_a_game_that_is_none(alice: Caller) -> None:
    problem(alice.get("games/00000000-0000-4000-8000-000000000000/stream"), 404, "no_such_game")
    problem(alice.get("games/x/stream"), 404, "no_such_game")


def test_a_token_that_is_none(turn: Turn, anonymous: Caller) -> None:
    headers = {"Authorization": "Bearer coc_x"}
    problem(anonymous.get(f"{turn.path}/stream", **headers), 401)
    problem(anonymous.get("me/stream"), 401)


@pytest.mark.parametrize("path", ["stream", "me/stream"])
def test_other_methods(turn: Turn, path: str) -> None:
    path = path if path == "me/stream" else f"{turn.path}/{path}"
    caller = turn.callers[0]
    head = caller.send("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert head["Content-Type"].startswith("text/event-stream")
    for method in ("POST", "PUT", "DELETE"):
        answered = caller.send(method, path)
        problem(answered, 405)
        assert "GET" in answered["Allow"]


def test_reads_are_throttled(turn: Turn, settings: object, anonymous: Caller) -> None:
    rates = {**_rates(), "anonymous": "2/min"}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("games.runtime.limits.api_settings.DEFAULT_THROTTLE_RATES", rates)
        answers = [anonymous.get(f"{turn.path}/stream") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) <= 60


def _rates() -> dict[str, str]:
    from rest_framework.settings import api_settings  # noqa: PLC0415

    return dict(api_settings.DEFAULT_THROTTLE_RATES)


def test_a_revoked_token_ends_it_before_the_next_event(turn: Turn) -> None:
    watched = watching(turn.callers[0], turn.game, 0)
    turn.play_first(1)
    tokens.revoke(user=turn.callers[0].user, token_id=watched.feed.viewer.token_id)
    ends(watched, "signed_out")


def test_a_deactivated_user(turn: Turn) -> None:
    watched = watching(turn.callers[0], turn.game, 0)
    turn.play_first(1)
    User.objects.filter(pk=turn.callers[0].user.pk).update(is_active=False)
    ends(watched, "signed_out")


@pytest.fixture
def signed_in(turn: Turn) -> tuple[Client, Watching]:
    """Alice in a browser, watching."""
    client = Client()
    assert client.login(username="alice", password=PASSWORD)
    key = client.session.session_key
    feed = GameFeed(
        StreamViewer(turn.callers[0].user.pk, None, key, ""), turn.game.pk, turn.version
    )
    watched = Watching(feed)
    assert [one.event for one in watched.now()] == ["table"]
    turn.play_first(1)
    return client, watched


def test_a_session(signed_in: tuple[Client, Watching]) -> None:
    _, watched = signed_in
    assert len(versions(watched.now())) == 1


def test_the_view_watches_by_the_session(turn: Turn) -> None:
    client = Client()
    assert client.login(username="alice", password=PASSWORD)
    answered = client.get(f"/api/v1/{turn.path}/stream")
    assert isinstance(answered, bounded.LiveResponse)
    viewer = answered.feed.viewer
    assert (viewer.user_id, viewer.token_id) == (turn.callers[0].user.pk, None)
    assert viewer.session_key == client.session.session_key


def test_signing_out(signed_in: tuple[Client, Watching]) -> None:
    client, watched = signed_in
    client.logout()
    ends(watched, "signed_out")


def test_a_session_that_is_too_old(signed_in: tuple[Client, Watching]) -> None:
    _, watched = signed_in
    later = timezone.now() + timedelta(days=400)
    (delivery,) = look([watched.feed], now=later)
    assert delivery.over


def test_another_password_ends_the_sessions(turn: Turn, signed_in: tuple[Client, Watching]) -> None:
    _, watched = signed_in
    user = User.objects.get(pk=turn.callers[0].user.pk)
    user.set_password("another-good-password")
    user.save()
    ends(watched, "signed_out")


def test_an_erased_game(turn: Turn) -> None:
    watched = watching(turn.callers[0], turn.game, 0)
    services.erase_game(game_id=turn.game.pk, by=None, reason="test", now=timezone.now())
    ends(watched, "gone")


def test_a_game_that_is_hidden(turn: Turn, charlie: Caller) -> None:
    stranger = watching(charlie, turn.game, 0)
    anonymous = Watching(GameFeed(ANONYMOUS, turn.game.pk, turn.version))
    anonymous.now()
    player = watching(turn.callers[1], turn.game, 0)
    turn.play_first(1)
    Game.objects.filter(pk=turn.game.pk).update(visibility="private")
    ends(stranger, "gone")
    ends(anonymous, "gone")
    assert len(versions(player.now())) == 1


def test_a_seat_that_was_given_up(table: Callable[..., Game], alice: Caller, bob: Caller) -> None:
    game = table(visibility="private")
    code = Game.objects.get(pk=game.pk).invite_code
    services.join_game(game_id=game.pk, user=bob.user, invite=code, now=timezone.now())
    watched = watching(bob, game)
    services.leave_game(game_id=game.pk, user=bob.user, now=timezone.now())
    ends(watched, "gone")
