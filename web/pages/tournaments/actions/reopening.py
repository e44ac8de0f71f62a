"""Taking the result of a table away."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.game import UNSCORED, Status
from tournaments import services
from tournaments.state import RoundTable
from web.pages.tournaments.actions.base import Data, Text
from web.pages.tournaments.actions.beside import tables_beside
from web.pages.tournaments.actions.results import RulingAction, the_table
from web.pages.tournaments.visit import Visit


def _was_scored(table: RoundTable) -> bool:
    """Whether the game of a table is over, and has scores."""
    games = Game.objects.filter(pk=table.game, status=Status.FINISHED) if table.game else None
    return games is not None and games.exclude(ended_by__in=UNSCORED).exists()


class Reopen(RulingAction):
    """Take a result away."""

    name = "reopen"
    title = _("Take the result away")
    button = _("Take it away")
    hint = _("The table has no result again until somebody enters one.")
    beside = _(
        "The game of this table, which still runs, counts again, and gives the result by itself."
    )
    over = _(
        "The table has no result again until you enter one. Its game, which is over, stays as it"
        " was played, but does not give its result a second time: if that is what counts, enter"
        " its scores by hand."
    )
    sure = _("This result counts no more")
    unticked = _("Tick this to go on: the table then waits for its result again.")
    danger = True

    def offered(self, visit: Visit) -> bool:
        """A table with a result of the newest round."""
        table, state = the_table(visit), visit.state
        return table.result is not None and state.phase == "running" and table.round == state.round

    def hint_for(self, visit: Visit) -> Text:
        """What becomes of the game: one that runs counts again, one that is over does not."""
        table = the_table(visit)
        if table in tables_beside(visit):
            return self.beside
        return self.over if _was_scored(table) else self.hint

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
