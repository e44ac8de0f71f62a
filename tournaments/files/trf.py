"""A tournament of duels in FIDE's Tournament Report File (TRF16), for chess programs. Pure.

The first seat is white. A win is 1, a tie ½, in the report and in its points; a forfeited table is
``+`` and ``-``; a round without a table ``-`` for nothing, or ``U`` for a bye that counts as a
win.
"""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.formats import FORMATS
from tournaments.state import EntrantId, Person, RoundNumber, RoundTable, Tournament

DUELS = gettext_noop("A TRF file is for rounds of tables that all have two seats.")
LONGEST_NAME = 33
HALF = Fraction(1, 2)


def trf(
    state: Tournament,
    names: Mapping[Person, str],
    *,
    title: str,
    begun: date | None = None,
    over: date | None = None,
) -> str:
    """The report. Raises FormatRefused where a table has more than two seats."""
    if not state.draws or any(len(table.seats) != 2 for table in state.tables.values()):
        raise FormatRefused(DUELS)
    ranked = [row.entrant for row in FORMATS[state.settings.format].standings(state)]
    number = {entrant: n for n, entrant in enumerate(sorted(ranked), 1)}
    lines = [f"012 {_line(title)}"]
    lines += [f"042 {begun:%Y/%m/%d}"] if begun else []
    lines += [f"052 {over:%Y/%m/%d}"] if over else []
    lines += [f"062 {len(ranked)}", f"092 {state.settings.format}"]
    for place, entrant in sorted(enumerate(ranked, 1), key=lambda one: number[one[1]]):
        name = _line(names.get(state.entrants[entrant].person, ""))
        lines.append(_player(state, entrant, name, number, place))
    return "\r\n".join(lines) + "\r\n"


def _player(
    state: Tournament, entrant: EntrantId, name: str, number: Mapping[EntrantId, int], place: int
) -> str:
    points = Fraction(0)
    rounds = ""
    for one in range(1, state.round + 1):
        played = [table for table in state.of_round(one) if entrant in table.seats]
        if not played:
            bye = _bye(state, entrant, one)
            points += bye
            rounds += "  0000 - U" if bye else "  0000 - -"
        for table in played:
            code, value = _code(table, entrant)
            points += value
            seat = table.seat_of(entrant)
            rounds += f"  {number[table.seats[1 - seat]]:>4} {'wb'[seat]} {code}"
    total = f"{float(points):.1f}"
    return (
        f"001 {number[entrant]:>4} {'':1} {'':>2} {name[:LONGEST_NAME]:<{LONGEST_NAME}} "
        f"{'':>4} {'':<3} {'':>11} {'':>10} {total:>4} {place:>4}{rounds}"
    )


def _bye(state: Tournament, entrant: EntrantId, number: RoundNumber) -> int:
    """1 for a round without a table that counts as a win, else 0."""
    draw, form = state.draws[number - 1], FORMATS[state.settings.format]
    return int(entrant in draw.rest and form.rest_points(state, draw.stage) > 0)


def _code(table: RoundTable, entrant: EntrantId) -> tuple[str, Fraction]:
    """The letter of a result and what it is worth; a blank as long as there is none."""
    result = table.result
    if result is None:
        return " ", Fraction(0)
    seat = table.seat_of(entrant)
    own, other = result.places[seat], result.places[1 - seat]
    out = (*result.forfeited, *result.resigned)
    if entrant in out:
        return "-", Fraction(0)
    if out:
        return "+", Fraction(1)
    if own == other:
        return "=", HALF
    return ("1", Fraction(1)) if own < other else ("0", Fraction(0))


def _line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())
