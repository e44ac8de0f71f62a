"""Making a tournament, changing it, opening it."""

import secrets
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings as server
from django.contrib.auth.models import User

from games import engine, names
from games import services as games
from games.access import INVITE_BYTES
from games.engine.terms import gettext_noop
from games.models.game import Visibility
from games.runtime import notifications
from games.runtime.commit import in_transaction, lock_user
from games.services.seats.seating import SECRET_BYTES
from tournaments.errors import InvalidSettings, TooManyTournaments, WrongPhase
from tournaments.log.events import Changed, Created, RegistrationOpened
from tournaments.models import Tournament
from tournaments.models.tournament import LONGEST_ANNOUNCEMENT
from tournaments.services.appointing import appoint
from tournaments.services.writer import (
    LogWriter,
    as_director,
    check_phase,
    lock,
    moving_up,
    numbered,
)
from tournaments.settings_check import check_closing, check_deadline, check_settings
from tournaments.state import EntrantId, Settings

DAY: Final = timedelta(days=1)
LONGEST_REASON: Final = 500


@in_transaction
def create_tournament(
    *,
    user: User,
    name: str,
    settings: Settings,
    visibility: str = Visibility.PUBLIC,
    announcement: str = "",
    now: datetime,
) -> Tournament:
    """A draft, which its directors alone see.

    Raises InvalidName, InvalidSettings, InvalidOptions, TooManyTournaments.
    """
    check_settings(settings)
    check_closing(settings, None, now=now)
    lock_user(user)
    _check_quota(user, now)
    tournament = Tournament.objects.create(
        name=names.cleaned(name),
        announcement=checked_text("announcement", announcement, LONGEST_ANNOUNCEMENT),
        director=user,
        visibility=Visibility(visibility),
        format=settings.format,
        server_seed=secrets.token_bytes(SECRET_BYTES),
        salt=secrets.token_bytes(SECRET_BYTES),
        invite_code=secrets.token_urlsafe(INVITE_BYTES),
        created_at=now,
        active_at=now,
    )
    person = numbered(tournament, user=user)
    writer = LogWriter(tournament, now=now, actor=person)
    writer.add(Created(settings=settings, director=person))
    return writer.save()


@in_transaction
def change_tournament(
    *,
    tournament_id: UUID,
    user: User,
    now: datetime,
    name: str | None = None,
    announcement: str | None = None,
    visibility: str | None = None,
    settings: Settings | None = None,
    co_directors: list[str] | None = None,
    paused: bool | None = None,
    registration_closed: bool | None = None,
    deadline: datetime | None = None,
    order: list[EntrantId] | None = None,
) -> Tournament:
    """Change what is named. For directors.

    Of a tournament that is over only what is no part of its log can be changed. Where it is hidden
    further so are its games; where more people see it they stay as they are. A draft that was given
    up stays hidden. Users who are new among ``co_directors`` are asked, and direct once they accept
    (``answer_direction``).
    Settings are fixed from the first round on; if they let in more than before, the waiting list
    moves up. A seeding ``order`` names every entrant once.
    Raises NoSuchTournament, NotDirector, InvalidName, InvalidSettings, InvalidOptions, WrongPhase,
    NoSuchPlayer, DeclinedToDirect.
    """
    writer = as_director(tournament_id, user, now)
    tournament, state = writer.tournament, writer.state
    if name is not None:
        tournament.name = names.cleaned(name)
    if announcement is not None:
        tournament.announcement = checked_text("announcement", announcement, LONGEST_ANNOUNCEMENT)
    if visibility is not None:
        _show_to(writer, visibility)
    _check_rounds(writer, settings, order, deadline)
    if any(one is not None for one in (co_directors, paused, registration_closed)):
        check_phase(writer, "draft", "open", "running")
    directing = None if co_directors is None else appoint(writer, co_directors)
    change = Changed(
        settings=None if settings == state.settings else settings,
        co_directors=directing,
        paused=paused,
        registration_closed=registration_closed,
        deadline=deadline,
        order=None if order is None else tuple(order),
        admitted=() if settings is None else moving_up(state, settings.entrants_most),
    )
    if change != Changed():
        writer.add(change)
    return writer.save()


def _check_rounds(
    writer: LogWriter,
    settings: Settings | None,
    order: list[EntrantId] | None,
    deadline: datetime | None,
) -> None:
    """Check what can change before the first round only, and what changes a running one.

    Raises InvalidSettings, InvalidOptions, WrongPhase.
    """
    if settings is not None or order is not None:
        check_phase(writer, "draft", "open")
    if settings is not None:
        check_settings(settings)
        check_closing(settings, writer.state.settings, now=writer.clock)
    if order is not None and sorted(order) != sorted(writer.state.active()):
        raise InvalidSettings(
            "order", gettext_noop("A seeding names every entrant who takes part, once.")
        )
    if deadline is not None:
        check_phase(writer, "running")
        check_deadline(writer.state, deadline, now=writer.clock)


@in_transaction
def open_registration(*, tournament_id: UUID, user: User, now: datetime) -> Tournament:
    """Let people see a draft and register; the seed is committed to. For directors.

    Raises NoSuchTournament, NotDirector, WrongPhase.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "draft")
    seed = bytes(writer.tournament.server_seed)
    writer.add(RegistrationOpened(commitment=engine.randomness.commitment(seed)), secret=seed.hex())
    return writer.save()


@in_transaction
def rename_tournament(
    *, tournament_id: UUID, name: str, announcement: str | None = None
) -> Tournament:
    """Change words that are no part of the log, for who runs the server; ``None`` leaves them.

    Raises NoSuchTournament, InvalidName, InvalidSettings.
    """
    tournament = lock(tournament_id)
    tournament.name = names.cleaned(name)
    if announcement is not None:
        tournament.announcement = checked_text("announcement", announcement, LONGEST_ANNOUNCEMENT)
    tournament.save(update_fields=["name", "announcement"])
    notifications.changed(tournament.pk)
    return tournament


def checked_text(field: str, text: str, longest: int) -> str:
    """Plain text of several lines, without white space around it. Raises InvalidSettings."""
    text = text.strip().replace("\r\n", "\n")
    hidden = any(not sign.isprintable() and sign != "\n" for sign in text)
    if len(text) > longest or hidden:
        raise InvalidSettings(
            field,
            gettext_noop("Write plain text of at most %(longest)s characters."),
            longest=longest,
        )
    return text


def _show_to(writer: LogWriter, visibility: str) -> None:
    """Say who may see a tournament. Raises WrongPhase for a draft that was given up."""
    state, tournament = writer.state, writer.tournament
    never_opened = state.phase == "cancelled" and not state.commitment
    if never_opened and visibility != Visibility.PRIVATE:
        raise WrongPhase
    tournament.visibility = Visibility(visibility)
    games.hide_games(tournament=tournament.pk, visibility=visibility)


def _check_quota(user: User, now: datetime) -> None:
    mine = Tournament.objects.filter(director=user)
    if mine.filter(finished_at=None).count() >= server.MOST_TOURNAMENTS:
        raise TooManyTournaments
    if mine.filter(created_at__gt=now - DAY).count() >= server.TOURNAMENTS_PER_DAY:
        raise TooManyTournaments
