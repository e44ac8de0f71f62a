"""Taking the result of a table away."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import services
from web.pages.tournaments.actions.base import Data, Text
from web.pages.tournaments.actions.beside import tables_beside
from web.pages.tournaments.actions.results import RulingAction, the_table
from web.pages.tournaments.visit import Visit


class Reopen(RulingAction):
    """Take a result away."""

    name = "reopen"
    title = _("Take the result away")
    button = _("Take it away")
    hint = _("The table has no result again until somebody enters one.")
    sure = _("This result counts no more")
    unticked = _("Tick this to go on: the table then waits for its result again.")
    danger = True

    def offered(self, visit: Visit) -> bool:
        """A table with a result of the newest round."""
        table, state = the_table(visit), visit.state
        return table.result is not None and state.phase == "running" and table.round == state.round

    def hint_for(self, visit: Visit) -> Text:
        """That a game beside the result counts again."""
        if the_table(visit) in tables_beside(visit):
            return _(
                "The game of this table, which still runs, counts again, and gives the result by"
                " itself."
            )
        return self.hint

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Why."""
        return self.reason()

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Rule."""
        assert visit.user is not None
        services.rule(
            tournament_id=visit.id,
            user=visit.user,
            table=the_table(visit).id,
            reason=data["reason"],
            reopen=True,
            now=now,
        )
