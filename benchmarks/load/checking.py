"""After the load: wait until all streams have sent everything, and compare what is known of it."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from benchmarks.load.accounts import GameAccount
from benchmarks.load.crowd import Crowd
from benchmarks.load.served import LoadSite

CATCHING_UP: Final = 30.0
STORED: Final = """
SELECT game_id::text, version, chain, origin,
       extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8
FROM games_event ORDER BY game_id, version
"""


@dataclass(frozen=True)
class CommittedEvent:
    """An event as it is stored, and when its transaction was committed."""

    version: int
    chain: str
    origin: str
    at: float


@dataclass
class FoundFaults:
    """What the comparison found; delays in seconds."""

    events: int = 0
    moves: int = 0
    faults: list[str] = field(default_factory=list)
    to_stream: list[float] = field(default_factory=list)
    round_ends: list[float] = field(default_factory=list)


async def come_to_rest(crowd: Crowd) -> None:
    """Wait for what is under way, and for streams that are behind what is stored."""
    end = time.monotonic() + CATCHING_UP
    while time.monotonic() < end:
        heads = await asyncio.to_thread(_heads, crowd.site)
        behind = [one for one in accounts_of(crowd) if one.last < heads.get(one.game, 0)]
        if not behind and not crowd.tasks:
            return
        await asyncio.sleep(0.2)


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
    accounts: Sequence[GameAccount], stored: dict[str, list[CommittedEvent]], *, since: float
) -> FoundFaults:
    """Compare all games; delays are those of events committed after ``since``."""
    found = FoundFaults()
    for account in accounts:
        rows = stored.get(account.game, [])
        found.events += len(rows)
        found.moves += len(account.accepted)
        found.faults += account.faults([(row.version, row.chain) for row in rows])
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
