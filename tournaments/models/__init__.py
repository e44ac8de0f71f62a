"""The tables of tournaments, ratings and players.

That of the logs of tournaments is known to ``tournaments.store`` alone.
"""

from tournaments.models import log_row
from tournaments.models.logged import LoggedTournament
from tournaments.models.players import PlayerPage
from tournaments.models.ratings import (
    Formula,
    Pool,
    PoolName,
    RatedPlayer,
    Rating,
    RatingProgress,
    RatingRewind,
    RatingStep,
)
from tournaments.models.receipts import TournamentOperation, TournamentReceipt
from tournaments.models.tournament import Participant, Tournament

__all__ = [
    "Formula",
    "LoggedTournament",
    "Participant",
    "PlayerPage",
    "Pool",
    "PoolName",
    "RatedPlayer",
    "Rating",
    "RatingProgress",
    "RatingRewind",
    "RatingStep",
    "Tournament",
    "TournamentOperation",
    "TournamentReceipt",
    "log_row",
]
