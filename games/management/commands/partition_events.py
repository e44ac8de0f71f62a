"""``manage.py partition_events``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.store.partitions import CannotPartition, partition


class Command(BaseCommand):
    """Cuts the table of events into partitions, in one transaction."""

    help = (
        "Cut the table of events into partitions by game (PostgreSQL). Events cannot be read or "
        "written meanwhile; needs room for a second copy, and the role that owns the table."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many."""
        parser.add_argument("--partitions", type=int, default=16, help="2 to 1024; default 16")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError when it cannot be done."""
        try:
            events = partition(options["partitions"])
        except CannotPartition as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{events} events are in {options['partitions']} partitions now.")
