"""Adding to logs. For services only."""

from tournaments.store.table import LOG

append = LOG.append
"""Add events of a tournament; the caller holds the lock on its row."""
