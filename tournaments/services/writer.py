"""One transaction's work on the log of one tournament."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Final
from uuid import UUID

from django.conf import settings as server
from django.contrib.auth.models import User
from django.db.models import Q, Sum

from games.models import Game
from games.models.game import UNSCORED, Status
from games.runtime import notifications
from games.services import set_aside
from tournaments import store
from tournaments.access import check_director, may_see, number_of
from tournaments.awaiting import awaited
from tournaments.errors import (
    NoSuchEntrant,
    NoSuchTournament,
    NoSuchTournamentTable,
    TournamentFull,
    TournamentsGrown,
    TournamentTooLong,
    WrongPhase,
)
from tournaments.formats import FORMATS
from tournaments.log import LogRow, fold, seal
from tournaments.log.events import (
    Cancelled,
    Entry,
    ResultRecorded,
    Ruled,
    TournamentFinished,
    public_text,
    read_entry,
)
from tournaments.models import Participant, Tournament
from tournaments.reading import measured, size_of
from tournaments.state import OVER, Entrant, EntrantId, Person, RoundTable, TableId
from tournaments.state import Tournament as State
from tournaments.store import writing

MOST_PEOPLE: Final = 4000
"""Numbers that one tournament gives to people, those who have left with it."""
MOST_EVENTS: Final = 50_000
"""Of a log. Each request reads all of it, which takes a third of a second then. The longest league
that there can be, 256 players and 50 seasons played here, has 39,000."""
MOST_BYTES: Final = 16 * 1024 * 1024
"""Of the texts of a log's events together; that league has about five million. Who asks for the
file of a tournament has all of it in memory."""
DAY: Final = timedelta(days=1)
FREE_BYTES: Final = 1024 * 1024
"""A log that is shorter grows whatever others of its director have: hardly any is ever longer."""
UNRANKED: Final = {"created", "opened", "checked_in", "game_started", "revealed"}
"""Events that change no standings."""


def lock(tournament_id: UUID) -> Tournament:
    """The tournament, with its row locked until the transaction ends. Raises NoSuchTournament."""
    try:
        return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise NoSuchTournament from None


class LogWriter:
    """The end of a locked tournament's log: its state, and the rows to be added.

    Nothing is stored before ``save``. No event is recorded as earlier than the one before it.
    """

    def __init__(self, tournament: Tournament, *, now: datetime, actor: Person | None) -> None:
        self.tournament = tournament
        self.actor = actor
        head = store.head(tournament.pk, tournament.version)
        assert head is not None
        self.base = head
        self.now = max(now, head.recorded_at)
        self.clock = now
        self.rows: list[LogRow] = []
        self._state: State | None = None
        self._size = 0
        if tournament.version:
            self._state, self._size = measured(tournament)

    @property
    def state(self) -> State:
        """The state with what was added. There is none before the first event."""
        assert self._state is not None
        return self._state

    def add(self, event: Entry, *, secret: str | None = None) -> None:
        """Apply an event and take it up, as it will be read from its row.

        What is left out as a default depends on which object stands there, not on its value alone,
        and with it the digest of the state. Raises TournamentTooLong.
        """
        event = read_entry(public_text(event))
        if self._state is not None:
            self._check_room(event)
        self._state = fold(self._state, event)
        row = seal(
            event,
            self._state,
            tournament=str(self.tournament.pk),
            salt=bytes(self.tournament.salt),
            previous=self.rows[-1].chain if self.rows else self.base.chain,
            recorded_at=self.now,
            actor=self.actor,
            secret=secret,
        )
        self.rows.append(row)
        self._size += size_of(row)

    def _check_room(self, event: Entry) -> None:
        """Results that are left, the end, and what the server adds, have room always.

        Raises TournamentTooLong, TournamentsGrown.
        """
        ending = isinstance(event, (TournamentFinished, Cancelled)) or self.actor is None
        if ending or (isinstance(event, ResultRecorded) and event.result is not None):
            return
        if self.state.version >= MOST_EVENTS or self._size >= MOST_BYTES:
            raise TournamentTooLong
        most = server.TOURNAMENT_BYTES_PER_DAY
        if self._size >= FREE_BYTES and self._others_bytes + self._size >= most:
            raise TournamentsGrown

    @cached_property
    def _others_bytes(self) -> int:
        """What the logs of the director's other tournaments have that have grown within a day."""
        if self.tournament.director_id is None:
            return 0
        others = Tournament.objects.filter(
            director=self.tournament.director_id, active_at__gt=self.clock - DAY
        ).exclude(pk=self.tournament.pk)
        return others.aggregate(bytes=Sum("log_bytes"))["bytes"] or 0

    def save(self) -> Tournament:
        """Store the rows, and what the tournament's columns repeat of the state."""
        tournament, state = self.tournament, self.state
        if self.rows:
            writing.append(tournament.pk, self.rows)
            self._set_games_aside()
        tournament.version = state.version
        tournament.log_bytes = self._size
        tournament.phase = state.phase
        tournament.format = state.settings.format
        tournament.round = state.round
        tournament.final_drawn = state.is_final(state.round)
        tournament.registration_opens = state.settings.registration_opens
        tournament.registration_closes = state.settings.registration_closes
        tournament.registration_closed = state.registration_closed
        tournament.entrants = len(state.active())
        tournament.active_at = self.clock
        if state.tables and self.rows:
            self.store_people()
        due = [
            moment
            for number, moment in state.deadlines.items()
            if any(table.result is None for table in state.of_round(number))
        ]
        tournament.due_at = min(due, default=None) if state.phase == "running" else None
        playing = state.phase in ("open", "running") and state.settings.played_here
        tournament.waiting_tables = self._tables_of_bots() if playing else 0
        over = state.phase in OVER
        tournament.sealed = over and bool(state.commitment) and not state.seed
        if over and tournament.finished_at is None:
            tournament.finished_at = self.now
        tournament.save()
        notifications.changed(tournament.pk)
        return tournament

    def _tables_of_bots(self) -> int:
        """How many tables have neither a game nor a result, and bots alone, who wait for a turn."""
        waiting = [one for one in self.state.tables.values() if one.game is None and not one.begun]
        if not waiting:
            return 0
        bots = self.bots()
        return sum(bots.issuperset(self.state.holders(one)) for one in waiting)

    def bots(self) -> set[Person]:
        """The numbers of the bots that have ever had a place."""
        people = Participant.objects.filter(tournament=self.tournament).exclude(bot="")
        return set(people.values_list("number", flat=True))

    def _set_games_aside(self) -> None:
        """Games go on beside a result that was entered in their place, but press nobody.

        Where a ruling opens the table again its game counts as before.
        """
        touched = {
            event.table: self.state.tables[event.table]
            for row in self.rows
            if isinstance(event := read_entry(row.public), (ResultRecorded, Ruled))
            and event.table in self.state.tables
            and not (event.result and event.result.label == "played")
        }
        for aside in (True, False):
            games = [
                UUID(one.game)
                for one in touched.values()
                if one.game and (one.result is not None) == aside
            ]
            if games:
                set_aside(game_ids=games, aside=aside)

    def store_people(self) -> None:
        """Note for lists what is awaited of each person, and, where it may differ, each place."""
        people = list(Participant.objects.filter(tournament=self.tournament))
        before = [(one.place, one.replaced_in, one.awaited) for one in people]
        absent = {one.number for one in people if one.user_id is None}
        waits = awaited(self.state, silent=self._silent(), absent=absent)
        for one in people:
            one.awaited = waits.get(one.number, "")
        if any(row.kind not in UNRANKED for row in self.rows):
            standings = FORMATS[self.state.settings.format].standings(self.state)
            places = {self.state.entrants[row.entrant].person: row.place for row in standings}
            self.tournament.ranked = len(standings)
            replaced = self.state.replaced_in()
            for one in people:
                one.place = places.get(one.number)
                one.replaced_in = replaced.get(one.number)
        changed = [
            one
            for one, then in zip(people, before, strict=True)
            if (one.place, one.replaced_in, one.awaited) != then
        ]
        Participant.objects.bulk_update(changed, ["place", "replaced_in", "awaited"])

    def _silent(self) -> list[TableId]:
        """The tables without a result whose game gives none: ended without scores, or erased."""
        waiting = {
            UUID(table.game): table.id
            for table in self.state.tables.values()
            if table.game is not None and table.result is None
        }
        if not waiting:
            return []
        # A game that has just ended gives its result by a task, which notes this anew.
        scored = Q(status=Status.FINISHED) & ~Q(ended_by__in=UNSCORED)
        runs = Game.objects.filter(Q(status=Status.RUNNING) | scored, pk__in=waiting)
        return [waiting[pk] for pk in set(waiting) - set(runs.values_list("pk", flat=True))]


