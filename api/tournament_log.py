"""The log of a tournament as clients get it: its public events, and the rulings among them.

Secret payloads are never read here.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Annotated

from msgspec import Meta, Raw, Struct

from api.bodies import REF
from api.tournament_bodies import TableResult, TournamentPerson
from api.tournaments import person_info, table_result
from tournaments.log import LogRow, read_entry
from tournaments.log.events import Ruled
from tournaments.models import Participant

LOG = REF + "TournamentLog"
"""Begins the names of the components of the log's own structs."""

EventJSON = Annotated[Raw, Meta(extra_json_schema={"$ref": LOG + "Event"})]


class Ruling(Struct, frozen=True):
    """A director's decision about a table: what counts (null: it is open again), and why.

    `version` is that of its event; `supersedes` that of the ruling before it on the same table.
    One with `ended_game` ended the game that ran beside the result.
    """

    version: int
    recorded_at: datetime
    by: TournamentPerson | None
    table: int
    reason: str
    result: TableResult | None
    forfeited: list[int]
    supersedes: int | None
    ended_game: bool


class RulingPage(Struct, frozen=True):
    """A page of rulings, oldest first."""

    version: int
    rulings: list[Ruling]
    next: str | None


class LogEntry(Struct, frozen=True):
    """One event of a tournament's log: what happened, when, and by whom; null is the server.

    Secrets (the seed) stand in it as a keyed hash. `chain` covers the entry and all before it.
    """

    version: int
    parent: int
    recorded_at: datetime
    by: TournamentPerson | None
    event: EventJSON
    secret_hash: str | None
    digest: str
    chain: str


class EntryPage(Struct, frozen=True):
    """A page of the log; `version` is its newest, `next` the address of the next page."""

    version: int
    entries: list[LogEntry]
    next: str | None


def log_entry(row: LogRow, people: Mapping[int, Participant]) -> LogEntry:
    """The entry of a row."""
    return LogEntry(
        version=row.version,
        parent=row.parent,
        recorded_at=row.recorded_at,
        by=None if row.actor is None else person_info(people[row.actor]),
        event=Raw(row.public.encode()),
        secret_hash=row.secret_hash,
        digest=row.digest,
        chain=row.chain,
    )


def rulings_among(rows: Iterable[LogRow], people: Mapping[int, Participant]) -> Iterator[Ruling]:
    """The rulings among some rows."""
    events = ((row, read_entry(row.public)) for row in rows if row.kind == "ruling")
    return (_ruling(row, event, people) for row, event in events if isinstance(event, Ruled))


def _ruling(row: LogRow, event: Ruled, people: Mapping[int, Participant]) -> Ruling:
    return Ruling(
        version=row.version,
        recorded_at=row.recorded_at,
        by=None if row.actor is None else person_info(people[row.actor]),
        table=event.table,
        reason=event.reason,
        result=None if event.result is None else table_result(event.result),
        forfeited=list(event.forfeited),
        supersedes=event.supersedes or None,
        ended_game=event.ended,
    )


SHAPES = (RulingPage, EntryPage)
