"""Quotas of imported games: in all, and per hour.

What a file takes on the disk goes by its events and its content pack: packed, it may be a hundred
times smaller. Packs count with those of forks (``games.services.people.quotas.check_pack``).
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Sum

from games.errors import GameError
from games.models import Game
from games.models.game import Source
from games.quota_errors import PacksFull
from games.waiting import window
from replays.models import Import

HOUR: Final = timedelta(hours=1)


class ImportsFull(GameError):
    """The imported games of the user already have the most events."""

    code = "imports_full"

    def __init__(self, most: int) -> None:
        super().__init__(
            f"The games that you have imported may have {most} events together, and this would be "
            "more: delete one of them first."
        )


class ImportEventsPerHour(GameError):
    """The user has imported as many events in the last hour as one may; ``wait`` is until it fits.

    ``wait`` is None where only the message is wanted.
    """

    code = "import_events_per_hour"

    def __init__(self, most: int, wait: timedelta | None = None) -> None:
        self.wait = wait
        super().__init__(f"You may import games of {most} events in all an hour: wait a while.")


def check_room(user: User, now: datetime, *, events: int = 1) -> None:
    """Whether a game of so many events may come in, for a user whose row is locked.

    Raises ImportsFull, ImportEventsPerHour.
    """
    stored = Game.objects.filter(host=user, source=Source.IMPORTED).aggregate(all=Sum("version"))
    if (stored["all"] or 0) + events > settings.IMPORTED_EVENTS:
        raise ImportsFull(settings.IMPORTED_EVENTS)
    together, most = events, settings.IMPORT_EVENTS_PER_HOUR
    if together > most:
        raise ImportEventsPerHour(most, HOUR)
    # By what came in, also of games that were deleted since.
    begin, end = window(now, HOUR)
    recent = Import.objects.filter(user=user, finished_at__gt=begin, finished_at__lte=end)
    came_in = recent.filter(status=Import.Status.DONE).order_by("-finished_at")
    for at, size in came_in.values_list("finished_at", "events"):
        together += size
        if together > most:
            # When this one no longer counts, the later ones and the new one fit.
            raise ImportEventsPerHour(most, (at or now) + HOUR - now)


def of_code(code: str) -> ImportsFull | ImportEventsPerHour | PacksFull | None:
    """The refusal with this code, if it is one of these."""
    if code == ImportsFull.code:
        return ImportsFull(settings.IMPORTED_EVENTS)
    if code == ImportEventsPerHour.code:
        return ImportEventsPerHour(settings.IMPORT_EVENTS_PER_HOUR)
    if code == PacksFull.code:
        return PacksFull(settings.IMPORTED_PACK_BYTES)
    return None
