"""The logs of tournaments: the only package that knows their table.

Reading is offered here; writing stands in ``tournaments.store.writing``, for services only.
"""

from tournaments.store.table import LOG

head = LOG.head
"""The hashes of the event with this version, None where there is none."""
rows = LOG.rows
"""The events of a tournament, oldest first."""

__all__ = ["head", "rows"]
