"""The tables of tournaments. That of their logs is known to ``tournaments.store`` alone."""

from tournaments.models import log_row
from tournaments.models.tournament import Participant, Tournament

__all__ = ["Participant", "Tournament", "log_row"]
