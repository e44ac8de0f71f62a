"""The sections of what is shown of a player.

Each is an object in a file of its own and a row here; the page renders it with the template
``web/player/NAME.html``, the API gives out its struct under its name.
"""

from typing import Final

from tournaments.players.sections.base import PlayerSection
from tournaments.players.sections.games import GamesSection
from tournaments.players.sections.opponents import OpponentsSection
from tournaments.players.sections.rating import RatingSection
from tournaments.players.sections.results import ResultsSection
from tournaments.players.sections.tournaments import TournamentsSection

SECTIONS: Final[tuple[PlayerSection, ...]] = (
    RatingSection(),
    ResultsSection(),
    OpponentsSection(),
    TournamentsSection(),
    GamesSection(),
)
