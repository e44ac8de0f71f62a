"""Games as their cards show them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from games import engine, selectors
from games.models import Game, Seat
from games.models.game import Status, Visibility

EARLY: Final = {
    "resignation": gettext_lazy("Ended early"),
    "agreement": gettext_lazy("Abandoned"),
}
WHO: Final = {
    Visibility.UNLISTED: gettext_lazy("by link only"),
    Visibility.PRIVATE: gettext_lazy("private"),
}
JUST_NOW: Final = timedelta(minutes=1)


class SeatLine(Struct, frozen=True):
    """One player of a game; ``points`` and ``won`` are known when it is over."""

    name: str
    bot: bool
    me: bool
    waiting: bool
    points: int | None = None
    won: bool = False


class GameLine(Struct, frozen=True):
    """One game, with all that its card says; ``stage`` is how far it has got.

    ``mine``: the viewer sits or hosts there; ``my_turn``: it waits for the viewer; ``joinable``:
    the viewer could sit down. ``hidden`` says who may see it, of one that is not public.
    """

    id: UUID
    name: str
    status: str
    stage: str
    hidden: str
    full: bool
    free: int
    version: int
    seats: list[SeatLine]
    active_at: datetime
    just_now: bool
    mine: bool
    my_turn: bool
    joinable: bool


def lines_of(games: Iterable[Game], user: User | None) -> list[GameLine]:
    """The cards of games whose seats are at hand; scores are fetched once for all."""
    games = list(games)
    over = [game for game in games if game.status == Status.FINISHED]
    scores = selectors.final_scores(over) if over else {}
    return [line(game, scores.get(game.pk, []), user) for game in games]


def line(game: Game, sheets: Sequence[engine.ScoreSheet], user: User | None) -> GameLine:
    """One game's card; with score sheets the players stand in their order."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    own = [seat for seat in seats if user is not None and seat.user_id == user.pk]
    hosted = user is not None and game.host_id == user.pk
    full = len(seats) == game.players
    return GameLine(
        id=game.pk,
        name=game.name,
        status=game.status,
        stage=stage(game, len(seats)),
        hidden=str(WHO.get(Visibility(game.visibility), "")),
        full=full,
        free=game.players - len(seats),
        version=game.version,
        seats=_seat_lines(seats, sheets, user),
        active_at=game.active_at,
        just_now=timezone.now() - game.active_at < JUST_NOW,
        mine=bool(own) or hosted,
        my_turn=game.status == Status.RUNNING and any(seat.waiting for seat in own),
        joinable=game.status == Status.OPEN and not full and not own,
    )


def stage(game: Game, seated: int) -> str:
    """How far a game has got; of one that is over only if it ended early."""
    if game.status == Status.OPEN:
        return _("%(taken)s of %(all)s seats taken") % {"taken": seated, "all": game.players}
    if game.status == Status.FINISHED:
        return str(EARLY.get(game.ended_by, ""))
    return _("Round %(round)s") % {"round": game.round} if game.round else _("Set-up")


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


def _seat_lines(
    seats: Sequence[Seat], sheets: Sequence[engine.ScoreSheet], user: User | None
) -> list[SeatLine]:
    names = names_of(seats)
    scores: Mapping[int, engine.ScoreSheet] = {int(sheet.seat): sheet for sheet in sheets}
    places = {seat: place for place, seat in enumerate(scores)}
    ranked = sorted(seats, key=lambda seat: places.get(seat.index, len(places)))
    return [_seat_line(s, names[s.index], scores.get(s.index), user) for s in ranked]


def _seat_line(
    seat: Seat, name: str, sheet: engine.ScoreSheet | None, user: User | None
) -> SeatLine:
    return SeatLine(
        name=name,
        bot=bool(seat.bot),
        me=user is not None and seat.user_id == user.pk,
        waiting=seat.waiting,
        points=sheet.total if sheet else None,
        won=sheet is not None and sheet.rank == 1,
    )
