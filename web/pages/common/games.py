"""Games as their cards show them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.humanize.templatetags.humanize import NaturalTimeFormatter
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct
from msgspec.structs import replace

from games import engine, selectors
from games.models import Game, Seat
from games.models.game import Status, Visibility
from replays.narration import vocabulary
from web.pages.options.presets import PLAIN, preset_of, titles

EARLY: Final = {
    "resignation": gettext_lazy("Ended early"),
    "agreement": gettext_lazy("Abandoned"),
    "director": gettext_lazy("Ended by a director"),
}
WHO: Final = {
    Visibility.UNLISTED: gettext_lazy("by link only"),
    Visibility.PRIVATE: gettext_lazy("private"),
}
JUST_NOW: Final = timedelta(minutes=1)


class SeatLine(Struct, frozen=True):
    """One player of a game; ``points`` and ``won`` are known when it is over.

    ``resigned`` is said of a game that goes on for the others. A solo game has no winner:
    ``rating`` is what its result is called.
    """

    seat: int
    name: str
    me: bool
    waiting: bool
    resigned: bool = False
    points: int | None = None
    won: bool = False
    rating: str = ""


class GameLine(Struct, frozen=True):
    """One game, with all that its card says; ``stage`` is how far it has got.

    ``mine``: the viewer sits or hosts there; ``my_turn``: it waits for the viewer; ``joinable``:
    the viewer could sit down. ``hidden`` says who may see it, of one that is not public; ``rules``
    which preset it is, or that it is a mix of its own. ``age`` is how long ago something happened
    there, empty if just now. ``tournament``: it is a table of one, and counts there.
    """

    id: UUID
    name: str
    status: str
    stage: str
    hidden: str
    rules: str
    full: bool
    free: int
    version: int
    seats: list[SeatLine]
    active_at: datetime
    age: str
    mine: bool
    my_turn: bool
    joinable: bool
    tournament: bool
    set_aside: bool


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
    answered = sum(not seat.asked for seat in seats)
    free = game.players - len(seats)
    asked = any(seat.asked for seat in own)
    return GameLine(
        id=game.pk,
        name=game.name,
        status=game.status,
        stage=stage(game, answered),
        hidden=str(WHO.get(Visibility(game.visibility), "")),
        rules=_rules(game),
        full=answered == game.players,
        free=free,
        version=game.version,
        seats=_seat_lines(game, seats, sheets, user),
        active_at=game.active_at,
        age=age(game.active_at, timezone.now()),
        mine=bool(own) or hosted,
        my_turn=_waits(game, own),
        joinable=game.status == Status.OPEN and (asked or (free > 0 and not own)),
        tournament=game.tournament is not None and not game.set_aside,
        set_aside=game.tournament is not None and game.set_aside,
    )


def stage(game: Game, seated: int) -> str:
    """How far a game has got; of one that is over only if it ended early."""
    if game.status == Status.OPEN:
        return _("%(taken)s of %(all)s seats taken") % {"taken": seated, "all": game.players}
    if game.status == Status.FINISHED:
        return str(EARLY.get(game.ended_by, ""))
    if not game.round:
        return _("Set-up")
    return _("Round %(round)s of 5") % {"round": game.round}


def _waits(game: Game, own: Sequence[Seat]) -> bool:
    """Whether a game waits for one of these seats; one that is set aside presses nobody."""
    running = game.status == Status.RUNNING and not game.set_aside
    return running and any(seat.waiting for seat in own)


def _rules(game: Game) -> str:
    preset = preset_of(game)
    return "" if preset == PLAIN else str(titles()[preset])


def age(moment: datetime, now: datetime) -> str:
    """How long ago something was, such as ``2 hours``; empty of what has just been."""
    if now - moment < JUST_NOW:
        return ""
    # In the case that "ago" asks for, in languages that have one.
    return timesince(moment, now, time_strings=NaturalTimeFormatter.past_substrings, depth=1)


def players_of(game: Game) -> list[str]:
    """What a table calls its players, by seat."""
    return selectors.names_of(game, called=_called)


def _called(seat: Seat) -> str:
    if not seat.bot:
        return seat.name
    # Translators: a player that is a program, by the program's name.
    name = _("%(bot)s bot") % {"bot": seat.bot}
    return f"{name} {seat.bot_number}" if seat.bot_number else name


def _seat_lines(
    game: Game, seats: Sequence[Seat], sheets: Sequence[engine.ScoreSheet], user: User | None
) -> list[SeatLine]:
    names = dict(zip((seat.index for seat in seats), players_of(game), strict=True))
    scores: Mapping[int, engine.ScoreSheet] = {int(sheet.seat): sheet for sheet in sheets}
    places = {seat: place for place, seat in enumerate(scores)}
    ranked = sorted(seats, key=lambda seat: places.get(seat.index, len(places)))
    alone = game.players == 1
    lines = [_seat_line(s, names[s.index], scores.get(s.index), user, alone=alone) for s in ranked]
    if game.status != Status.RUNNING:
        return lines
    gone = {seat.index for seat in seats if seat.resigned}
    return [replace(one, resigned=one.seat in gone) for one in lines]


def _seat_line(
    seat: Seat, name: str, sheet: engine.ScoreSheet | None, user: User | None, *, alone: bool
) -> SeatLine:
    return SeatLine(
        seat=seat.index,
        name=name,
        me=user is not None and seat.user_id == user.pk,
        waiting=seat.waiting,
        points=sheet.total if sheet else None,
        won=sheet is not None and sheet.rank == 1 and not alone,
        rating=_(vocabulary.RATINGS[sheet.rating]) if sheet and sheet.rating else "",
    )
