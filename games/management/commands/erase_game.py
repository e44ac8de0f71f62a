"""``manage.py erase_game``: delete one game for good."""

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import services
from games.errors import NoSuchGame
from games.management.errors import UnknownGame


class Command(BaseCommand):
    """Deletes a game with its stream; a note that this was done stays."""

    help = "Delete one game with its whole stream. This cannot be undone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, why, and whether to ask."""
        parser.add_argument("game", type=UUID)
        parser.add_argument("--reason", required=True, help="kept with the note of the erasure")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: object, **options: object) -> None:
        """Asks and erases. Raises CommandError."""
        game_id = options["game"]
        assert isinstance(game_id, UUID)
        if not (options["yes"] or _agreed(game_id)):
            raise CommandError("Nothing was erased.")
        try:
            services.erase_game(
                game_id=game_id, by=None, reason=str(options["reason"]), now=timezone.now()
            )
        except NoSuchGame:
            raise UnknownGame(game_id) from None
        self.stdout.write(f"Game {game_id} is erased.")


def _agreed(game_id: UUID) -> bool:
    """Asks for confirmation. Raises CommandError where there is no terminal."""
    try:
        return input(f"Erase game {game_id} for good? [y/N] ").lower() == "y"
    except EOFError:
        raise CommandError("No terminal to confirm on: pass --yes. Nothing was erased.") from None
