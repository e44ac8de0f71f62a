"""Web workers that are killed while people play."""

import random
from http.client import HTTPMessage

import pytest

from simulation.processes import kill_all, wait_until
from tests.faults import laws
from tests.faults.gate import MOVES, PASSES, Gate
from tests.faults.players import TABLES, Evening
from tests.faults.site import Site

pytestmark = pytest.mark.services


def test_killed_between_the_insert_and_the_commit(site: Site) -> None:
    (web,) = site.named("web")
    with Evening(site, TABLES, seed=100) as evening:
        wait_until("some moves are played", lambda: evening.accepted > 10)
        with Gate(site.cluster, MOVES) as gate:
            gate.wait(transactions=2)
            killed = web.children()
            kill_all(killed)
            gate.open()
            wait_until("players notice it", lambda: len(evening.doubted) >= 2)
    assert not set(killed) & set(web.children())
    assert all(sent.accepted for sent in evening.doubted)
    laws.check(evening)


def test_killed_between_the_commit_and_the_answer(site: Site) -> None:
    """The move stands, without a response, and the task that should follow was never sent."""
    (web,) = site.named("web")
    with Evening(site, 2, seed=200, bots=2) as evening, site.redis as redis:
        with Gate(site.cluster, PASSES) as gate:
            gate.wait(transactions=2)
            # After the commit comes the cache, which now does not answer.
            redis.client_pause(60_000, all=False)
            gate.open()
            wait_until("both are committed", lambda: evening.due() == 2)
            kill_all(web.children())
            redis.client_unpause()
        wait_until("players notice it", lambda: len(evening.doubted) >= 2)
    replayed = [sent for sent in evening.doubted if is_replayed(sent.answer.headers)]
    assert len(replayed) >= 2
    laws.check(evening)


def test_killed_at_any_moment(site: Site) -> None:
    (web,) = site.named("web")
    chance = random.Random(300)  # noqa: S311 - a test, not a secret
    with Evening(site, 4, seed=300) as evening:
        for _ in range(4):
            enough = evening.accepted + 15
            wait_until("some moves are played", lambda most=enough: evening.accepted > most)
            kill_all([chance.choice(web.children())])
    assert web.alive
    laws.check(evening)


def is_replayed(headers: HTTPMessage) -> bool:
    """Whether an answer is the one of an earlier request."""
    return headers.get("Idempotent-Replayed") == "true"
