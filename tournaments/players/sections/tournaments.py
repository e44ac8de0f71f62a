"""The tournaments of a player and where they ended."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from msgspec import Struct

from games.engine.terms import gettext_noop
from tournaments.models import Participant
from tournaments.players.sections.base import PlayerSection
from tournaments.selectors import tournaments_visible_to

MOST: Final = 20
"""The newest of them."""


class Placing(Struct, frozen=True):
    """A tournament in which a player competes; ``place`` is final once it is over.

    ``of`` is how many stand in its standings.
    """

    id: str
    name: str
    phase: str
    place: int | None
    of: int
    active_at: datetime


class PlayerTournaments(Struct, frozen=True):
    """The newest tournaments of a player."""

    tournaments: list[Placing]


class TournamentsSection(PlayerSection):
    """Tournaments that the viewer may see in a list, the newest first."""

    name = "tournaments"
    title = gettext_noop("Tournaments")
    shape = PlayerTournaments

    def build(self, player: User, viewer: User | None) -> PlayerTournaments:
        """The tournaments and the places in them as the results stand now."""
        own = Participant.objects.filter(user=player).select_related("tournament")
        shown = own.filter(tournament__in=tournaments_visible_to(viewer), place__isnull=False)
        newest = shown.order_by("-tournament__active_at", "-pk")
        return PlayerTournaments(
            [
                Placing(
                    id=str(one.tournament.pk),
                    name=one.tournament.name,
                    phase=one.tournament.phase,
                    place=one.place,
                    of=one.tournament.ranked,
                    active_at=one.tournament.active_at,
                )
                for one in newest[:MOST]
            ]
        )
