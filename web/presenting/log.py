"""The log beside the board: sentences, newest first, a page at a time."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games import store
from games.models import Game
from replays import log
from web.presenting.pieces import Sign

PAGE: Final = 30


class Entry(Struct, frozen=True):
    """One event; ``new`` tells that it came after the viewer's last turn, ``first_old`` that it is
    the first one that did not."""

    version: int
    sign: Sign | None
    text: str
    undone: bool
    step: bool
    new: bool
    first_old: bool


class LogPage(Struct, frozen=True):
    """A page of the log; ``older`` and ``newer`` are the versions that the next pages end with."""

    entries: list[Entry]
    since: int
    news: int
    older: int | None
    newer: int | None


def log_page(
    game: Game, *, signs: Sequence[Sign], seat: int | None, upto: int | None = None
) -> LogPage:
    """The page that ends with the version ``upto``, the newest one unless given."""
    last = min(upto or game.version, game.version)
    first = max(1, last - PAGE + 1)
    since = 0 if seat is None else store.last_played(game.pk, seat)
    told = log.lines(game, first=first, last=last, names=[sign.name for sign in signs])
    entries = [_entry(line, signs, since) for line in reversed(told)]
    newer = min(last + PAGE, game.version) if last < game.version else None
    news = game.version - since if since else 0
    return LogPage(entries, since, news, first - 1 or None, newer)


def _entry(line: log.LogLine, signs: Sequence[Sign], since: int) -> Entry:
    return Entry(
        version=line.version,
        sign=None if line.seat is None else signs[line.seat],
        text=line.text,
        undone=line.undone,
        step=line.origin == "game" and line.seat is None,
        new=0 < since < line.version,
        first_old=0 < since == line.version,
    )
