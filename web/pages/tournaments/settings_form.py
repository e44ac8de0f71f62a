"""The form of a tournament: its words, and its settings made of what formats say of themselves."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.errors import GameError, InvalidName
from games.models.game import Visibility
from games.names import LONGEST
from tournaments.errors import InvalidSettings
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.scoring.tie_breaks import REPEATED, TIE_BREAKS
from tournaments.settings_check import LONGEST_ROUND, MOST_ENTRANTS
from tournaments.state import DEFAULT_POINTS, DEFAULT_TIE_BREAKS, EntryConditions, Settings
from web.pages.options import form as options_form
from web.pages.tournaments.actions.base import ActionForm, moment_field
from web.pages.tournaments.settings_fields import (
    CONFIRMED_BY,
    NEEDS,
    ON_DUPLICATE,
    OWN,
    SIZES,
    FormatChoice,
    PointsField,
    lacks,
    option_fields,
    option_name,
    options_given,
    preset_field,
    preset_of,
    presets,
    tie_break_count,
    tie_break_field,
    tie_break_label,
)
from web.pages.tournaments.wording import DAY_HOURS, SEEDINGS, refusal

MOST_RATING: Final = 100_000
MOST_GAMES: Final = 100_000
WHERE: Final = (
    ("here", gettext_lazy("Here: each table is a game on this site")),
    ("elsewhere", gettext_lazy("Elsewhere, such as with the board: results are entered")),
)
DAYS: Final = "days"
UNITS: Final = ((DAYS, gettext_lazy("days")), ("hours", gettext_lazy("hours")))
VISIBILITIES: Final = (
    (Visibility.PUBLIC, gettext_lazy("Public: listed, and anyone can follow it")),
    (Visibility.UNLISTED, gettext_lazy("By link: unlisted, anyone with the link can follow it")),
    (Visibility.PRIVATE, gettext_lazy("Private: others need your invite link")),
)
FIELDS: Final[Mapping[str, str]] = {
    "points": "points-4",
    "tie_breaks": "tie-1",
    "entry": "rating_least",
    "format_options": "format",
    "round_hours": "round_length",
}
"""Where a refusal of settings is said, if not at the field of its name."""


class WordsForm(ActionForm):
    """Name, announcement and who may see it: what can be changed at any time."""

    name = forms.CharField(
        label=gettext_lazy("Name of the tournament"),
        max_length=LONGEST,
    )
    announcement = forms.CharField(
        label=gettext_lazy("Announcement"),
        required=False,
        strip=False,
        help_text=gettext_lazy("Plain text, for all who see the tournament."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can see it"),
        choices=VISIBILITIES,
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, data: QueryDict | None = None, *, tournament: Tournament | None = None, **more: Any
    ) -> None:
        initial = more.pop("initial", {})
        if tournament is not None:
            initial |= {
                "name": tournament.name,
                "announcement": tournament.announcement,
                "visibility": tournament.visibility,
            }
        super().__init__(data, auto_id="id-%s", initial=initial, **more)

    def words(self) -> dict[str, str]:
        """As services take them."""
        return {name: self.cleaned_data[name] for name in ("name", "announcement", "visibility")}

    def refuse(self, error: GameError | engine.InvalidOptions) -> None:
        """Say at the field at fault why a service refuses."""
        if isinstance(error, engine.InvalidOptions):
            for text in options_form.refusal(error).values():
                self._say("game", text)
        elif isinstance(error, InvalidName):
            self._say("name", refusal(error))
        elif isinstance(error, InvalidSettings):
            size = error.params.get("size")
            row = f"{error.field}-{size}" if error.field == "points" and size else ""
            self._say(row or self._field(error.field), refusal(error))
        else:
            self._say("", refusal(error))

    def _field(self, name: str) -> str:
        return FIELDS.get(name, name)

    def _say(self, field: str, text: str) -> None:
        self.add_error(field if field in self.fields else None, text)

    def problems(self) -> dict[str, str]:
        """What is wrong, once, and the id of the field that the reader should look at."""
        found: dict[str, str] = {}
        for name, texts in self.errors.items():
            for text in texts:
                where = self._target(name) if name in self.fields else "tournament-form"
                label = f"{self.fields[name].label}: " if name in self.fields else ""
                found.setdefault(f"{label}{text}", where)
        return found

    def _target(self, name: str) -> str:
        field = self[name]
        return str(field.subwidgets[0].id_for_label if field.use_fieldset else field.id_for_label)


class TournamentForm(WordsForm):
    """All that a director chooses before the first round."""

    format = forms.ChoiceField(
        label=gettext_lazy("Format"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose a format.")},
    )
    where = forms.ChoiceField(
        label=gettext_lazy("Where it is played"),
        choices=WHERE,
        initial="here",
        widget=forms.RadioSelect,
    )
    duplicate = forms.BooleanField(
        label=gettext_lazy("Duplicate set-ups"),
        required=False,
        help_text=gettext_lazy(
            "All tables of a round get the same set-up. Until the round ends nobody else can watch"
            " or replay its games. Not for leagues and ladders, nor for exact schedules of 7 and of"
            " 13: there a player has several tables at once, and would know the set-up of one from"
            " another."
        ),
    )
    entrants_most = forms.IntegerField(
        label=gettext_lazy("Most entrants"),
        required=False,
        min_value=0,
        max_value=MOST_ENTRANTS,
        help_text=gettext_lazy("Others come onto the waiting list. Empty: no limit."),
    )
    confirmed_by = forms.ChoiceField(
        label=gettext_lazy("Results that players give count"),
        required=False,
        choices=CONFIRMED_BY,
        initial="director",
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "A game on this site reports by itself, and its result counts at once."
        ),
    )
    check_in = forms.BooleanField(
        label=gettext_lazy("Check-in"),
        required=False,
        help_text=gettext_lazy("Who has not checked in before the first draw does not play."),
    )
    seeding = forms.ChoiceField(
        label=gettext_lazy("Order of the entrants"),
        choices=[*SEEDINGS.items()],
        initial="drawn",
        widget=forms.RadioSelect,
    )
    round_length = forms.IntegerField(
        label=gettext_lazy("Time for each round or season"),
        required=False,
        min_value=0,
        max_value=LONGEST_ROUND,
        help_text=gettext_lazy(
            "Sets the deadline; players are reminded before it. Empty: none. A ladder has no"
            " rounds."
        ),
    )
    round_unit = forms.ChoiceField(
        label=gettext_lazy("Days or hours"),
        required=False,
        choices=UNITS,
        initial=DAYS,
    )
    rating_least = forms.IntegerField(
        label=gettext_lazy("Lowest rating"), required=False, min_value=0, max_value=MOST_RATING
    )
    rating_most = forms.IntegerField(
        label=gettext_lazy("Highest rating"), required=False, min_value=0, max_value=MOST_RATING
    )
    games_finished = forms.IntegerField(
        label=gettext_lazy("Games finished here, at least"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
    )
    verified_mail = forms.BooleanField(label=gettext_lazy("Verified mail address"), required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        tournament: Tournament | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.stored = settings
        new = Settings(format=next(iter(FORMATS), ""), director_confirms=True)
        initial = _initial(settings or new)
        super().__init__(data, tournament=tournament, initial=initial)
        own = settings is not None and preset_of(settings.game) == OWN
        formats = [(form.name, _(form.title)) for form in FORMATS.values()]
        self.fields["format"].choices = formats  # type: ignore[attr-defined]
        self.fields["game"] = preset_field(own=own)
        self.fields["registration_opens"] = moment_field(
            gettext_lazy("Registration opens (UTC)"),
            required=False,
            help_text=gettext_lazy("Empty: as soon as you open the draft."),
        )
        self.fields["registration_closes"] = moment_field(
            gettext_lazy("Registration closes (UTC)"),
            required=False,
            help_text=gettext_lazy("Empty: when you close it, or with the first draw."),
        )
        self.fields |= option_fields()
        self.fields |= {f"points-{size}": PointsField(size) for size in SIZES}
        self.fields |= {
            f"tie-{place}": tie_break_field(place) for place in range(1, tie_break_count() + 1)
        }

    def formats(self) -> list[FormatChoice]:
        """The formats, each with its own fields."""
        chosen = str(self["format"].value() or "")
        return [
            FormatChoice(
                name=form.name,
                title=_(form.title),
                summary=_(form.summary),
                chosen=form.name == chosen,
                lacks=" ".join(f"lacks-{one}" for one in NEEDS if lacks(form, one)),
                fields=[self[option_name(form, option)] for option in form.described],
            )
            for form in FORMATS.values()
        ]

    def points(self) -> list[forms.BoundField]:
        """The rows of points."""
        return [self[f"points-{size}"] for size in SIZES]

    def tie_breaks(self) -> list[forms.BoundField]:
        """The positions of tie-breaks."""
        return [self[f"tie-{place}"] for place in range(1, tie_break_count() + 1)]

    def tie_meanings(self) -> list[tuple[str, str]]:
        """What each tie-break is called, and what it is in a line."""
        return [(tie_break_label(one), _(one.meaning)) for one in TIE_BREAKS.values() if one.chosen]

    def clean(self) -> dict[str, Any]:
        """What is wrong with a format that is not chosen does not matter."""
        data = super().clean() or self.cleaned_data
        if not data.get("duplicate"):
            for place in range(1, tie_break_count() + 1):
                if data.get(f"tie-{place}") == ON_DUPLICATE:
                    text = _("This tie-break needs duplicate set-ups: choose both, or neither.")
                    self.add_error(f"tie-{place}", text)
        self._check_repeats(data)
        chosen = data.get("format", "")
        self._forget_needless(chosen)
        for form in FORMATS.values():
            for option in form.described:
                if form.name != chosen:
                    self.errors.pop(option_name(form, option), None)
        return data

    def _check_repeats(self, data: Mapping[str, Any]) -> None:
        """A tie-break that stands there twice is marked at its second place."""
        seen = set[str]()
        for place in range(1, tie_break_count() + 1):
            name = data.get(f"tie-{place}", "")
            if name and name in seen:
                text = _(REPEATED) % {"name": _(TIE_BREAKS[name].title)}
                self.add_error(f"tie-{place}", text)
            seen.add(name)

    def _forget_needless(self, chosen: str) -> None:
        """What is wrong with fields that mean nothing in the format does not matter."""
        needs = {"round_length": "rounds", **{f"points-{size}": f"size-{size}" for size in SIZES}}
        for name, need in needs.items():
            if chosen in FORMATS and lacks(FORMATS[chosen], need):
                self.errors.pop(name, None)

    def settings(self) -> Settings:
        """The settings of a valid form."""
        data, form = self.cleaned_data, FORMATS[self.cleaned_data["format"]]
        names = [data[f"tie-{place}"] for place in range(1, tie_break_count() + 1)]
        game = presets().get(data["game"])
        if game is None:
            game = self.stored.game if self.stored else {}
        return Settings(
            format=data["format"],
            format_options=options_given(form, data),
            points=tuple(
                row
                for size in SIZES[::-1]
                if (row := data.get(f"points-{size}")) and not lacks(form, f"size-{size}")
            ),
            tie_breaks=(*(name for name in names if name), "lot"),
            played_here=data["where"] == "here",
            game=game,
            duplicate=data["duplicate"] and not lacks(form, "duplicate"),
            entrants_most=data["entrants_most"] or 0,
            check_in=data["check_in"] and not lacks(form, "rounds"),
            entry=EntryConditions(
                rating_least=data["rating_least"],
                rating_most=data["rating_most"],
                verified_mail=data["verified_mail"],
                games_finished=data["games_finished"] or 0,
            ),
            seeding="drawn" if lacks(form, "rounds") else data["seeding"],
            registration_opens=data["registration_opens"],
            registration_closes=data["registration_closes"],
            round_hours=0 if lacks(form, "rounds") else _hours(data),
            director_confirms=data["confirmed_by"] != "players",
        )

    def _field(self, name: str) -> str:
        first, _dot, option = name.partition(".")
        chosen = self.cleaned_data.get("format", "")
        if option and f"{chosen}-{option}" in self.fields:
            return f"{chosen}-{option}"
        return FIELDS.get(first, first)


def _hours(data: Mapping[str, Any]) -> int:
    """The time for a round, in hours."""
    length = data["round_length"] or 0
    return int(length) * (1 if data["round_unit"] == "hours" else DAY_HOURS)


def _length(hours: int) -> dict[str, Any]:
    """The same as the fields show it: in days where it comes out."""
    if not hours:
        return {}
    days, rest = divmod(hours, DAY_HOURS)
    return {"round_length": hours, "round_unit": "hours"} if rest else {"round_length": days}


def _initial(settings: Settings) -> dict[str, Any]:
    """The settings as the fields show them."""
    entry = settings.entry
    points = {len(row): row for row in (settings.points or DEFAULT_POINTS)}
    names = [name for name in (settings.tie_breaks or DEFAULT_TIE_BREAKS) if name != "lot"]
    return {
        "format": settings.format,
        **{f"{settings.format}-{name}": one for name, one in settings.format_options.items()},
        "where": "here" if settings.played_here else "elsewhere",
        "game": preset_of(settings.game),
        "duplicate": settings.duplicate,
        "entrants_most": settings.entrants_most or None,
        "check_in": settings.check_in,
        "seeding": settings.seeding,
        **_length(settings.round_hours),
        "confirmed_by": "director" if settings.director_confirms else "players",
        "rating_least": entry.rating_least,
        "rating_most": entry.rating_most,
        "games_finished": entry.games_finished or None,
        "verified_mail": entry.verified_mail,
        "registration_opens": settings.registration_opens,
        "registration_closes": settings.registration_closes,
        **{f"points-{size}": points.get(size, ()) for size in SIZES},
        **{f"tie-{place}": name for place, name in enumerate(names, 1)},
    }
