"""Everything at once: games on two replicas of each service, and faults drawn by chance."""

import os
import secrets
import time
from collections import Counter

import pytest

from simulation.processes import wait_until
from tests.faults import laws
from tests.faults.chaos import Chaos
from tests.faults.followers import Follower, following
from tests.faults.players import Evening
from tests.faults.replicas import Replicas
from tests.faults.site import Site

pytestmark = [pytest.mark.services, pytest.mark.long]

SECONDS = float(os.environ.get("CALEDONIA_FAULT_SECONDS", "4"))
"""How long new games begin; those that run are played to their ends, with faults all the while."""
SEED = int(os.environ.get("CALEDONIA_FAULT_SEED", "0")) or secrets.randbelow(2**31)
TABLES = 4 if "CALEDONIA_FAULT_SECONDS" in os.environ else 2
LONGEST = 240.0
"""Seconds for one round of games, which faults hold up."""


def test_games_on_replicas_that_fail(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """Every accepted move stands once, every stream is complete, every game comes to its end."""
    evenings: list[Evening] = []
    watched: list[Follower] = []
    began = time.monotonic()
    with Replicas(site) as replicas:
        with Chaos(replicas, seed=SEED) as chaos:
            while not evenings or time.monotonic() < began + SECONDS:
                watched += play(replicas, chaos, evenings)
        chaos.mend()
        seconds = time.monotonic() - began
        for evening in evenings:
            laws.check(evening)
        for one in watched:
            rows = laws.stream(site.cluster, one.game)
            assert one.received == [(row.version, row.chain) for row in rows]
        with capsys.disabled():
            print(f"\n{figures(evenings, watched, chaos)}\n{seconds:.0f} s, seed {SEED}")


def play(replicas: Replicas, chaos: Chaos, evenings: list[Evening]) -> list[Follower]:
    """Some games to their ends, each of them watched. Tables are made while nothing is broken."""
    seed = SEED + TABLES * len(evenings)
    with chaos.calm:
        wait_until("the proxy reaches a replica", replicas.answers)
        evening = Evening(replicas, TABLES, seed=seed, patience=LONGEST)  # type: ignore[arg-type]
    evenings.append(evening)
    with evening, following(evening) as followers:
        evening.play_out()
        wait_until("all have seen the end", lambda: all(one.over for one in followers), LONGEST)
    return followers


def figures(evenings: list[Evening], watched: list[Follower], chaos: Chaos) -> str:
    """What happened, for who runs it by hand."""
    away = Counter(answer.status for evening in evenings for answer in evening.away)
    faults = "\n".join(f"  {name} {count}" for name, count in sorted(chaos.done.items()))
    return "\n".join(
        (
            f"{chaos.done.total()} faults\n{faults}",
            f"{TABLES * len(evenings)} games, all at their ends",
            f"{sum(evening.accepted for evening in evenings)} moves accepted, each stands once",
            f"{sum(len(evening.doubted) for evening in evenings)} moves that had to be sent again",
            f"{sum(len(one.received) for one in watched)} events streamed, each once and in order",
            f"{sum(one.opened for one in watched)} streams opened for that",
            f"answers of 500 and above: {dict(away) or 'none'}",
            f"slowest answer: {max(evening.slowest for evening in evenings):.1f} s",
        )
    )
