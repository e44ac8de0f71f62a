"""Draws: a round is a pure function of the log and the committed seed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games import services as games
from games.engine.terms import gettext_noop
from games.runtime.commit import in_transaction
from games.selectors import played_in_person
from tournaments import store
from tournaments.drawing import ALGORITHM, challenged, draw_round, lots_for, seeding
from tournaments.errors import NotEntered, RoundBegun, RoundRunning, TableRefused, WrongPhase
from tournaments.formats import FORMATS
from tournaments.formats.ladder import check_no_other
from tournaments.log.events import Changed, RoundDrawn, TableMade, Withdrew
from tournaments.models import Participant, Tournament
from tournaments.ratings.overall import overall_ratings
from tournaments.services.calling_off import call_off_round
from tournaments.services.starting import start_games
from tournaments.services.writer import (
    LogWriter,
    as_director,
    as_user,
    check_phase,
    entrant_of,
    moving_up,
    own_entrant,
    previewing,
)
from tournaments.settings_check import check_entrants
from tournaments.state import Draw, EntrantId, Person, RoundTable

NO_MORE: Final = gettext_noop("Nothing more is to be drawn: finish the tournament.")
FULL: Final = gettext_noop(
    "This ladder has had its %(most)s tables. A director can finish it and begin another one."
)
MOST_TABLES: Final = 5_000
"""Of a ladder. Whatever shows its standings goes through all of them."""


@dataclass(frozen=True, slots=True)
class PreviewedDraw:
    """A draw that is not published: what publishing it now would give, and the version it is of."""

    draw: Draw
    attempt: int
    version: int


@in_transaction
def preview_draw(
    *, tournament_id: UUID, user: User, again: bool = False, now: datetime
) -> PreviewedDraw:
    """The next round as it would be drawn now, or the newest one drawn ``again``. For directors.

    Raises NoSuchTournament, NotDirector, WrongPhase, RoundRunning, RoundBegun, FormatRefused.
    """
    writer = previewing(tournament_id, user, now)
    version = writer.state.version
    event = _prepare(writer, again=again)
    return PreviewedDraw(event.draw, event.attempt, version)


@in_transaction
def publish_draw(
    *,
    tournament_id: UUID,
    user: User,
    again: bool = False,
    seen_version: int | None = None,
    now: datetime,
) -> Tournament:
    """Draw the next round, or the newest one ``again``, and start its games. For directors.

    No person has moved in a round that is drawn again, and none of its tables has a result. With
    ``seen_version`` the draw is the one of a preview. Raises NoSuchTournament, NotDirector,
    WrongPhase, RoundRunning, RoundBegun, FormatRefused.
    """
    writer = as_director(tournament_id, user, now)
    if seen_version is not None and seen_version != writer.state.version:
        raise WrongPhase(
            gettext_noop("The tournament has changed since this preview: look at it again.")
        )
    event = _prepare(writer, again=again)
    if again:
        call_off_round(writer)
    writer.add(event)
    _make_tables(writer, event.draw)
    return writer.save()


@in_transaction
def challenge(
    *, tournament_id: UUID, user: User, opponents: Sequence[EntrantId], now: datetime
) -> Tournament:
    """Make a table with others in a format without rounds; who takes part agreed to be challenged.

    Raises NoSuchTournament, NotEntered, NoSuchEntrant, WrongPhase, TableRefused, TablesPerHour.
    """
    writer = as_user(tournament_id, user, now)
    check_phase(writer, "open", "running")
    own = own_entrant(writer)
    if own is None or own.status != "registered":
        raise NotEntered
    if writer.state.paused:
        raise WrongPhase
    for one in opponents:
        entrant_of(writer, one)
    games.check_challenge(user=user, now=now, made=partial(_tables_made, user))
    number = max(writer.state.tables, default=0) + 1
    if number > MOST_TABLES:
        raise TableRefused(FULL, most=MOST_TABLES)
    asked = (own.id, *opponents)
    seed = bytes(writer.tournament.server_seed)
    drawn = challenged(writer.state, asked, table=number, seed=seed)
    check_no_other(writer.state, asked)
    stage = next(iter(FORMATS[writer.state.settings.format].stages))
    _make_tables(writer, Draw(stage=stage, round=0, tables=(drawn,)), asked)
    return writer.save()


def _tables_made(user: User, tournament_ids: Collection[UUID]) -> list[datetime]:
    """When a user has made tables of these tournaments by challenges, as far as it may matter."""
    own = Participant.objects.filter(user=user, tournament__in=tournament_ids)
    return [
        moment
        for tournament, number in own.values_list("tournament", "number")
        for moment in store.tables_made(tournament, number)
    ]


def _prepare(writer: LogWriter, *, again: bool) -> RoundDrawn:
    """The event of the draw, with what has to be in the log before it."""
    state = writer.state
    if state.phase not in ("open", "running") or state.paused:
        raise WrongPhase
    number = state.round if again else state.round + 1
    if again and _begun(state.of_round(number)):
        raise RoundBegun
    if not again and not state.round_over():
        raise RoundRunning
    seed = bytes(writer.tournament.server_seed)
    if state.phase == "open":
        _close_registration(writer)
        check_entrants(state.settings, len(state.active()))
        order = seeding(writer.state, seed, ratings=_ratings_of(writer))
        if order is not None:
            writer.add(Changed(order=order))
    attempt = state.attempts.get(number, 0) + 1
    draw = draw_round(writer.state, seed, number=number, attempt=attempt)
    if draw is None:
        raise WrongPhase(NO_MORE)
    hours = state.settings.round_hours
    return RoundDrawn(
        draw=draw,
        attempt=attempt,
        algorithm=ALGORITHM,
        lots=lots_for(writer.state, seed),
        deadline=writer.now + timedelta(hours=hours) if hours else None,
    )


def _begun(tables: list[RoundTable]) -> bool:
    """Whether a round cannot be drawn again: there is none, or one has a result or a move."""
    if not tables or any(one.begun for one in tables):
        return True
    return played_in_person(UUID(one.game) for one in tables if one.game)


def _close_registration(writer: LogWriter) -> None:
    """Who has not checked in, where that is asked, loses the place to the waiting list.

    Of that those move up who have checked in; the others go on waiting.
    """
    if not writer.state.settings.check_in:
        return
    for one in writer.state.not_there():
        writer.add(Withdrew(entrant=one, absent=True))
    admitted = moving_up(writer.state, writer.state.settings.entrants_most, there=True)
    if admitted:
        writer.add(Changed(admitted=admitted))


def _ratings_of(writer: LogWriter) -> dict[Person, int]:
    """The ratings of the people who take part, as shown now."""
    people = Participant.objects.filter(tournament=writer.tournament, user__isnull=False)
    numbers = {user: number for user, number in people.values_list("user", "number") if user}
    return {numbers[user]: rating for user, rating in overall_ratings(numbers).items()}


def _make_tables(writer: LogWriter, draw: Draw, asked: tuple[EntrantId, ...] = ()) -> None:
    """Set up the tables of a round, and start the games that can be played here."""
    first = max(writer.state.tables, default=0) + 1
    numbers = range(first, first + len(draw.tables))
    for number, drawn in zip(numbers, draw.tables, strict=True):
        writer.add(
            TableMade(table=number, round=draw.round, stage=draw.stage, drawn=drawn, asked=asked)
        )
    start_games(writer, [writer.state.tables[number] for number in numbers])
