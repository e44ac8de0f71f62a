"""``manage.py rebuild_ratings``: make all ratings anew from the games that ended here."""

import sys

from django.core.management.base import BaseCommand

from games.models import Game
from replays.validation.progress import Progress
from tournaments.models import Rating
from tournaments.ratings import projecting


class Command(BaseCommand):
    """Ratings are a projection: made anew they are the same to the last digit."""

    help = (
        "Make all ratings anew from the games that ended here, in one transaction. Readers see the "
        "old ones until it is done; games that end meanwhile are rated afterwards."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Counts every game in the order of their finish."""
        ended = Game.objects.filter(finish_position__isnull=False)
        progress = Progress(ended.count(), sys.stderr)
        try:
            for counted in projecting.rebuild():
                for _ in range(counted):
                    progress.add("counted")
        finally:
            progress.close()
        rated = Rating.objects.count()
        self.stdout.write(f"{progress.done} games looked at, {rated} ratings made.")
