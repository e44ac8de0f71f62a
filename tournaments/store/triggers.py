"""Triggers that keep the logs append-only; they come and go as ``games.append_only`` says."""

from typing import Final

from games.append_only import AppendOnlyTables

TABLES: Final = AppendOnlyTables(
    name="tournaments_log",
    refusal="the log of a tournament is append-only",
    keys={"tournaments_log": "(tournament_id, version) = (NEW.tournament_id, NEW.version)"},
)
