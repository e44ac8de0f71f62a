"""``manage.py import_replay``: games from files."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.accounts import names
from games.errors import GameExists
from games.models.game import Visibility
from replays.files import BadFile
from replays.importing import import_file

PIPE: Final = "-"
LARGEST: Final = 100 * 1024 * 1024
"""Bytes of one file; the operator may ask more of the server than a request may."""


class Command(BaseCommand):
    """Takes games over from files, each of them whole or not at all."""

    help = (
        "Take games over from files: JSON Lines or text records, one game in each, also packed by "
        "gzip. Every event is decided again first. The games are marked as imported."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which files, and whose games they become."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="- for what is piped in")
        parser.add_argument(
            "--host", required=True, metavar="USER", help="the user who becomes their host"
        )
        parser.add_argument("--visibility", choices=Visibility.values, default=Visibility.UNLISTED)
        parser.add_argument(
            "--trust",
            action="store_true",
            help="take what the rules cannot prove: a game that earlier rules decided otherwise",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Imports one file after the other. Raises CommandError when one is refused."""
        host = names.find(options["host"])
        if host is None:
            raise CommandError(f"There is no user {options['host']!r}.")
        refused = 0
        for name in options["files"]:
            try:
                game = import_file(
                    read(name),
                    host=host,
                    visibility=options["visibility"],
                    now=timezone.now(),
                    largest=LARGEST,
                    trusted=options["trust"],
                )
            except BadFile as error:
                refused += 1
                rule = f", rule {error.rule}" if error.rule else ""
                self.stderr.write(f"{name}: {error} ({error.code}{rule})")
            except (GameExists, OSError) as error:
                refused += 1
                self.stderr.write(f"{name}: {error}")
            else:
                self.stdout.write(f"{name}: game {game.pk}, {game.version} events")
        if refused:
            raise CommandError(f"{refused} of {len(options['files'])} files refused.")


def read(name: str) -> bytes:
    """The bytes of a file, no more than are needed to see that it is too large. Raises OSError."""
    if name == PIPE:
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST + 1)
