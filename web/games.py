"""The games of the front page."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from msgspec import Struct

from games import selectors
from games.models import Game

SHOWN: Final = 30
"""Of each kind; the list of the API has the others."""

TITLES: Final = (("running", "Running"), ("open", "Open tables"), ("finished", "Finished"))


class SeatLine(Struct, frozen=True):
    """One player of a game."""

    name: str
    bot: bool
    waiting: bool


class GameLine(Struct, frozen=True):
    """One game, with all that its card says."""

    id: UUID
    name: str
    status: str
    round: int
    version: int
    players: int
    seated: int
    seats: list[SeatLine]
    active_at: datetime


class Group(Struct, frozen=True):
    """The games of one status; ``more`` when there are some that the page leaves out."""

    status: str
    title: str
    games: list[GameLine]
    more: bool


def groups_for(user: User | None) -> list[Group]:
    """The games that a user may see, newest activity first, by status."""
    groups = []
    visible = selectors.games_visible_to(user).order_by("-active_at")
    for status, title in TITLES:
        found = list(visible.filter(status=status)[: SHOWN + 1])
        lines = [line(game) for game in found[:SHOWN]]
        groups.append(Group(status, title, lines, len(found) > SHOWN))
    return groups


def line(game: Game) -> GameLine:
    """One game's card."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    return GameLine(
        id=game.pk,
        name=game.name,
        status=game.status,
        round=game.round,
        version=game.version,
        players=game.players,
        seated=len(seats),
        seats=[
            SeatLine(
                name=seat.user.get_username() if seat.user else seat.bot,
                bot=bool(seat.bot),
                waiting=seat.waiting,
            )
            for seat in seats
        ],
        active_at=game.active_at,
    )
