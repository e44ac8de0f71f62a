"""Places in a tournament: registering, leaving, checking in, substitutes."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games import bots, names
from games import services as games
from games.engine.terms import gettext_noop
from games.errors import NoSuchGame
from games.models import Game, Seat
from games.models.game import Source, Status
from games.runtime.commit import in_transaction
from games.services.tables.arranged import Arranged
from games.table_errors import UnknownBot
from tournaments.errors import (
    AlreadyEntered,
    EntryRefused,
    NoSuchEntrant,
    NotEntered,
    TournamentFull,
    WrongPhase,
)
from tournaments.formats import FORMATS
from tournaments.log.events import Changed, CheckedIn, Dropped, Registered, Substituted, Withdrew
from tournaments.models import Participant, Tournament
from tournaments.ratings.overall import overall_ratings
from tournaments.selectors import bot_numbers, people_of
from tournaments.services.giving_up import given_up
from tournaments.services.set_ups import check_set_up_unknown
from tournaments.services.starting import start_games, waiting_for_bots
from tournaments.services.writer import (
    LogWriter,
    as_director,
    as_user,
    check_phase,
    entrant_of,
    numbered,
    own_entrant,
)
from tournaments.settings_check import MOST_ENTRANTS
from tournaments.state import EntrantId, EntryConditions, Person, RoundTable, TableId
from tournaments.state import Tournament as State

MOST_ENTRIES: Final = 10
"""How often one person can take a place in the same tournament: each time adds to its log."""
NO_ACCOUNT: Final = gettext_noop(
    "A game of this player runs here: the substitute needs an account here, or is a bot."
)
MailCheck = Callable[[User], bool]
_mail_checks: Final[list[MailCheck]] = []


def hand_over_mail_check(check: MailCheck) -> None:
    """Whether the mail address of a user is verified: known to a package above this one."""
    _mail_checks[:] = [check]


@in_transaction
def register(
    *, tournament_id: UUID, user: User, invite: str | None = None, now: datetime
) -> Tournament:
    """Take a place, or one on the waiting list when all are taken or the first round is drawn.

    Raises NoSuchTournament, WrongPhase, AlreadyEntered, EntryRefused, TournamentFull.
    """
    writer = as_user(tournament_id, user, now, invite=invite)
    _check_registration(writer)
    check_entry(writer.state.settings.entry, user)
    writer.actor = numbered(writer.tournament, user=user)
    if own_entrant(writer) is not None:
        raise AlreadyEntered
    if sum(writer.actor in one.people for one in writer.state.entrants.values()) >= MOST_ENTRIES:
        raise EntryRefused(
            gettext_noop("You have entered this tournament very often: a director can help you.")
        )
    enter(writer, writer.actor)
    return writer.save()


@in_transaction
def add_entrants(
    *,
    tournament_id: UUID,
    user: User,
    bots: Sequence[str] = (),
    labels: Sequence[str] = (),
    now: datetime,
) -> Tournament:
    """Enter bots, then players without accounts by name, all or none. For directors.

    Raises NoSuchTournament, NotDirector, WrongPhase, UnknownBot, InvalidName, TournamentFull.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "draft", "open", "running")
    for bot in bots:
        enter(writer, stranger(writer, bot, ""), there=True)
    taken = names_taken(writer) if labels else set()
    for label in labels:
        enter(writer, stranger(writer, "", label, taken))
    return writer.save()


def add_players(*, tournament_id: UUID, user: User, labels: list[str], now: datetime) -> Tournament:
    """Enter several players without accounts by name: ``add_entrants`` with these ``labels``."""
    return add_entrants(tournament_id=tournament_id, user=user, labels=labels, now=now)


@in_transaction
def withdraw(
    *, tournament_id: UUID, user: User, entrant: EntrantId | None = None, now: datetime
) -> Tournament:
    """Leave before the first round, or drop out after it. A director names the entrant.

    Who drops out stays at a table that runs. Who stands first on the waiting list moves up.
    Raises NoSuchTournament, NotEntered, NoSuchEntrant, NotDirector, WrongPhase.
    """
    writer, own = _of_own_or_director(tournament_id, user, entrant, now)
    check_phase(writer, "draft", "open", "running")
    found = entrant_of(writer, own)
    if found.gone:
        raise NotEntered
    if writer.state.phase == "running" and found.status == "registered":
        writer.add(Dropped(entrant=own, last=writer.state.round))
    else:
        moves_up = _next_waiting(writer) if found.status == "registered" else ()
        writer.add(Withdrew(entrant=own, admitted=moves_up))
    return writer.save()


