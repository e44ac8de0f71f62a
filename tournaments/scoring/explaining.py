"""Why one stands before another: what decided, both values, and the tables that led to them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.engine.terms import gettext_noop
from tournaments.scoring.numbers import mean_text, number_text, percent_text
from tournaments.scoring.opponents import COLUMN as OPPONENTS
from tournaments.scoring.opponents import MetOpponent, opponent_sentence, opponents_met
from tournaments.scoring.results import SeatOutcome, seat_results
from tournaments.scoring.standings import (
    FORFEIT,
    PARTS,
    RankedRow,
    deciders,
    first_decider,
    stage_results,
)
from tournaments.scoring.tie_breaks import TIE_BREAKS, best_of
from tournaments.sentences import Sentence
from tournaments.state import EntrantId, Person, RoundNumber, TableId, Tournament

BY_STAGE = gettext_noop(
    "%(entrant)s stands before %(entrant_behind)s, having played a later stage or season: what was"
    " played before does not matter for that."
)
BY_SEAT = gettext_noop(
    "%(entrant)s stands before %(entrant_behind)s, having a place in a later stage or season: what"
    " was played before does not matter for that."
)
BY_GROUP = gettext_noop(
    "%(entrant)s stands before %(entrant_behind)s, playing in a higher division."
)
BY_FORFEIT = gettext_noop(
    "%(entrant)s stands before %(entrant_behind)s, who forfeited a table of the stage that both"
    " reached last."
)
BY_COLUMN = gettext_noop(
    "%(entrant)s stands before %(entrant_behind)s by this: %(term)s, %(value)s to %(other)s."
)
BY_NUMBER = gettext_noop(
    "%(entrant)s stands before %(entrant_behind)s by registration alone: all else is equal."
)
THIS_STAGE = gettext_noop("Only the points of the stage that both reached last count for that.")
EQUAL = gettext_noop("Both have the same here: %(term)s, %(value)s.")
NOT_MET = gettext_noop(
    "This decides nothing, as those who are tied have not all met each other: %(term)s."
)
SILENT = gettext_noop("This decides nothing, as it is not known of all who are tied: %(term)s.")
TABLE = gettext_noop("%(table)s: %(person)s at place %(place)s of %(size)s, points: %(points)s.")
SCORED = gettext_noop(
    "%(table)s: %(person)s at place %(place)s of %(size)s, points: %(points)s, score: %(score)s."
)
COMPARED = gettext_noop(
    "%(table)s: %(person)s at place %(place)s of %(size)s, points: %(points)s, score: %(score)s,"
    " %(term)s: %(best)s."
)
LEFT_OUT = gettext_noop(
    "%(table)s: %(person)s at place %(place)s of %(size)s, points: %(points)s. This does not"
    " count: only the best results do."
)
FORFEITED = gettext_noop("%(table)s: %(person)s forfeited, so last, points: %(points)s.")
FORFEITED_COMPARED = gettext_noop(
    "%(table)s: %(person)s forfeited, so last, points: %(points)s. That counts as a score of 0;"
    " %(term)s: %(best)s."
)

RESIGNED = gettext_noop(
    "%(table)s: %(person)s resigned, so at place %(place)s of %(size)s, points: %(points)s. Beyond"
    " the points it counts as no place, and as a score of 0."
)
RESIGNED_COMPARED = gettext_noop(
    "%(table)s: %(person)s resigned, so at place %(place)s of %(size)s, points: %(points)s. Beyond"
    " the points it counts as no place, and as a score of 0; %(term)s: %(best)s."
)
HELD = gettext_noop("%(person)s held the place of %(entrant)s before: results stay with the place.")
SEATED = gettext_noop("%(table)s: %(person)s has a seat there, and no result yet.")

BY_SCORES: Final[Mapping[str, str]] = {
    "score_share": gettext_noop("best score at the table"),
    "margin": gettext_noop("best other score at the table"),
    "duplicate_share": gettext_noop("best score with this set-up"),
}
"""What is decided by the scores at tables, and with which one it compares each."""
LAST_STAGE: Final = ("points", "stage", FORFEIT)
"""What is decided by the tables of the last stage that each has reached."""
NOTHING: Final[Mapping[EntrantId, frozenset[TableId]]] = {}


class ResultLine(Struct, frozen=True):
    """A table of an entrant, and who sat there then; what is ``left_out`` does not count.

    ``best`` is the score with which the column that decided compares that of the entrant.
    """

    table: TableId
    round: RoundNumber
    stage: str
    place: int
    size: int
    points: Fraction
    score: int | None = None
    forfeited: bool = False
    resigned: bool = False
    left_out: bool = False
    person: Person = 0
    best: int | None = None


class StandingReason(Struct, frozen=True):
    """Why ``ahead`` stands before ``behind``.

    ``column`` is what decided: ``stage``, ``group``, ``forfeited``, ``points``, a tie-break, or
    empty where only registration is left. ``values`` are those of both in it, ``equal`` the columns
    before it in which both have the same, ``silent`` those that decided nothing, not known of all
    who were tied. The lines are the tables of each; where points decided, those of the last stage,
    where the stage did, those of the later one alone, and none until it has a result. The opponents
    are those of whom the opponents' mean of each is, where it decided or is equal;
    ``opponent_sentences`` name them.
    """

    ahead: EntrantId
    behind: EntrantId
    column: str
    values: tuple[Fraction | None, Fraction | None]
    equal: tuple[str, ...]
    silent: tuple[str, ...]
    ahead_lines: tuple[ResultLine, ...]
    behind_lines: tuple[ResultLine, ...]
    sentences: tuple[Sentence, ...]
    ahead_opponents: tuple[MetOpponent, ...] = ()
    behind_opponents: tuple[MetOpponent, ...] = ()

    @property
    def opponent_sentences(self) -> list[Sentence]:
        """Those that name the opponents of both."""
        return [
            opponent_sentence(entrant, one)
            for entrant, met in (
                (self.ahead, self.ahead_opponents),
                (self.behind, self.behind_opponents),
            )
            for one in met
        ]


def reason(
    state: Tournament,
    rows: Sequence[RankedRow],
    one: EntrantId,
    other: EntrantId,
    *,
    left_out: Mapping[EntrantId, frozenset[TableId]] = NOTHING,
) -> StandingReason:
    """Why one of two entrants stands before the other in the standings ``rows`` of ``state``.

    ``left_out`` are the tables of each that do not count, as the format says.
    Raises KeyError for who is not among them, ValueError for one and the same.
    """
    at = {row.entrant: index for index, row in enumerate(rows)}
    first, last = sorted((at[one], at[other]))
    if first == last:
        raise ValueError("an entrant stands neither before nor behind itself")
    ahead, behind = rows[first], rows[last]
    column = first_decider(ahead, (row.ahead_by for row in rows[first:last]))
    equal, silent = _before(ahead, behind, column)
    lines, every = _compared_lines(state, ahead, behind, column, left_out)
    one, other = ahead.entrant, behind.entrant
    taken = _seats_taken(state, (ahead, behind), lines, column)
    met = {
        row.entrant: opponents_met(state, row, left_out.get(row.entrant, ()))
        for row in (ahead, behind)
        if OPPONENTS in (column, *equal)
    }
    return StandingReason(
        ahead=one,
        behind=other,
        column=column,
        values=(value_in(ahead, column), value_in(behind, column)),
        equal=tuple(equal),
        silent=tuple(silent),
        ahead_lines=lines[0],
        behind_lines=lines[1],
        sentences=(
            _decision(ahead, behind, column, seated=not lines[0] and bool(taken)),
            *([Sentence(THIS_STAGE)] if not every and column == "points" else []),
            *_compared_sentences(ahead, equal, silent),
            *_own_sentences(state, one, lines[0], column),
            *_own_sentences(state, other, lines[1], column),
            *taken,
        ),
        ahead_opponents=met.get(one, ()),
        behind_opponents=met.get(other, ()),
    )


def _before(ahead: RankedRow, behind: RankedRow, column: str) -> tuple[list[str], list[str]]:
    """The columns before the one that decided: in which both are equal, and those that are not."""
    order = deciders(ahead)
    before = order[: order.index(column)] if column else order
    compared = [name for name in before if name not in PARTS]
    equal = [
        name for name in compared if value_in(ahead, name) == value_in(behind, name) is not None
    ]
    return equal, [name for name in compared if name not in equal]


def _compared_sentences(
    ahead: RankedRow, equal: Sequence[str], silent: Sequence[str]
) -> list[Sentence]:
    """The columns before the one that decided: those that are equal, and those that say nothing."""
    return [
        *(_column_sentence(EQUAL, ahead, name) for name in equal),
        *(
            _column_sentence(NOT_MET if name == "among_tied" else SILENT, ahead, name)
            for name in silent
        ),
    ]


def _own_sentences(
    state: Tournament, entrant: EntrantId, lines: Sequence[ResultLine], column: str
) -> list[Sentence]:
    """The tables of an entrant; before them who sat there in the place, and holds it no more."""
    holder = state.entrants[entrant].person
    before = dict.fromkeys(line.person for line in lines if line.person != holder)
    return [
        *(Sentence(HELD, {"entrant": entrant, "person": one}) for one in before),
        *(_line_sentence(line, column) for line in lines),
    ]


def _compared_lines(
    state: Tournament,
    ahead: RankedRow,
    behind: RankedRow,
    column: str,
    left_out: Mapping[EntrantId, frozenset[TableId]],
) -> tuple[list[tuple[ResultLine, ...]], bool]:
    """The results that a column compares, of who is ahead and of who is behind; are they all?"""
    every = [
        tuple(
            replace(line, left_out=line.table in left_out.get(row.entrant, ()))
            for line in result_lines(state, row.entrant)
        )
        for row in (ahead, behind)
    ]
    lines = [
        found
        if column not in LAST_STAGE or not row.stage
        else tuple(line for line in found if line.stage == row.stage)
        for row, found in zip((ahead, behind), every, strict=True)
    ]
    if column == "stage":
        newest = _newest_round(state, ahead)
        among = ahead.stage == behind.stage
        lines = [tuple(line for line in lines[0] if not among or line.round == newest), ()]
    compared = lines == every
    if column in BY_SCORES:
        lines = [
            _with_best(state, row, found, column)
            for row, found in zip((ahead, behind), lines, strict=True)
        ]
    return lines, compared


def _newest_round(state: Tournament, row: RankedRow) -> RoundNumber:
    """The newest round of the stage of a row in which its entrant has a seat."""
    tables = state.of_stage(row.stage) if row.stage else state.tables.values()
    return max((one.round for one in tables if row.entrant in one.seats), default=0)


def _seats_taken(
    state: Tournament,
    rows: Sequence[RankedRow],
    lines: Sequence[Sequence[ResultLine]],
    column: str,
) -> list[Sentence]:
    """The newest tables of who has no result yet of the stage that decides."""
    waiting = [row for row, found in zip(rows, lines, strict=True) if not found]
    return [
        Sentence(SEATED, {"table": one.id, "person": state.person_at(one, row.entrant)})
        for row in (waiting if column in LAST_STAGE else ())
        if row is rows[0] or column != "stage"
        for one in state.of_round(_newest_round(state, row))
        if row.entrant in one.seats and one.result is None
    ]


def _with_best(
    state: Tournament, row: RankedRow, lines: Sequence[ResultLine], column: str
) -> tuple[ResultLine, ...]:
    """The same lines with the scores that a column compares with; divisions have their own."""
    tables = [one for one in state.tables.values() if not row.group or one.group == row.group]
    results = stage_results(state, tables)
    return tuple(
        replace(line, best=best_of(results, column, row.entrant, line.table))
        if line.table in results.at_table and not line.left_out
        else line
        for line in lines
    )


def value_in(row: RankedRow, column: str) -> Fraction | None:
    """What a row has in a column; None for what is no number."""
    return row.points if column == "points" else row.columns.get(column)


def value_text(column: str, value: Fraction | None) -> str:
    """The value of a column as people read it."""
    kind = TIE_BREAKS[column].kind
    return {"share": percent_text, "mean": mean_text}.get(kind, number_text)(value)


def result_lines(state: Tournament, entrant: EntrantId) -> list[ResultLine]:
    """The tables of an entrant that have a result, in order."""
    return [
        _line(one, state.person_at(table, entrant))
        for table in state.tables.values()
        if entrant in table.seats
        for seat, one in seat_results(state.settings.points, table).items()
        if seat == entrant
    ]


def _line(one: SeatOutcome, person: Person) -> ResultLine:
    return ResultLine(
        table=one.table,
        round=one.round,
        stage=one.stage,
        place=one.place,
        size=len(one.seats),
        points=one.points,
        score=one.score,
        forfeited=one.forfeited,
        resigned=one.out and not one.forfeited,
        person=person,
    )


def _decision(ahead: RankedRow, behind: RankedRow, column: str, *, seated: bool) -> Sentence:
    """What decided; who is ``seated`` in a later stage has no result of it yet."""
    params: dict[str, int | str] = {
        "entrant": ahead.entrant,
        "entrant_behind": behind.entrant,
    }
    if column in TIE_BREAKS:
        return Sentence(
            BY_COLUMN,
            {
                **params,
                "term": TIE_BREAKS[column].title,
                "value": value_text(column, value_in(ahead, column)),
                "other": value_text(column, value_in(behind, column)),
            },
        )
    texts = {"stage": BY_SEAT if seated else BY_STAGE, "group": BY_GROUP, FORFEIT: BY_FORFEIT}
    return Sentence(texts.get(column, BY_NUMBER), params)


def _column_sentence(text: str, row: RankedRow, column: str) -> Sentence:
    params: dict[str, int | str] = {"term": TIE_BREAKS[column].title}
    if text == EQUAL:
        params["value"] = value_text(column, value_in(row, column))
    return Sentence(text, params)


def _line_sentence(line: ResultLine, column: str) -> Sentence:
    params: dict[str, int | str] = {
        "person": line.person,
        "table": line.table,
        "points": number_text(line.points),
    }
    compared = line.best is not None
    if line.best is not None:
        params |= {"term": BY_SCORES[column], "best": line.best}
    if line.forfeited and not line.left_out:
        return Sentence(FORFEITED_COMPARED if compared else FORFEITED, params)
    params |= {"place": line.place, "size": line.size}
    if line.left_out:
        return Sentence(LEFT_OUT, params)
    if line.resigned:
        return Sentence(RESIGNED_COMPARED if compared else RESIGNED, params)
    if column in BY_SCORES and line.score is not None:
        return Sentence(COMPARED if compared else SCORED, {**params, "score": line.score})
    return Sentence(TABLE, params)
