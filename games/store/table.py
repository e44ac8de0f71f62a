"""Names of the table's columns, in the order of the engine's row."""

from games.engine import StoredEvent
from games.models.event import Event

TABLE = Event._meta.db_table
COLUMNS = StoredEvent.__struct_fields__
