"""Tie-breaks: a pure function each, and the table of them.

Each gets the results of a stage, an entrant, and those with whom the entrant is tied when it is
asked. What it says is exact; None says that nothing is known, and then it does not decide.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Final, Literal

from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.scoring.numbers import Ratio, total
from tournaments.scoring.results import SeatOutcome, StageResults
from tournaments.state import EntrantId, Settings, TableId

NOBODY: Final = -(1 << 60)
"""Less than every score: nobody else played to the end."""

Value = Fraction | None
Function = Callable[[StageResults, EntrantId, Sequence[EntrantId]], Value]


def points(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The sum of all that counts."""
    return results.points.get(entrant, Fraction(0))


def _positions(results: StageResults, entrant: EntrantId, position: int) -> Fraction:
    """How often an entrant was in a position; who shares places has a share of each."""
    return total(
        (1, one.sharing)
        for one in results.of(entrant)
        if not one.out and one.place <= position < one.place + one.sharing
    )


def wins(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """How many first places; two who share one have half of it each."""
    return _positions(results, entrant, 1)


def seconds(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """How many second places."""
    return _positions(results, entrant, 2)


def thirds(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """How many third places."""
    return _positions(results, entrant, 3)


def _mean(ratios: Sequence[Ratio]) -> Value:
    return total(ratios) / len(ratios) if ratios else None


def opponents_mean(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The mean of the opponents' means, each as often as met, the lowest of several dropped."""
    parts, means = results.own_means
    met = [
        means[other]
        for one in results.of(entrant)
        if not one.forfeited
        for other in one.seats
        if other != entrant
    ]
    if len(met) > 1:
        return Fraction(sum(met) - min(met), parts * (len(met) - 1))
    return Fraction(met[0], parts) if met else None


def _own_score(one: SeatOutcome) -> int | None:
    return 0 if one.out else one.score


def _best_other(results: StageResults, entrant: EntrantId, one: SeatOutcome) -> int | None:
    """The best score of the others who played to the end, ``NOBODY`` if there is none of them.

    None if the score of one is not known.
    """
    best = NOBODY
    for seat, other in results.at_table[one.table].items():
        if seat != entrant and not other.out:
            if other.score is None:
                return None
            best = max(best, other.score)
    return best


def _compared(results: StageResults, entrant: EntrantId) -> list[tuple[int, int]]:
    """Of each table of which scores are known the own one, and the best of the others."""
    if entrant not in results.compared:
        results.compared[entrant] = [
            (own, best)
            for one in results.of(entrant)
            if (own := _own_score(one)) is not None
            and (best := _best_other(results, entrant, one)) is not None
        ]
    return results.compared[entrant]


def score_share(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The mean share of the best score at the table; a forfeited or resigned seat has 0."""
    return _mean(
        [
            (max(own, 0), best)
            for own, other in _compared(results, entrant)
            if (best := max(own, other, 0))
        ]
    )


def margin(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The mean of how far the own score is above the best other one; below 0 for who is behind."""
    return _mean([(own - best, 1) for own, best in _compared(results, entrant) if best != NOBODY])


def duplicate_share(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The mean share of the best score of the round on this set-up, at tables of the same size."""
    found = list[Ratio]()
    for one in results.of(entrant):
        own, best = _own_score(one), results.best.get((one.round, len(one.seats)), 0)
        if own is not None and best > 0:
            found.append((max(own, 0), best))
    return _mean(found)


def best_of(results: StageResults, name: str, entrant: EntrantId, table: TableId) -> int | None:
    """The best score with which a tie-break by scores compares that of an entrant at a table.

    None where it leaves the table out, as one of which not all scores are known.
    """
    one = results.at_table[table][entrant]
    own = _own_score(one)
    if own is None:
        return None
    if name == "duplicate_share":
        best = results.best.get((one.round, len(one.seats)), 0)
        return best if best > 0 else None
    other = _best_other(results, entrant, one)
    if other is None:
        return None
    if name == "margin":
        return None if other == NOBODY else other
    return max(own, other, 0) or None


def _sums_among(
    results: StageResults, tied: Sequence[EntrantId]
) -> dict[EntrantId, Fraction] | None:
    """What each has against the others who are tied; None unless all of them have met.

    Goes through the tables once: a ladder may have hundreds who are all tied and have all met.
    """
    places: dict[TableId, list[tuple[EntrantId, int]]] = {}
    for one in tied:
        for result in results.of(one):
            if not result.void:
                places.setdefault(result.table, []).append((one, result.place))
    halves: dict[tuple[EntrantId, EntrantId], list[int]] = {}
    for seats in places.values():
        for (one, own), (other, theirs) in permutations(seats, 2):
            halves.setdefault((one, other), []).append((own < theirs) * 2 + (own == theirs))
    if len(halves) < len(tied) * (len(tied) - 1):
        return None
    sums = dict.fromkeys(tied, Fraction(0))
    for (one, _), found in halves.items():
        sums[one] += Fraction(sum(found), 2 * len(found))
    return sums


def among_tied(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The sum of the results against the others who are tied; None unless all of them met.

    Against each it is the mean of 1 for ahead, 1/2 for level, 0 for behind.
    """
    among = tuple(tied)
    if among not in results.among:
        results.among[among] = _sums_among(results, among)
    sums = results.among[among]
    return None if sums is None else sums[entrant]


def earlier(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The place after the stage before."""
    place = results.earlier.get(entrant)
    return None if place is None else Fraction(place)


def rating(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The rating on a ladder."""
    found = results.ratings.get(entrant)
    return None if found is None else Fraction(found)


def lot(results: StageResults, entrant: EntrantId, tied: Sequence[EntrantId]) -> Value:
    """The lot; None until the first draw."""
    drawn = results.lots.get(entrant)
    return None if drawn is None else Fraction(drawn)


@dataclass(frozen=True)
class TieBreak:
    """A column of the standings.

    ``title`` and ``meaning`` are translatable. ``lowest`` puts the lowest first, ``unknown_last``
    who has no value behind all who have one. ``chosen`` says whether a director can choose it: the
    others stand where they belong by themselves.
    """

    name: str
    title: str
    meaning: str
    value: Function
    kind: Literal["count", "points", "mean", "share"] = "count"
    lowest: bool = False
    unknown_last: bool = False
    chosen: bool = True


_ROWS: Final = (
    TieBreak(
        "points",
        gettext_noop("Points"),
        gettext_noop("The points of all results that count, together."),
        points,
        kind="points",
        chosen=False,
    ),
    TieBreak(
        "wins",
        gettext_noop("Wins"),
        gettext_noop("How many tables were won; a shared first place counts in part."),
        wins,
        kind="points",
    ),
    TieBreak(
        "seconds",
        gettext_noop("Second places"),
        gettext_noop("How many second places; a shared one counts in part."),
        seconds,
        kind="points",
    ),
    TieBreak(
        "thirds",
        gettext_noop("Third places"),
        gettext_noop("How many third places; a shared one counts in part."),
        thirds,
        kind="points",
    ),
    TieBreak(
        "opponents_mean",
        gettext_noop("Opponents' mean"),
        gettext_noop(
            "The mean of what one's opponents have in points per table, without the lowest of these"
            " means. Opponents at tables that one forfeited, or that do not count, are left out."
            " Tables that an opponent forfeited count as that opponent's own mean; where all were,"
            " it is 0."
        ),
        opponents_mean,
        kind="mean",
    ),
    TieBreak(
        "score_share",
        gettext_noop("Score share"),
        gettext_noop("The mean share of the best score at the table."),
        score_share,
        kind="share",
    ),
    TieBreak(
        "among_tied",
        gettext_noop("Among the tied"),
        gettext_noop(
            "Who was ahead of whom among those who are tied, if all of them have met each other."
        ),
        among_tied,
        kind="mean",
    ),
    TieBreak(
        "margin",
        gettext_noop("Margin"),
        gettext_noop("The mean distance to the best other score at the table."),
        margin,
        kind="mean",
    ),
    TieBreak(
        "duplicate_share",
        gettext_noop("Set-up share"),
        gettext_noop("The mean share of the best score that anybody had with the same set-up."),
        duplicate_share,
        kind="share",
    ),
    TieBreak(
        "earlier",
        gettext_noop("Place before"),
        gettext_noop("The place after the stage before."),
        earlier,
        lowest=True,
        chosen=False,
    ),
    TieBreak(
        "rating",
        gettext_noop("Rating"),
        gettext_noop("The rating on this ladder, from its own tables alone."),
        rating,
        chosen=False,
    ),
    TieBreak(
        "lot",
        gettext_noop("Lot"),
        gettext_noop("A lot from the seed of the tournament; the lower number stands first."),
        lot,
        lowest=True,
        unknown_last=True,
    ),
)

TIE_BREAKS: Final[dict[str, TieBreak]] = {row.name: row for row in _ROWS}

FIELD: Final = "tie_breaks"
THIRDS: Final = "thirds"
"""The tie-break that says nothing where two sit at each table."""
UNKNOWN = gettext_noop("There is no tie-break %(name)s. There are: %(names)s.")
REPEATED = gettext_noop("The tie-break %(name)s stands there twice.")
LOT_LAST = gettext_noop("After the lot nothing is tied: put it last.")


def check_tie_breaks(names: Sequence[str]) -> None:
    """Raises FormatRefused for tie-breaks that a director cannot choose in this order."""
    offered = [row.name for row in _ROWS if row.chosen]
    for index, name in enumerate(names):
        if name not in offered:
            raise FormatRefused(UNKNOWN, FIELD, name=name, names=", ".join(offered))
        if name in names[:index]:
            raise FormatRefused(REPEATED, FIELD, name=name)
    if "lot" in names[:-1]:
        raise FormatRefused(LOT_LAST, FIELD)


def deciding(settings: Settings) -> tuple[str, ...]:
    """The tie-breaks of a tournament in their order, after points and with the lot at the end.

    With duplicate set-ups the share on the set-up comes first, unless the director has placed it.
    """
    chosen = [name for name in settings.tie_breaks if name != "lot"]
    if settings.duplicate and "duplicate_share" not in chosen:
        chosen.insert(0, "duplicate_share")
    return (*chosen, "lot")
