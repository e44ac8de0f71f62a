"""The logs of tournaments: the only package that knows their table.

Reading is offered here; writing stands in ``tournaments.store.writing``, for services only.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from games.store.stream_table import PIECE
from tournaments.log.people import NAMING, numbers_in
from tournaments.models import Tournament
from tournaments.models.log_row import StoredLogRow
from tournaments.state import Person
from tournaments.store.table import LOG

head = LOG.head
"""The hashes of the event with this version, None where there is none."""
rows = LOG.rows
"""Some events of a tournament, or those of some kinds, oldest first."""
each = LOG.each
"""The same up to a version; few are in memory at a time."""


def newest_heads(tournament_ids: Sequence[UUID]) -> dict[UUID, tuple[int, str]]:
    """Version and chain of the newest event of each of some tournaments, with one query."""
    return LOG.newest_heads(Tournament._meta.db_table, tournament_ids)


def was_opened() -> Exists:
    """Whether a tournament of a query was opened: before that it is a draft.

    Every row is of a version up to the tournament's. Saying so keeps PostgreSQL from reading the
    logs of all tournaments once in place of the log of one.
    """
    own = {"tournament": OuterRef("pk"), "version__lte": OuterRef("version")}
    return Exists(StoredLogRow.objects.filter(**own, kind="opened"))


def stands_in(tournament: UUID, person: Person) -> bool:
    """Whether a number stands in the log of a tournament, as ``people_in`` finds it."""
    log = StoredLogRow.objects.filter(tournament=tournament)
    if log.filter(actor=person).exists():
        return True
    # Of what else has changed there can be as much as a log may have.
    some = log.filter(kind__in=NAMING).filter(~Q(kind="changed") | Q(public__contains="director"))
    texts = some.values_list("public", flat=True).iterator(chunk_size=PIECE)
    return any(person in numbers_in(text) for text in texts)


def tables_made(tournament: UUID, person: Person) -> list[datetime]:
    """When a person made tables of a tournament by challenges; those of rounds do not count."""
    own = StoredLogRow.objects.filter(tournament=tournament, kind="table_made", actor=person)
    made = own.filter(public__contains='"asked":')
    return list(made.values_list("recorded_at", flat=True))


__all__ = [
    "each",
    "head",
    "newest_heads",
    "rows",
    "stands_in",
    "tables_made",
    "was_opened",
]
