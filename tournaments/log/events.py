"""What can stand in the log of a tournament: one struct for each kind, which applies itself.

Every value is worked out before it is stored, and applying refuses nothing: services judge. The
tags are stored and never change; a new field has a default.
"""

from datetime import datetime
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from tournaments.state import (
    Draw,
    Entrant,
    EntrantId,
    Person,
    ResultReport,
    RoundNumber,
    RoundTable,
    Settings,
    TableDraw,
    TableId,
    TableOutcome,
    Tournament,
)


class LogEvent(Struct, frozen=True, tag_field="kind", omit_defaults=True, kw_only=True):
    """One kind of event."""

    def apply(self, state: Tournament, version: int) -> None:
        """Change the state; ``version`` is that of this event."""
        raise NotImplementedError


class Created(LogEvent, tag="created", frozen=True):
    """A person has made the tournament; the first event of every log."""

    settings: Settings
    director: Person

    def apply(self, state: Tournament, version: int) -> None:
        """``fold`` makes the state of it."""


class Changed(LogEvent, tag="changed", frozen=True):
    """The director has changed what is named; None leaves it as it is.

    ``admitted`` come off the waiting list, or back after they had dropped out.

    ``order`` are entrants by seeding. ``deadline`` is that of the newest round.
    """

    settings: Settings | None = None
    co_directors: tuple[Person, ...] | None = None
    director: Person | None = None
    paused: bool | None = None
    registration_closed: bool | None = None
    order: tuple[EntrantId, ...] | None = None
    deadline: datetime | None = None
    admitted: tuple[EntrantId, ...] = ()

    def apply(self, state: Tournament, version: int) -> None:
        """Take over what is named; ``admitted`` leave the waiting list."""
        if self.settings is not None:
            state.settings = self.settings
        if self.co_directors is not None:
            state.co_directors = list(self.co_directors)
        if self.director is not None:
            state.director = self.director
        if self.paused is not None:
            state.paused = self.paused
        if self.registration_closed is not None:
            state.registration_closed = self.registration_closed
        if self.order is not None:
            state.seed_entrants(self.order)
        if self.deadline is not None:
            state.deadlines[state.round] = self.deadline
        _admit(state, self.admitted)


class RegistrationOpened(LogEvent, tag="opened", frozen=True):
    """Registration has begun. The seed is fixed: ``commitment`` is its SHA-256, as hex."""

    commitment: str

    def apply(self, state: Tournament, version: int) -> None:
        """Publish the commitment."""
        state.phase = "open"
        state.commitment = self.commitment


class Registered(LogEvent, tag="registered", frozen=True):
    """A person has a place, or waits for one. ``since`` is the first round to be drawn for.

    Who is ``checked_in`` with it need not say so later, such as a bot; logs of before this was
    noted say it of nobody.
    """

    entrant: EntrantId
    person: Person
    waiting: bool = False
    since: RoundNumber = 1
    checked_in: bool = False

    def apply(self, state: Tournament, version: int) -> None:
        """Add the place."""
        state.entrants[self.entrant] = Entrant(
            id=self.entrant,
            people=[self.person],
            status="waiting" if self.waiting else "registered",
            since=self.since,
            checked_in=self.checked_in,
        )


class Withdrew(LogEvent, tag="withdrew", frozen=True):
    """An entrant has left before the first round; ``admitted`` come off the waiting list.

    One who was ``absent`` had not checked in when that was drawn; logs of before do not say so.
    """

    entrant: EntrantId
    admitted: tuple[EntrantId, ...] = ()
    absent: bool = False

    def apply(self, state: Tournament, version: int) -> None:
        """Free the place."""
        state.entrants[self.entrant].status = "withdrawn"
        if self.absent:
            state.remarks.absent.add(self.entrant)
        _admit(state, self.admitted)


class CheckedIn(LogEvent, tag="checked_in", frozen=True):
    """An entrant has said to be there."""

    entrant: EntrantId

    def apply(self, state: Tournament, version: int) -> None:
        """Mark the entrant."""
        state.entrants[self.entrant].checked_in = True


class Substituted(LogEvent, tag="substituted", frozen=True):
    """Another person takes an entrant's place over, with its results.

    Who leaves keeps the seat at the tables ``stays_at``, which have no result: it had been given up
    there, or is that of somebody still earlier.
    """

    entrant: EntrantId
    person: Person
    stays_at: tuple[TableId, ...] = ()

    def apply(self, state: Tournament, version: int) -> None:
        """Hand the place over; one who had dropped out is back."""
        entrant = state.entrants[self.entrant]
        if state.phase == "running":
            state.remarks.replaced[entrant.person] = state.round
        for table in self.stays_at:
            stayed = state.remarks.stayed.setdefault(table, {})
            stayed.setdefault(self.entrant, entrant.person)
        entrant.people.append(self.person)
        if entrant.status == "dropped":
            entrant.status, entrant.last = "registered", None


class RoundDrawn(LogEvent, tag="drawn", frozen=True):
    """A round was drawn, again if ``attempt`` is over 1: then the tables before it are void.

    ``algorithm`` is the version of what drew it. ``lots`` are those of entrants who had none.
    """

    draw: Draw
    attempt: int = 1
    algorithm: int = 1
    lots: dict[EntrantId, int] = {}
    deadline: datetime | None = None

    def apply(self, state: Tournament, version: int) -> None:
        """Put the draw in its place."""
        number = self.draw.round
        state.phase = "running"
        state.draws = [*state.draws[: number - 1], self.draw]
        state.attempts[number] = self.attempt
        state.lots |= self.lots
        for table in state.of_round(number):
            del state.tables[table.id]
            state.remarks.stayed.pop(table.id, None)
        state.deadlines.pop(number, None)
        if self.deadline is not None:
            state.deadlines[number] = self.deadline


