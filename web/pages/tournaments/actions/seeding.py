"""The order in which entrants are seeded by hand."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import services
from tournaments.settings_check import MOST_ENTRANTS
from web.pages.tournaments.actions.base import Action, Data
from web.pages.tournaments.visit import Visit


class Seed(Action):
    """The order of the entrants, by hand."""

    name = "seed"
    title = _("Seeding")
    button = _("Save the order")
    done = _("The seeding is saved.")
    hint = _(
        "The lowest number comes first; without one a player comes last. Players with the same"
        " number stand in the order of registration."
    )

    def offered(self, visit: Visit) -> bool:
        """Where it is by hand, before the first round."""
        by_hand = visit.state.settings.seeding == "hand"
        return by_hand and visit.state.phase in ("draft", "open") and bool(visit.state.active())

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """A number for each."""
        return {
            f"seed-{one}": forms.IntegerField(
                label=visit.name(one),
                required=False,
                min_value=1,
                max_value=MOST_ENTRANTS,
                initial=visit.state.entrants[one].seed or None,
            )
            for one in visit.state.in_order()
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Save the order."""
        assert visit.user is not None
        order = sorted(
            visit.state.active(), key=lambda one: (data[f"seed-{one}"] or MOST_ENTRANTS + 1, one)
        )
        services.change_tournament(tournament_id=visit.id, user=visit.user, now=now, order=order)
