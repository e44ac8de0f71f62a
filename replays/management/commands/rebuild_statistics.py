"""``manage.py rebuild_statistics``: make the statistics over games anew from the streams."""

import sys

from django.core.management.base import BaseCommand

from replays.models import Result
from replays.statistics import results
from replays.validation.progress import Progress


class Command(BaseCommand):
    """The table of results is a projection: made anew it holds the same as before."""

    help = "Make the statistics over all games anew from their streams."

    def handle(self, *args: object, **options: object) -> None:
        """Reads every finished game that was played here."""
        progress = Progress(results.counted().count(), sys.stderr)
        try:
            for _ in results.rebuild():
                progress.add("read")
        finally:
            progress.close()
        self.stdout.write(f"{progress.done} games read, {Result.objects.count()} counted.")
