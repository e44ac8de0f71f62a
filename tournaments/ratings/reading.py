"""Reading ratings, for lists, histories and whoever asks how strong a player is."""

from collections.abc import Sequence
from datetime import datetime
from typing import Self

from django.contrib.auth.models import User
from django.db.models import QuerySet
from msgspec import Struct

from tournaments.models import Pool, Rating, RatingStep
from tournaments.players.people import games_shown, listed
from tournaments.ratings.formulas import PROVISIONAL_UNDER


class StepShown(Struct, frozen=True):
    """What one game did to a rating; ``place`` is that in the game, shared by who tied.

    ``rating`` is the number after the game, ``change`` by how much the game moved it. ``mu`` and
    ``sigma`` are what ``model`` in its ``version`` made of it.
    """

    game: str
    finished_at: datetime
    players: int
    place: int
    rating: int
    change: int
    mu: float
    sigma: float
    model: str
    version: str

    @classmethod
    def of(cls, step: RatingStep) -> Self:
        """A stored step, read with its formula."""
        return cls(
            game=str(step.game_id),
            finished_at=step.finished_at,
            players=step.players,
            place=step.place,
            rating=step.rating,
            change=step.change,
            mu=step.mu,
            sigma=step.sigma,
            model=step.formula.model,
            version=step.formula.version,
        )


class RatingShown(Struct, frozen=True):
    """A line of the list of ratings; equal ratings share a rank."""

    rank: int
    name: str
    rating: int
    games: int
    provisional: bool


def ratings_listed(pool: Pool, viewer: User | None) -> QuerySet[Rating]:
    """The ratings of a pool that stand in the list for a viewer, best first."""
    found = Rating.objects.filter(listed(viewer), pool=pool).select_related("player__user")
    return found.order_by("-rating", "-id")


def ranked(rows: Sequence[Rating], pool: Pool, viewer: User | None) -> list[RatingShown]:
    """Rows of that list, one after the other, with their ranks in it."""
    if not rows:
        return []
    every, best = ratings_listed(pool, viewer), rows[0].rating
    ahead = every.filter(rating__gt=best).count()
    # The page may begin among those who share a rank.
    before = ahead + every.filter(rating=best, id__gt=rows[0].pk).count()
    lines: list[RatingShown] = []
    for index, row in enumerate(rows):
        tied = lines[-1].rank if lines and lines[-1].rating == row.rating else 0
        rank = ahead + 1 if row.rating == best else tied or before + index + 1
        lines.append(_line(row, rank))
    return lines


def history(player: User, pool: Pool, viewer: User | None) -> QuerySet[RatingStep]:
    """The steps of a player that a viewer may see, the newest first.

    Those of games that stand in no list for the viewer are left out.
    """
    steps = RatingStep.objects.filter(player__user=player, pool=pool)
    shown = steps.filter(game__in=games_shown(viewer).values("pk"))
    return shown.select_related("formula").order_by("-position")


def place_of(rating: Rating, viewer: User | None) -> int | None:
    """The rank of a rating in its list; None if it does not stand there for the viewer."""
    every = ratings_listed(Pool(rating.pool), viewer)
    if not every.filter(pk=rating.pk).exists():
        return None
    return every.filter(rating__gt=rating.rating).count() + 1


def rating_of(player: User, pool: Pool = Pool.OVERALL) -> int | None:
    """The number that is shown for a player; None before the first rated game."""
    found = Rating.objects.filter(player__user=player, pool=pool).first()
    return None if found is None else found.rating


def _line(row: Rating, rank: int) -> RatingShown:
    assert row.player.user is not None
    return RatingShown(
        rank=rank,
        name=row.player.user.get_username(),
        rating=row.rating,
        games=row.games,
        provisional=row.games < PROVISIONAL_UNDER,
    )
