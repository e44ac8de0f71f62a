"""Celery workers that are killed in the middle of a task, and tasks that come more than once."""

import json

import pytest

from simulation.processes import kill_all, wait_until
from tests.faults import laws
from tests.faults.gate import STEPS, Gate
from tests.faults.players import TABLES, Evening
from tests.faults.site import QUEUES, Site, put_back

pytestmark = pytest.mark.services


def test_process_killed_in_the_middle_of_a_round_end(site: Site) -> None:
    """The worker itself lives, and gives the task to another process, without the sweep.

    One table: a process of another one may be killed between its commit and the task that follows,
    which only the sweep sends again.
    """
    (worker,) = site.named("worker")
    site.stop("beat")
    with Evening(site, 1, seed=400) as evening, Gate(site.cluster, STEPS) as gate:
        gate.wait()
        killed = worker.children()
        kill_all(killed)
        gate.open()
    assert worker.alive
    assert not set(killed) & set(worker.children())
    laws.check(evening)


def test_worker_killed_in_the_middle_of_a_round_end(site: Site) -> None:
    """Its tasks are gone for a quarter of an hour; the sweep does not wait for them."""
    (worker,) = site.named("worker")
    with Evening(site, TABLES, seed=500) as evening:
        with Gate(site.cluster, STEPS) as gate:
            gate.wait()
            worker.kill()
            gate.open()
        site.start_worker()
    laws.check(evening)


def test_every_task_is_delivered_three_times(site: Site) -> None:
    site.stop("worker", "beat")
    with Evening(site, TABLES, seed=600, bots=2) as evening:
        wait_until("every game waits for a task", lambda: evening.due() == TABLES)
        wait_until("their tasks are sent", lambda: len(site.queued()) >= TABLES)
        messages = site.queued()
        with site.redis as redis:
            put_back(redis, *messages, *messages)
        with_two_workers(site, evening)
    laws.check(evening)


def test_several_sweeps_at_once(site: Site) -> None:
    """All tasks are lost but the sweep's own, which comes four times to two workers."""
    site.stop("worker")
    with Evening(site, TABLES, seed=700, bots=2) as evening:
        wait_until("every game waits for a task", lambda: evening.due() == TABLES)
        wait_until("beat has said that it is time", lambda: sweeps(site))
        (sweep, *_) = sweeps(site)
        site.stop("beat")
        with site.redis as redis:
            redis.delete(*QUEUES)
            put_back(redis, *([sweep] * 4))
        with_two_workers(site, evening)
    laws.check(evening)


def with_two_workers(site: Site, evening: Evening) -> None:
    """Play to the end with two workers, of which one stays; neither may find anything wrong."""
    said = len(site.log("worker"))
    site.start_worker()
    second = site.start_worker()
    evening.play_out()
    second.kill()
    assert "raised unexpected" not in site.log("worker")[said:]


def sweeps(site: Site) -> list[bytes]:
    """The messages of the queue that ask for a sweep."""
    return [
        one
        for one in site.queued()
        if json.loads(one.splitlines()[-1])["headers"]["task"].endswith(".sweep")
    ]
