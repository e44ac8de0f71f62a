"""What players do: register, check in, leave."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import services
from tournaments.access import number_of
from tournaments.models import Tournament
from tournaments.reading import state_of
from web.pages.tournaments.actions.base import Action, Data, Text
from web.pages.tournaments.actions.between_rounds import all_played
from web.pages.tournaments.visit import Visit, without_accounts


class Register(Action):
    """Take a place, or one on the waiting list."""

    name = "register"
    title = button = _("Register")
    done = _("Your registration is in.")
    directing = False
    page = "tournament"

    def offered(self, visit: Visit) -> bool:
        """Who has no place, while there is registration and another round may come."""
        there = visit.own is None and visit.state.phase in ("open", "running")
        return there and not all_played(visit)

    def said(self, visit: Visit) -> Text:
        """That one waits, if so."""
        now = state_of(Tournament.objects.get(pk=visit.id))
        person = number_of(visit.tournament, visit.user)
        waits = any(
            one.person == person and one.status == "waiting" for one in now.entrants.values()
        )
        return _("You are on the waiting list.") if waits else self.done

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """The code of the link by which the viewer came."""
        code = forms.CharField(
            required=False, max_length=64, widget=forms.HiddenInput, initial=visit.invite
        )
        return {"invite": code}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Register the viewer."""
        assert visit.user is not None
        invite = data["invite"] or None
        services.register(tournament_id=visit.id, user=visit.user, invite=invite, now=now)


class ChallengeOthers(Action):
    """Make a table with others, in a format without rounds."""

    name = "challenge"
    title = _("Challenge others")
    button = _("Challenge")
    done = _("The table is set up.")
    hint = _(
        "Choose one to three players. Who sits at as many open tables of others as the ladder"
        " allows can be challenged only by who sits at one of them, too."
    )
    elsewhere = _(
        "Where somebody at the table has no account there is no game on this site: play elsewhere,"
        " and give the result on the page of the table."
    )
    directing = False
    page = "tournament"
    at = "opponents"

    def hint_for(self, visit: Visit) -> Text:
        """With what becomes of a table with players who have no account."""
        if visit.state.settings.played_here and without_accounts(visit):
            return f"{self.hint} {self.elsewhere}"
        return self.hint

    def offered(self, visit: Visit) -> bool:
        """Who takes part, as long as there is somebody else."""
        own, form = visit.own, visit.format
        here = own is not None and own.status == "registered" and not visit.state.paused
        endless = form is not None and form.endless and visit.state.phase in ("open", "running")
        return endless and here and len(visit.state.active()) > 1

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Whom."""
        own = visit.own
        others = [one for one in visit.state.active() if own is None or one != own.id]
        return {
            "opponents": forms.TypedMultipleChoiceField(
                label=_("Players"),
                coerce=int,
                choices=[(str(one), visit.name(one)) for one in others],
                widget=forms.CheckboxSelectMultiple,
                error_messages={"required": _("Choose at least one.")},
            )
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Challenge them."""
        assert visit.user is not None
        services.challenge(
            tournament_id=visit.id, user=visit.user, opponents=data["opponents"], now=now
        )


class CheckIn(Action):
    """Say to be there."""

    name = "check-in"
    title = button = _("Check in")
    done = _("You have checked in.")
    directing = False
    page = "tournament"

    def offered(self, visit: Visit) -> bool:
        """Before the first round, where it is asked."""
        own = visit.own
        asked = visit.state.settings.check_in and visit.state.phase == "open"
        return asked and own is not None and not own.checked_in

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Check the viewer in."""
        assert visit.user is not None
        services.check_in(tournament_id=visit.id, user=visit.user, now=now)


class Withdraw(Action):
    """Give up the own place."""

    name = "withdraw"
    title = _("Leave the tournament")
    button = _("Leave")
    done = _("You have left the tournament.")
    hint = _(
        "You drop out: your results stay, and you are in no further draw; a game that runs is still"
        " yours to play or to resign. A director can let you in again."
    )
    before = _("Your place goes to the next on the waiting list.")
    waiting = _("You leave the waiting list.")
    in_a_ladder = _(
        "Your results stay, and nobody can challenge you any more; a game that runs is still yours"
        " to play or to resign."
    )
    sure = _("I leave this tournament")
    unticked = _("Tick this to go on: only a director could let you in again.")
    unticked_before = _(
        "Tick this to go on: you could register again only while registration is open, and would"
        " come last."
    )
    danger = True
    directing = False
    page = "tournament"

    def offered(self, visit: Visit) -> bool:
        """Who has a place, until the last round is over."""
        own = visit.own
        in_it = own is not None and own.status in ("registered", "waiting")
        going = visit.state.phase in ("draft", "open", "running")
        return in_it and going and not all_played(visit)

    def hint_for(self, visit: Visit) -> Text:
        """A ladder has no rounds and no draws; before the first round there are no results."""
        if visit.own is not None and visit.own.status == "waiting":
            return self.waiting
        if visit.format is not None and visit.format.endless:
            return self.in_a_ladder
        return self.hint if visit.state.phase == "running" else self.before

    def unticked_for(self, visit: Visit) -> Text:
        """How one could come back: who has played comes back to the old place."""
        own = visit.own
        drops = visit.state.phase == "running" and own is not None and own.status == "registered"
        return self.unticked if drops else self.unticked_before

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Withdraw the viewer."""
        assert visit.user is not None
        services.withdraw(tournament_id=visit.id, user=visit.user, now=now)
