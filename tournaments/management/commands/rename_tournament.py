"""``manage.py rename_tournament``: another name, or announcement, for a tournament of others."""

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.errors import GameError
from tournaments import services
from tournaments.errors import NoSuchTournament


class Command(BaseCommand):
    """For who runs the server: directors do it on a page. Neither is part of the log."""

    help = "Give a tournament another name, such as in place of one that insults somebody."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The tournament, and its new words."""
        parser.add_argument("tournament", type=UUID)
        parser.add_argument("name")
        parser.add_argument(
            "--announcement", help="in place of the one that is there; may be empty"
        )

    def handle(self, *args: object, **options: object) -> None:
        """Renames it. Raises CommandError."""
        tournament, announcement = options["tournament"], options["announcement"]
        assert isinstance(tournament, UUID)
        assert announcement is None or isinstance(announcement, str)
        try:
            renamed = services.rename_tournament(
                tournament_id=tournament, name=str(options["name"]), announcement=announcement
            )
        except NoSuchTournament:
            raise CommandError(f"There is no tournament {tournament}.") from None
        except GameError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"It is called {renamed.name} now.")
