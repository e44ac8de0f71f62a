"""Ratings and their course."""

from typing import ClassVar, Final

from django.contrib.auth.models import User
from msgspec import Struct, convert

from games.engine.terms import gettext_noop
from tournaments.models import Pool, PoolName, Rating
from tournaments.players.sections.base import PlayerSection
from tournaments.ratings.formulas import PROVISIONAL_UNDER
from tournaments.ratings.reading import StepShown, history, place_of

COURSE: Final = 50
"""The most points of a course; all of it stands in the history."""


class PoolRating(Struct, frozen=True):
    """A rating in one pool. ``games`` counts all rated games of the pool, private ones too.

    ``rank`` is the place in the list of ratings, null for who does not stand in it. ``course`` has
    the newest steps of games that the viewer may see, oldest first: between two of them there may
    be others.
    """

    pool: PoolName
    rating: int
    games: int
    provisional: bool
    rank: int | None
    course: list[StepShown]


class Ratings(Struct, frozen=True):
    """The ratings of a player; none before the first rated game."""

    pools: list[PoolRating]


class RatingSection(PlayerSection):
    """Numbers, and the newest part of how they came about."""

    name: ClassVar = "rating"
    title: ClassVar = gettext_noop("Rating")
    shape: ClassVar = Ratings

    def build(self, player: User, viewer: User | None) -> Ratings:
        """All pools in which there was a game, overall first."""
        found = {rating.pool: rating for rating in Rating.objects.filter(player__user=player)}
        order = (Pool.OVERALL, Pool.TWO, Pool.MORE)
        return Ratings([self._of(found[pool], player, viewer) for pool in order if pool in found])

    def _of(self, rating: Rating, player: User, viewer: User | None) -> PoolRating:
        newest = history(player, Pool(rating.pool), viewer)[:COURSE]
        return PoolRating(
            pool=convert(rating.pool, PoolName),
            rating=rating.rating,
            games=rating.games,
            provisional=rating.games < PROVISIONAL_UNDER,
            rank=place_of(rating, viewer),
            course=[StepShown.of(step) for step in newest][::-1],
        )
