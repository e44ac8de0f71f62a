"""The log beside the board: sentences, newest first, a page at a time."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext_noop
from msgspec import Struct

from games.models import Game
from replays import log
from web.pages.common.pieces import Sign
from web.pages.table.part import TablePart
from web.pages.table.table import Table

PAGE: Final = 30
NAMED: Final = re.compile("\ue000(.)(.*?)\ue001", re.DOTALL)
"""A name in a sentence, behind its seat, between signs that no name can have."""


class SentencePart(Struct, frozen=True):
    """A stretch of a sentence; where it is a player's name, with the player's mark."""

    text: str
    sign: Sign | None = None


class LogEntry(Struct, frozen=True):
    """One event; ``new`` tells that it came after the viewer's last turn, ``first_old`` that it is
    the first one that did not."""

    version: int
    sign: Sign | None
    parts: list[SentencePart]
    undone: bool
    step: bool
    new: bool
    first_old: bool


class LogPage(Struct, frozen=True):
    """A page of the log; ``older`` and ``newer`` are the versions that the next pages end with."""

    entries: list[LogEntry]
    since: int
    news: int
    older: int | None
    newer: int | None


def log_page(game: Game, *, signs: Sequence[Sign], since: int, upto: int | None = None) -> LogPage:
    """The page that ends with the version ``upto``, the newest one unless given.

    ``since`` is the viewer's last event, 0 for none.
    """
    last = min(upto or game.version, game.version)
    first = max(1, last - PAGE + 1)
    names = [f"\ue000{sign.seat}{sign.name}\ue001" for sign in signs]
    lines = log.lines(game, first=first, last=last, names=names)
    entries = [_entry(line, signs, since) for line in reversed(lines)]
    newer = min(last + PAGE, game.version) if last < game.version else None
    news = game.version - since if since else 0
    return LogPage(entries, since, news, first - 1 or None, newer)


def _entry(line: log.LogLine, signs: Sequence[Sign], since: int) -> LogEntry:
    return LogEntry(
        version=line.version,
        sign=None if line.seat is None else signs[line.seat],
        parts=list(_parts(line.text, signs)),
        undone=line.undone,
        step=line.origin == "game" and line.seat is None,
        new=0 < since < line.version,
        first_old=0 < since == line.version,
    )


def _parts(text: str, signs: Sequence[Sign]) -> Iterator[SentencePart]:
    """The sentence cut at the names in it."""
    end = 0
    for found in NAMED.finditer(text):
        if text[end : found.start()]:
            yield SentencePart(text[end : found.start()])
        yield SentencePart(found[2], signs[int(found[1])])
        end = found.end()
    if text[end:]:
        yield SentencePart(text[end:])


class LogPart(TablePart[LogPage]):
    """The log; a replay has one of its own."""

    name = "log"
    place = "side"
    label = gettext_noop("Log")
    in_replay = False
    always = True

    def build(self, table: Table) -> LogPage:
        return log_page(table.game, signs=table.signs, since=table.since, upto=table.log_upto)