class TableMade(LogEvent, tag="table_made", frozen=True):
    """A table of a round is set up; ``game`` is the id of the game played here, if one is.

    ``asked`` are the entrants of a table that players make themselves, the challenger first.
    """

    table: TableId
    round: RoundNumber
    stage: str
    drawn: TableDraw
    game: str | None = None
    asked: tuple[EntrantId, ...] = ()

    def apply(self, state: Tournament, version: int) -> None:
        """Set the table up."""
        state.phase = "running"
        state.tables[self.table] = RoundTable(
            id=self.table,
            round=self.round,
            stage=self.stage,
            seats=self.drawn.seats,
            group=self.drawn.group,
            game=self.game,
        )
        if self.asked:
            state.remarks.challengers[self.table] = self.asked[0]


class GameStarted(LogEvent, tag="game_started", frozen=True):
    """The game of a table has begun, or one that takes the place of another.

    ``commitment`` is that of the game: the SHA-256, as hex, of the seed that its set-up follows
    from. Logs of before it was noted have none.
    """

    table: TableId
    game: str
    commitment: str = ""

    def apply(self, state: Tournament, version: int) -> None:
        """Mark the table."""
        table = state.tables[self.table]
        table.game, table.started = self.game, True
        state.remarks.stopped.discard(self.table)


class ResultRecorded(LogEvent, tag="result", frozen=True):
    """What came of a table; as long as ``report`` is set it still has to be confirmed."""

    table: TableId
    result: TableOutcome | None = None
    report: ResultReport | None = None

    def apply(self, state: Tournament, version: int) -> None:
        """Set the result, or what is said to be it."""
        table = state.tables[self.table]
        table.report = self.report
        if self.result is not None:
            table.result = self.result
            table.people = state.holders(table)


class Ruled(LogEvent, tag="ruling", frozen=True):
    """The director has decided what counts, and why; without a result the table is open again.

    ``forfeited`` leave the game of the table, which goes on for the others. One that was ``ended``
    ran beside its result, which stands, or was left over at the end. ``supersedes`` is the version
    of the ruling before it on the same table, 0 without one. At a table that is open again
    ``stays`` are the entrants whose seat in its game is still that of who held the place when the
    result came; logs of before this was noted name nobody.
    """

    table: TableId
    reason: str
    result: TableOutcome | None = None
    forfeited: tuple[EntrantId, ...] = ()
    supersedes: int = 0
    ended: bool = False
    stays: tuple[EntrantId, ...] = ()

    def apply(self, state: Tournament, version: int) -> None:
        """Have the ruling count."""
        table = state.tables[self.table]
        # One that only ends the game leaves the result alone.
        if not self.ended or self.result != table.result:
            state.remarks.judged.add(self.table)
        if self.ended:
            state.remarks.stopped.add(self.table)
        for one in self.stays:
            stayed = state.remarks.stayed.setdefault(self.table, {})
            stayed[one] = table.people[table.seat_of(one)]
        table.result, table.report, table.ruled = self.result, None, version
        # A ruling corrects what those did who sat there.
        table.people = (table.people or state.holders(table)) if self.result else ()
        table.forfeited += [one for one in self.forfeited if one not in table.forfeited]


class Dropped(LogEvent, tag="dropped", frozen=True):
    """An entrant plays no round after ``last``."""

    entrant: EntrantId
    last: RoundNumber

    def apply(self, state: Tournament, version: int) -> None:
        """Take the entrant out of further draws."""
        entrant = state.entrants[self.entrant]
        entrant.status, entrant.last = "dropped", self.last


class TournamentFinished(LogEvent, tag="finished", frozen=True):
    """The tournament is over. ``seed`` is revealed, as hex; empty as long as games of it run."""

    seed: str

    def apply(self, state: Tournament, version: int) -> None:
        """Close it."""
        state.phase, state.seed = "finished", self.seed


class Cancelled(LogEvent, tag="cancelled", frozen=True):
    """The tournament was given up; ``seed`` is empty if it was never fixed, or while games run."""

    reason: str
    seed: str = ""

    def apply(self, state: Tournament, version: int) -> None:
        """Close it."""
        state.phase, state.seed = "cancelled", self.seed


class SeedRevealed(LogEvent, tag="revealed", frozen=True):
    """The last game of a tournament that is over has ended: ``seed`` can be known, as hex."""

    seed: str

    def apply(self, state: Tournament, version: int) -> None:
        """Publish the seed."""
        state.seed = self.seed


def _admit(state: Tournament, admitted: tuple[EntrantId, ...]) -> None:
    for one in admitted:
        entrant = state.entrants[one]
        entrant.status, entrant.last = "registered", None


Entry: TypeAlias = (
    Created
    | Changed
    | RegistrationOpened
    | Registered
    | Withdrew
    | CheckedIn
    | Substituted
    | RoundDrawn
    | TableMade
    | GameStarted
    | ResultRecorded
    | Ruled
    | Dropped
    | TournamentFinished
    | Cancelled
    | SeedRevealed
)

KINDS: Final = (
    "created",
    "changed",
    "opened",
    "registered",
    "withdrew",
    "checked_in",
    "substituted",
    "drawn",
    "table_made",
    "game_started",
    "result",
    "ruling",
    "dropped",
    "finished",
    "cancelled",
    "revealed",
)
"""The tags, in the order in which they usually come."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def kind_of(event: LogEvent) -> str:
    """The tag of an event."""
    return str(event.__struct_config__.tag)


def public_text(event: LogEvent) -> str:
    """An event as its row stores it."""
    return _encoder.encode(event).decode()


def read_entry(text: str) -> Entry:
    """The event of a row. Raises msgspec.DecodeError."""
    return _decoder.decode(text)
