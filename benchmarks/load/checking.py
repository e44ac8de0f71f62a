"""After the load: wait until all streams have sent everything, and compare what is known of it."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from benchmarks.load.accounts import CommittedEvent, GameAccount
from benchmarks.load.crowd import Crowd
from benchmarks.load.served import LoadSite

CATCHING_UP: Final = 300.0
"""The most seconds that streams get for what they have not sent yet."""
STUCK: Final = 45.0
"""Seconds without a single event, after which nothing more is expected: clients try streams again,
and servers look into the log without a hint, much sooner."""
EVERY: Final = 0.5
STORED: Final = """
SELECT game_id::text, version, chain, origin,
       extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8
FROM games_event ORDER BY game_id, version
"""


@dataclass
class FoundFaults:
    """What the comparison found; delays in seconds."""

    events: int = 0
    moves: int = 0
    faults: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    """Streams that have not caught up, and with what."""
    waited: float = 0.0
    """For how long they were waited for."""
    to_stream: list[float] = field(default_factory=list)
    round_ends: list[float] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether everything is there, once."""
        return not self.faults and not self.behind


async def come_to_rest(crowd: Crowd) -> float:
    """Wait for what is under way, and for streams that are behind what is stored; how long."""
    began = moved = time.monotonic()
    came = 0
    while (now := time.monotonic()) - began < CATCHING_UP and now - moved < STUCK:
        heads = await asyncio.to_thread(_heads, crowd.site)
        accounts = accounts_of(crowd)
        if not crowd.tasks and all(one.last >= heads.get(one.game, 0) for one in accounts):
            break
        before, came = came, sum(len(one.streamed) for one in accounts)
        moved = moved if came == before else time.monotonic()
        await asyncio.sleep(EVERY)
    return time.monotonic() - began


def accounts_of(crowd: Crowd) -> list[GameAccount]:
    """Those of all games that were played."""
    return [account for table in crowd.tables for account in table.accounts]


def _heads(site: LoadSite) -> dict[str, int]:
    return dict(site.cluster.query("SELECT id::text, version FROM games_game"))


def stored_events(site: LoadSite) -> dict[str, list[CommittedEvent]]:
    """The streams of all games."""
    found: dict[str, list[CommittedEvent]] = {}
    for game, *columns in site.cluster.query(STORED):
        found.setdefault(game, []).append(CommittedEvent(*columns))
    return found


def outcome(
    accounts: Sequence[GameAccount],
    stored: dict[str, list[CommittedEvent]],
    *,
    since: float,
    waited: float = 0.0,
) -> FoundFaults:
    """Compare all games; delays are those of events committed after ``since``."""
    found = FoundFaults(waited=waited)
    for account in accounts:
        rows = stored.get(account.game, [])
        found.events += len(rows)
        found.moves += len(account.accepted)
        found.faults += account.faults(rows)
        found.behind += filter(None, [account.behind(rows)])
        found.to_stream += _delays(account, rows, since)
        found.round_ends += _round_ends(rows, since)
    return found


def _delays(account: GameAccount, rows: Sequence[CommittedEvent], since: float) -> Iterator[float]:
    """From the commit of an event until the client had it."""
    committed = {row.version: row.at for row in rows}
    for event, received in zip(account.streamed, account.received_at, strict=True):
        at = committed.get(event.version, 0.0)
        if at >= since:
            yield received - at


def _round_ends(rows: Sequence[CommittedEvent], since: float) -> Iterator[float]:
    """From the commit that left a game to itself until the commit of its own step."""
    for before, step in pairwise(rows):
        if step.origin == "game" and before.origin == "player" and before.at >= since:
            yield step.at - before.at
