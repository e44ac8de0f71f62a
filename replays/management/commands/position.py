"""``manage.py position``: a position of a game as text, for operators."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games import engine
from games.management.errors import UnknownGame
from games.models import Game
from games.runtime import state_cache


class Command(BaseCommand):
    """Prints a position and changes nothing."""

    help = (
        "Print a position of a game as text (docs/notation.md): the newest one, or that of an "
        "earlier version. With --secrets also what is hidden from players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, which version, and how much of it."""
        parser.add_argument("game", type=UUID)
        parser.add_argument("version", type=int, nargs="?")
        parser.add_argument("--secrets", action="store_true", help="also what is hidden")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints. Raises CommandError for a game or a version that does not exist."""
        game = Game.objects.filter(pk=options["game"]).first()
        if game is None:
            raise UnknownGame(options["game"])
        version = game.version if options["version"] is None else options["version"]
        if not 0 < version <= game.version:
            raise CommandError(f"The game has the versions 1 to {game.version}: name one of them.")
        state = state_cache.rebuild(game, version)
        self.stdout.write(engine.position_text(state, secrets=options["secrets"]), ending="")
