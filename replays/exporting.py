"""Stored games as files. Everyone who may see a game may have its file; it hides the secrets."""

import hashlib
from typing import Final

import msgspec
from django.utils import translation

from games import selectors, store
from games.errors import GameNotRunning
from games.models import Game, Seat
from games.models.game import Status
from replays import files, log
from replays.files.record import write_record
from replays.files.shape import FORMAT
from replays.validation.examining import subject_of

LANGUAGE: Final = "en"
"""Of the comments in text records, so that the same game is the same text everywhere."""


def file_of(game: Game) -> files.GameFile:
    """The file of a game that has started. Raises GameNotRunning for one that has not."""
    if not game.version:
        raise GameNotRunning(game.status)
    return files.compose(
        subject_of(game),
        store.rows(game.pk, upto=game.version),
        files.GameMetadata(
            name=game.name,
            players=players_of(game),
            created_at=game.created_at,
            forked_from=source_of(game),
        ),
        finished=game.status == Status.FINISHED,
    )


def json_lines(game: Game) -> bytes:
    """The bytes of a game's file. Raises GameNotRunning."""
    return files.write(file_of(game))


def text_record(game: Game) -> bytes:
    """The text record of a game, with sentences as comments. Raises GameNotRunning."""
    with translation.override(LANGUAGE):
        return write_record(file_of(game), sentences_of(game)).encode()


def sentences_of(game: Game) -> dict[int, str]:
    """The sentence of each event of a game by version, in the active language."""
    written = log.events_with_sentences(
        game, first=1, last=game.version, names=selectors.names_of(game)
    )
    return {event.version: text for event, text in written}


def seats_of(game: Game) -> list[Seat]:
    """The seats in their order."""
    return sorted(game.seats.all(), key=lambda seat: seat.index)


def players_of(game: Game) -> list[files.FilePlayer]:
    """The players at the table, by their present names."""
    return [
        files.FilePlayer(bot=seat.bot) if seat.bot else files.FilePlayer(player=seat.name)
        for seat in seats_of(game)
    ]


def source_of(game: Game) -> files.ForkSource | None:
    """Where a fork goes on from, whether or not that game is still here."""
    if game.forked_from is None or game.forked_version is None:
        return None
    return files.ForkSource(str(game.forked_from), game.forked_version)


def tag_of(game: Game, form: str) -> str:
    """A tag of a file without making it; the file depends on nothing else."""
    known = [form, FORMAT, str(game.pk), game.version, game.status, game.name, players_of(game)]
    return hashlib.sha256(msgspec.json.encode(known)).hexdigest()[:32]
