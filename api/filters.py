"""Filters and pages of lists of games."""

import re
from datetime import UTC, datetime
from typing import Any, get_args

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.dateparse import parse_datetime
from django_filters import rest_framework as filters
from rest_framework.exceptions import NotAuthenticated
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from api.bodies import ListQuery
from api.errors import Malformed
from games import engine
from games.models import Game, Seat

ME = [("me", "me")]
ENDINGS = [(ending, ending) for ending in get_args(engine.Ending)]
STATUSES = [("open", "open"), ("running", "running"), ("finished", "finished")]


class GameFilter(filters.FilterSet):
    """``status``, ``ended_by``, ``player=me`` (I sit there), ``waiting=me`` (I have to decide)."""

    status = filters.ChoiceFilter(choices=STATUSES)
    ended_by = filters.ChoiceFilter(choices=ENDINGS)
    player = filters.ChoiceFilter(choices=ME, method="seated")
    waiting = filters.ChoiceFilter(choices=ME, method="due")

    def seated(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        """Games in which the caller has a seat. Raises NotAuthenticated."""
        return games.filter(Exists(self.own_seats()))

    def due(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        """Games that wait for the caller, without those set aside. Raises NotAuthenticated."""
        return games.filter(Exists(self.own_seats().filter(waiting=True)), set_aside=False)

    def own_seats(self) -> QuerySet[Seat]:
        """The caller's seats in a game; in a fork there may be several. Raises NotAuthenticated."""
        return Seat.objects.filter(game=OuterRef("pk"), user=self.me())

    def me(self) -> Any:
        """The caller. Raises NotAuthenticated."""
        if self.request is None or not self.request.user.is_authenticated:
            raise NotAuthenticated("Sign in to ask for your own games.")
        return self.request.user


class CursorPages(CursorPagination):
    """Pages of a list; ``check`` refuses the position of a cursor that we have not given out."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    def get_page_size(self, request: Request) -> int:
        """As many as the query asks for."""
        return self.limit

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The cursor of the query. Raises Malformed for one that we have not given out."""
        try:
            cursor: Cursor | None = super().decode_cursor(request)
        except Exception as error:
            raise Malformed(BAD_CURSOR) from error
        if cursor is not None and cursor.position is not None:
            self.check(str(cursor.position))
        return cursor

    def check(self, position: str) -> None:
        """Raises Malformed."""
        raise NotImplementedError


class Pages(CursorPages):
    """Newest activity first; the cursor stays true while games move to the front."""

    ordering = ("-active_at", "-id")

    def __init__(self, query: ListQuery) -> None:
        super().__init__(query.limit)

    def check(self, position: str) -> None:
        """A time. Raises Malformed."""
        check_time(position)


class RatingPages(CursorPages):
    """Best first."""

    ordering = ("-rating", "-id")

    def check(self, position: str) -> None:
        """A whole number as the database has them. Raises Malformed."""
        check_number(position, 31)


class HistoryPages(CursorPages):
    """Newest first."""

    ordering = ("-position",)

    def check(self, position: str) -> None:
        """A whole number as the database has them. Raises Malformed."""
        check_number(position, 63)


BAD_CURSOR = "cursor: use the address in next or previous of another page, unchanged."


def check_time(text: str) -> datetime:
    """The time of a cursor, as UTC. Raises Malformed."""
    try:
        time = parse_datetime(text)
        if time is not None and time.tzinfo is not None:
            return time.astimezone(UTC)
    except (ValueError, OverflowError):  # such as the first hours of the year 1 in the east
        pass
    raise Malformed(BAD_CURSOR)


def check_number(text: str, bits: int) -> int:
    """The number of a cursor, below two to the power of ``bits``. Raises Malformed."""
    if re.fullmatch(r"-?[0-9]{1,19}", text) and abs(int(text)) < 1 << bits:
        return int(text)
    raise Malformed(BAD_CURSOR)
