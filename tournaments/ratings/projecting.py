"""Keeping ratings up with the games that end, and making them anew.

Games are counted in the order of their finish (``Game.finish_position``), by one transaction at a
time: whoever holds the row of the progress counts all games that there are by then. No game with a
lower position can appear afterwards, so none is missed, and counting everything anew gives the
same numbers to the last digit.
"""

from collections.abc import Iterator
from typing import Final

from django.db import connection, transaction
from django.db.models import Max, Min

from games.models import Game
from games.runtime.commit import in_transaction
from tournaments.models import Rating, RatingProgress, RatingRewind, RatingStep
from tournaments.ratings.finished import games_after, rated
from tournaments.ratings.ledger import Ledger

AT_ONCE: Final = 100
"""Games of one transaction."""
MOST: Final = 50
"""Transactions of one task."""

MAKE: Final = (
    "INSERT INTO tournaments_ratingprogress (id, position) VALUES (1, 0) "
    "ON CONFLICT (id) DO NOTHING"
)


def keep_up() -> int:
    """Rate the games that ended since; how many that were, rated or not."""
    done = 0
    for _ in range(MOST):
        counted = rate_next()
        done += counted
        if counted < AT_ONCE:
            break
    return done


@in_transaction
def rate_next() -> int:
    """Count the next games that ended, at most ``AT_ONCE``; how many that were."""
    progress = _locked()
    _rewind(progress)
    games = games_after(progress.position, AT_ONCE)
    if games:
        ledger = Ledger()
        ledger.count(list(rated(games)))
        ledger.save()
        _advance(progress, games)
    return len(games)


def rebuild() -> Iterator[int]:
    """Make all ratings anew in one transaction; yields how many games were counted, bit by bit.

    Readers see what was there before until it ends; games that end meanwhile follow when it has.
    """
    with transaction.atomic():
        progress = _locked()
        RatingRewind.objects.all().delete()
        RatingStep.objects.all().delete()
        Rating.objects.all().delete()
        progress.position = 0
        ledger = Ledger(anew=True)
        while games := games_after(progress.position, AT_ONCE):
            ledger.count(list(rated(games)))
            _advance(progress, games)
            yield len(games)
        ledger.save()
        progress.save()


def behind() -> bool:
    """Whether a game has ended, or was erased, and ratings do not say so yet."""
    rated_to = RatingProgress.objects.aggregate(to=Max("position"))["to"] or 0
    ended = Game.objects.filter(finish_position__gt=rated_to).exists()
    return ended or RatingRewind.objects.exists()


def game_erased(position: int) -> None:
    """Have the games after this position counted again, in the transaction that erases one."""
    RatingRewind.objects.create(position=position)


def _locked() -> RatingProgress:
    with connection.cursor() as cursor:
        cursor.execute(MAKE)
    return RatingProgress.objects.select_for_update().get()


def _advance(progress: RatingProgress, games: list[Game]) -> None:
    last = games[-1].finish_position
    assert last is not None
    progress.position = last
    progress.save(update_fields=["position"])


def _rewind(progress: RatingProgress) -> None:
    """Go back to before the first game that was erased since, of those that have counted."""
    erased = list(RatingRewind.objects.all())
    counted = RatingStep.objects.filter(position__in={one.position for one in erased})
    first = counted.aggregate(first=Min("position"))["first"]
    if first is not None and first <= progress.position:
        later = RatingStep.objects.filter(position__gte=first)
        touched = list(later.values_list("player", "pool").distinct())
        later.delete()
        for player, pool in touched:
            _restore(player, pool)
        progress.position = first - 1
        progress.save(update_fields=["position"])
    RatingRewind.objects.filter(pk__in=[one.pk for one in erased]).delete()


def _restore(player: int, pool: str) -> None:
    """Take a rating back to the newest step that there is."""
    found = Rating.objects.filter(player=player, pool=pool)
    step = RatingStep.objects.filter(player=player, pool=pool).order_by("-position").first()
    if step is None:
        found.delete()
        return
    found.update(
        mu=step.mu,
        sigma=step.sigma,
        rating=step.rating,
        games=step.games,
        position=step.position,
        finished_at=step.finished_at,
    )
