"""``manage.py show_stream``: the events of a game as text, for operators."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games import engine, store
from games.management.errors import UnknownGame
from games.models import Game
from replays.checking.payloads import decided_in
from replays.exporting import sentences_of


class Command(BaseCommand):
    """Prints a stream and changes nothing."""

    help = (
        "Print the events of a game: version, time, seat, move and sentence. With "
        "--secrets also what is hidden from players and must not be shown to them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, which part of it, and how much."""
        parser.add_argument("game", type=UUID)
        parser.add_argument("--from", type=int, default=1, dest="first", metavar="VERSION")
        parser.add_argument("--to", type=int, dest="last", metavar="VERSION")
        parser.add_argument("--secrets", action="store_true", help="also what is hidden")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints. Raises CommandError for a game or versions that are not there."""
        game = Game.objects.filter(pk=options["game"]).prefetch_related("seats__user").first()
        if game is None:
            raise UnknownGame(options["game"])
        first, last = options["first"], options["last"] or game.version
        if not 0 < first <= last <= game.version:
            raise CommandError(f"The game has the versions 1 to {game.version}: name some of them.")
        sentences = sentences_of(game)
        for row in store.rows(game.pk, after=first - 1, upto=last):
            self.stdout.write(line(row, sentences[row.version]))
            if options["secrets"] and row.secret is not None:
                self.stdout.write("\n".join(f"    {part}" for part in row.secret.split("\n")))


def line(row: engine.StoredEvent, sentence: str) -> str:
    """One event."""
    decided = decided_in(row)
    seat = "-" if row.seat is None else str(row.seat)
    parent = "" if row.parent == row.version - 1 else f" after {row.parent}"
    what = decided.kind if decided.move is None else decided.move.notation()
    when = row.recorded_at.isoformat(sep=" ", timespec="seconds")
    who = f"{seat} {row.origin:<14}"
    return f"{row.version:>5}{parent}  {when}  {who} {what:<30}  {sentence}".rstrip()
