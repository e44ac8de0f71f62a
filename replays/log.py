"""The log of a game as sentences, a stretch at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from django.utils.translation import get_language
from msgspec import Struct
from msgspec.structs import replace

from games import packs
from games.models import Game
from replays import log_memory, stepping
from replays.frames import FrameWalk
from replays.log_memory import Wording
from replays.narration import sentence
from replays.stepping import PublicEvent

MOST: Final = 200
"""The most events of one stretch."""


class LogLine(Struct, frozen=True):
    """The sentence of an event; ``undone`` is set if it was taken back since.

    ``brief`` is what its player does, in one or more short phrases; empty where no player does
    anything. ``others`` are sentences about what the clans of others gain by it.
    """

    version: int
    seat: int | None
    origin: str
    kind: str
    text: str
    undone: bool
    brief: tuple[str, ...]
    event: PublicEvent
    others: tuple[str, ...] = ()


Choosing: TypeAlias = Callable[[Sequence[LogLine]], Iterable[LogLine]]


def lines(
    game: Game,
    *,
    first: int,
    last: int,
    names: Sequence[str],
    newest: Sequence[PublicEvent] = (),
    contract: str = "%s",
    wanted: Choosing | None = None,
) -> list[LogLine]:
    """The events from ``first`` to ``last``, at most ``MOST``, oldest first.

    ``names`` are the players' by seat, ``newest`` the last events of the game, if they are at hand,
    ``contract`` is how a contract's number is written. With ``wanted`` only the lines that it
    chooses, out of all without a text, get one. Raises NoSuchVersion.
    """
    stepping.check_version(game, last)
    upto = min(last, first + MOST - 1)
    undone = stepping.undone_in(game, first, upto, newest)
    packs.pack(game.content_id)
    events = stepping.events(game, after=first - 1, upto=upto, newest=newest)
    found = [_line(event, undone=event.version in undone) for event in events]
    versions = {line.version for line in (found if wanted is None else wanted(found))}
    wording = Wording(get_language() or "", tuple(names), contract)
    said = log_memory.said_of(game, events, wording, lambda event: event.version in versions)
    return [
        replace(line, **said[line.version]._asdict()) if line.version in said else line
        for line in found
    ]


def _line(event: PublicEvent, *, undone: bool) -> LogLine:
    return LogLine(
        version=event.version,
        seat=event.seat,
        origin=event.origin,
        kind=event.kind,
        text="",
        undone=undone,
        brief=(),
        event=event,
    )


def events_with_sentences(
    game: Game,
    *,
    first: int,
    last: int,
    names: Sequence[str],
    undone: bool = True,
) -> Iterator[tuple[PublicEvent, str]]:
    """The events from ``first`` to ``last``, each with its sentence, oldest first.

    Unless ``undone``, without what was taken back and the undos themselves, which makes long
    streams short. ``names`` as for ``lines``. Raises NoSuchVersion.
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
