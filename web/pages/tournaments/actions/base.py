"""What somebody does to a tournament by a form: a class for each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Final, Literal

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.services.creating import LONGEST_REASON
from tournaments.state import RoundTable
from web.pages.tournaments.visit import Visit

Text = str | Promise
Data = Mapping[str, Any]
Page = Literal["tournament", "tournament_direct", "tournament_table", "tournament_draw"]

MINUTES: Final = "%Y-%m-%dT%H:%M"
SURE: Final = "sure"
NO_REASON: Final = _("Give a reason: everybody can read it.")
BOUNDS: Final = {
    "min_value": _("Choose a number of at least %(limit_value)s."),
    "max_value": _("Choose a number of at most %(limit_value)s."),
}
LONG_REASON: Final = _("Give a reason of at most %(limit_value)s characters.")


class ActionForm(forms.Form):
    """The fields of an action; ``rows`` are those that stand together, under a title each."""

    use_required_attribute = False
    rows: list[tuple[str, list[str]]] = []

    def row_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Titles with the fields below them."""
        return [(title, [self[name] for name in names]) for title, names in self.rows]

    def single_fields(self) -> list[forms.BoundField]:
        """The other fields that are seen."""
        taken = {name for _title, names in self.rows for name in names}
        return [field for field in self.visible_fields() if field.name not in taken]


class Action:
    """Every question of the pages, with the answer of one that asks for nothing but its button.

    ``sure`` is what the one who does it has to tick, where it is not simply undone; ``unticked``
    is said where that is missing. What a service refuses is said at the field ``at``, or above the
    form. ``page`` has the form, and comes after; but the list of tournaments does after what takes
    ``away`` the right to see this one.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    button: ClassVar[Text]
    done: ClassVar[Text]
    hint: ClassVar[Text] = ""
    sure: ClassVar[Text] = ""
    unticked: ClassVar[Text] = _("Tick this to go on: you cannot undo it yourself.")
    danger: ClassVar[bool] = False
    directing: ClassVar[bool] = True
    page: ClassVar[Page] = "tournament_direct"
    at: ClassVar[str] = ""
    away: ClassVar[bool] = False

    def offered(self, visit: Visit) -> bool:
        """Whether it can be done now by who directs or, without ``directing``, by the viewer."""
        raise NotImplementedError

    def unfolded(self, visit: Visit) -> bool:
        """Whether the form is what one comes for, and so stands open."""
        return False

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """What the form asks for."""
        return {}

    def rows(self, visit: Visit) -> list[tuple[str, list[str]]]:
        """The names of fields that stand together."""
        return []

    def hint_for(self, visit: Visit) -> Text:
        """What is said above the form, where it depends on the tournament."""
        return self.hint

    def title_for(self, visit: Visit) -> Text:
        """What stands above the form, where it depends on the tournament."""
        return self.title

    def button_for(self, visit: Visit) -> Text:
        """What stands on the button, where it depends on the tournament."""
        return self.button

    def unticked_for(self, visit: Visit) -> Text:
        """What is said where ``sure`` is not ticked: what could still be done afterwards."""
        return self.unticked

    def tables(self, visit: Visit) -> list[RoundTable]:
        """The tables that the form is about; it links to them."""
        return []

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Do it with what was sent. Raises GameError, ValidationError."""
        raise NotImplementedError

    def said(self, visit: Visit) -> Text:
        """What is said when it is done; ``visit`` is as it was before."""
        return self.done

    def page_after(self, data: Data) -> Page:
        """The page that comes when it is done, where what was sent says so."""
        return self.page

    def leads_away(self, visit: Visit, data: Data) -> bool:
        """Whether what was sent takes the right to see this page; ``visit`` is as it was before."""
        return self.away

    def noted(self, visit: Visit, data: Data) -> Text:
        """What is said besides of what was sent, such as what was made of it; often nothing."""
        return ""

    def form(self, visit: Visit, data: QueryDict | None = None) -> ActionForm:
        """The form, empty or as it was sent."""
        form = ActionForm(data, auto_id=f"{self.name}-%s")
        form.fields = self.fields(visit)
        form.rows = self.rows(visit)
        for field in form.fields.values():
            if isinstance(field, forms.IntegerField):
                field.error_messages = {**BOUNDS, **field.error_messages}
        if self.sure:
            form.fields[SURE] = forms.BooleanField(
                label=str(self.sure),
                error_messages={"required": str(self.unticked_for(visit))},
            )
        return form


def moment_field(label: Text, *, required: bool, help_text: Text = "") -> forms.DateTimeField:
    """A date with a time, in UTC."""
    return forms.DateTimeField(
        label=str(label),
        required=required,
        help_text=str(help_text),
        input_formats=[MINUTES, "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local", "data-your-time": gettext("In your time:")},
            format=MINUTES,
        ),
        error_messages={"invalid": _("Give a date and a time, such as 2026-05-31 18:00.")},
    )


def reason_field() -> forms.CharField:
    """Why a director decides something."""
    field = several_lines(_("Reason, which everybody can read"), longest=LONGEST_REASON, rows=2)
    field.error_messages |= {"required": NO_REASON, "max_length": LONG_REASON}
    return field


def several_lines(
    label: Text, *, help_text: Text = "", longest: int, rows: int = 6
) -> forms.CharField:
    """Text of several lines."""
    return forms.CharField(
        label=str(label),
        help_text=str(help_text),
        max_length=longest,
        widget=forms.Textarea(attrs={"rows": rows, "autocomplete": "off"}),
    )
