"""``manage.py compare_ratings``: how well each model would have foretold the games played here."""

import sys

from django.core.management.base import BaseCommand

from games.models import Game
from games.models.game import Status
from replays.validation.progress import Progress
from tournaments.ratings import comparing
from tournaments.ratings.formulas import CHOSEN


class Command(BaseCommand):
    """Nothing is stored: the ratings stay those of the chosen model."""

    help = (
        "Predict each rated game of the server before it is counted, by every model of ratings and "
        "in each pool, and print the mean log-loss of the order (less is better). Changes nothing."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Reads every game that ended here; a table for each pool of ratings."""
        total = Game.objects.filter(finish_position__isnull=False, status=Status.FINISHED).count()
        progress = Progress(total, sys.stderr)
        tests = comparing.PoolTests()
        try:
            for looked_at, games in comparing.stored_games():
                for game in games:
                    tests.take(game)
                for _ in range(looked_at):
                    progress.add("compared")
        finally:
            progress.close()
        for pool, forecasts in tests.forecasts().items():
            games_rated = f"{forecasts[0].games} rated games of {total} that ended here"
            self.stdout.write(f"Pool {pool.value}: {games_rated}")
            self.stdout.write(f"{comparing.table(forecasts)}\n")
        self.stdout.write(f"Ratings are made by {CHOSEN.name}.")
