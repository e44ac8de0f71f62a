"""The parts of the table page, rendered to take the place of those that are shown."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string

from games.engine.sealing import StoredEvent
from games.models import Game
from web.pages.table.changes import Changes
from web.pages.table.table import Table
from web.pages.table.table_parts import AnyPart, parts_of

FAR: Final = 400
"""After so many events everything has changed anyway."""


def changed(
    game: Game, table: Table, since: int, newest: Sequence[StoredEvent] = ()
) -> list[AnyPart] | None:
    """The parts that may differ from what they were at a version.

    None when the page as a whole does: its game has ended. ``newest`` are the last events of the
    game, if they are at hand.
    """
    if game.finished_at:
        return None
    parts = [part for part in parts_of(table) if not part.rebuilds_page]
    if game.version - since > FAR or not since:
        return parts
    changes = Changes.since(game, since, newest)
    if any(changes.has(*part.rebuilds_page) for part in parts_of(table)):
        return None
    return [part for part in parts if part.touched(changes)]


def without_events(table: Table) -> list[AnyPart]:
    """The parts that may have changed although nothing has happened in the game."""
    return [part for part in parts_of(table) if part.without_events]


def swaps(request: HttpRequest, table: Table, parts: Iterable[AnyPart]) -> str:
    """Some parts as HTML that htmx puts in the place of those with the same id."""
    return "\n".join(
        render_to_string(
            part.swap_template or part.template, part.context(table) | {"oob": True}, request
        )
        for part in parts
    )
