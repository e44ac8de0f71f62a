"""What directors do about people: adding, admitting, having them leave, substituting."""

from datetime import datetime
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import bots, names
from tournaments import services
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.settings_check import MOST_ENTRANTS
from tournaments.state import Entrant
from web.pages.options import option_labels
from web.pages.tournaments.actions.base import Action, Data, Page, Text, several_lines
from web.pages.tournaments.actions.beside import tables_beside
from web.pages.tournaments.actions.between_rounds import all_played
from web.pages.tournaments.actions.names_given import lines_of, name_faults
from web.pages.tournaments.actions.tables_pasted import named
from web.pages.tournaments.names import Names
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import listed

MOST_BOTS: Final = 32
LONGEST_LIST: Final = MOST_ENTRANTS * (names.LONGEST + 2)
BEFORE_THE_END: Final = ("draft", "open", "running")

Choices = list[tuple[str, str]]


def bot_choices() -> Choices:
    """The bots, the best first."""
    return [(key, str(option_labels.BOTS.get(key, key))) for key in sorted(bots.BOTS, reverse=True)]


def entrants(visit: Visit, *statuses: str) -> list[Entrant]:
    """Those with one of these statuses, in the order of registration."""
    return [one for one in visit.state.entrants.values() if one.status in statuses]


def may_come_in(visit: Visit) -> bool:
    """Whether another round may come, so that it matters who takes part."""
    return visit.state.phase in BEFORE_THE_END and not all_played(visit)


def choice_of(visit: Visit, label: str, found: list[Entrant]) -> forms.TypedChoiceField:
    """A field for one entrant; at first none is chosen."""
    choices = [(str(one.id), visit.name(one.id)) for one in found]
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        choices=[("", gettext("Choose …")), *choices],
        error_messages={"required": _("Choose one.")},
    )


class _Adding(Action):
    """Bring people in; while registration is open it is what directors come for."""

    def said(self, visit: Visit) -> Text:
        """How many have a place, and who waits, where not all have one."""
        tournament = Tournament.objects.get(pk=visit.id)
        known, names = visit.state.entrants, Names.of(tournament)
        new = [one for one in state_of(tournament).entrants.values() if one.id not in known]
        waiting = [one for one in new if one.status == "waiting"]
        if not waiting:
            return self.done
        return gettext("Entered: %(count)s. On the waiting list: %(names)s.") % {
            "count": len(new) - len(waiting),
            "names": listed([names.person(one.person) for one in waiting]),
        }

    def unfolded(self, visit: Visit) -> bool:
        """Until the first round is drawn."""
        return visit.state.phase == "open"


class AddBots(_Adding):
    """Enter bots."""

    name = "add-bots"
    title = _("Add bots")
    button = _("Add these bots")
    done = _("The bots are entered.")
    hint = _(
        "Games with bots are not rated. Bots play only in games on this site: at a table with"
        " somebody who has no account a person plays for them."
    )
    at = "count"

    def offered(self, visit: Visit) -> bool:
        """Where games are played here, until the last round is over."""
        return may_come_in(visit) and visit.state.settings.played_here

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Which, and how many."""
        return {
            "bot": forms.ChoiceField(label=_("Bot"), choices=bot_choices()),
            "count": forms.IntegerField(
                label=_("How many"), min_value=1, max_value=MOST_BOTS, initial=1
            ),
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Enter all, or none where the tournament has no room for them."""
        assert visit.user is not None
        wanted = [data["bot"]] * data["count"]
        services.add_entrants(tournament_id=visit.id, user=visit.user, bots=wanted, now=now)


