"""The table of events, with the engine's row for its columns."""

from typing import Final

from games.engine import StoredEvent
from games.models.event import Event
from games.store.stream_table import StreamTable

EVENTS: Final = StreamTable(Event._meta.db_table, "game_id", StoredEvent)
TABLE: Final = EVENTS.table
