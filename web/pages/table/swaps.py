"""The parts of the table page, rendered to take the place of those that are shown."""

from collections.abc import Iterable
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string

from web.pages.table.changes import Changes
from web.pages.table.table import Table
from web.pages.table.table_parts import AnyPart, parts_of

FAR: Final = 400
"""After so many events everything has changed anyway."""


def changed(table: Table, since: int) -> list[AnyPart] | None:
    """The parts that may differ from what they were at a version.

    None when the page as a whole does: its game has ended.
    """
    game = table.game
    if game.finished_at:
        return None
    parts = [
        part
        for part in parts_of(table)
        if part.place and not part.fetched and not part.rebuilds_page
    ]
    if game.version - since > FAR or not since:
        return parts
    changes = Changes.since(game, since, table.latest)
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
