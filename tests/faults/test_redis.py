"""Redis that is gone with all it knew, and Redis that takes nothing more."""

import pytest
import redis

from tests.faults import laws
from tests.faults.players import Evening
from tests.faults.processes import wait_until
from tests.faults.site import Site

pytestmark = pytest.mark.services


def test_restart_that_loses_everything(site: Site) -> None:
    """Queue, cache and counts of calls; nobody who plays sees anything of it but a pause."""
    processes = site.named("web") + site.named("worker") + site.named("beat")
    with Evening(site, 4, seed=800, bots=0) as evening:
        wait_until("some moves are played", lambda: evening.accepted > 20)
        (server,) = site.named("redis")
        server.kill()
        keeps_accepting(evening)
        site.start_redis()
    assert all(one.alive for one in processes)
    assert evening.doubted == []
    laws.check(evening)


def test_full(site: Site) -> None:
    """Neither cached states nor tasks nor counts can be written."""
    processes = site.named("web") + site.named("worker") + site.named("beat")
    with Evening(site, 4, seed=900, bots=0) as evening, site.redis as client:
        wait_until("some moves are played", lambda: evening.accepted > 20)
        client.config_set("maxmemory", 1)
        with pytest.raises(redis.exceptions.OutOfMemoryError):
            client.set("more", "things")
        keeps_accepting(evening)
        client.config_set("maxmemory", 0)
    assert all(one.alive for one in processes)
    assert evening.doubted == []
    laws.check(evening)


def keeps_accepting(evening: Evening) -> None:
    """Moves are accepted meanwhile, of all games that wait for a person."""
    enough = evening.accepted + 10
    wait_until("moves are accepted all the same", lambda: evening.accepted > enough)
