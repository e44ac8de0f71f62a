"""What the log of signed heads knows of tournaments."""

from django.db import models

from replays.heads.models import LoggedStream
from tournaments.models.tournament import Tournament


class LoggedTournament(LoggedStream):
    """The newest leaf of a tournament's log, and the secret of its salts."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="logged"
    )

    def __str__(self) -> str:
        return f"{self.tournament_id} at {self.version}"
