"""Results of games that were played elsewhere and came here as files."""

import re
from datetime import datetime
from typing import Final
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments import services
from web.pages.tournaments.actions.base import Action, Data
from web.pages.tournaments.actions.results import the_table
from web.pages.tournaments.visit import Visit

LONGEST: Final = 300
ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class RecordImported(Action):
    """A director takes the result out of a game that was imported from a file."""

    name = "record-imported"
    title = _("Take the result of an imported game")
    button = _("Take its result")
    done = _("The result counts.")
    hint = _(
        "For a game that was played elsewhere and imported here from a file, which proves that it"
        " keeps the rules. Its seats are in the order of those of the table."
    )
    page = "tournament_table"
    at = "game"

    def offered(self, visit: Visit) -> bool:
        """A table without a result that is not played here."""
        table = the_table(visit)
        return table.result is None and table.game is None and visit.state.phase == "running"

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Which game."""
        return {
            "game": forms.CharField(
                label=_("Address of the game, or its id"),
                max_length=LONGEST,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Take it."""
        assert visit.user is not None
        found = ID.search(data["game"])
        if found is None:
            raise ValidationError(
                {"game": _("Give the address of the page of the game, or its id.")}
            )
        services.record_result(
            tournament_id=visit.id,
            user=visit.user,
            table=the_table(visit).id,
            game_id=UUID(found[0]),
            now=now,
        )
