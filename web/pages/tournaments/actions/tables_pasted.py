"""Players and results that directors paste out of a spreadsheet or a CSV file."""

import re
from datetime import datetime
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import services
from tournaments.files.players_csv import BadTable, read_players
from web.pages.tournaments.actions.base import Action, Data, several_lines
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import named_params

LONGEST: Final = 50_000
"""Characters; longer files come over the API."""
MOST_SHOWN: Final = 10
"""Bad lines that are listed at once."""


class PasteResults(Action):
    """Enter the results of tables out of a table with a line for each seat."""

    name = "paste-results"
    title = _("Results from a spreadsheet")
    button = _("Enter the results")
    done = _("The results are entered.")
    hint = _(
        "Download the results as CSV, fill in places or scores, and paste all of it here, also "
        "right out of a spreadsheet. Lines without place and score are left out. Which number an"
        " entrant has in the column “entrant” stands in that file: it is not the one on the page"
        " of entrants."
    )

    def offered(self, visit: Visit) -> bool:
        """While tables wait for results."""
        tables = visit.state.tables.values()
        return visit.state.phase == "running" and any(table.result is None for table in tables)

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """The lines."""
        return {"table": several_lines(_("Lines, the names of the columns first"), longest=LONGEST)}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Enter all or none. Raises GameError, ValidationError."""
        assert visit.user is not None
        try:
            services.import_results(
                tournament_id=visit.id, user=visit.user, data=data["table"].encode(), now=now
            )
        except BadTable as bad:
            raise ValidationError(lines_of(bad, visit)) from bad


def named(text: str) -> list[tuple[int, str]] | None:
    """The names in the column ``name`` with their lines; None where the text has no columns.

    Raises ValidationError.
    """
    heads = [one.strip(' "').casefold() for one in re.split("[,;\t]", text.partition("\n")[0])]
    if len(heads) == 1 or "name" not in [one.rstrip('\r "') for one in heads]:
        return None
    try:
        found, bad = read_players(text.encode())
    except BadTable as refused:
        raise ValidationError({"names": lines_of(refused)}) from refused
    if bad:
        raise ValidationError({"names": lines_of(BadTable(bad))})
    return [*found.items()]


def lines_of(bad: BadTable, visit: Visit | None = None) -> list[str]:
    """What is wrong with each line, in words; tables are called as on the pages of a tournament."""
    found = []
    for one in bad.lines[:MOST_SHOWN]:
        params = named_params(one.sentence, visit.state if visit else None)
        text = gettext(one.sentence.text) % params
        found.append(gettext("Line %(line)s: %(text)s") % {"line": one.line, "text": text})
    return found
