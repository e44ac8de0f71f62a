"""``manage.py export_replays``: games as files."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games import replica
from games.management.errors import UnknownGame
from games.models import Game
from replays import bulk, files
from replays.bulk import BulkCursor
from replays.exporting import json_lines
from replays.tables import NoParquet, write_tables

PIPE = "-"


class Command(BaseCommand):
    """Writes finished games, or the games that are named."""

    help = (
        "Write all finished games, one after the other, as JSON Lines: packed by gzip when the "
        "name of the file ends in .gz. As Parquet, write a directory with a table of events and "
        "a table of results."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games, and how."""
        parser.add_argument(
            "--finished-after", type=place, metavar="DATE", help="games that finished after it"
        )
        parser.add_argument(
            "--game",
            type=UUID,
            action="append",
            metavar="ID",
            help="this game, also while it runs; may be repeated",
        )
        parser.add_argument(
            "--out", default=PIPE, metavar="FILE", help="by default the standard output"
        )
        parser.add_argument("--format", choices=["jsonl", "parquet"], default="jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes, and says how many. Raises CommandError."""
        named = options["game"]
        if named and options["finished_after"]:
            raise CommandError("Pass --game or --finished-after, not both.")
        games = chosen(named, options["finished_after"], parquet=options["format"] == "parquet")
        try:
            if options["format"] == "parquet":
                written = self._tables(games, options["out"])
            else:
                with opened(options["out"], self.stdout) as out:
                    written = write_all(games, out, packed=options["out"].endswith(".gz"))
        except (OSError, NoParquet) as error:
            raise CommandError(str(error)) from error
        self.stderr.write(f"{written} game{'' if written == 1 else 's'} written.")

    def _tables(self, games: Iterable[Game], out: str) -> int:
        if out == PIPE:
            raise CommandError("Parquet needs a directory: pass --out DIRECTORY.")
        return write_tables(games, Path(out))


def chosen(named: list[UUID] | None, after: BulkCursor | None, *, parquet: bool) -> Iterator[Game]:
    """The games to write. Raises CommandError for one that is not there, or has no file."""
    if not named:
        ids = bulk.finished_games(after).values_list("pk", flat=True)
        yield from bulk.each(ids.iterator(chunk_size=bulk.AT_ONCE))
        return
    for game_id in named:
        game = next(bulk.each([game_id]), None)
        if game is None:
            raise UnknownGame(game_id)
        if not game.version:
            raise CommandError(f"The game {game_id} has not started.")
        if parquet and game.finished_at is None:
            raise CommandError(f"The game {game_id} is not over: Parquet is of results.")
        yield game


def write_all(games: Iterable[Game], out: IO[bytes], *, packed: bool) -> int:
    """Write the games' files; how many."""
    written = 0
    for game in games:
        data = replica.read_of(game, partial(json_lines, game))
        out.write(files.packed(data) if packed else data)
        written += 1
    return written


@contextmanager
def opened(name: str, stdout: Any) -> Iterator[IO[bytes]]:
    """Where to write. A file gets its name when it is complete; before, it is a ``.part``.

    Raises CommandError where the name is that of a device or a pipe, whose place it would take.
    """
    if name == PIPE:
        yield getattr(stdout, "buffer", None) or sys.stdout.buffer
        return
    if Path(name).exists() and not Path(name).is_file():
        raise CommandError(
            f"{name} is not a regular file; leave out --out to write to standard output."
        )
    part = Path(f"{name}.part")
    try:
        with part.open("wb") as out:
            yield out
        part.replace(name)
    finally:
        part.unlink(missing_ok=True)


def place(text: str) -> BulkCursor:
    """A day or a time of the command line."""
    try:
        return BulkCursor(bulk.moment_of(text))
    except ValueError:
        message = f"{text!r} is neither a day (2026-01-31) nor a time (2026-01-31T20:15)"
        raise ArgumentTypeError(message) from None
