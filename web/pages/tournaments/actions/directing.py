"""Directing with others: who is asked, who accepts, who leaves."""

from datetime import datetime
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts import names as accounts
from tournaments import services
from web.pages.tournaments.actions.base import Action, Data, several_lines
from web.pages.tournaments.actions.names_given import lines_of
from web.pages.tournaments.actions.people import BEFORE_THE_END
from web.pages.tournaments.visit import Visit

MOST_CO_DIRECTORS: Final = 20


class CoDirectors(Action):
    """Who directs beside the director."""

    name = "co-directors"
    title = _("Co-directors")
    button = _("Save")
    done = _("The co-directors are saved. Who is new is asked, and directs after accepting.")
    hint = _(
        "They can do all that you can do here. Who is new is asked on the page of the tournament,"
        " which the lobby links, and directs after accepting."
    )
    at = "names"

    def offered(self, visit: Visit) -> bool:
        """Until the end."""
        return visit.state.phase in BEFORE_THE_END

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """A user name in each line."""
        field = several_lines(_("User names, one a line"), longest=MOST_CO_DIRECTORS * 160, rows=3)
        field.required = False
        asked = [one.number for one in visit.names.people if one.asked_to_direct]
        field.initial = "\n".join(map(visit.names.person, [*visit.state.co_directors, *asked]))
        if asked:
            names = ", ".join(map(visit.names.person, asked))
            field.help_text = gettext("Not accepted yet: %(names)s") % {"names": names}
        return {"names": field}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Save them."""
        assert visit.user is not None
        wanted = [line for _number, line in lines_of(data["names"])][: MOST_CO_DIRECTORS + 1]
        if len(wanted) > MOST_CO_DIRECTORS:
            text = gettext("Name at most %(most)s co-directors.")
            raise ValidationError({"names": text % {"most": MOST_CO_DIRECTORS}})
        for name in wanted:
            found = accounts.find(name)
            if found is None or not found.is_active:
                text = gettext("No user has the name %(name)s.")
                raise ValidationError({"names": text % {"name": name}})
        services.change_tournament(
            tournament_id=visit.id, user=visit.user, now=now, co_directors=wanted
        )

    def leads_away(self, visit: Visit, data: Data) -> bool:
        """Who is a co-director and not named any more."""
        if visit.person not in visit.state.co_directors:
            return False
        named = [accounts.find(line) for _number, line in lines_of(data["names"])]
        return visit.user not in named


class _Answer(Action):
    """What somebody says who is asked to direct."""

    accept = True

    def offered(self, visit: Visit) -> bool:
        """Who is asked, until the end."""
        return visit.asked and visit.state.phase in BEFORE_THE_END

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Answer."""
        assert visit.user is not None
        services.answer_direction(
            tournament_id=visit.id, user=visit.user, accept=self.accept, now=now
        )


class AcceptDirecting(_Answer):
    """Direct with those who have asked."""

    name = "accept-directing"
    title = button = _("Accept")
    done = _("You direct this tournament now.")
    directing = False
    page = "tournament"


class DeclineDirecting(_Answer):
    """Say no."""

    name = "decline-directing"
    title = button = _("Decline")
    done = _("You have declined.")
    directing = False
    page = "tournament"
    accept = False
    away = True


class LeaveDirecting(_Answer):
    """Direct no more."""

    name = "leave-directing"
    title = _("Direct no more")
    button = _("Direct no more")
    done = _("You direct this tournament no more.")
    hint = _("The other directors go on without you. A place that you have as a player stays.")
    sure = _("I direct this tournament no more")
    danger = True
    accept = False
    away = True

    def offered(self, visit: Visit) -> bool:
        """Co-directors, until the end."""
        return visit.person in visit.state.co_directors and visit.state.phase in BEFORE_THE_END
