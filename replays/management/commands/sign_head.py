"""``manage.py sign_head``: what ``beat`` has done every day, by hand or by cron."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.errors import GameError
from replays.heads import outside, signing
from replays.heads.statements import leaves


class Command(BaseCommand):
    """Signs what grew since the last head, and delivers every head that was not delivered."""

    help = "Sign a head over all streams and deliver it to HEADS_FILE and HEADS_WEBHOOK."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do otherwise."""
        parser.add_argument(
            "--new-key", action="store_true", help="only print a new key for HEADS_KEY"
        )
        parser.add_argument(
            "--again",
            action="store_true",
            help="sign what grew although there is a head of today, which shows when it grew",
        )
        parser.add_argument(
            "--after-restore",
            nargs="?",
            type=int,
            const=0,
            metavar="NUMBER",
            help="continue although there are heads that a restored database lacks; with the first "
            "free number, where HEADS_FILE does not say it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError when nothing can be signed, or a head was not delivered."""
        if options["new_key"]:
            self.stdout.write(secrets.token_hex(32))
            return
        try:
            made = signing.sign_heads(
                again=options["again"],
                after_restore=options["after_restore"] is not None,
                number=options["after_restore"] or None,
            )
        except GameError as error:
            raise CommandError(str(error)) from error
        for head in made:
            self.stdout.write(f"Head {head.number}: {leaves(head.size)}, root {head.root}")
        if not made:
            self.stdout.write("There is a head of today already.")
        if not outside.deliver(now=timezone.now()):
            raise CommandError(
                "A head was not delivered; the log says why. The next run tries again."
            )
