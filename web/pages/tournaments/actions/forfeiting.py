"""Forfeiting a seat of a game that runs."""

from datetime import datetime
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.game import Status
from tournaments import services
from tournaments.services.forfeiting import before_deadline
from web.pages.tournaments.actions.base import Data, Text
from web.pages.tournaments.actions.results import RulingAction, leaving, the_table
from web.pages.tournaments.visit import Visit


class Forfeit(RulingAction):
    """Forfeit a seat in a game that runs."""

    name = "forfeit"
    title = _("Forfeit a seat")
    button = _("Forfeit")
    hint = _(
        "For who does not play: the game goes on for the others, and the seat comes last. If only"
        " one person or none is left, it ends at once and is scored as it stands; bots do not"
        " count. For a substitute instead, see the director's page."
    )
    uncounted = _(
        "Statistics leave such a game out; ratings do too, for all, where it happens before"
        " round 3."
    )
    before = _("Until the deadline only bots, and who has left, can be forfeited.")
    undated = _("There is no deadline: you decide when somebody is late.")
    ended = _(
        "The ruling counts, and is listed with its reason. Too few people were left: the game is"
        " over, scored as it stood."
    )
    sure = _("This seat is forfeited")
    danger = True
    at = "entrant"

    def offered(self, visit: Visit) -> bool:
        """A game that runs and is to give the result; after the end it is ended instead."""
        table = the_table(visit)
        waits = table.result is None and visit.state.phase == "running"
        return waits and table.game is not None and bool(leaving(visit))

    def hint_for(self, visit: Visit) -> Text:
        """Since when somebody can be forfeited."""
        table = the_table(visit)
        hint = f"{self.hint} {self.uncounted}"
        if table.round not in visit.state.deadlines:
            return f"{hint} {self.undated}"
        early = before_deadline(visit.state, table, timezone.now())
        return f"{hint} {self.before}" if early else hint

    def said(self, visit: Visit) -> Text:
        """Whether the game has ended with it."""
        game = the_table(visit).game
        over = game and Game.objects.filter(pk=UUID(game), status=Status.FINISHED).exists()
        return self.ended if over else self.done

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Whose, and why."""
        table, still = the_table(visit), leaving(visit)
        return {
            "entrant": forms.TypedChoiceField(
                label=_("Seat of"),
                coerce=int,
                choices=[("", "-"), *((str(one), visit.holder(table, one)) for one in still)],
                error_messages={"required": _("Choose one.")},
            ),
            **self.reason(),
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Rule."""
        assert visit.user is not None
        services.rule(
            tournament_id=visit.id,
            user=visit.user,
            table=the_table(visit).id,
            reason=data["reason"],
            forfeited=[data["entrant"]],
            now=now,
        )
