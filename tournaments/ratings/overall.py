"""The ratings that tournaments look at: those over all games, as they are shown."""

from collections.abc import Iterable

from tournaments.models import Pool, Rating


def overall_ratings(users: Iterable[int]) -> dict[int, int]:
    """By the id of a user the rating that is shown now; users without one are left out."""
    found = Rating.objects.filter(pool=Pool.OVERALL, player__user__in=list(users))
    return dict(found.values_list("player__user", "rating"))
