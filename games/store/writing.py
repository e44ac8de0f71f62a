"""Adding to streams, and erasing whole ones. For services only."""

from games.store.table import EVENTS

append = EVENTS.append
"""Add events of a game; the caller holds the lock on its row."""
appending = EVENTS.appending
"""The same few events as statements, to be carried out together with what else changes."""
erase = EVENTS.erase
"""Delete all events of a game.

Raises IntegrityError unless this transaction wrote an erasure that is still unfinished.
"""