@in_transaction
def admit(*, tournament_id: UUID, user: User, entrant: EntrantId, now: datetime) -> Tournament:
    """Let somebody in from the waiting list, or back in, from the next round on. For directors.

    Raises NoSuchTournament, NotDirector, NoSuchEntrant, WrongPhase.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "draft", "open", "running")
    if entrant_of(writer, entrant).status not in ("waiting", "dropped"):
        raise NoSuchEntrant
    writer.add(Changed(admitted=(entrant,)))
    return writer.save()


@in_transaction
def check_in(
    *, tournament_id: UUID, user: User, entrant: EntrantId | None = None, now: datetime
) -> Tournament:
    """Say to be there; a director may say it for an entrant. Idempotent.

    Raises NoSuchTournament, NotEntered, NoSuchEntrant, NotDirector, WrongPhase.
    """
    writer, own = _of_own_or_director(tournament_id, user, entrant, now)
    check_phase(writer, "open")
    if entrant_of(writer, own).checked_in:
        return writer.tournament
    writer.add(CheckedIn(entrant=own))
    return writer.save()


@in_transaction
def check_in_all(*, tournament_id: UUID, user: User, now: datetime) -> Tournament:
    """Say that all who have a place are there. For directors; idempotent.

    Raises NoSuchTournament, NotDirector, WrongPhase.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "open")
    for one in writer.state.not_there():
        writer.add(CheckedIn(entrant=one))
    return writer.save()


