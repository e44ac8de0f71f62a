"""The log of a tournament: its events, how they are stored, and the state that they give. Pure."""

from tournaments.log.events import Entry, read_entry
from tournaments.log.folding import fold, rebuild
from tournaments.log.stored import LogRow, seal

__all__ = ["Entry", "LogRow", "fold", "read_entry", "rebuild", "seal"]
