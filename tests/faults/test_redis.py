"""Redis that is gone with all it knew, and Redis that takes nothing more."""

import os
import signal
import time

import pytest
import redis

from simulation.processes import PATIENCE, wait_until
from tests.faults import laws
from tests.faults.players import TABLES, Evening
from tests.faults.site import NAMESPACE, Site

pytestmark = pytest.mark.services


def test_restart_that_loses_everything(site: Site) -> None:
    """Queue, cache and counts of calls; players notice nothing but a pause."""
    processes = site.named("web") + site.named("worker") + site.named("beat")
    with Evening(site, TABLES, seed=800) as evening:
        wait_until("some moves are played", lambda: evening.accepted > 20)
        site.stop("redis")
        before = evening.accepted
        wait_until("every game waits for the server", lambda: evening.due() == TABLES)
        assert evening.accepted > before
        site.start_redis()
    assert all(one.alive for one in processes)
    assert evening.doubted == []
    laws.check(evening)


def test_restart_while_a_worker_is_busy(site: Site) -> None:
    """Its tasks end while Redis is away, when it holds as many as it may."""
    (worker,) = site.named("worker")
    with Evening(site, 4, seed=850) as evening, site.redis as client:
        for child in worker.children():
            os.kill(child, signal.SIGSTOP)
        wait_until("every game waits for the server", lambda: evening.due() == 4)
        assert client.hlen(f"{NAMESPACE}.unacked") == 2
        site.stop("redis")
        for child in worker.children():
            os.kill(child, signal.SIGCONT)
        wait_until("a task has ended", lambda: "Couldn't ack" in site.log("worker"))
        time.sleep(2)  # in which the other one ends too
        site.start_redis()
    assert worker.alive
    assert evening.doubted == []
    laws.check(evening)


def test_full(site: Site) -> None:
    """Neither cached states nor tasks nor counts can be written.

    A worker that has just got a task cannot note that it has it, which must not be its end.
    """
    processes = site.named("web") + site.named("worker") + site.named("beat")
    (worker,) = site.named("worker")
    with Evening(site, TABLES, seed=900) as evening, site.redis as client:
        os.kill(worker.pid, signal.SIGSTOP)
        wait_until("a task has been sent", evening.due)
        client.config_set("maxmemory", 1)
        with pytest.raises(redis.exceptions.OutOfMemoryError):
            client.set("more", "things")
        os.kill(worker.pid, signal.SIGCONT)
        before = evening.accepted
        wait_until("every game waits for the server", lambda: evening.due() == TABLES)
        assert evening.accepted > before
        client.config_set("maxmemory", 0)
    assert all(one.alive for one in processes)
    assert evening.doubted == []
    laws.check(evening)


def test_hanging(site: Site) -> None:
    """It takes connections and answers nothing, as a machine that has lost its network."""
    with Evening(site, TABLES, seed=1200, bots=0) as evening:
        wait_until("some moves are played", lambda: evening.accepted > 10)
        (server,) = site.named("redis")
        os.kill(server.pid, signal.SIGSTOP)
        try:
            enough = evening.accepted + 10
            # Each move waits for answers that do not come, for as long as it takes to give up.
            wait_until("moves are accepted", lambda: evening.accepted > enough, 3 * PATIENCE)
        finally:
            os.kill(server.pid, signal.SIGCONT)
    assert evening.doubted == []
    laws.check(evening)
