"""The table of logs, with the row of the log for its columns."""

from typing import Final

from games.store.stream_table import StreamTable
from tournaments.log import LogRow
from tournaments.models.log_row import StoredLogRow

LOG: Final = StreamTable(StoredLogRow._meta.db_table, "tournament_id", LogRow)
