"""The games of the front page."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone
from msgspec import Struct

from games import engine, selectors
from games.models import Game, Seat
from games.models.game import Status

SHOWN: Final = 30
"""Of each kind; the list of the API has the others."""
EARLY: Final = {"resignation": "Ended early", "agreement": "Abandoned"}
JUST_NOW: Final = timedelta(minutes=1)

TITLES: Final = (
    (Status.RUNNING, "Running"),
    (Status.OPEN, "Open tables"),
    (Status.FINISHED, "Finished"),
)


class SeatLine(Struct, frozen=True):
    """One player of a game; ``points`` and ``won`` are known when it is over."""

    name: str
    bot: bool
    waiting: bool
    points: int | None = None
    won: bool = False


class GameLine(Struct, frozen=True):
    """One game, with all that its card says; ``stage`` is how far it has got."""

    id: UUID
    name: str
    status: str
    stage: str
    full: bool
    version: int
    seats: list[SeatLine]
    active_at: datetime
    just_now: bool


class Group(Struct, frozen=True):
    """The games of one status; ``more`` when there are some that the page leaves out."""

    status: str
    title: str
    games: list[GameLine]
    more: bool


def groups_for(user: User | None) -> list[Group]:
    """The games that a user may see, newest activity first, by status."""
    groups = []
    visible = selectors.games_visible_to(user)
    for status, title in TITLES:
        found = list(visible.filter(status=status)[: SHOWN + 1])
        shown = found[:SHOWN]
        scores = selectors.final_scores(shown) if status == Status.FINISHED else {}
        lines = [line(game, scores.get(game.pk, [])) for game in shown]
        groups.append(Group(status.value, title, lines, len(found) > SHOWN))
    return groups


def line(game: Game, sheets: Sequence[engine.ScoreSheet]) -> GameLine:
    """One game's card; with score sheets the players stand in their order."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    names = names_of(seats)
    scores = {int(sheet.seat): sheet for sheet in sheets}
    places = {seat: place for place, seat in enumerate(scores)}
    seats.sort(key=lambda seat: places.get(seat.index, len(places)))
    return GameLine(
        id=game.pk,
        name=game.name,
        status=game.status,
        stage=stage(game, len(seats)),
        full=len(seats) == game.players,
        version=game.version,
        seats=[seat_line(seat, names[seat.index], scores.get(seat.index)) for seat in seats],
        active_at=game.active_at,
        just_now=timezone.now() - game.active_at < JUST_NOW,
    )


def stage(game: Game, seated: int) -> str:
    """How far a game has got; of one that is over only if it ended early."""
    if game.status == Status.OPEN:
        return f"{seated} of {game.players} seats taken"
    if game.status == Status.FINISHED:
        return EARLY.get(game.ended_by, "")
    return f"Round {game.round}" if game.round else "Set-up"


def names_of(seats: Sequence[Seat]) -> dict[int, str]:
    """What to call the players, by seat: bots of one name get numbers."""
    shared = Counter(seat.bot for seat in seats)
    numbers: Counter[str] = Counter()
    names = {}
    for seat in seats:
        if not seat.bot:
            names[seat.index] = seat.name
            continue
        numbers[seat.bot] += 1
        several = shared[seat.bot] > 1
        names[seat.index] = f"{seat.bot} {numbers[seat.bot]}" if several else seat.bot
    return names


def seat_line(seat: Seat, name: str, sheet: engine.ScoreSheet | None) -> SeatLine:
    """One player, with the points if they are known."""
    return SeatLine(
        name=name,
        bot=bool(seat.bot),
        waiting=seat.waiting,
        points=sheet.total if sheet else None,
        won=sheet is not None and sheet.rank == 1,
    )
