"""``manage.py snapshots``: drop the snapshots of states, or take them anew."""

from argparse import ArgumentParser
from collections.abc import Iterator
from uuid import UUID

from django.core.management.base import BaseCommand

from games.management.errors import UnknownGame
from games.models import Game
from replays import snapshots


class Command(BaseCommand):
    """Snapshots are a cache: they are safe to drop, and reading takes those that it misses."""

    help = "Drop the snapshots of states as of earlier versions, or take them anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do, and with which games."""
        wanted = parser.add_mutually_exclusive_group(required=True)
        wanted.add_argument("--drop", action="store_true", help="drop them")
        wanted.add_argument(
            "--rebuild", action="store_true", help="drop them and take those that pay anew"
        )
        parser.add_argument("--game", type=UUID, help="only those of this game")

    def handle(self, *args: object, **options: object) -> None:
        """Drops or rebuilds. Raises CommandError for a game that is not there."""
        game_id = options["game"]
        assert game_id is None or isinstance(game_id, UUID)
        if game_id is not None and not Game.objects.filter(pk=game_id).exists():
            raise UnknownGame(game_id)
        if options["drop"]:
            self.stdout.write(f"{snapshots.drop(game_id)} snapshots are dropped.")
            return
        games = taken = 0
        for game in _games(game_id):
            games += 1
            taken += snapshots.take(game)
        self.stdout.write(f"{games} games looked at, {taken} snapshots taken.")


def _games(game_id: UUID | None) -> Iterator[Game]:
    """The games that are long enough for a snapshot."""
    games = Game.objects.filter(version__gte=snapshots.SPACING)
    if game_id is not None:
        games = games.filter(pk=game_id)
    yield from games.order_by("pk").iterator()
