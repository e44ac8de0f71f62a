"""The logs of tournaments: the only package that knows their table.

Reading is offered here; writing stands in ``tournaments.store.writing``, for services only.
"""

from collections.abc import Sequence
from uuid import UUID

from tournaments.models import Tournament
from tournaments.store.table import LOG

head = LOG.head
"""The hashes of the event with this version, None where there is none."""
rows = LOG.rows
"""Some events of a tournament, oldest first."""
each = LOG.each
"""All events of a tournament up to a version, oldest first; few are in memory at a time."""


def newest_heads(tournament_ids: Sequence[UUID]) -> dict[UUID, tuple[int, str]]:
    """Version and chain of the newest event of each of some tournaments, with one query."""
    return LOG.newest_heads(Tournament._meta.db_table, tournament_ids)


__all__ = ["each", "head", "newest_heads", "rows"]
