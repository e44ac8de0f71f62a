"""Standings and results as CSV, for spreadsheets. Pure.

A field that a spreadsheet would take for a formula gets an apostrophe before it. Fractions are
decimals, since ``1/2`` would become a date; the column ``exact`` has those that are rounded.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from games.names import ALLOWED
from tournaments.formats import FORMATS
from tournaments.log.events import Ruled
from tournaments.scoring.results import seat_results
from tournaments.scoring.standings import RankedRow, column_value, with_ranked_lots
from tournaments.state import EntrantId, Person, RoundTable, TableId, Tournament

DIGITS: Final = 6
FORMULA: Final = ("=", "+", "-", "@")
RESULT_COLUMNS = (
    "round",
    "stage",
    "group",
    "table",
    "table_in_round",
    "seat",
    "entrant",
    "name",
    "place",
    "score",
    "points",
    "note",
    "from",
    "reason",
)


def standings_csv(state: Tournament, names: Mapping[Person, str]) -> str:
    """A line for each entrant, with every tie-break in the order in which they decide.

    ``played`` counts the tables of all stages that have a result of the entrant. Where several
    stages were played, ``points`` are those of the newest that an entrant reached:
    after them come those of each earlier stage, as ``points_swiss``, and ``earlier``, the place
    before the newest. Tie-breaks are those of the first stage then. Lots are as pages show them:
    the lowest is 1. ``note`` says who has dropped out, and in whose place somebody plays.
    """
    rows = FORMATS[state.settings.format].standings(with_ranked_lots(state))
    stages = [*dict.fromkeys(draw.stage for draw in state.draws)][:-1]
    staged = [f"points_{stage}" for stage in stages] + (["earlier"] if stages else [])
    order = FORMATS[state.settings.format].order(state.settings)
    behind = order.index("points") + 1
    columns = (*order[:behind], *staged, *order[behind:])
    head = ["place", "entrant", "name", "group", "stage", "played", *columns, "exact", "note"]
    return _written(
        head,
        (
            [
                str(row.place),
                str(row.entrant),
                _name(state, names, row.entrant),
                str(row.group or ""),
                row.stage,
                str(sum(one.played for one in row.stages)),
                *(decimal_text(_value(row, one)) for one in columns),
                _exact({one: _value(row, one) for one in columns}),
                _note(state, names, row.entrant),
            ]
            for row in rows
        ),
    )


def _note(state: Tournament, names: Mapping[Person, str], entrant: EntrantId) -> str:
    """What is to be known of an entrant: dropped out, or who had the place before."""
    one = state.entrants[entrant]
    said = {"dropped": ["dropped out"], "withdrawn": ["withdrawn"]}.get(one.status, [])
    former = [names.get(person, "") for person in one.people[:-1]]
    if former:
        said = [*said, f"in place of {', '.join(former)}"]
    return _safe("; ".join(said))


def _value(row: RankedRow, column: str) -> Fraction | None:
    if column == "points":
        return row.points
    of_stage = {f"points_{one.stage}": one.points for one in row.stages}
    return of_stage[column] if column in of_stage else column_value(row, column)


def decimal_text(value: Fraction | None) -> str:
    """A decimal with a point and at most ``DIGITS`` digits behind it; empty for None."""
    if value is None:
        return ""
    scaled = round(abs(value) * 10**DIGITS)
    whole, digits = divmod(scaled, 10**DIGITS)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole}.{digits:0{DIGITS}d}".rstrip("0").rstrip(".")


def _exact(values: Mapping[str, Fraction | None]) -> str:
    """Those values that a decimal only rounds, such as ``points 16/3; wins 1/3``."""
    return "; ".join(
        f"{name} {value}"
        for name, value in values.items()
        if value is not None and Fraction(decimal_text(value)) != value
    )


def results_csv(
    state: Tournament, names: Mapping[Person, str], rulings: Mapping[TableId, Ruled]
) -> str:
    """A line for each seat of each table; without a result place and score are empty.

    ``note`` says who has forfeited or resigned, also at a table that has no result yet. ``from`` is
    how the result came about: ``played``, ``imported``, ``entered``, or ``ruling``. ``reason``,
    with the first seat, is that of the ruling that the result is from, else of the newest one on
    the table; ``rulings`` are those.
    """
    return _written(RESULT_COLUMNS, _result_lines(state, names, rulings))


def _result_lines(
    state: Tournament, names: Mapping[Person, str], rulings: Mapping[TableId, Ruled]
) -> Iterable[list[str]]:
    for table in state.tables.values():
        judged = table.id in state.remarks.judged
        origin, reason = _origin(table, rulings.get(table.id), judged=judged)
        number = str(state.number_of(table))
        outcomes = seat_results(state.settings.points, table)
        for seat, entrant in enumerate(table.seats):
            result = table.result
            score = None if result is None else result.score(seat)
            gone = table.forfeited if result is None else result.forfeited
            note = "forfeited" if entrant in gone else ""
            if result is not None and not note and entrant in result.resigned:
                note = "resigned"
            yield [
                str(table.round),
                table.stage,
                str(table.group or ""),
                str(table.id),
                number,
                str(seat + 1),
                str(entrant),
                _safe(names.get(state.person_at(table, entrant), "")),
                "" if result is None else str(result.places[seat]),
                "" if score is None else str(score),
                decimal_text(outcomes[entrant].points if entrant in outcomes else None),
                note,
                origin,
                "" if seat else reason,
            ]


def _origin(table: RoundTable, ruling: Ruled | None, *, judged: bool) -> tuple[str, str]:
    """How the result of a table came about, and the reason of its ruling."""
    label = "" if table.result is None else table.result.label
    if ruling is None:
        return label, ""
    return "ruling" if label and judged and ruling.result else label, _safe(ruling.reason)


def _name(state: Tournament, names: Mapping[Person, str], entrant: EntrantId) -> str:
    return _safe(names.get(state.entrants[entrant].person, ""))


def _safe(name: str) -> str:
    fields = name.split(";")
    return ";".join(f"'{one}" if _is_formula(one) else one for one in fields)


def same_name(one: str, other: str) -> bool:
    """Whether two names are one as files have them: however they are escaped, and in capitals."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    fields = unicodedata.normalize("NFC", name).casefold().split(";")
    return ";".join(one.strip().removeprefix("'").strip() for one in fields)


def _is_formula(text: str) -> bool:
    """Whether a spreadsheet may take it for one; some do with the wide signs of East Asia too."""
    first = next((sign for sign in text if not (sign.isspace() or sign in ALLOWED)), "")
    return unicodedata.normalize("NFKC", first).startswith(FORMULA)


def _written(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
