"""The log of a game as sentences, a stretch at a time."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from games import packs
from games.models import Game
from replays import stepping
from replays.frames import FrameWalk
from replays.sentences import sentence
from replays.stepping import PublicEvent

MOST: Final = 200
"""The most events of one stretch."""


class LogLine(Struct, frozen=True):
    """The sentence of an event; ``undone`` is set if it was taken back since."""

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
    stepping.check_version(game, last)
    upto = min(last, first + MOST - 1)
    undone = stepping.undone_in(game, first, upto)
    return [
        LogLine(event.version, event.seat, event.origin, event.kind, text, event.version in undone)
        for event, text in events_with_sentences(game, first=first, last=upto, names=names)
    ]


def events_with_sentences(
    game: Game, *, first: int, last: int, names: Sequence[str], undone: bool = True
) -> Iterator[tuple[PublicEvent, str]]:
    """The events from ``first`` to ``last``, each with its sentence, oldest first.

    Unless ``undone``, without what was taken back and the undos themselves, which makes long
    streams short. ``names`` are the players' by seat. Raises NoSuchVersion.
    """
    stepping.check_version(game, first)
    stepping.check_version(game, last)
    packs.pack(game.content_id)
    events = stepping.events(game, after=first - 1, upto=last)
    if not undone:
        gone = stepping.undone_in(game, first, last)
        events = [one for one in events if one.version not in gone and not one.is_undo]
    walk = FrameWalk(game, first, events)
    for event in events:
        yield event, sentence(walk.state, event, names)
        walk.go(event)