class AddPlayers(_Adding):
    """Enter people who have no account here."""

    name = "add-players"
    title = _("Add players by name")
    button = _("Add these players")
    done = _("The players are entered.")
    hint = _(
        "Write a name in each line, then press the button. Of lines out of a spreadsheet whose"
        " first line has a column “name”, only that column is read. This is for people without an"
        " account here: results of their tables are entered by hand. Who has an account registers"
        " on the page of the tournament."
    )
    with_bots = _(
        "A table with a player without an account has no game on this site. Bots do not play"
        " there: a person plays for them."
    )
    at = "names"

    def offered(self, visit: Visit) -> bool:
        """Until the last round is over."""
        return may_come_in(visit)

    def hint_for(self, visit: Visit) -> Text:
        """Where games are played here, what that means for bots."""
        return f"{self.hint} {self.with_bots}" if visit.state.settings.played_here else self.hint

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """A name in each line."""
        return {"names": several_lines(_("Names, one a line"), longest=LONGEST_LIST)}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Enter all, or none where one name cannot be."""
        assert visit.user is not None
        found = named(data["names"])
        found = lines_of(data["names"]) if found is None else found
        faults = [*name_faults(visit, found)]
        if faults:
            raise ValidationError({"names": faults[:10]})
        services.add_players(
            tournament_id=visit.id, user=visit.user, labels=[line for _, line in found], now=now
        )


class Admit(Action):
    """From the waiting list, or back after dropping out."""

    name = "admit"
    title = _("Let in from the waiting list, or back in")
    button = _("Let in")
    done = _("The player takes part from the next draw on.")
    at = "entrant"

    def offered(self, visit: Visit) -> bool:
        """While somebody waits or is out."""
        outside = entrants(visit, "waiting", "dropped")
        return may_come_in(visit) and bool(outside)

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Whom."""
        outside = entrants(visit, "waiting", "dropped")
        return {"entrant": choice_of(visit, gettext("Player"), outside)}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Let in."""
        assert visit.user is not None
        services.admit(tournament_id=visit.id, user=visit.user, entrant=data["entrant"], now=now)


class CheckInFor(Action):
    """Say that somebody is there."""

    name = "check-in-for"
    title = _("Check somebody in")
    button = _("Check in")
    done = _("The player is checked in.")
    at = "entrant"

    def _missing(self, visit: Visit) -> list[Entrant]:
        found = entrants(visit, "registered", "waiting")
        return [one for one in found if not one.checked_in]

    def offered(self, visit: Visit) -> bool:
        """Where it is asked, before the first round."""
        asked = visit.state.settings.check_in and visit.state.phase == "open"
        return asked and bool(self._missing(visit))

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Whom."""
        return {"entrant": choice_of(visit, gettext("Player"), self._missing(visit))}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Check in."""
        assert visit.user is not None
        services.check_in(tournament_id=visit.id, user=visit.user, entrant=data["entrant"], now=now)


class CheckInAll(Action):
    """Say that all are there."""

    name = "check-in-all"
    title = _("Check everybody in")
    button = _("All are here")
    done = _("All are checked in.")

    def offered(self, visit: Visit) -> bool:
        """While somebody has not checked in."""
        return bool(visit.not_there())

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Where the button stands, if that is the preview."""
        return {"back": forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)}

    def page_after(self, data: Data) -> Page:
        """The preview, for who comes from there."""
        return "tournament_draw" if data.get("back") == "draw" else self.page

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Check all in."""
        assert visit.user is not None
        services.check_in_all(tournament_id=visit.id, user=visit.user, now=now)


class Drop(Action):
    """Have somebody drop out, or withdraw before the first round."""

    name = "drop"
    title = _("A player drops out")
    title_before = _("A player withdraws")
    button = _("Enter that the player leaves")
    done = _("The player has dropped out.")
    done_before = _("The player has withdrawn.")
    hint = _(
        "Results stay, and there is no further draw for this place, unless a substitute takes it."
    )
    before = _("The place becomes free, and goes to the next on the waiting list.")
    in_a_ladder = _("Results stay, and nobody can challenge this player any more.")
    running_game = _(
        "A game that runs goes on, and is still theirs to play or to resign. If they do not come"
        " back to it, forfeit the seat on the page of the table."
    )
    sure = _("This player leaves the tournament")
    unticked = _(
        "Tick this to go on. You can let in again whoever drops out; who has only waited would have"
        " to register again."
    )
    unticked_before = _(
        "Tick this to go on. Who has an account can register again while registration is open; you"
        " can add others again. Whoever comes back comes last."
    )
    danger = True
    at = "entrant"

    def offered(self, visit: Visit) -> bool:
        """While there is anybody."""
        found = entrants(visit, "registered", "waiting")
        return may_come_in(visit) and bool(found)

    def hint_for(self, visit: Visit) -> Text:
        """What becomes of the place now, and of a game that runs."""
        if visit.format is not None and visit.format.endless:
            said: Text = self.in_a_ladder
        else:
            said = self.hint if visit.state.phase == "running" else self.before
        runs = visit.state.phase == "running" and visit.state.settings.played_here
        return f"{said} {self.running_game}" if runs else said

    def title_for(self, visit: Visit) -> Text:
        """Before the first round nobody drops out."""
        return self.title if visit.state.phase == "running" else self.title_before

    def said(self, visit: Visit) -> Text:
        """The same."""
        return self.done if visit.state.phase == "running" else self.done_before

    def unticked_for(self, visit: Visit) -> Text:
        """How somebody could come back."""
        return self.unticked if visit.state.phase == "running" else self.unticked_before

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Whom."""
        found = entrants(visit, "registered", "waiting")
        return {"entrant": choice_of(visit, gettext("Player"), found)}

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Withdraw or drop."""
        assert visit.user is not None
        services.withdraw(tournament_id=visit.id, user=visit.user, entrant=data["entrant"], now=now)


class Substitute(Action):
    """Give a place with its results to another."""

    name = "substitute"
    title = _("Substitute a player")
    button = _("Substitute")
    done = _("The substitute has the place, with its results.")
    hint = _(
        "The substitute takes over the place, its results and its seat in a game that runs. Who"
        " has an account registers first, and then stands on the waiting list. Choose who takes"
        " over, or type the name of a player without an account: then nothing has to be chosen."
    )
    lost = _("A seat that has resigned, or was forfeited, stays lost.")
    beside = _("A game beside a result stays with who leaves: it no longer counts.")
    several = _("Choose one: somebody from the waiting list, a bot, or a name.")
    sure = _("The place changes hands")
    unticked = _("Tick this to go on: only another substitution gives the place back.")
    at = "by"

    def offered(self, visit: Visit) -> bool:
        """From the opening on."""
        found = entrants(visit, "registered", "dropped")
        return visit.state.phase != "draft" and may_come_in(visit) and bool(found)

    def hint_for(self, visit: Visit) -> Text:
        """Which seats in games that run are not taken over."""
        runs = visit.state.phase == "running" and visit.state.settings.played_here
        more = ((self.lost, runs), (self.beside, tables_beside(visit)))
        return " ".join(map(str, [self.hint, *(text for text, said in more if said)]))

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Whose place, and for whom."""
        waiting = [(f"waiting-{one.id}", visit.name(one.id)) for one in entrants(visit, "waiting")]
        groups: list[tuple[str, str | Choices]] = [("", gettext("Choose …"))]
        if waiting:
            groups.append((gettext("From the waiting list"), waiting))
        if visit.state.settings.played_here:
            groups.append(
                (gettext("Bots"), [(f"bot-{key}", label) for key, label in bot_choices()])
            )
        groups.append(
            (gettext("Without an account"), [("label", gettext("The player named below"))])
        )
        return {
            "entrant": choice_of(
                visit, gettext("Who leaves"), entrants(visit, "registered", "dropped")
            ),
            "by": forms.ChoiceField(
                label=_("Who takes over"),
                choices=groups,
                required=False,
            ),
            "label": forms.CharField(
                label=_("Name of a player without an account"),
                required=False,
                max_length=names.LONGEST,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            ),
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Hand the place over."""
        assert visit.user is not None
        # Whoever is named without a choice above is the one who is meant.
        by = data["by"] or ("label" if data["label"] else "")
        if not by:
            raise ValidationError({"by": _("Choose one.")})
        if data["label"] and by != "label":
            raise ValidationError({"by": self.several})
        kind, _dash, which = by.partition("-")
        if kind == "label" and not data["label"]:
            raise ValidationError({"label": _("Give the name of the substitute.")})
        services.substitute(
            tournament_id=visit.id,
            user=visit.user,
            entrant=data["entrant"],
            waiting=int(which) if kind == "waiting" else None,
            bot=which if kind == "bot" else "",
            label=data["label"] if kind == "label" else "",
            now=now,
        )
