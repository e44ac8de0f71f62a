"""What tables are called, the same on pages, over the API and in refusals. Pure."""

from games.engine.terms import gettext_noop
from tournaments.formats import FORMATS
from tournaments.sentences import Sentence
from tournaments.state import RoundNumber, TableId, Tournament

TABLE = gettext_noop("Table %(number)s")
OF_ROUND = gettext_noop("Round %(number)s, table %(table)s")


def table_title(state: Tournament, table: TableId) -> Sentence:
    """A table by its number, which counts within its round. The final has one table."""
    found = state.tables.get(table)
    if found is not None and state.is_final(found.round):
        form = FORMATS.get(state.settings.format)
        return Sentence(form.stages.get(found.stage, found.stage) if form else found.stage)
    if found is None or not found.round:
        return Sentence(TABLE, {"number": table})
    return numbered_table(state, found.round, state.number_of(found))


def numbered_table(state: Tournament, number: RoundNumber, table: int) -> Sentence:
    """A table of a round, as its format calls them."""
    form = FORMATS.get(state.settings.format)
    text = form.table_name if form is not None else ""
    return Sentence(text or OF_ROUND, {"number": number, "table": table})
