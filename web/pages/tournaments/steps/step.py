"""What pages of a tournament say that is next: a sentence, and what can be done about it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import ngettext
from msgspec import Struct

from web.pages.tournaments.tables import ShownTable
from web.pages.tournaments.visit import Visit

MOST_TABLES: Final = 8
"""So many are named in a step; the others are counted."""


class TableAt(Struct, frozen=True):
    """A table that a step names: its page, how far its game is, who is to move there."""

    number: int
    title: str
    state: str
    to_move: list[str]


class NextStep(Struct, frozen=True):
    """A sentence and what can be done: a link, or a form that is sent to ``action``.

    ``key`` is unique on the page. ``main`` is what comes first. ``hidden`` goes along with the
    form. ``moment`` is a time that the sentence names. ``tables`` are those that the sentence is
    about, ``more`` says that there are others.
    """

    key: str
    text: str
    label: str = ""
    link: str = ""
    action: str = ""
    main: bool = True
    hidden: dict[str, int] = {}
    moment: datetime | None = None
    tables: Sequence[TableAt] = ()
    more: str = ""


def act_url(visit: Visit, action: str) -> str:
    """Where the form of an action is sent."""
    return reverse("web:tournament_act", args=[visit.id, action])


def page_url(visit: Visit, name: str, **query: int | str) -> str:
    """The address of a page of the tournament."""
    return reverse(f"web:{name}", args=[visit.id], query=query or None)


def named(tables: Sequence[ShownTable]) -> list[TableAt]:
    """The first of some tables, as a step names them."""
    return [
        TableAt(
            number=one.number,
            title=one.title,
            # That it has no result yet, the sentence says.
            state=one.state if one.status != "waiting" else "",
            to_move=[seat.name for seat in one.seats if seat.to_move],
        )
        for one in tables[:MOST_TABLES]
    ]


def not_named(tables: Sequence[ShownTable]) -> str:
    """How many more there are than ``named`` names; empty if none."""
    rest = len(tables) - MOST_TABLES
    if rest <= 0:
        return ""
    return ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest}
