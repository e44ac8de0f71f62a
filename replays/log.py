"""The log of a game as sentences, a stretch at a time."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games import packs, store
from games.models import Game
from replays import stepping
from replays.frames import Walk
from replays.sentences import sentence

MOST: Final = 200
"""How many events are told at once."""


class LogLine(Struct, frozen=True):
    """What an event says; ``undone`` tells that it was taken back since."""

    version: int
    seat: int | None
    origin: str
    kind: str
    text: str
    undone: bool


def lines(game: Game, *, first: int, last: int, names: Sequence[str]) -> list[LogLine]:
    """The events from ``first`` to ``last``, at most ``MOST``, oldest first.

    ``names`` are the players' by seat. Raises NoSuchVersion.
    """
    stepping.check_version(game, first)
    stepping.check_version(game, last)
    packs.pack(game.content_id)
    rows = store.public_rows(game.pk, after=first - 1, upto=min(last, first + MOST - 1))
    undone = stepping.undone_in(game, first, last)
    events = [stepping.event_of(row) for row in rows]
    walk = Walk(game, first, events)
    told = []
    for event in events:
        said = sentence(walk.state, event, names)
        walk.go(event)
        told.append(
            LogLine(
                event.version, event.seat, event.origin, event.kind, said, event.version in undone
            )
        )
    return told
