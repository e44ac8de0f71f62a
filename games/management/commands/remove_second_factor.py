"""``manage.py remove_second_factor``: let a user in who has lost the app and the codes."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.accounts import names, second_factors
from games.management.errors import UnknownAccount


class Command(BaseCommand):
    """Switches the second factor of one account off; the password stays as it is."""

    help = "Switch off the second factor of an account and notify its verified mail address."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose account."""
        parser.add_argument("username")

    def handle(self, *args: object, **options: object) -> None:
        """Removes it. Raises CommandError."""
        username = str(options["username"])
        user = names.find(username)
        if user is None:
            raise UnknownAccount(username)
        if not second_factors.switch_off(user=user, now=timezone.now()):
            raise CommandError(f"The account {username} has no second factor.")
        self.stdout.write(f"{username} signs in with the password alone from now on.")
