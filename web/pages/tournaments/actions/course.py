"""What directors do to the course of a tournament: opening, pausing, ending."""

from datetime import datetime
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import services
from tournaments.models import Tournament
from tournaments.state import RoundTable
from web.pages.tournaments.actions.base import Action, Data, Text, moment_field, reason_field
from web.pages.tournaments.actions.beside import tables_beside
from web.pages.tournaments.actions.between_rounds import all_played, final_is_next, over_text
from web.pages.tournaments.actions.stopping import usual_reason
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import opening_text

END_GAMES: Final = "end_games"


class Open(Action):
    """From draft to registration."""

    name = "open"
    title = button = _("Open registration")
    done = _("Registration is open.")
    hint = _(
        "People see the tournament and can register. The seed of all draws is fixed now: its hash"
        " is published, the seed itself at the end. Settings can be changed until the first draw."
    )

    def offered(self, visit: Visit) -> bool:
        """A draft."""
        return visit.state.phase == "draft"

    def said(self, visit: Visit) -> Text:
        """When people can register, if that is later."""
        return opening_text(visit.state.settings, timezone.now()) or self.done

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Open it."""
        assert visit.user is not None
        services.open_registration(tournament_id=visit.id, user=visit.user, now=now)


def _goes_on(visit: Visit) -> bool:
    """Whether it is open or running, and another round may come."""
    return visit.state.phase in ("open", "running") and not all_played(visit)


class _Switch(Action):
    """Something that is on or off."""

    def _change(self, visit: Visit, now: datetime, **what: bool) -> None:
        assert visit.user is not None
        services.change_tournament(
            tournament_id=visit.id,
            user=visit.user,
            now=now,
            paused=what.get("paused"),
            registration_closed=what.get("registration_closed"),
        )


def _to_wait(visit: Visit) -> bool:
    """Whether who registers comes too late for a place, so that only the waiting list is open."""
    endless = visit.format is not None and visit.format.endless
    return visit.state.phase == "running" and not endless


class CloseRegistration(_Switch):
    """Take no more entrants; once the first round is drawn, nobody more onto the waiting list."""

    name = "close-registration"
    title = button = _("Close registration")
    done = _("Registration is closed.")
    hint = _("Nobody registers any more. You can still add players, and open it again.")
    title_late = _("Close the waiting list")
    done_late = _("The waiting list is closed.")
    hint_late = _(
        "Who registers since the first draw comes onto the waiting list. Once it is closed, nobody"
        " more can join it; who is on it stays there. You can still add players to it, and open it"
        " again."
    )

    def offered(self, visit: Visit) -> bool:
        """While it is open, until the last round is over."""
        over = visit.state.settings.closed_before(timezone.now())
        return _goes_on(visit) and not visit.state.registration_closed and not over

    def title_for(self, visit: Visit) -> Text:
        """What is closed now."""
        return self.title_late if _to_wait(visit) else self.title

    def button_for(self, visit: Visit) -> Text:
        """The same."""
        return self.title_for(visit)

    def hint_for(self, visit: Visit) -> Text:
        """What that does now."""
        return self.hint_late if _to_wait(visit) else self.hint

    def said(self, visit: Visit) -> Text:
        """What is closed."""
        return self.done_late if _to_wait(visit) else self.done

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Close it."""
        self._change(visit, now, registration_closed=True)


class ReopenRegistration(_Switch):
    """Take entrants again."""

    name = "reopen-registration"
    title = button = _("Open registration again")
    done = _("Registration is open again.")
    title_late = _("Open the waiting list again")
    done_late = _("The waiting list is open again.")
    hint_late = _(
        "Who registers comes onto the waiting list again; you decide who is let in from there."
    )

    def offered(self, visit: Visit) -> bool:
        """While it is closed, and not by its deadline, too, until the last round is over."""
        over = visit.state.settings.closed_before(timezone.now())
        return _goes_on(visit) and visit.state.registration_closed and not over

    def title_for(self, visit: Visit) -> Text:
        """What opens now."""
        return self.title_late if _to_wait(visit) else self.title

    def button_for(self, visit: Visit) -> Text:
        """The same."""
        return self.title_for(visit)

    def hint_for(self, visit: Visit) -> Text:
        """What that does once it is late."""
        return self.hint_late if _to_wait(visit) else self.hint

    def said(self, visit: Visit) -> Text:
        """What is open."""
        return self.done_late if _to_wait(visit) else self.done

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Open it again."""
        self._change(visit, now, registration_closed=False)


class Pause(_Switch):
    """Draw no round for the time being."""

    name = "pause"
    title = button = _("Pause the tournament")
    done = _("The tournament is paused.")
    hint = _("Nothing is drawn until you go on. Games that run go on by themselves.")
    in_a_ladder = _("Nobody can be challenged until you go on. Games that run go on by themselves.")

    def hint_for(self, visit: Visit) -> Text:
        """A ladder has no rounds."""
        endless = visit.format is not None and visit.format.endless
        return self.in_a_ladder if endless else self.hint

    def offered(self, visit: Visit) -> bool:
        """What is not paused yet, until the last round is over."""
        return _goes_on(visit) and not visit.state.paused

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Pause it."""
        self._change(visit, now, paused=True)


