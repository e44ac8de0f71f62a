"""Fields for the options of a new game: each is made from what the engine's list says of one.

A field judges nothing: what does not go, and why, the engine says of all options together.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine.options.option_info import OptionInfo
from games.engine.options.option_rules import EDITIONS
from web.pages.options import option_labels

Labelled: TypeAlias = list[tuple[str, str]]
Attrs: TypeAlias = dict[str, Any] | None
BY_EDITION: Final = frozenset(name for switches in EDITIONS.values() for name in switches)
"""What an edition sets, so that the form may leave it to the edition."""


class OptionConflict(Struct, frozen=True):
    """With the values ``others`` of ``option``, the own ``values`` cannot be chosen; both JSON."""

    option: str
    values: str
    others: str
    text: str


def word(value: object) -> str:
    """A value as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def words(value: object) -> list[str]:
    """The parts of a list as a form sends or shows it."""
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return [part for text in texts for part in str(text).replace(",", " ").split()]


def is_check(info: OptionInfo) -> bool:
    """Whether an option is on or off, and nothing else sets it."""
    return info.kind == "boolean" and info.name not in BY_EDITION


# --- widgets -------------------------------------------------------------------------------------


class OptionCheckbox(forms.CheckboxInput):
    """A box that is ticked when the option is on."""

    def __init__(self) -> None:
        super().__init__(check_test=lambda value: value in (True, "true"))

    def format_value(self, value: object) -> str:
        """What it sends when it is ticked."""
        return "true"

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Whether it was ticked."""
        return data.get(name) == "true"


class Lists:
    """What widgets for lists have in common: the value is all words that were sent."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        """The words of all inputs of this name."""
        return words(data.getlist(name) if isinstance(data, QueryDict) else data.get(name))


class Words(Lists, forms.TextInput):
    """A list as words in one line."""

    def format_value(self, value: object) -> str:
        """The words with blanks between."""
        return " ".join(words(value))


class ByValue:
    """Radios and boxes whose ids end with their values, with what each means."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """One of them, as its template needs it."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)  # type: ignore[misc]
        option["attrs"]["id"] = f"{name}-{value}"
        option["meaning"] = option_labels.meaning(name, value)
        return option


class Radios(ByValue, forms.RadioSelect):
    """One of few."""


class Checks(Lists, ByValue, forms.CheckboxSelectMultiple):
    """A list as a box for each that may be in it."""


class Modules(Lists, forms.Widget):
    """The sides of the map: a select for each of its modules."""

    use_fieldset = True

    def __init__(self, sides: Sequence[str]) -> None:
        super().__init__()
        self.sides = sides

    def subwidgets(self, name: str, value: object, attrs: Attrs = None) -> Iterator[dict[str, Any]]:
        """The selects, each with the name of its module as its label."""
        chosen = words(value)
        for module in sorted({side[:1] for side in self.sides}):
            sides = [side for side in self.sides if side.startswith(module)]
            select = forms.Select(choices=[("", _("random")), *((side, side) for side in sides)])
            own = {**(attrs or {}), "id": f"module-{module}"}
            side = next((side for side in sides if side in chosen), "")
            yield {**select.get_context(name, side, own)["widget"], "label": module}


# --- fields --------------------------------------------------------------------------------------


class OptionBoundField(forms.BoundField):
    """A field of a form whose hint and errors stand below it."""

    @property
    def aria_describedby(self) -> str:
        """The ids of hint and errors."""
        return f"hint-{self.name} error-{self.name}" if self.errors else f"hint-{self.name}"

    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: forms.Widget | None = None
    ) -> dict[str, Any]:
        """Every input of the field names them, also where there are several."""
        known: dict[str, Any] = super().build_widget_attrs(attrs, widget)
        if isinstance(self.field.widget, forms.RadioSelect):
            known.pop("aria-invalid", None)  # no mark that a radio may have
        return {**known, "aria-describedby": self.aria_describedby}


def target_of(field: forms.BoundField) -> str:
    """The id of what is to be changed if a field is wrong."""
    return str(field.subwidgets[0].id_for_label if field.use_fieldset else field.id_for_label)


class OptionField(forms.Field):
    """One option; ``default`` is what the form sends when it is left as it is."""

    bound_field_class = OptionBoundField

    def __init__(self, info: OptionInfo, conflicts: Sequence[OptionConflict]) -> None:
        super().__init__(
            required=False,
            label=option_labels.title(info.name),
            help_text=_(info.meaning),
            widget=_widget(info),
        )
        self.info = info
        self.conflicts = conflicts
        left = info.kind == "list" or info.name in BY_EDITION
        self.default = "" if left else word(info.default)

    def clean(self, value: Any) -> object:
        """The value as the engine's list has it, or else as it was sent.

        None is left to the edition, or to chance.
        """
        if is_check(self.info):
            return value
        if self.info.kind == "list":
            return value or None
        known = (one for one in self.info.values if word(one) == value)
        return next(known, value or None)


def _widget(info: OptionInfo) -> forms.Widget:
    if info.name == "map":
        return Modules([str(side) for side in info.values])
    if info.kind == "list":
        if info.group == "expansion":
            return Checks(choices=_choices(info))
        return Words(attrs={"autocomplete": "off"})
    if info.group == "players":
        return Radios(choices=_choices(info))
    return OptionCheckbox() if is_check(info) else forms.Select(choices=_choices(info))


def _choices(info: OptionInfo) -> Labelled:
    values = sorted(info.values, reverse=True) if info.kind == "boolean" else info.values
    choices = [(word(value), option_labels.value_label(info.name, value)) for value in values]
    return [("", _("as in the edition")), *choices] if info.name in BY_EDITION else choices
