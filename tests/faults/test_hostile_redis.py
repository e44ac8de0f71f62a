"""An attacker writes to Redis: queue, cache, counters and hints, while games are played."""

import http.client
import os
import time
from contextlib import ExitStack
from typing import Any

import pytest
from django.test import override_settings

from caledonia import task_messages
from simulation.processes import wait_until
from tests.faults import laws
from tests.faults.attacker import EVIL, MARK, UNACKED, Attacker, forged
from tests.faults.followers import following
from tests.faults.players import TABLES, Evening
from tests.faults.site import HEADERS, NAMESPACE, QUEUES, Site, put_back

pytestmark = [pytest.mark.services, pytest.mark.long]

SECONDS = float(os.environ.get("CALEDONIA_HOSTILE_SECONDS", "6"))
"""How long the attack goes on."""
STORED = (
    "SELECT (SELECT count(*) FROM games_event), (SELECT count(*) FROM games_receipt), "
    "(SELECT count(*) FROM replays_validation), (SELECT count(*) FROM replays_result), "
    "(SELECT count(*) FROM replays_seatresult), "
    "(SELECT array_agg(turns_told ORDER BY user_id) FROM web_profile)"
)


def test_whoever_writes_to_redis_can_delay_and_nothing_else(site: Site) -> None:
    """No task that was not sent, no second effect, no forged state, no answer of 500 and above."""
    site.start_stream()
    names = ("web", "worker", "beat", "stream")
    processes = [one for name in names for one in site.named(name)]
    said = len(site.log("worker"))
    with ExitStack() as stack:
        evening = stack.enter_context(Evening(site, TABLES, seed=1500))
        followers = stack.enter_context(following(evening))
        attacker = stack.enter_context(Attacker(site, seed=1500))
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            assert ready(site) == 200
            evening.players[0].pause()
        ask_validations(evening)
        attacker.stop()
        evening.play_out()
        wait_until("all have seen the end", lambda: all(one.over for one in followers))
        check_states(evening, attacker)
        check_replays(site, attacker)
    assert [one.log.stem for one in processes if not one.alive] == []
    assert len(attacker.done) == 12
    assert evening.away == []
    laws.check(evening)
    for table, follower in zip(evening.tables, followers, strict=True):
        rows = laws.stream(site.cluster, table.game)
        assert follower.received == [(row.version, row.chain) for row in rows]
    logged = site.log("worker")[said:]
    for sign in (EVIL, MARK, "raised unexpected", "Traceback"):
        assert sign not in logged
    assert time.time() - site.heartbeat.stat().st_mtime < 20
    check_that_a_signed_task_runs(site)


def ready(site: Site) -> int:
    """The status of the probe."""
    connection = http.client.HTTPConnection("127.0.0.1", site.web_port, timeout=60)
    try:
        connection.request("GET", "/readyz", headers=HEADERS)
        return connection.getresponse().status
    finally:
        connection.close()


def ask_validations(evening: Evening) -> None:
    """Have every game decided again, by tasks that may get lost."""
    for table in evening.tables:
        answer = table.players[0].ask("POST", f"games/{table.game}/validation")
        assert answer.status in (200, 202), answer


def check_states(evening: Evening, attacker: Attacker) -> None:
    """Games that are over have public salts, and their states are what they were all the same."""

    def states() -> list[Any]:
        return [table.players[0].get(f"games/{table.game}/state") for table in evening.tables]

    before = states()
    for _ in range(5):
        attacker.poison(f"{NAMESPACE}:1:state/*")
        attacker.swap_cache()
        assert states() == before


def check_replays(site: Site, attacker: Attacker) -> None:
    """Every task that was seen comes again, twice, and changes nothing."""

    def done() -> bool:
        client = attacker.client
        return not (any(map(client.llen, QUEUES)) or client.hlen(UNACKED))

    attacker.client.delete(UNACKED, f"{UNACKED}_index")
    wait_until("no task is left", done)
    before = site.cluster.query(STORED)
    assert len(attacker.genuine) > 10
    put_back(attacker.client, *attacker.genuine, *attacker.genuine)
    wait_until("all have come again", done)
    assert site.cluster.query(STORED) == before


def check_that_a_signed_task_runs(site: Site) -> None:
    """This test can fail: with the key of the server, a forged task is carried out."""
    with override_settings(SECRET_KEY=site.env["SECRET_KEY"]), site.redis as client:
        item = task_messages.seal(NAMESPACE, forged("games.tasks.run_bots").decode())
        said = len(site.log("worker"))
        client.lpush(NAMESPACE, item)
    wait_until("a worker says so", lambda: "raised unexpected" in site.log("worker")[said:])