class Resume(_Switch):
    """Go on after a pause."""

    name = "resume"
    title = button = _("Go on")
    done = _("The tournament goes on.")

    def offered(self, visit: Visit) -> bool:
        """What is paused."""
        return visit.state.phase in ("open", "running") and visit.state.paused

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Go on."""
        self._change(visit, now, paused=False)


class Deadline(Action):
    """By when the newest round is to be played."""

    name = "deadline"
    title = _("Deadline of this round")
    of_season = _("Deadline of this season")
    button = _("Set the deadline")
    done = _("The deadline is set.")
    hint = _(
        "Players are reminded a day before it, or at once if less is left; at most three times a"
        " day. Games do not end by it: the seat of who is late can be forfeited on the page of the"
        " table, by a ruling. A later time extends it."
    )
    at = "moment"

    def title_for(self, visit: Visit) -> Text:
        """A league has seasons."""
        return self.of_season if visit.seasons else self.title

    def offered(self, visit: Visit) -> bool:
        """While a round is played."""
        rounds = visit.format is not None and not visit.format.endless
        return rounds and visit.state.phase == "running" and not visit.state.round_over()

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """The moment."""
        field = moment_field(_("Date and time (UTC)"), required=True)
        field.initial = visit.state.deadlines.get(visit.state.round)
        return {"moment": field}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Set it."""
        if data["moment"] <= now:
            raise ValidationError({"moment": _("Choose a time that is yet to come.")})
        assert visit.user is not None
        services.change_tournament(
            tournament_id=visit.id, user=visit.user, now=now, deadline=data["moment"]
        )


class Finish(Action):
    """The end, with the standings as they are."""

    name = "finish"
    title = _("Finish the tournament")
    button = _("Finish")
    done = _("The tournament is over. The seed of all draws is published: it stands under Format.")
    hint = _(
        "The seed of all draws is published: at once, or when the last game of the tournament has"
        " ended. Wrong results can still be corrected by rulings."
    )
    sure = _("The tournament is over")

    def hint_for(self, visit: Visit) -> Text:
        """What is left out if it ends now."""
        form = visit.format
        if form is None or form.endless or over_text(visit):
            return self.hint
        if final_is_next(visit):
            left = gettext(
                "The final has not been drawn: if you finish now, the places are those after round"
                " %(round)s."
            ) % {"round": visit.state.round}
        else:
            left = gettext(
                "Not everything has been drawn: if you finish now, the rest is left out."
            )
        return f"{left} {self.hint}"

    def tables(self, visit: Visit) -> list[RoundTable]:
        """Those whose game runs beside their result."""
        return tables_beside(visit)

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Whether games end that would keep the seed closed."""
        if not tables_beside(visit):
            return {}
        text = _(
            "They no longer count, and the seed stays secret until they end. They end without"
            " scores; the results stand, and nobody is marked as forfeited."
        )
        label = _("End the games that are still running")
        return {END_GAMES: forms.BooleanField(label=label, required=False, help_text=text)}

    def said(self, visit: Visit) -> Text:
        """Where the seed is, or what it waits for."""
        if Tournament.objects.get(pk=visit.id).sealed:
            return _("The tournament is over. Its seed is published once no game of it runs.")
        return self.done

    def offered(self, visit: Visit) -> bool:
        """Once every table has a result."""
        state = visit.state
        return state.phase == "running" and all(table.result for table in state.tables.values())

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Finish it."""
        assert visit.user is not None
        reason = usual_reason(visit) if data.get(END_GAMES) else ""
        services.finish_tournament(
            tournament_id=visit.id, user=visit.user, end_games=reason, now=now
        )


class Cancel(Action):
    """Give it up."""

    name = "cancel"
    title = _("Cancel the tournament")
    button = _("Cancel it")
    done = _("The tournament is cancelled.")
    hint = _("It ends as it stands, and nobody has won. Games that run go on by themselves.")
    sure = _("I give up this tournament")
    danger = True
    at = "reason"

    def offered(self, visit: Visit) -> bool:
        """Until its end; a draft is deleted instead."""
        return visit.state.phase in ("open", "running")

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Why."""
        return {"reason": reason_field()}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Cancel it."""
        assert visit.user is not None
        services.cancel_tournament(
            tournament_id=visit.id, user=visit.user, reason=data["reason"], now=now
        )


class TakeBack(Action):
    """Give up a draft, which nobody else has seen."""

    name = "take-back"
    title = _("Delete the draft")
    button = _("Delete it")
    done = _("The draft is deleted.")
    hint = _(
        "Nobody else has seen it. It leaves all lists; at its address its directors still find it,"
        " as cancelled."
    )
    sure = _("This draft is not wanted any more")
    danger = True
    away = True

    def offered(self, visit: Visit) -> bool:
        """Before registration opens."""
        return visit.state.phase == "draft"

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Cancel it, which no list shows of a draft."""
        assert visit.user is not None
        services.cancel_tournament(
            tournament_id=visit.id, user=visit.user, reason="", draft_only=True, now=now
        )
