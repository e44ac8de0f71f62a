"""A clock that is a day ahead for a while, for all processes but PostgreSQL's."""

from pathlib import Path

import pytest

from simulation.processes import wait_until
from tests.faults import laws
from tests.faults.players import Evening
from tests.faults.site import QUEUES, Site

pytestmark = pytest.mark.services

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
CLOCKED = ("web", "worker", "beat")
DUE_AND_AHEAD = "SELECT count(*) FROM games_game WHERE due AND active_at > now() + interval '1h'"
SOON = 60
"""Seconds; the sweep comes once a second here."""


def set_clock(site: Site, **ahead: str) -> None:
    """Start all processes with a clock of their own again. Live jumps are for beat's own tests."""
    for beat in site.named("beat"):
        # It writes down when it last sent what.
        beat.process.terminate()
        beat.process.wait(SOON)
    site.stop(*CLOCKED)
    for name in ("LD_PRELOAD", "FAKETIME"):
        site.env.pop(name, None)
    site.env.update(ahead)
    site.mend()


def test_a_day_ahead_and_back_with_every_task_lost(site: Site) -> None:
    assert LIBRARY is not None, "faketime is not installed"
    try:
        set_clock(site, LD_PRELOAD=str(LIBRARY), FAKETIME="+1d")
        site.stop("worker")
        with Evening(site, 2, seed=1500, bots=1) as evening:
            wait_until("every game waits for a task", lambda: evening.due() == 2)
            wait_until("beat asks for a sweep", lambda: b".sweep" in b"".join(site.queued()))
            assert site.cluster.query(DUE_AND_AHEAD) == [(2,)]
            with site.redis as redis:
                redis.delete(*QUEUES)
            set_clock(site)
            going = "the games go on within a few sweeps"
            wait_until(going, lambda: site.cluster.query(DUE_AND_AHEAD) == [(0,)], SOON)
            evening.play_out()
    finally:
        set_clock(site)
    assert "ahead of the database's clock" in site.log("worker")
    laws.check(evening)
