"""Everything through PgBouncer, which gives a connection to each transaction."""

import os
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest

from simulation.postgres import DATABASE
from simulation.processes import wait_until
from tests.faults import laws, pooler
from tests.faults.conftest import SaidSince
from tests.faults.followers import following
from tests.faults.players import Evening
from tests.faults.pooler import WEB, Pooler
from tests.faults.reader import Reader
from tests.faults.site import WEB_WORKERS, Site

pytestmark = [
    pytest.mark.services,
    pytest.mark.long,
    pytest.mark.skipif("CALEDONIA_FAULT_SECONDS" not in os.environ, reason="make faults runs it"),
]

SIZE = 4
"""Connections of a pool: of 24 threads of web, and of two workers, whose jobs keep two of them."""
TIMEOUTS = (
    "SELECT current_setting('statement_timeout'), current_setting('lock_timeout'), "
    "current_setting('idle_in_transaction_session_timeout')"
)
BACKENDS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
QUICK = {
    "statement_timeout = 15000": "statement_timeout = 2000",
    "query_wait_timeout = 10": "query_wait_timeout = 5",
}
"""Games are played with the timeouts of the file: a busy machine may take seconds for a move."""
JOBS_PATIENCE = 4 * 60.0
"""Seconds for validations: a task that got lost is sent again after a minute, in the next one."""
LEFT = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
NAMES = ("web", "stream", "worker", "beat")


@pytest.fixture
def pooled(site: Site, said: SaidSince) -> Iterator[Pooler]:
    """The pooler, behind which the site runs with two workers."""
    pooler.program()
    made = Pooler(site.folder, site.cluster, size=SIZE)
    before = dict(site.env)
    site.stop(*NAMES)
    try:
        wait_until("nothing else is connected", lambda: backends(site) == 0)
        site.env.update(DATABASE_POOLED="1", DATABASE_URL=made.url(WEB))
        web = site.start_web()
        site.start_stream()
        site.env.update(DATABASE_URL=made.url(DATABASE), LONG_JOBS="1")
        for start in (site.start_worker, site.start_worker, site.start_beat):
            start()
        wait_until("the web server has its workers", lambda: len(web.children()) == WEB_WORKERS)
        yield made
    finally:
        site.stop(*NAMES)
        site.env.clear()
        site.env.update(before)
        made.close()


def backends(site: Site) -> int:
    """How many connections the database has, but for the one that asks."""
    return int(site.cluster.query(BACKENDS)[0][0]) - 1


def test_games_over_a_pool_of_transactions(site: Site, said: SaidSince, pooled: Pooler) -> None:
    """No error, every move once, every stream complete, jobs done, timeouts as without it."""
    most = 0
    with Evening(site, 4, seed=3300) as evening, following(evening) as followers:
        for _ in range(20):
            wait_until("a move is played", lambda seen=evening.accepted: evening.accepted > seen)
            most = max(most, backends(site))
        evening.play_out()
        wait_until("all have seen the end", lambda: all(one.over for one in followers))
    assert evening.away == []
    assert most <= 2 * SIZE
    laws.check(evening)
    for one in followers:
        rows = laws.stream(site.cluster, one.game)
        assert one.received == [(row.version, row.chain) for row in rows]
    games = [table.game for table in evening.tables]
    jobs_are_done(site, evening)
    reader = Reader(site)
    for game, version in reader.versions_of(games).items():
        reader.reads_whole(game, version)
    reader.finds_all(games, "clan")
    nothing_outlives_a_transaction(site, pooled)
    pooled.change(QUICK)
    statements_end(site, pooled, reader)
    a_full_pool_refuses(pooled, reader)
    for name in NAMES:
        assert "Traceback" not in said(name), said(name)


def jobs_are_done(site: Site, evening: Evening) -> None:
    """Validations, of which one at a time is carried out: its place is a lock of the database."""
    player = evening.players[0]
    player.stop.clear()
    asked = [player.post(f"games/{table.game}/validation") for table in evening.tables[:3]]
    for one in asked:
        path = f"validations/{one['id']}"
        wait_until(
            "it is decided again",
            lambda at=path: player.get(at)["status"] == "passed",
            JOBS_PATIENCE,
        )


def nothing_outlives_a_transaction(site: Site, pooled: Pooler) -> None:
    """No lock; and a session has the timeouts that the pooler gave it, whoever had it before."""
    wait_until("no lock is left", lambda: site.cluster.query(LEFT) == [(0,)])
    for _ in range(2 * SIZE):
        assert pooled.query(WEB, TIMEOUTS) == [("15s", "10s", "2min")]
        assert pooled.query(DATABASE, TIMEOUTS) == [("0", "10s", "2min")]


def statements_end(site: Site, pooled: Pooler, reader: Reader) -> None:
    """A statement that takes too long is answered by 503, and the next one as ever.

    It waits for a table that no worker reads: their pool would be full of tasks that wait as well.
    """
    quick = [("2s", "10s", "2min")]
    wait_until("new timeouts hold", lambda: pooled.query(WEB, TIMEOUTS) == quick)
    with psycopg.connect(site.cluster.url) as other:
        other.execute(b"LOCK TABLE api_token IN ACCESS EXCLUSIVE MODE")
        assert reader.ask("api/v1/games")[0] == 503
    assert reader.ask("api/v1/games")[0] == 200


def a_full_pool_refuses(pooled: Pooler, reader: Reader) -> None:
    """Who gets no connection is answered by 503, and as ever when there is one."""
    with ExitStack() as stack:
        for _ in range(SIZE):
            held = stack.enter_context(psycopg.connect(pooled.url(WEB)))
            held.execute(b"SELECT 1")
        assert reader.ask("api/v1/games")[0] == 503
    assert reader.ask("api/v1/games")[0] == 200
