"""What a running tournament waits for from whom, beside moves in games."""

from tournaments.state import Person, RoundTable, Tournament

REPORT = "report"
"""To say what came of a table without a game here."""
CONFIRM = "confirm"
"""To agree to what another player says of a table, or not."""
REPORTED = "reported"
"""As a director, to confirm what players say of a table."""
ROUND = "round"
"""As a director, to draw the next round, or to finish."""


def awaited(state: Tournament) -> dict[Person, str]:
    """What each person is to do next; of several things that which others wait for first."""
    if state.phase != "running":
        return {}
    found: dict[Person, str] = {}
    for table in state.tables.values():
        if table.result is None:
            for person, what in _at_table(state, table).items():
                if found.get(person) != CONFIRM:
                    found[person] = what
    directing = _of_directors(state)
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


def _of_directors(state: Tournament) -> str:
    if any(table.report and table.result is None for table in state.tables.values()):
        return REPORTED
    return ROUND if state.draws and not state.paused and state.round_over() else ""
