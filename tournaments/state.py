"""The state of a tournament: what its log says so far. Pure, without Django and without a clock.

People are numbers (``Person``): who they are stands in a table that can be erased. An entrant is a
place in the tournament, numbered from 1 in the order of registration; a substitute takes the place
over with its results.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

Person: TypeAlias = int
EntrantId: TypeAlias = int
TableId: TypeAlias = int
RoundNumber: TypeAlias = int

Phase = Literal["draft", "open", "running", "finished", "cancelled"]
OVER: Final = ("finished", "cancelled")
"""Phases of tournaments that are over."""
"""Not shown yet; registration; rounds are played; all is over; given up."""

EntrantStatus = Literal["registered", "waiting", "withdrawn", "dropped"]
"""In; on the waiting list; gone before the first round; gone after one."""

Label = Literal["played", "imported", "entered"]
"""Played here; imported, by the rules, players not proven; entered by hand."""

FINAL: Final = "final"
"""The word of formats for the last stage."""
DEFAULT_POINTS: Final = ((8, 2), (10, 4, 1), (10, 6, 3, 1))
DEFAULT_TIE_BREAKS: Final = (
    "wins",
    "seconds",
    "thirds",
    "opponents_mean",
    "score_share",
    "among_tied",
    "margin",
    "lot",
)

OptionValue: TypeAlias = bool | int | str


class EntryConditions(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Who may register; None and 0 ask for nothing. Ratings are whole numbers, as shown."""

    rating_least: int | None = None
    rating_most: int | None = None
    verified_mail: bool = False
    games_finished: int = 0


