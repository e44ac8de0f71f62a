"""What a running tournament waits for from whom, beside moves in games."""

from collections.abc import Collection

from tournaments.formats import FORMATS
from tournaments.state import Person, RoundTable, TableId, Tournament

REPORT = "report"
"""To say what came of a table without a game here."""
CONFIRM = "confirm"
"""To agree to what another player says of a table, or not."""
REPORTED = "reported"
"""As a director, to confirm what players say of a table, where none of them is to do so first."""
RESULT = "result"
"""As a director, to say what came of a table whose game has ended and gives no result."""
ROUND = "round"
"""As a director, to draw the next round."""
FINISH = "finish"
"""As a director, to finish: no further round comes."""


def awaited(
    state: Tournament, *, silent: Collection[TableId] = (), absent: Collection[Person] = ()
) -> dict[Person, str]:
    """What each person is to do next; of several things that which others wait for first.

    ``silent`` are tables without a result whose game gives none: all agreed to end it, or it was
    erased. ``absent`` are people without an account here, who can confirm nothing.
    """
    if state.phase != "running":
        return {}
    found: dict[Person, str] = {}
    for table in state.tables.values():
        if table.result is None:
            for person, what in _at_table(state, table).items():
                if found.get(person) != CONFIRM:
                    found[person] = what
    directing = _of_directors(state, silent, absent)
    if directing:
        for person in (state.director, *state.co_directors):
            found.setdefault(person, directing)
    return found


def _at_table(state: Tournament, table: RoundTable) -> dict[Person, str]:
    if table.report is not None:
        return {
            state.entrants[one].person: CONFIRM
            for one in table.seats
            if one not in table.report.confirmed
        }
    if table.game is not None:
        return {}
    return dict.fromkeys(state.holders(table), REPORT)


def _of_directors(
    state: Tournament, silent: Collection[TableId], absent: Collection[Person]
) -> str:
    waiting = [table for table in state.tables.values() if table.result is None]
    if any(table.report and _nobody_first(state, table, absent) for table in waiting):
        return REPORTED
    if any(table.id in silent and table.report is None for table in waiting):
        return RESULT
    if not state.draws or state.paused or not state.round_over():
        return ""
    form = FORMATS.get(state.settings.format)
    return FINISH if form is not None and form.over(state) else ROUND


def _nobody_first(state: Tournament, table: RoundTable, absent: Collection[Person]) -> bool:
    """Whether all at a table have confirmed its report who can."""
    assert table.report is not None
    return all(
        one in table.report.confirmed or state.entrants[one].person in absent for one in table.seats
    )
