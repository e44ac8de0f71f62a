"""The shapes of responses about tournaments.

An exact number (points, values of tie-breaks) travels as text: a whole number such as ``"7"``, or a
fraction in lowest terms such as ``"13/2"``.
"""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.bodies import Revealed, Visibility
from api.tournament_requests import TournamentSettings
from tournaments.formats.base import FormatOption
from tournaments.state import EntrantStatus, Label, Phase

Exact = Annotated[str, Meta(pattern="^-?[0-9]+(/[0-9]+)?$", examples=["7", "13/2"])]


class TournamentPerson(Struct, frozen=True):
    """Who a number in a tournament is: a user, a bot, or a player without an account (`label`).

    A user whose account was deleted has a label in its place.
    """

    number: int
    user: str | None
    bot: str | None
    label: str | None


class TournamentSummary(Struct, frozen=True):
    """A tournament in a list. `entrants` counts those who take part; `round` is the newest one.

    `due_at` is the next deadline of a round that is not over. `director` is null when that account
    was deleted.
    """

    id: str
    name: str
    phase: Phase
    format: str
    visibility: Visibility
    director: str | None
    round: int
    entrants: int
    version: int
    due_at: datetime | None
    created_at: datetime
    active_at: datetime
    finished_at: datetime | None


class TournamentPage(Struct, frozen=True):
    """One page of tournaments, newest activity first, with the addresses of those around it."""

    next: str | None
    previous: str | None
    results: list[TournamentSummary]


class OwnPart(Struct, frozen=True):
    """The caller's part: whether as a director, and the number of the own place, if any.

    Who is `asked` to direct is a co-director once that is accepted.
    """

    directs: bool
    asked: bool
    entrant: int | None


class TournamentInfo(Struct, frozen=True):
    """A tournament, now or as of a `version`; name, announcement and visibility are those of now.

    `rounds` is how many there will be with the entrants of now, null where that is not known or
    there is no end. `explanation` says in sentences how the format is played. `commitment` is the
    SHA-256 of the seed, empty in a draft; the seed is `revealed` at the end, when no game of
    it runs. `invite` is an address for the directors of a tournament that has not ended: with it
    people see and enter a private one. `asked` are those whom the directors have asked to direct
    with them, for directors alone. `own` is null for strangers.
    """

    id: str
    name: str
    announcement: str
    visibility: Visibility
    version: int
    phase: Phase
    paused: bool
    registration_closed: bool
    settings: TournamentSettings
    director: TournamentPerson
    co_directors: list[TournamentPerson]
    asked: list[TournamentPerson]
    entrants: int
    waiting: int
    round: int
    rounds: int | None
    round_over: bool
    deadline: datetime | None
    explanation: list[str]
    commitment: str
    revealed: Revealed | None
    invite: str | None
    own: OwnPart | None
    created_at: datetime
    active_at: datetime
    finished_at: datetime | None


class EntrantInfo(Struct, frozen=True):
    """A place in the tournament and who holds it; `formerly` are those who held it before.

    `seed` is the place in the seeding, 0 without one; `since` the first round to be drawn for,
    `last` the last one before dropping out.
    """

    entrant: int
    person: TournamentPerson
    formerly: list[TournamentPerson]
    status: EntrantStatus
    seed: int
    checked_in: bool
    since: int
    last: int | None


class EntrantList(Struct, frozen=True):
    """All entrants in the order of registration, as of a version."""

    version: int
    entrants: list[EntrantInfo]


class TableSeat(Struct, frozen=True):
    """A seat of a table: its entrant, and who holds that place, or held it there."""

    entrant: int
    person: TournamentPerson


class DrawnTable(Struct, frozen=True):
    """Seats of a table in their order; `group` is that of a league, 0 elsewhere."""

    seats: list[TableSeat]
    group: int


class DrawPreview(Struct, frozen=True):
    """What a draw would give now; to publish exactly this, send the `version` with it.

    `rest` are entrants without a table: in Swiss for two a bye brings the points of a win.
    """

    version: int
    round: int
    stage: str
    attempt: int
    tables: list[DrawnTable]
    rest: list[TableSeat]


