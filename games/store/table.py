"""Names of the table's columns, in the order of the engine's row."""

from games.engine import Row
from games.models.event import Event

TABLE = Event._meta.db_table
COLUMNS = Row.__struct_fields__
