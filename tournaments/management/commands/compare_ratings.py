"""``manage.py compare_ratings``: how well each model would have foretold the games played here."""

import sys

from django.core.management.base import BaseCommand

from games.models import Game
from replays.validation.progress import Progress
from tournaments.ratings import comparing
from tournaments.ratings.formulas import CHOSEN, MODELS


class Command(BaseCommand):
    """Nothing is stored: the ratings stay those of the chosen model."""

    help = (
        "Predict each rated game of the server before it is counted, by every model of ratings, "
        "and print the mean log-loss of the order (less is better). Changes nothing."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Reads every game that ended here."""
        total = Game.objects.filter(finish_position__isnull=False).count()
        progress = Progress(total, sys.stderr)
        tests = [comparing.Backtest(model) for model in MODELS]
        try:
            for game in comparing.stored_games():
                for test in tests:
                    test.take(game)
                progress.add("compared")
        finally:
            progress.close()
        forecasts = [test.forecast() for test in tests]
        self.stdout.write(f"{forecasts[0].games} rated games of {total} that ended here")
        self.stdout.write(comparing.table(forecasts))
        self.stdout.write(f"Ratings are made by {CHOSEN.name}.")
