"""PostgreSQL that goes away with all connections, and comes back."""

import threading

import pytest

from simulation.processes import wait_until
from tests.faults import laws
from tests.faults.followers import following
from tests.faults.players import TABLES, Evening, Player
from tests.faults.site import Site

pytestmark = pytest.mark.services

DROP = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_restart(site: Site, mode: str) -> None:
    """Requests meanwhile get a Retry-After; no process of the server has to be restarted."""
    processes = site.named("web") + site.named("worker") + site.named("beat")
    workers = site.named("web")[0].children()
    with Evening(site, TABLES, seed=1000) as evening:
        wait_until("some moves are played", lambda: evening.accepted > 20)
        site.cluster.stop(mode)
        wait_until("players notice it", lambda: len(evening.away) >= 4)
        site.cluster.start()
    assert all(one.alive for one in processes)
    assert site.named("web")[0].children() == workers
    for answer in evening.away:
        assert (answer.status, answer.body["code"]) == (503, "unavailable")
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert int(answer.headers["Retry-After"]) > 0
    laws.check(evening)


def test_streams_over_a_restart(site: Site) -> None:
    """They stay open, or are opened again; either way every event comes once and in order."""
    site.stop("stream")
    site.start_stream()
    with Evening(site, TABLES, seed=1300) as evening, following(evening) as followers:
        wait_until("some moves are played", lambda: evening.accepted > 10)
        site.cluster.stop("fast")
        wait_until("players notice it", lambda: len(evening.away) >= 4)
        site.cluster.start()
        evening.play_out()
        wait_until("all have seen the end", lambda: all(one.over for one in followers))
    site.stop("stream")
    for one in followers:
        rows = laws.stream(site.cluster, one.game)
        assert one.received == [(row.version, row.chain) for row in rows]
    laws.check(evening)


def test_connections_that_are_dropped(site: Site) -> None:
    with Evening(site, TABLES, seed=1000) as evening:
        for _ in range(3):
            enough = evening.accepted + 15
            wait_until("some moves are played", lambda most=enough: evening.accepted > most)
            assert site.cluster.query(DROP)
    assert {answer.status for answer in evening.away} <= {503}
    laws.check(evening)


def test_connections_that_were_dropped_while_nobody_asked(site: Site) -> None:
    """No client notices: each is checked before it is used again."""
    player = Player(site, "alice", threading.Event())
    kinds = [player.ask("GET", "me").status for _ in range(8)]
    assert site.cluster.query(DROP)
    kinds += [player.ask("GET", "me").status for _ in range(8)]
    assert kinds == [200] * 16