def as_director(tournament_id: UUID, user: User, now: datetime) -> LogWriter:
    """A locked tournament for one of its directors. Raises NoSuchTournament, NotDirector."""
    return _directed(lock(tournament_id), user, now)


def previewing(tournament_id: UUID, user: User, now: datetime) -> LogWriter:
    """The same without a lock, for what takes long and is not saved: nobody has to wait for it."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NoSuchTournament
    return _directed(tournament, user, now)


def _directed(tournament: Tournament, user: User, now: datetime) -> LogWriter:
    writer = LogWriter(tournament, now=now, actor=None)
    writer.actor = check_director(tournament, writer.state, user)
    return writer


def as_user(
    tournament_id: UUID, user: User, now: datetime, *, invite: str | None = None
) -> LogWriter:
    """A locked tournament for a user who may see it; without a number the actor is None.

    Raises NoSuchTournament.
    """
    tournament = lock(tournament_id)
    if not may_see(user, tournament, invite):
        raise NoSuchTournament
    return LogWriter(tournament, now=now, actor=number_of(tournament, user))


def as_server(tournament_id: UUID, now: datetime) -> LogWriter:
    """A locked tournament for the server itself. Raises NoSuchTournament."""
    return LogWriter(lock(tournament_id), now=now, actor=None)


def numbered(
    tournament: Tournament, *, user: User | None = None, bot: str = "", label: str = ""
) -> Person:
    """The number of a user, given if there is none yet; bots and labels get one each time.

    Raises TournamentFull.
    """
    known = number_of(tournament, user)
    if known is not None:
        return known
    last = Participant.objects.filter(tournament=tournament).order_by("-number").first()
    number = (last.number if last else 0) + 1
    if number > MOST_PEOPLE:
        raise TournamentFull
    Participant.objects.create(
        tournament=tournament, number=number, user=user, bot=bot, label=label
    )
    return number


def entrant_of(writer: LogWriter, entrant: EntrantId) -> Entrant:
    """An entrant by number. Raises NoSuchEntrant."""
    found = writer.state.entrants.get(entrant)
    if found is None:
        raise NoSuchEntrant
    return found


def own_entrant(writer: LogWriter) -> Entrant | None:
    """The place that the actor holds, if any."""
    for entrant in writer.state.entrants.values():
        if entrant.person == writer.actor and entrant.status != "withdrawn":
            return entrant
    return None


def table_of(writer: LogWriter, table: TableId) -> RoundTable:
    """A table by number. Raises NoSuchTournamentTable."""
    found = writer.state.tables.get(table)
    if found is None:
        raise NoSuchTournamentTable
    return found


def moving_up(state: State, most: int, *, there: bool = False) -> tuple[EntrantId, ...]:
    """Who comes off the waiting list where ``most`` entrants have a place; 0 is no limit.

    Only those who have checked in, if they have to be ``there``.
    """
    waiting = tuple(
        one.id
        for one in state.entrants.values()
        if one.status == "waiting" and (one.checked_in or not there)
    )
    return waiting[: max(0, most - len(state.active()))] if most else waiting


def check_phase(writer: LogWriter, *phases: str) -> None:
    """Raises WrongPhase."""
    if writer.state.phase not in phases:
        raise WrongPhase
