"""Fields of the form of a tournament, made of what formats and tie-breaks say of themselves."""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct

from games import engine
from tournaments.errors import FormatRefused
from tournaments.formats import FORMATS
from tournaments.formats.base import Format, FormatOption
from tournaments.scoring.points import MOST as MOST_POINTS
from tournaments.scoring.points import check_points
from tournaments.scoring.tie_breaks import TIE_BREAKS, TieBreak
from tournaments.settings_check import FIXED_OPTIONS, least_entrants
from tournaments.state import OptionValue, Settings
from web.pages.options import option_labels

SIZES: Final = (4, 3, 2)
"""Of tables, the usual one first."""
BY_PLAYERS: Final = gettext_lazy(
    "Once all at the table have confirmed them; where somebody there has no account, once a"
    " director does"
)
CONFIRMED_BY: Final = (
    ("director", gettext_lazy("Once a director confirms them")),
    ("players", BY_PLAYERS),
)
OWN: Final = "own"
"""The options of games that no preset has; a tournament made by a program may have such."""
LONGEST_ROW: Final = 60
ON_DUPLICATE: Final = "duplicate_share"
"""The tie-break that only duplicate set-ups bring."""


NEEDS: Final = ("rounds", "duplicate", *(f"size-{size}" for size in SIZES))
"""What some settings are of no use without; the page hides them where a format lacks it."""


def lacks(form: Format, need: str) -> bool:
    """Whether a setting that needs this has no meaning in a format."""
    if need == "rounds":
        return form.endless
    if need == "duplicate":
        return form.endless or not form.one_table
    return int(need.removeprefix("size-")) not in form.sizes


class FormatChoice(Struct, frozen=True):
    """A format as the form offers it, with its fields; ``lacks`` are classes, of ``NEEDS``."""

    name: str
    title: str
    summary: str
    chosen: bool
    lacks: str
    fields: list[forms.BoundField]


def option_name(form: Format, option: FormatOption) -> str:
    """The field for an option of a format: no two formats share one."""
    return f"{form.name}-{option.name}"


def option_fields() -> dict[str, forms.Field]:
    """A field for each option of each format."""
    return {
        option_name(form, option): option_field(option)
        for form in FORMATS.values()
        for option in form.described
    }


def option_field(option: FormatOption) -> forms.Field:
    """A field for an option; what it may be the format itself checks, too."""
    label = _(option.meaning).rstrip(".。")
    if option.kind == "boolean":
        return forms.BooleanField(label=label, required=False, initial=option.default)
    if option.kind == "choice":
        choices = [
            (value, option_labels.value_label(option.name, value)) for value in option.values
        ]
        return forms.ChoiceField(
            label=label, required=False, choices=choices, initial=option.default
        )
    return forms.IntegerField(
        label=label,
        required=False,
        initial=option.default,
        min_value=option.least,
        max_value=option.most,
        help_text=_("From %(least)s to %(most)s.") % {"least": option.least, "most": option.most},
    )


def options_given(form: Format, data: dict[str, Any]) -> dict[str, OptionValue]:
    """What was chosen for a format; what was left empty stays at its default."""
    found = {}
    for option in form.described:
        value = data.get(option_name(form, option))
        if value not in (None, ""):
            found[option.name] = value
    return found


class PointsField(forms.CharField):
    """Points by place, as numbers with spaces between; an empty row is none."""

    def __init__(self, size: int) -> None:
        label = gettext_lazy("Tables of %(size)s")
        super().__init__(
            label=_(str(label)) % {"size": size},
            required=False,
            max_length=LONGEST_ROW,
            widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text"}),
        )
        self.size = size

    def prepare_value(self, value: object) -> object:
        """Numbers as they are typed."""
        return " ".join(map(str, value)) if isinstance(value, tuple) else value

    def clean(self, value: Any) -> tuple[int, ...]:
        """The numbers. Raises ValidationError."""
        text = super().clean(value)
        words = text.replace("/", " ").replace(",", " ").split()
        if all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
            row = tuple(int(word) for word in words)
            if not row or (len(row) == self.size and max(row) <= MOST_POINTS):
                return self._falling(row)
        example = {4: "10 6 3 1", 3: "10 4 1", 2: "8 2"}[self.size]
        raise ValidationError(
            _("Give %(size)s whole numbers from 0 to %(most)s, such as: %(example)s")
            % {"size": self.size, "most": MOST_POINTS, "example": example}
        )

    def _falling(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """The row, if points fall from place to place. Raises ValidationError."""
        try:
            check_points([row] if row else [])
        except FormatRefused as refused:
            raise ValidationError(_(refused.text)) from refused
        return row


def tie_break_label(one: TieBreak) -> str:
    """What a tie-break is called, and what it needs."""
    if one.name != ON_DUPLICATE:
        return _(one.title)
    return _("%(tie_break)s (with duplicate set-ups)") % {"tie_break": _(one.title)}


def tie_break_field(position: int) -> forms.ChoiceField:
    """Which tie-break decides at a position, from 1."""
    offered = [(one.name, tie_break_label(one)) for one in TIE_BREAKS.values() if one.chosen]
    choices = [("", _("none")), *(pair for pair in offered if pair[0] != "lot")]
    label = _("Tie-break %(place)s") % {"place": position}
    return forms.ChoiceField(label=label, required=False, choices=choices)


def tie_break_count() -> int:
    """How many can be chosen: all but the lot, which is always last."""
    return sum(one.chosen and one.name != "lot" for one in TIE_BREAKS.values())


def presets() -> dict[str, dict[str, Any]]:
    """The options of a table's game by preset, without those that the tournament decides."""
    return {
        one.name: {name: value for name, value in one.options.items() if name not in FIXED_OPTIONS}
        for one in engine.option_list.PRESETS
    }


def preset_of(game: dict[str, Any]) -> str:
    """The preset that options amount to; ``OWN`` for any other mix."""
    known = presets()
    if not game:
        return next(iter(known))
    return next((name for name, options in known.items() if options == game), OWN)


def preset_field(*, own: bool) -> forms.ChoiceField:
    """Which game the tables play; ``own`` keeps a mix that no preset has."""
    choices = [(name, option_labels.PRESETS.get(name, name)) for name in presets()]
    if own:
        choices.append((OWN, gettext_lazy("Custom")))
    return forms.ChoiceField(label=gettext_lazy("Rules of the games"), choices=choices)


def limit_texts(settings: Settings, places: int) -> Iterator[str]:
    """That too few may enter to play, and that more have places already than may enter."""
    most, least = settings.entrants_most, least_entrants(settings)
    if not most:
        return
    if least is not None and most < least:
        text = _(
            "At most %(most)s entrants get a place, but with these settings at least %(least)s have"
            " to play: raise the limit before the draw."
        )
        yield text % {"most": most, "least": least}
    if places > most:
        text = ngettext(
            "%(places)s entrant has a place already, which is more than the new limit: nobody loses"
            " a place, and nobody else gets one until there are fewer.",
            "%(places)s entrants have a place already, which is more than the new limit: nobody"
            " loses a place, and nobody else gets one until there are fewer.",
            places,
        )
        yield text % {"places": places}
