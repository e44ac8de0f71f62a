"""``manage.py delete_account``: delete one account and keep its games with other people."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import services
from games.accounts import names
from games.errors import StillPlaying
from games.management.errors import UnknownAccount


class Command(BaseCommand):
    """Deletes an account; in its games an anonymous name takes the place of the person."""

    help = "Delete one account. Games with other people stay, under an anonymous name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose account, and whether to ask."""
        parser.add_argument("username")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: object, **options: object) -> None:
        """Asks and deletes. Raises CommandError."""
        username = str(options["username"])
        user = names.find(username)
        if user is None:
            raise UnknownAccount(username)
        if not (options["yes"] or _agreed(username)):
            raise CommandError("Nothing was deleted.")
        try:
            name = services.delete_account(user=user, now=timezone.now())
        except StillPlaying as refusal:
            games = ", ".join(str(game_id) for game_id in refusal.games)
            raise CommandError(
                f"Other people wait for moves of {username}, in {games}. Nothing was deleted."
            ) from None
        self.stdout.write(f"The account {username} is deleted; its games say {name}.")


def _agreed(username: str) -> bool:
    """Asks for confirmation. Raises CommandError where there is no terminal."""
    try:
        return input(f"Delete the account {username} for good? [y/N] ").lower() == "y"
    except EOFError:
        raise CommandError("No terminal to confirm on: pass --yes. Nothing was deleted.") from None
