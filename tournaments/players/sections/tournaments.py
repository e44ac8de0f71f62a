"""The tournaments of a player and where they ended."""

from datetime import datetime
from typing import Final, Self

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from msgspec import Struct

from games.engine.terms import gettext_noop
from tournaments.models import Participant, Tournament
from tournaments.players.sections.base import PlayerSection
from tournaments.selectors import tournaments_visible_to

MOST: Final = 20
"""The newest of them."""


class Placing(Struct, frozen=True):
    """A tournament in which a player competes or has competed; ``place`` is final once it is over.

    In one that was cancelled nobody has a place.

    Of who was replaced by a substitute and has no place now ``replaced_in`` is the round that was
    drawn last then, 0 before the first and where there are no rounds.
    ``of`` is how many stand in its standings.
    """

    id: str
    name: str
    phase: str
    place: int | None
    replaced_in: int | None
    of: int
    active_at: datetime

    @classmethod
    def in_(cls, tournament: Tournament) -> Self:
        """That in one of ``tournaments_of``."""
        cancelled = tournament.phase == "cancelled"
        return cls(
            id=str(tournament.pk),
            name=tournament.name,
            phase=tournament.phase,
            place=None if cancelled else getattr(tournament, PLACE),
            replaced_in=getattr(tournament, REPLACED),
            of=tournament.ranked,
            active_at=tournament.active_at,
        )


class PlayerTournaments(Struct, frozen=True):
    """The newest tournaments of a player; with ``more`` there are others."""

    tournaments: list[Placing]
    more: bool


class TournamentsSection(PlayerSection):
    """Tournaments that the viewer may see in a list, the newest first."""

    name = "tournaments"
    title = gettext_noop("Tournaments")
    shape = PlayerTournaments

    def build(self, player: User, viewer: User | None) -> PlayerTournaments:
        """The tournaments and the places in them as the results stand now."""
        newest = [*tournaments_of(player, viewer)[: MOST + 1]]
        return PlayerTournaments([*map(Placing.in_, newest[:MOST])], more=len(newest) > MOST)


PLACE: Final = "place_of_player"
REPLACED: Final = "player_replaced_in"


def tournaments_of(player: User, viewer: User | None) -> QuerySet[Tournament]:
    """Those in which a player competes, or did until a substitute came, newest activity first.

    Only what the viewer may see.
    """
    competed = Q(place__isnull=False) | Q(replaced_in__isnull=False)
    own = Participant.objects.filter(competed, tournament=OuterRef("pk"), user=player)
    known = {PLACE: Subquery(own.values("place")[:1])}
    known[REPLACED] = Subquery(own.values("replaced_in")[:1])
    return tournaments_visible_to(viewer).filter(Exists(own)).annotate(**known)