class Settings(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the director has chosen.

    ``format`` names an object of ``tournaments.formats.FORMATS``, which reads ``format_options``.
    ``points`` has one row for each size of table, by place. ``tie_breaks`` name functions of
    ``tournaments.scoring.tie_breaks.TIE_BREAKS``, in the order in which they decide. Tables are
    ``played_here`` where everybody at them has an account or is a bot; else their results are
    entered. ``game`` are the options of the tables' games other than the number of players.
    ``duplicate`` gives all tables of a round the same set-up. ``entrants_most`` 0 is no limit.
    Who may register does so from ``registration_opens`` until ``registration_closes``; None is as
    soon as the draft is opened, and until a director closes it. ``round_hours`` 0 is no deadline.
    With ``director_confirms`` a result that players give waits
    for a director, also when all at the table have confirmed it; logs of before there was this
    choice do not name it, and there such a result counts at once.
    """

    format: str
    format_options: dict[str, OptionValue] = {}
    points: tuple[tuple[int, ...], ...] = DEFAULT_POINTS
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS
    played_here: bool = True
    game: dict[str, bool | int | str | list[str]] = {}
    duplicate: bool = False
    entrants_most: int = 0
    check_in: bool = False
    entry: EntryConditions = EntryConditions()
    seeding: Literal["drawn", "rating", "hand"] = "drawn"
    registration_opens: datetime | None = None
    registration_closes: datetime | None = None
    round_hours: int = 0
    director_confirms: bool = False

    def opens_later(self, moment: datetime) -> bool:
        """Whether nobody can register yet at a moment."""
        return self.registration_opens is not None and moment < self.registration_opens

    def closed_before(self, moment: datetime) -> bool:
        """Whether the time to register is over at a moment."""
        return self.registration_closes is not None and self.registration_closes <= moment


class Entrant(Struct):
    """A place in the tournament.

    ``seed`` is the place in the director's order, from 1; 0 without one. ``since`` is the first
    round in which the entrant may be drawn, ``last`` the last one played before dropping out.
    ``people`` have held the place, the newest last.
    """

    id: EntrantId
    people: list[Person]
    status: EntrantStatus = "registered"
    seed: int = 0
    checked_in: bool = False
    since: RoundNumber = 1
    last: RoundNumber | None = None

    @property
    def person(self) -> Person:
        """Who holds the place now."""
        return self.people[-1]

    @property
    def gone(self) -> bool:
        """Whether the place was given up, before the first round or after it."""
        return self.status in ("withdrawn", "dropped")


class TableDraw(Struct, frozen=True, omit_defaults=True):
    """Who sits at a table, in the order of the seats. ``group`` is that of a league, from 1."""

    seats: tuple[EntrantId, ...]
    group: int = 0


class Draw(Struct, frozen=True, omit_defaults=True):
    """The tables of one round.

    ``round`` counts all rounds of the tournament from 1. ``stage`` is a word of the format, such as
    ``swiss``, ``group``, ``heat``, ``semi-final`` or ``final``. ``rest`` are entrants of this stage
    who have no table in the round and get what the format says for it. The first round says whether
    who forfeits comes after all who played, in heats and finals; once drawn, that stays.
    """

    stage: str
    round: RoundNumber
    tables: tuple[TableDraw, ...]
    rest: tuple[EntrantId, ...] = ()
    forfeits_last: bool = False


class TableOutcome(Struct, frozen=True, omit_defaults=True):
    """What came of a table, in the order of its seats.

    ``places`` are 1 for the first; who ties shares one, and the places after it stay empty (1, 2,
    2, 4). Who is in ``forfeited`` or ``resigned`` (entrants) has a last place. ``scores`` are None
    where they are not known. ``game`` is the id of the imported game that it was taken from.
    """

    places: tuple[int, ...]
    label: Label
    scores: tuple[int | None, ...] = ()
    forfeited: tuple[EntrantId, ...] = ()
    resigned: tuple[EntrantId, ...] = ()
    game: str = ""

    def score(self, index: int) -> int | None:
        """The score on a seat, if it is known."""
        return self.scores[index] if self.scores else None


class ResultReport(Struct, frozen=True, omit_defaults=True):
    """A result that still has to be confirmed: by all others at the table, by a director."""

    result: TableOutcome
    by: Person
    confirmed: tuple[EntrantId, ...] = ()


class RoundTable(Struct):
    """A table of the tournament, numbered through from 1 in the order in which they were made.

    ``game`` is the id of the game played here. ``result`` is what counts; ``ruled`` the version of
    the newest ruling on the table, 0 if there is none. ``forfeited`` are entrants whom a director
    has taken out of the game, which goes on. ``seats`` as drawn; ``people`` are who held these
    places when the result came, for substitutes take over results and no past.
    """

    id: TableId
    round: RoundNumber
    stage: str
    seats: tuple[EntrantId, ...]
    group: int = 0
    game: str | None = None
    started: bool = False
    result: TableOutcome | None = None
    report: ResultReport | None = None
    ruled: int = 0
    forfeited: list[EntrantId] = field(default_factory=list)
    people: tuple[Person, ...] = ()

    @property
    def begun(self) -> bool:
        """Whether the log knows of a result, of what is said to be one, or of a ruling."""
        return self.result is not None or self.report is not None or self.ruled > 0

    @property
    def agreed(self) -> bool:
        """Whether all at the table have confirmed a result that does not count yet."""
        waits = self.report if self.result is None else None
        return waits is not None and set(waits.confirmed) >= set(self.seats)

    def seat_of(self, entrant: EntrantId) -> int:
        """The index of an entrant's seat. Raises ValueError for one who sits elsewhere."""
        return self.seats.index(entrant)


class Remarks(Struct):
    """What else follows from the log: lists and pages tell it, and no draw is decided by it.

    Digests of the log do not cover it, so it may grow; but ``stayed`` says who held a place at a
    table, which they do cover once the table has a result. ``judged`` are tables with a ruling
    about the result, or about who leaves; ``stopped`` those whose newest game a ruling has ended.
    ``replaced`` says of who lost a place to a substitute while the tournament ran which round was
    drawn last, 0 in one without rounds. Who was ``absent`` lost the place by not checking in.
    ``challengers`` are who made the tables of a ladder. ``stayed`` are who keep a seat, though a
    substitute has their place, by table: one that they have given up, or that of a game beside a
    result when the table is opened again.
    """

    judged: set[TableId] = field(default_factory=set)
    stopped: set[TableId] = field(default_factory=set)
    replaced: dict[Person, RoundNumber] = field(default_factory=dict)
    absent: set[EntrantId] = field(default_factory=set)
    challengers: dict[TableId, EntrantId] = field(default_factory=dict)
    stayed: dict[TableId, dict[EntrantId, Person]] = field(default_factory=dict)


class Covered(Struct):
    """What the digests of the log cover.

    Its fields, and those of entrants and tables, are these for good: one more, and no log of before
    is verified any more. ``Remarks`` may grow.

    ``draws`` are those that stand, one for each round in order. ``commitment`` is the hash of the
    seed, from the opening on; ``seed`` is revealed at the end, when no game of it runs.
    ``attempts`` says how often each round was drawn. ``lots`` are drawn with an entrant's first
    round; the lower one is better.
    """

    settings: Settings
    director: Person
    version: int = 0
    phase: Phase = "draft"
    paused: bool = False
    registration_closed: bool = False
    co_directors: list[Person] = field(default_factory=list)
    entrants: dict[EntrantId, Entrant] = field(default_factory=dict)
    draws: list[Draw] = field(default_factory=list)
    tables: dict[TableId, RoundTable] = field(default_factory=dict)
    attempts: dict[RoundNumber, int] = field(default_factory=dict)
    deadlines: dict[RoundNumber, datetime] = field(default_factory=dict)
    lots: dict[EntrantId, int] = field(default_factory=dict)
    commitment: str = ""
    seed: str = ""


class Tournament(Covered):
    """All of it, after ``version`` events."""

    remarks: Remarks = field(default_factory=Remarks)

    @property
    def round(self) -> RoundNumber:
        """The number of the round drawn last; 0 before the first."""
        return len(self.draws)

    def active(self) -> list[EntrantId]:
        """Who takes part now, in the order of registration."""
        return [entrant.id for entrant in self.entrants.values() if entrant.status == "registered"]

    def not_there(self) -> list[EntrantId]:
        """Who has a place and has not checked in."""
        return [one for one in self.active() if not self.entrants[one].checked_in]

    def seed_entrants(self, order: Sequence[EntrantId]) -> None:
        """Seed entrants in an order, and nobody else."""
        for entrant in self.entrants.values():
            entrant.seed = 0
        for place, one in enumerate(order, 1):
            self.entrants[one].seed = place

    def in_order(self) -> list[EntrantId]:
        """Who takes part now, by seeding; who has no place in it comes last, by registration."""
        return sorted(self.active(), key=lambda one: (self.entrants[one].seed or 1 << 30, one))

    def to_draw(self) -> list[EntrantId]:
        """Who may be drawn for the next round, by seeding."""
        return [one for one in self.in_order() if self.entrants[one].since <= self.round + 1]

    def competed(self) -> list[EntrantId]:
        """Who has ever sat at a table or takes part now: those whom standings list."""
        seated = {one for table in self.tables.values() for one in table.seats}
        seated.update(self.active())
        return [one for one in self.entrants if one in seated]

    def person_at(self, table: RoundTable, entrant: EntrantId) -> Person:
        """Who held an entrant's place at a table; before its result, who holds it now.

        Who keeps the seat though a substitute has come holds it there.
        """
        if table.people:
            return table.people[table.seat_of(entrant)]
        return self._holder(table, entrant)

    def challenger_at(self, table: RoundTable) -> Person | None:
        """Who made a table of a ladder, or has taken over the place of who did; else None."""
        challenger = self.remarks.challengers.get(table.id)
        return None if challenger is None else self.entrants[challenger].person

    def holders(self, table: RoundTable) -> tuple[Person, ...]:
        """Who holds the places of a table now, by seat; where somebody has stayed, who has."""
        return tuple(self._holder(table, one) for one in table.seats)

    def stays(self, table: RoundTable, entrant: EntrantId) -> bool:
        """Whether the seat of an entrant in a game is still that of who had the place before."""
        holder = self._holder(table, entrant)
        return table.result is None and holder != self.entrants[entrant].person

    def _holder(self, table: RoundTable, entrant: EntrantId) -> Person:
        stayed = self.remarks.stayed.get(table.id, {})
        return stayed.get(entrant, self.entrants[entrant].person)

    def replaced_in(self) -> dict[Person, RoundNumber]:
        """Who lost a place to a substitute while it ran, after which draw, and has none now."""
        holders = {self.entrants[one].person for one in self.competed()}
        replaced = self.remarks.replaced
        return {person: number for person, number in replaced.items() if person not in holders}

    def of_stage(self, stage: str) -> list[RoundTable]:
        """The tables of a stage."""
        return [table for table in self.tables.values() if table.stage == stage]

    def of_round(self, number: RoundNumber) -> list[RoundTable]:
        """The tables of a round."""
        return [table for table in self.tables.values() if table.round == number]

    def number_of(self, table: RoundTable) -> int:
        """What a table is called within its round, from 1; one without a round keeps its id.

        Tables of a round follow each other, and those of the rounds before it: so no other is
        looked at, where a page asks for each of thousands.
        """
        return table.id - sum(len(draw.tables) for draw in self.draws[: max(0, table.round - 1)])

    def is_final(self, number: RoundNumber) -> bool:
        """Whether a round is the final: one table, in a stage of that name."""
        if not 1 <= number <= len(self.draws):
            return False
        draw = self.draws[number - 1]
        return draw.stage == FINAL and len(draw.tables) == 1

    def round_over(self) -> bool:
        """Whether every table of the newest round has a result; True before the first."""
        return all(table.result for table in self.of_round(self.round))
