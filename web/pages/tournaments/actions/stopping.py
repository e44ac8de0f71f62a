"""A director ends a game that runs beside the result of its table."""

from datetime import datetime
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.game import Status
from tournaments import services
from tournaments.state import OVER
from web.pages.tournaments.actions.base import Data, Text
from web.pages.tournaments.actions.results import RulingAction, the_table
from web.pages.tournaments.visit import Visit


class EndGame(RulingAction):
    """End a game in whose place a result was entered; that result stands."""

    name = "end-game"
    title = _("End the game")
    button = _("End the game")
    done = _("The game has ended. The result of the table stands as it was.")
    hint = _(
        "This game no longer counts for its table. It holds up nothing, but the seed of the draws"
        " stays secret until it ends. It ends without scores and counts for no rating; nobody is"
        " marked as forfeited, and the result of the table stands."
    )
    instead = _("To let it count after all, take the result away instead.")
    sure = _("This game ends for good")
    at = "reason"

    def offered(self, visit: Visit) -> bool:
        """A game that runs beside a result, or that the end of the tournament has left over."""
        table, phase = the_table(visit), visit.state.phase
        needless = phase in OVER or (phase == "running" and table.result is not None)
        if table.game is None or not needless:
            return False
        return Game.objects.filter(pk=UUID(table.game), status=Status.RUNNING).exists()

    def hint_for(self, visit: Visit) -> Text:
        """How it could count instead, while a result can be taken away."""
        table, state = the_table(visit), visit.state
        newest = state.phase == "running" and table.round == state.round
        return f"{self.hint} {self.instead}" if newest and table.result else self.hint

    def unfolded(self, visit: Visit) -> bool:
        """It is what one comes for."""
        return True

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Why; there is a usual reason."""
        found = self.reason()
        found["reason"].initial = usual_reason(visit)
        return found

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Rule."""
        assert visit.user is not None
        services.rule(
            tournament_id=visit.id,
            user=visit.user,
            table=the_table(visit).id,
            reason=data["reason"],
            end_game=True,
            now=now,
        )


def usual_reason(visit: Visit) -> str:
    """Why such games end, in the language of the director."""
    table = visit.table
    if table is not None and table.result is None:
        return gettext("The tournament is over, so this game is not played on.")
    return gettext("The result was entered by hand, so this game is not played on.")
