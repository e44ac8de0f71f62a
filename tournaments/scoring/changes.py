"""What has changed between two moments of a tournament: results, and the places they moved."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from games.engine.terms import gettext_noop
from tournaments.scoring.numbers import number_text
from tournaments.scoring.results import seat_results
from tournaments.scoring.standings import RankedRow
from tournaments.sentences import Sentence
from tournaments.state import EntrantId, RoundNumber, TableId, TableOutcome, Tournament

NEW = gettext_noop("%(table)s: there is a result.")
RULED = gettext_noop("%(table)s: the director has ruled on the result.")
CHANGED = gettext_noop("%(table)s: the result is another one.")
GONE = gettext_noop("%(table)s: there is no result any more.")
UP = gettext_noop("%(entrant)s rises from place %(before)s to %(after)s (points: %(points)s).")
DOWN = gettext_noop("%(entrant)s falls from place %(before)s to %(after)s (points: %(points)s).")
ENTERS = gettext_noop("%(entrant)s enters at place %(after)s (points: %(points)s).")
LEAVES = gettext_noop("%(entrant)s, who was at place %(before)s, is no longer listed.")


class ResultChange(Struct, frozen=True):
    """A table whose result is another one; ``ruled`` if the newer one is a ruling's.

    ``points`` are those that each entrant has gained by it, below 0 for lost.
    """

    table: TableId
    round: RoundNumber
    before: TableOutcome | None
    after: TableOutcome | None
    ruled: bool
    points: dict[EntrantId, Fraction]


class PlaceChange(Struct, frozen=True):
    """An entrant whose place or points are others.

    A place is None where the standings do not list the entrant. ``own`` are the tables of the
    entrant whose results are others: none where others alone have moved.
    """

    entrant: EntrantId
    before: int | None
    after: int | None
    points_before: Fraction
    points_after: Fraction
    own: tuple[TableId, ...]


class StandingsChanges(Struct, frozen=True):
    """All of it: results in the order of the tables, places in the newer order."""

    results: tuple[ResultChange, ...]
    places: tuple[PlaceChange, ...]

    def sentences(self) -> list[Sentence]:
        """What changed, results first."""
        return [*(_result_sentence(one) for one in self.results), *self.of_places()]

    def of_places(self) -> list[Sentence]:
        """Who stands elsewhere."""
        return [_place_sentence(one) for one in self.places if one.before != one.after]


def changes(
    before: Tournament,
    after: Tournament,
    rows_before: Sequence[RankedRow],
    rows_after: Sequence[RankedRow],
) -> StandingsChanges:
    """What has changed from one state to a later one; the rows are the standings of each."""
    results = tuple(result_changes(before, after))
    old = {row.entrant: row for row in rows_before}
    new = {row.entrant: row for row in rows_after}
    nothing = Fraction(0)
    places = [
        PlaceChange(
            entrant=one,
            before=was.place if (was := old.get(one)) else None,
            after=now.place if (now := new.get(one)) else None,
            points_before=was.points if was else nothing,
            points_after=now.points if now else nothing,
            own=tuple(change.table for change in results if one in change.points),
        )
        for one in (*new, *(one for one in old if one not in new))
    ]
    moved = [
        one for one in places if one.before != one.after or one.points_before != one.points_after
    ]
    return StandingsChanges(results, tuple(moved))


def result_changes(before: Tournament, after: Tournament) -> list[ResultChange]:
    """The tables of which the result is another one, of those that are in ``after``."""
    found = list[ResultChange]()
    for table in after.tables.values():
        old = before.tables.get(table.id)
        was = old.result if old else None
        if was == table.result:
            continue
        gained = {one: Fraction(0) for one in table.seats}
        for seat, one in seat_results(after.settings.points, table).items():
            gained[seat] += one.points
        if old:
            for seat, one in seat_results(before.settings.points, old).items():
                gained[seat] = gained.get(seat, Fraction(0)) - one.points
        ruled = table.ruled > (old.ruled if old else 0)
        found.append(ResultChange(table.id, table.round, was, table.result, ruled, gained))
    return found


def _result_sentence(change: ResultChange) -> Sentence:
    text = CHANGED
    if change.ruled:
        text = RULED
    elif change.before is None:
        text = NEW
    elif change.after is None:
        text = GONE
    return Sentence(text, {"table": change.table})


def _place_sentence(change: PlaceChange) -> Sentence:
    params: dict[str, int | str] = {"entrant": change.entrant}
    if change.before is not None:
        params["before"] = change.before
    if change.after is None:
        return Sentence(LEAVES, params)
    params |= {"after": change.after, "points": number_text(change.points_after)}
    if change.before is None:
        return Sentence(ENTERS, params)
    return Sentence(UP if change.after < change.before else DOWN, params)
