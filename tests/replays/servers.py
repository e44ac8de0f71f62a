"""Moving games between servers, where there is only one."""

import re

from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, services
from games.models import ContentPack, Erasure, Game, Seat
from games.models.game import Source
from games.store import rows
from replays.exporting import json_lines
from replays.files.record import write_record
from replays.importing import import_file
from tests.replays.game_files import file_of, played


def fetched(game: Game) -> Game:
    """A game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def gone(game: Game) -> None:
    """Make this a server that has never heard of the game, nor of its content."""
    services.erase_game(game_id=game.pk, by=None, reason="test", now=timezone.now())
    Erasure.objects.all().delete()
    ContentPack.objects.filter(games=None).delete()
    engine.packs._registered.pop(game.content_id, None)


def moved(game: Game, to: User) -> Game:
    """The game after its file was taken to another server, where this user imported it."""
    data = json_lines(fetched(game))
    gone(game)
    return imported(data, to)


def imported(data: bytes, host: User, visibility: str = "unlisted", **more: bool) -> Game:
    """The game out of a file."""
    now = timezone.now()
    return import_file(data, host=host, visibility=visibility, now=now, **more)


def census() -> tuple[int, ...]:
    """How much is stored: games, seats, packs, and the events of all games."""
    events = sum(len(rows(game_id)) for game_id in Game.objects.values_list("pk", flat=True))
    return Game.objects.count(), Seat.objects.count(), ContentPack.objects.count(), events


def finished_game(
    name: str, host: User, *, finished: str = "2026-04-01", visibility: str = "public"
) -> Game:
    """A short game that counts as played here, and that was over at some time of a day."""
    text = write_record(file_of(played("files-short"), name=name), {})
    text = re.sub(r"(?m)^finished: .*$", f"finished: {finished}T12:00:00.000000Z", text)
    game = imported(text.encode(), host, visibility=visibility)
    Game.objects.filter(pk=game.pk).update(source=Source.PLAYED)
    return fetched(game)
