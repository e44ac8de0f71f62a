"""Head to head: how a player did against each opponent."""

from typing import ClassVar, Final

from django.contrib.auth.models import User
from django.db.models import Count, F, OuterRef, Q, Subquery
from msgspec import Struct

from games.engine.terms import gettext_noop
from games.models import Seat
from replays.models import SeatResult
from tournaments.players.sections.base import Section
from tournaments.players.sections.results import SEAT, seats_of

MOST: Final = 50
MOST_GAMES: Final = 2000
"""The newest of a player; a query for the games of a player, and not a list of them, would have the
database go through the games of everybody."""


class Opponent(Struct, frozen=True):
    """A person with whom a player has played ``games``, and in how many of them who was ahead.

    ``account`` is false for a name that stands for a deleted account.
    """

    name: str
    account: bool
    games: int
    ahead: int
    level: int
    behind: int


class Opponents(Struct, frozen=True):
    """The opponents with the most games, in those that were played here to their end by all.

    Of a player with more than 2,000 of them the newest 2,000 count.
    """

    people: list[Opponent]


class OpponentsSection(Section):
    """Opponents in the games that the viewer may see. Bots are left out."""

    name: ClassVar = "opponents"
    title: ClassVar = gettext_noop("Head to head")
    shape: ClassVar = Opponents

    def build(self, player: User, viewer: User | None) -> Opponents:
        """The opponents with most games first."""
        newest = seats_of(player, viewer).order_by("-game__finished_at", "-game")
        games = list(newest.values_list("game", flat=True)[:MOST_GAMES])
        own = SeatResult.objects.filter(
            result=OuterRef("game__result"),
            seat=Subquery(
                Seat.objects.filter(game=OuterRef("result_id"), user=player).values("index")[:1]
            ),
        )
        others = Seat.objects.filter(
            bot="",
            game__in=games,
            **{f"{SEAT}__seat": F("index")},
        ).exclude(user=player)
        with_own = others.annotate(own=Subquery(own.values("rank")[:1])).order_by()
        found = with_own.values("user__username", "label").annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(own__lt=F(f"{SEAT}__rank"))),
            behind=Count("pk", filter=Q(own__gt=F(f"{SEAT}__rank"))),
        )
        order = found.order_by("-games", "user__username", "label")[:MOST]
        return Opponents(
            [
                Opponent(
                    name=row["user__username"] or row["label"],
                    account=row["user__username"] is not None,
                    games=row["games"],
                    ahead=row["ahead"],
                    level=row["games"] - row["ahead"] - row["behind"],
                    behind=row["behind"],
                )
                for row in order
            ]
        )