class RoundInfo(Struct, frozen=True):
    """A round: how often it was drawn, the numbers of its tables and of those without a result.

    At tables `to_confirm` all players have confirmed a result that waits for a director.
    """

    round: int
    stage: str
    attempts: int
    deadline: datetime | None
    tables: list[int]
    open: list[int]
    to_confirm: list[int]
    rest: list[int]


class ComingRound(Struct, frozen=True):
    """A round of a schedule that is not drawn yet; `tables` are entrants in the order of seats."""

    round: int
    stage: str
    tables: list[list[int]]
    rest: list[int]


class RoundList(Struct, frozen=True):
    """The rounds drawn so far, as of a version.

    `coming` are those of a schedule (exact, or a round robin) that follow if nobody leaves.
    """

    version: int
    rounds: list[RoundInfo]
    coming: list[ComingRound]


class TableResult(Struct, frozen=True):
    """What came of a table, by seat; who ties shares a place, and the places after it stay empty.

    `label` is `played` here, `imported` (by the rules, players not proven) or `entered` by hand.
    """

    places: list[int]
    scores: list[int | None]
    label: Label
    forfeited: list[int]
    resigned: list[int]


class ReportedResult(Struct, frozen=True):
    """A result that waits to be confirmed by the others at the table, and by a director."""

    result: TableResult
    by: TournamentPerson
    confirmed: list[int]


class TournamentTable(Struct, frozen=True):
    """A table. `game` is the game played here, null where the result is entered.

    `table` runs on through the rounds and stands in addresses; `table_in_round` is the number that
    pages show, from 1 in each round. `points` are those of each seat once there is a result;
    `ruled` is the version of the newest ruling, null without one; `forfeited` are entrants whom a
    director took out of the game.
    """

    table: int
    round: int
    table_in_round: int
    stage: str
    group: int
    seats: list[TableSeat]
    game: str | None
    started: bool
    result: TableResult | None
    points: list[Exact] | None
    report: ReportedResult | None
    ruled: int | None
    forfeited: list[int]


class TournamentTablePage(Struct, frozen=True):
    """A page of tables in the order in which they were made, as of a version."""

    version: int
    tables: list[TournamentTable]
    next: str | None


class StandingsColumn(Struct, frozen=True):
    """A column that decides after all before it, and what it counts; `lowest` if low is good."""

    name: str
    title: str
    meaning: str
    kind: Literal["count", "points", "mean", "share"]
    lowest: bool


class StandingsStage(Struct, frozen=True):
    """How an entrant stood after a stage: the place among all, points and tie-breaks by name."""

    stage: str
    place: int
    points: Exact
    columns: dict[str, Exact | None]


class StandingsRow(Struct, frozen=True):
    """An entrant in the standings. `columns` are by name, null where a tie-break says nothing.

    `ahead_by` puts it before the next: `stage`, `group`, `forfeited`, `points`, a tie-break, or "".
    `points`, `columns` and `played` (tables with a result) are those of `stage`, the last one that
    the entrant has reached; `before` has earlier stages, the newest first, which decide nothing.
    """

    place: int
    entrant: int
    person: TournamentPerson
    status: EntrantStatus
    stage: str
    group: int
    points: Exact
    columns: dict[str, Exact | None]
    ahead_by: str
    played: int
    before: list[StandingsStage]


class Standings(Struct, frozen=True):
    """All who have competed, best first, as of a version; `columns` decide in this order."""

    version: int
    round: int
    columns: list[StandingsColumn]
    rows: list[StandingsRow]


class FormatInfo(Struct, frozen=True):
    """A format: for whom it is, the sizes of its tables, and its options."""

    name: str
    title: str
    summary: str
    sizes: list[int]
    endless: bool
    options: list[FormatOption]


class FormatList(Struct, frozen=True):
    """All formats, the tie-breaks that can be chosen, and the defaults of both points and these."""

    formats: list[FormatInfo]
    tie_breaks: list[StandingsColumn]
    points: list[list[int]]
    default_tie_breaks: list[str]
    entrants_most: int


SHAPES = (
    TournamentPage,
    TournamentInfo,
    EntrantList,
    DrawPreview,
    RoundList,
    TournamentTable,
    TournamentTablePage,
    Standings,
    FormatList,
)
