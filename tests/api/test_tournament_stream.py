"""The stream of a tournament: its log as it grows, to those who may see it."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.live.feeds import TournamentFeed, look
from api.live.hub import Hub, Subscription
from api.models import Token
from caledonia.asgi import STREAM
from games.runtime.notifications import Hint
from simulation.live import ServerSentEvent
from tests.api.conftest import Caller, Json, problem
from tests.api.tournament_callers import done, entered, made, plain, stored
from tests.api.watching import ANONYMOUS, Watching, ends, events_at, viewer

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")


def entries(events: list[ServerSentEvent]) -> list[Json]:
    """The entries of the log among them, each checked against its id."""
    found = [one for one in events if one.event == "entry"]
    assert [one.id for one in found] == [str(one.data["version"]) for one in found]
    return [one.data for one in found]


def watching(path: str, caller: Caller | None = None, after: int = 0) -> Watching:
    seen_by = ANONYMOUS if caller is None else viewer(caller)
    watched = Watching(TournamentFeed(seen_by, stored(path).pk, after))
    watched.now()
    return watched


def test_it_sends_the_log_after_the_tournament(alice: Caller, bob: Caller) -> None:
    path = made(alice)
    entered(path, bob)
    first, *others = events_at(bob, f"{path}/stream?after=1")
    assert (first.event, first.id, first.data["phase"]) == ("tournament", "1", "open")
    assert entries(others) == done(bob.get(f"{path}/log?after=1"))["entries"]
    (alone,) = events_at(bob, f"{path}/stream")
    assert (alone.event, alone.id) == ("tournament", "3")
    assert [one.id for one in events_at(bob, f"{path}/stream", Last_Event_ID="2")] == ["2", "3"]


def test_what_happens_comes_once_and_what_a_list_shows_when_it_changes(
    alice: Caller, bob: Caller
) -> None:
    path = made(alice)
    watched = watching(path)
    assert watched.now() == []
    entered(path, bob)
    entry, shown = watched.now()
    assert (entry.data["event"]["kind"], shown.event, shown.data["entrants"]) == (
        *("registered", "tournament", 1),
    )
    done(alice.post(f"{path}/entrants/1/check-in"))
    assert [one.event for one in watched.now()] == ["entry"]
    done(alice.send("PATCH", path, {"name": "Lowland Cup"}))
    (shown,) = watched.now()
    assert (shown.id, shown.data["name"]) == ("4", "Lowland Cup")
    done(alice.post(f"{path}/cancel", {"reason": "Rain."}))
    assert [one.event for one in watched.now()] == ["entry", "tournament", "end"]
    assert watched.over


def test_the_end_is_said_once(alice: Caller) -> None:
    path = made(alice)
    done(alice.post(f"{path}/cancel", {"reason": "Rain."}))
    last = events_at(alice, f"{path}/stream?after=2")[-1]
    assert (last.event, last.data) == ("end", {"reason": "finished"})
    assert alice.get(f"{path}/stream?after=3").status_code == 204
    refused = problem(alice.get(f"{path}/stream?after=4"), 400, "tournament_version_ahead")
    assert "version 3" in refused["detail"]


def test_it_ends_for_who_may_not_see_it_any_more(alice: Caller, bob: Caller) -> None:
    path = made(alice)
    stranger, player = watching(path), watching(path, bob)
    entered(path, bob)
    done(alice.send("PATCH", path, {"visibility": "private"}))
    ends(stranger, "gone")
    assert player.now()[-1].event == "tournament"
    Token.objects.filter(user=bob.user).delete()
    ends(player, "signed_out")


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.long
def test_many_who_watch_take_few_queries(
    alice: Caller, visibility: str, django_assert_max_num_queries: Callable[[int], Json]
) -> None:
    paths = [made(alice, visibility=visibility) for _ in range(3)]
    feeds = [TournamentFeed(viewer(alice), stored(path).pk, 0) for path in paths for _ in range(10)]
    with django_assert_max_num_queries(9):
        deliveries = look(feeds, now=timezone.now())
    assert all(b"event: entry" in one.text for one in deliveries)


def test_a_hint_wakes_who_watches_the_tournament(alice: Caller) -> None:
    path = made(alice)
    tournament = stored(path)
    feed = TournamentFeed(ANONYMOUS, tournament.pk, tournament.version)

    async def woken() -> list[Subscription]:
        hub = Hub()
        try:
            with hub.subscribed(feed) as subscription:
                hub._woken["tournament"].discard(subscription)
                subscription.waits = True
                hub.hear(Hint(tournament.pk))
                return hub._woken["tournament"].take(9)
        finally:
            await hub.close()

    (subscription,) = asyncio.run(woken())
    assert subscription.topic == ("tournament", tournament.pk)


def test_its_address_is_that_of_a_stream(alice: Caller) -> None:
    """Under ASGI and at the proxy."""
    assert STREAM.fullmatch(f"/api/v1/{made(alice)}/stream")
    assert not STREAM.fullmatch("/api/v1/tournaments/stream")


@pytest.mark.parametrize("who", ["director", "helper", "asked"])
def test_who_may_see_a_draft_is_found_without_its_log(who: str, alice: Caller, bob: Caller) -> None:
    """A stream that is refused cost the time of a whole log, and nobody was charged for it."""
    path = made(alice, opened=False)
    if who != "director":
        done(alice.send("PATCH", path, {"co_directors": ["bob"]}))
    if who == "helper":
        done(bob.post(f"{path}/co-directors/accept"))
    caller = alice if who == "director" else bob
    with CaptureQueriesContext(connection) as asked:
        problem(caller.get(f"{path}/stream?after=99999999"), 400, "tournament_version_ahead")
    assert asked.captured_queries
    assert not [one for one in asked.captured_queries if "tournaments_log" in one["sql"]]


@pytest.mark.parametrize("kind", ["games", "tournaments"])
def test_a_place_that_is_none_is_refused_before_anything_is_looked_for(
    kind: str, alice: Caller
) -> None:
    with CaptureQueriesContext(connection) as asked:
        problem(alice.get(f"{kind}/{uuid4()}/stream", Last_Event_ID="x"), 400)
    assert not [one for one in asked.captured_queries if "_tournament" in one["sql"]]
    assert not [one for one in asked.captured_queries if "games_game" in one["sql"]]
