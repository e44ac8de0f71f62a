"""Two of each service that may be there twice keep what one of each promises."""

import http.client
import os
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from simulation.processes import wait_until
from tests.faults import laws
from tests.faults.conftest import SaidSince
from tests.faults.followers import Follower, following
from tests.faults.players import Evening
from tests.faults.replicas import SECOND, Replicas
from tests.faults.site import HEADERS, HOST, QUEUES, Site

pytestmark = [
    pytest.mark.services,
    pytest.mark.long,
    pytest.mark.skipif("CALEDONIA_FAULT_SECONDS" not in os.environ, reason="make faults runs it"),
]

HOSTS = (HOST, SECOND)
SOON = 5.0
"""Seconds from a move to all streams; who only polled would take ``STREAM_POLL_SECONDS``."""
LIMITS = {
    "THROTTLE_EXPORT": "6/hour",
    "THROTTLE_SIGN_IN": "4/hour",
    "STREAM_POLL_SECONDS": "600",
}


@pytest.fixture
def replicas(site: Site) -> Iterator[Replicas]:
    """Two of web, stream and worker, and the proxy in front."""
    with Replicas(site) as made:
        yield made


@pytest.fixture
def limited(site: Site) -> Iterator[None]:
    """Limits that are soon reached, and streams that are told or hear nothing."""
    before = dict(site.env)
    site.env.update(LIMITS)
    yield
    site.env.clear()
    site.env.update(before)


def test_two_of_each_service(
    site: Site, said: SaidSince, limited: None, replicas: Replicas
) -> None:
    wait_until("the proxy reaches a replica", replicas.answers)
    each_stream_hears_of_each_move(site)
    limits_are_shared(site)
    tasks_that_are_lost_are_done_once(site, replicas)
    for name in ("worker", "worker-2", *replicas.web, *replicas.stream):
        assert "Traceback" not in said(name), said(name)


def each_stream_hears_of_each_move(site: Site) -> None:
    """Whichever replica a move went to, by the hint: nobody polls here."""
    evening = Evening(site, 1, seed=3400, bots=0)
    (table,) = evening.tables
    with ExitStack() as stack:
        watchers = [Follower(site, table.game, host) for host in HOSTS]
        for one in watchers:
            one.start()
            stack.callback(one.join)
            stack.callback(one.stop.set)
        stack.callback(evening.stop.set)
        wait_until("both have begun", lambda: all(one.received for one in watchers))
        for host in HOSTS * 2:
            for player in evening.players:
                player.host = host
            before = evening.accepted
            while evening.accepted == before:
                table.over()
            version = table.sent[-1].answer.body["events"][-1]["version"]
            wait_until(
                f"both hear of version {version}, which went to {host}",
                lambda at=version: all(one.received[-1][0] >= at for one in watchers),
                SOON,
            )
        for one in watchers:
            assert [version for version, _ in one.received] == sorted(
                {version for version, _ in one.received}
            )


def limits_are_shared(site: Site) -> None:
    """Four processes of two replicas count together, in Redis and in the database."""
    bearer = f"Bearer {site.tokens['bob']}"
    basic = f"Basic {b64encode(b'alice:wrong').decode()}"
    exports = [ask(site, host, "GET", "replays/export", bearer) for host in HOSTS * 5]
    assert exports == [200] * 6 + [429] * 4
    guesses = [ask(site, host, "POST", "tokens", basic) for host in HOSTS * 4]
    assert guesses == [401] * 4 + [429] * 4


def tasks_that_are_lost_are_done_once(site: Site, replicas: Replicas) -> None:
    """Two workers, and a second beat by mistake: the sweeps of both find the same games."""
    replicas.site.start_beat("beat-2")
    try:
        evening = Evening(replicas, 3, seed=3500, bots=3)  # type: ignore[arg-type]
        with evening, following(evening) as followers:
            for _ in range(5):
                time.sleep(1)
                with site.redis as redis:
                    redis.delete(*QUEUES)
            evening.play_out()
            wait_until("all have seen the end", lambda: all(one.over for one in followers))
        assert evening.away == []
        laws.check(evening)
        for one in followers:
            rows = laws.stream(site.cluster, one.game)
            assert one.received == [(row.version, row.chain) for row in rows]
        games = [table.game for table in evening.tables]
        wait_until("results are stored", lambda: results(site, games) == len(games))
    finally:
        site.stop("beat-2")


def results(site: Site, games: list[str]) -> int:
    """How many results these games have."""
    found = "SELECT count(*) FROM replays_result WHERE game_id = ANY(%s::uuid[])"
    return int(site.cluster.query(found, games)[0][0])


def ask(site: Site, host: str, method: str, path: str, authorization: str) -> int:
    """The status of a request to one replica."""
    web = http.client.HTTPConnection(host, site.web_port, timeout=60)
    with closing(web) as connection:
        body = '{"name": "x"}' if method == "POST" else None
        headers = {**HEADERS, "Authorization": authorization, "Content-Type": "application/json"}
        connection.request(method, f"/api/v1/{path}", body, headers)
        response = connection.getresponse()
        response.read()
        return response.status
