"""What is read from a replica, and what never is.

Here it is another connection to the same database; tests/faults has a standby that lags behind.
"""

import gzip
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connections, transaction
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from games import replica
from games.models import Game
from replays import log_memory
from replays.models import Result
from replays.statistics import results
from simulation.stored import cut, lay
from tests import recorded
from tests.api.conftest import Caller
from tests.database import empty_cache

pytestmark = [
    pytest.mark.services,
    pytest.mark.uncounted,
    pytest.mark.django_db(transaction=True),
]

PRETENDED = replica.REACHED.replace("pg_is_in_recovery()", "true").replace(
    "pg_last_wal_replay_lsn()", "pg_current_wal_flush_lsn()"
)
OF_GAME = (
    "/api/v1/replays/{}",
    "/api/v1/replays/{}/frames?from=1&to=40",
    "/api/v1/replays/{}/statistics",
    "/api/v1/games/{}/export",
    "/api/v1/games/{}/export?format=text",
    "/games/{}/replay/?v=30",
    "/games/{}/replay/at/?v=21",
    "/games/{}/replay/log/?v=30",
)
OF_ALL = ("/api/v1/statistics?rules=all&with=all", "/api/v1/replays/export")
MAY_BE_READ = {
    *("games_event", "replays_snapshot"),
    *("replays_result", "replays_resultcounter", "replays_keptsums", "replays_seatresult"),
    *("pg_control_system", "pg_control_checkpoint", "pg_control_recovery"),
}
"""No games, seats and users: who may see what, and names, are the database's own."""


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A second connection, which stands for a replica that has everything."""
    monkeypatch.setattr(replica, "REACHED", PRETENDED)
    replica.forget()
    # Also where the server of the tests commits before it has flushed.
    known = connections.settings["default"]
    options = known["OPTIONS"]["options"] + " -c default_transaction_read_only=on"
    connections.settings[replica.ALIAS] = known | {
        "OPTIONS": known["OPTIONS"] | {"options": options}
    }
    # Django's tests allow those alone that there were when the test began.
    connections[replica.ALIAS].connect()
    with override_settings(DATABASE_ROUTERS=["games.replica.ReplicaRouter"]):
        yield
    connections[replica.ALIAS].close()
    del connections[replica.ALIAS]
    del connections.settings[replica.ALIAS]
    replica.forget()


@pytest.fixture
def over(alice: Caller, bob: Caller) -> Game:
    """A game of Alice and Bob that is over."""
    game = lay(recorded.played("people-2"), alice.user, bob.user)
    game.finished_at = timezone.now()
    game.save(update_fields=["finished_at"])
    return game


@contextmanager
def statements() -> Iterator[dict[str, list[str]]]:
    """What each of the two is asked in the block."""
    said: dict[str, list[str]] = {}
    with ExitStack() as stack:
        seen = {
            alias: stack.enter_context(CaptureQueriesContext(connections[alias]))
            for alias in ("default", replica.ALIAS)
        }
        yield said
        said.update({alias: [one["sql"] for one in seen[alias]] for alias in seen})


def body_of(response: HttpResponse) -> bytes:
    assert response.status_code == 200, response
    body: bytes = b"".join(response.streaming_content) if response.streaming else response.content
    return re.sub(
        rb'"request_id":.*?,|nonce="[^"]*"|csrf\w+" value="[^"]*"|X-CSRFToken[^}]*', b"", body
    )


def reads_stream(sql: str) -> bool:
    return "FROM games_event" in sql


def get(caller: Caller, path: str) -> HttpResponse:
    return caller.client.get(path, headers=caller.headers({}))


def test_a_game_that_is_over_is_read_from_the_replica(
    over: Game, alice: Caller, request: pytest.FixtureRequest
) -> None:
    """The same bytes as without one; only its reads go there, and only to known tables."""
    paths = [*(path.format(over.pk) for path in OF_GAME), *OF_ALL]
    before = {path: body_of(get(alice, path)) for path in paths}
    assert b'"player":"bob"' in gzip.decompress(before[OF_ALL[1]])
    request.getfixturevalue("second")
    for path in paths:
        empty_cache()
        log_memory.forget()
        with statements() as said:
            assert body_of(get(alice, path)) == before[path], path
        asked = said[replica.ALIAS]
        assert len(asked) > 1, path
        for sql in asked:
            tables = set(re.findall(r'(?:FROM|JOIN) "?(\w+)', sql))
            assert sql.startswith("SELECT"), sql
            assert tables <= MAY_BE_READ, sql
        assert not any(map(reads_stream, said["default"])), path


def test_a_running_game_is_not(alice: Caller, bob: Caller, second: None) -> None:
    played = cut(recorded.played("people-2"), 60)
    game = lay(played, alice.user, bob.user)
    for path in (*OF_GAME, "/api/v1/games/{}/state", "/api/v1/games/{}/moves", "/games/{}/"):
        with statements() as said:
            assert get(alice, path.format(game.pk)).status_code == 200
        assert said[replica.ALIAS] == [], path


def test_a_transaction_reads_where_it_writes(over: Game, second: None) -> None:
    with transaction.atomic():
        assert replica.read(replica.alias) == "default"

    def in_the_middle() -> tuple[str, str, str]:
        with transaction.atomic():
            inside = replica.alias()
        return replica.alias(), inside, Game.objects.get(pk=over.pk)._state.db or ""

    assert replica.read(in_the_middle) == ("replica", "default", "default")
    assert replica.alias() == "default"


def test_what_came_from_the_replica_is_written_to_the_database(over: Game, second: None) -> None:
    results.record(over.pk)
    found = replica.read(lambda: Result.objects.get(game=over))
    assert found._state.db == replica.ALIAS
    found.players = 7
    found.save(update_fields=["players"])
    with statements() as said:
        assert Result.objects.get(game=over).players == 7
    assert said[replica.ALIAS] == []
    with pytest.raises(Exception, match="read-only"), connections[replica.ALIAS].cursor() as cursor:
        cursor.execute("UPDATE games_game SET name = 'other'")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_replica_that_fails_is_made_up_for(
    over: Game, alice: Caller, second: None, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    """Whatever statement fails; and then it is left alone for a while."""
    left = [number]

    def fail(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        left[0] -= 1
        if left[0] <= 0:
            context["connection"].errors_occurred = True
            raise OperationalError("it went away")
        return execute(sql, params, many, context)

    path = OF_GAME[0].format(over.pk)
    with connections[replica.ALIAS].execute_wrapper(fail), caplog.at_level(logging.WARNING):
        assert get(alice, path).status_code == 200
        assert left[0] <= 0
        seen = left[0]
        assert get(alice, path).status_code == 200
        assert left[0] == seen
    assert [one.message for one in caplog.records if one.name == "games.replica"] == [
        "the replica is not read: it went away"
    ]


def test_a_database_that_does_not_say_how_far_it_is_is_read_itself(
    over: Game,
    alice: Caller,
    second: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As where its role may not ask for that."""
    monkeypatch.setattr(replica, "MARK", "SELECT forbidden()")
    with caplog.at_level(logging.WARNING):
        assert get(alice, OF_GAME[0].format(over.pk)).status_code == 200
    assert "the replica is not read: function forbidden() does not exist" in caplog.text


def test_a_standby_of_another_timeline_is_not_read(
    over: Game,
    alice: Caller,
    second: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """After a restore to a point in time it has what was undone."""
    newer = replica.MARK.replace("::bit(32)::int", "::bit(32)::int + 1")
    monkeypatch.setattr(replica, "MARK", newer)
    with caplog.at_level(logging.WARNING), statements() as said:
        assert get(alice, OF_GAME[0].format(over.pk)).status_code == 200
    assert not any(map(reads_stream, said[replica.ALIAS]))
    assert "it is of another timeline than the database" in caplog.text


def test_only_a_standby_is_a_replica(
    over: Game,
    alice: Caller,
    second: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A server that has become one by itself, or of another cluster, has another truth."""
    monkeypatch.undo()
    with caplog.at_level(logging.WARNING), statements() as said:
        assert get(alice, OF_GAME[0].format(over.pk)).status_code == 200
    assert not any(map(reads_stream, said[replica.ALIAS]))
    assert "it is no standby of the database" in caplog.text