@in_transaction
def substitute(
    *,
    tournament_id: UUID,
    user: User,
    entrant: EntrantId,
    waiting: EntrantId | None = None,
    bot: str = "",
    label: str = "",
    now: datetime,
) -> Tournament:
    """Give an entrant's place, with its results and its seat at a running table, to another.

    That is somebody from the waiting list, a bot, or a player without an account, who cannot go on
    with a game that runs here. A seat that was given up stays with who leaves. A table of
    bots that waits for its turn begins when a person comes. For directors.
    Raises NoSuchTournament, NotDirector, NoSuchEntrant, WrongPhase, UnknownBot, InvalidName,
    TakerSeated, SetUpKnown, TooManyBotGames.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "open", "running")
    place = entrant_of(writer, entrant)
    if place.status not in ("registered", "dropped"):
        raise NoSuchEntrant
    taken, lost = _tables_of(writer, place.id)
    unbegun = waiting_for_bots(writer.state, people_of(writer.tournament))
    if waiting is not None:
        reserve = entrant_of(writer, waiting)
        if reserve.status != "waiting":
            raise NoSuchEntrant
        person = reserve.person
        check_set_up_unknown(writer, taken, person)
        writer.add(Withdrew(entrant=waiting))
    else:
        person = stranger(writer, bot, label)
    writer.add(Substituted(entrant=entrant, person=person, stays_at=lost))
    if bot and writer.state.phase == "open" and not place.checked_in:
        writer.add(CheckedIn(entrant=entrant))
    _reseat(writer, taken, place.id, person)
    start_games(writer, [table for table in taken if table in unbegun])
    return writer.save()


def check_entry(conditions: EntryConditions, user: User) -> None:
    """Raises EntryRefused."""
    if conditions.verified_mail and not all(check(user) for check in _mail_checks):
        raise EntryRefused(
            gettext_noop("This tournament asks for a verified mail address: see your settings.")
        )
    if conditions.games_finished and finished_by(user) < conditions.games_finished:
        raise EntryRefused(
            gettext_noop("This tournament asks for %(games)s finished games; you have %(own)s."),
            games=conditions.games_finished,
            own=finished_by(user),
        )
    _check_rating(conditions, user)


def _check_rating(conditions: EntryConditions, user: User) -> None:
    least, most = conditions.rating_least, conditions.rating_most
    if least is None and most is None:
        return
    rating = overall_ratings([user.pk]).get(user.pk)
    if rating is None:
        raise EntryRefused(
            gettext_noop("This tournament asks for a rating, and you have none yet.")
        )
    if (least is not None and rating < least) or (most is not None and rating > most):
        raise EntryRefused(
            gettext_noop(
                "This tournament is for ratings from %(least)s to %(most)s; yours is %(own)s."
            ),
            least="…" if least is None else least,
            most="…" if most is None else most,
            own=rating,
        )


def finished_by(user: User) -> int:
    """How many games a user has finished here without resigning."""
    seats = Seat.objects.filter(user=user, resigned=False, game__status=Status.FINISHED)
    return seats.filter(game__source=Source.PLAYED).values("game").distinct().count()


def _check_registration(writer: LogWriter) -> None:
    state = writer.state
    check_phase(writer, "open", "running")
    opens, closes = state.settings.registration_opens, state.settings.registration_closes
    if opens is not None and state.settings.opens_later(writer.clock):
        raise WrongPhase(
            gettext_noop("Registration for this tournament opens on %(moment)s UTC."),
            moment=f"{opens.astimezone(UTC):%Y-%m-%d %H:%M}",
        )
    if state.registration_closed or (closes is not None and writer.clock >= closes):
        raise WrongPhase(gettext_noop("Registration for this tournament is closed."))


def enter(writer: LogWriter, person: Person, *, there: bool = False) -> None:
    """Give a person the next place, or one on the waiting list. Raises TournamentFull.

    Who is always ``there``, as bots are, has checked in with that.
    """
    state = writer.state
    if sum(one.status != "withdrawn" for one in state.entrants.values()) >= MOST_ENTRANTS:
        raise TournamentFull
    event = Registered(
        entrant=len(state.entrants) + 1,
        person=person,
        waiting=would_wait(state),
        since=state.round + 1,
        checked_in=there,
    )
    writer.add(event)


def would_wait(state: State) -> bool:
    """Whether who enters now comes onto the waiting list: all places are taken, or it is late."""
    most = state.settings.entrants_most
    full = bool(most) and len(state.active()) >= most
    form = FORMATS.get(state.settings.format)
    endless = form is not None and form.endless
    return full or (state.phase == "running" and not endless)


def stranger(writer: LogWriter, bot: str, label: str, taken: set[str] | None = None) -> Person:
    """The number of a bot or of a player without an account.

    Where there are several, ``taken`` are the names that others have, read once; the new one joins
    them. Raises UnknownBot, InvalidName, AlreadyEntered for a name that another entrant has.
    """
    if bot and bot not in bots.BOTS:
        raise UnknownBot(bot, list(bots.BOTS))
    name = "" if bot else names.cleaned(label)
    if name:
        taken = names_taken(writer) if taken is None else taken
        if name.casefold() in taken:
            raise AlreadyEntered(name)
        taken.add(name.casefold())
    return numbered(writer.tournament, bot=bot, label=name)


def names_taken(writer: LogWriter) -> set[str]:
    """The names of the people who have a place, with accounts or without, case set aside."""
    holders = {one.person for one in writer.state.entrants.values() if one.status != "withdrawn"}
    people = Participant.objects.filter(tournament=writer.tournament, bot="")
    found = people.values_list("number", "label", "user__username")
    return {(user or label).casefold() for number, label, user in found if number in holders}


def _next_waiting(writer: LogWriter) -> tuple[EntrantId, ...]:
    """Who moves up from the waiting list for one who leaves, if that makes room."""
    state = writer.state
    if len(state.active()) > (state.settings.entrants_most or MOST_ENTRANTS):
        return ()
    waiting = [one.id for one in state.entrants.values() if one.status == "waiting"]
    return tuple(waiting[:1])


def _of_own_or_director(
    tournament_id: UUID, user: User, entrant: EntrantId | None, now: datetime
) -> tuple[LogWriter, EntrantId]:
    if entrant is not None:
        return as_director(tournament_id, user, now), entrant
    writer = as_user(tournament_id, user, now)
    own = own_entrant(writer)
    if own is None:
        raise NotEntered
    return writer, own.id


def _tables_of(
    writer: LogWriter, entrant: EntrantId
) -> tuple[list[RoundTable], tuple[TableId, ...]]:
    """An entrant's tables without a result: those still played, and those that stay as they are.

    Their games are locked, so that nobody resigns meanwhile.
    """
    tables = writer.state.tables.values()
    own = [one for one in tables if one.result is None and entrant in one.seats]
    games = [UUID(one.game) for one in own if one.game is not None]
    list(Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk"))
    lost = {table for table, one in given_up(own) if one == entrant}
    stayed = writer.state.remarks.stayed
    lost |= {one.id for one in own if entrant in stayed.get(one.id, {})}
    return [one for one in own if one.id not in lost], tuple(sorted(lost))


def _reseat(
    writer: LogWriter, tables: Sequence[RoundTable], entrant: EntrantId, person: Person
) -> None:
    """Put a substitute onto the entrant's seats at these tables, in games that run.

    Raises WrongPhase, TakerSeated, TooManyBotGames.
    """
    people = people_of(writer.tournament)
    who, number = people[person], bot_numbers(people).get(person, 0)
    seats = {UUID(one.game): one.seat_of(entrant) for one in tables if one.game is not None}
    # An erased game is not there, and one that is over keeps its players.
    running = Game.objects.filter(pk__in=seats, status=Status.RUNNING).order_by("pk")
    given = list(running.values_list("pk", flat=True))
    for game_id in given:
        if who.user is None and not who.bot:
            raise WrongPhase(NO_ACCOUNT)
        try:
            games.reseat(
                game_id=game_id,
                seat=seats[game_id],
                to=Arranged(user=who.user, bot=who.bot, bot_number=number),
                now=writer.clock,
            )
        except NoSuchGame:
            continue
    if who.bot:
        games.check_bots_alone(host=writer.tournament.director, game_ids=given)
