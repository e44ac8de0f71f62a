"""The form of a new game's options, made from the engine's list of them.

Nothing here knows a single option.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct, to_builtins
from msgspec.json import encode

from games import engine, packs
from games.engine.options.option_info import OptionInfo
from games.engine.options.option_rules import EDITIONS
from replays.narration.vocabulary import folded
from web.pages.options import option_labels
from web.pages.options.fields import BY_EDITION, OptionConflict, OptionField, word

Given = dict[str, object]
Errors = Mapping[str, object]


class OptionSection(Struct, frozen=True):
    """A group of options; ``open`` when something in it is not at its default, or wrong."""

    key: str
    title: str
    fields: list[BoundField]
    open: bool


class PresetCard(Struct, frozen=True):
    """A preset; ``options`` is JSON of what the form's fields become by it."""

    name: str
    title: str
    meaning: str
    options: str
    chosen: bool


def infos() -> list[OptionInfo]:
    """What ``GET /api/v1/options`` describes, without what players say at the table.

    Without expansions there is nothing to choose in their list either.
    """
    return _described(tuple(packs.current().content.sides))


@cache
def _described(sides: tuple[str, ...]) -> list[OptionInfo]:
    known = engine.option_list.describe(list(sides))
    return [info for info in known if info.chosen_by == "host" and info.values]


class OptionsForm(forms.Form):
    """The options of a new game, as they were sent or, at first, as they are ``given``."""

    use_required_attribute = False

    def __init__(self, data: QueryDict | None = None, *, given: Given | None = None) -> None:
        super().__init__(data, auto_id="id-%s", initial=_initial(given or {}))
        self.fields = {info.name: OptionField(info, _conflicts(info)) for info in infos()}
        self._given = given or {}

    def clean(self) -> None:
        """Keep what was sent, also of options that are refused later."""
        self._given = {name: one for name, one in self.cleaned_data.items() if one is not None}

    @property
    def given(self) -> Given:
        """The options: plain data for ``engine.decode_options``.

        What is left to the edition, or to chance, is not named.
        """
        self.is_valid()  # fields judge nothing, so all of them are there
        return self._given

    def refuse(self, error: engine.InvalidOptions) -> None:
        """Say beside the options why the engine refuses them together."""
        for option, text in refusal(error).items():
            self.add_error(option if option in self.fields else None, text)

    def players(self) -> BoundField:
        """The number of seats, which stands before everything else."""
        return self["players"]

    def sections(self) -> list[OptionSection]:
        """All other options, by group."""
        known = infos()
        keys = [
            *option_labels.GROUPS,
            *sorted({info.group for info in known} - {"players", *option_labels.GROUPS}),
        ]
        built = []
        for key in keys:
            group = [info for info in known if info.group == key]
            if group:
                title = str(option_labels.GROUPS.get(key, key))
                fields = [self[info.name] for info in group]
                touched = _touched(group, self.given, self.errors)
                built.append(OptionSection(key, title, fields, touched))
        return built


def of_preset(name: str) -> Given:
    """The options of a preset; of one that is not there none."""
    found = (one.options for one in engine.option_list.PRESETS if one.name == name)
    return dict(next(found, {}))


def presets(given: Given) -> list[PresetCard]:
    """All presets; chosen is the one that the options at hand amount to."""
    mine = _fields(given)
    return [
        PresetCard(
            one.name,
            str(option_labels.PRESETS.get(one.name, one.name)),
            _(one.meaning),
            encode(_fields(dict(one.options))).decode(),
            _fields(dict(one.options)) == mine,
        )
        for one in engine.option_list.PRESETS
    ]


def _fields(given: Given) -> dict[str, str]:
    """What all fields but those for the seats and for lists show with these options."""
    edition = EDITIONS.get(str(given.get("edition", "")), {})
    shown = {}
    for info in infos():
        if info.kind == "list" or info.name == "players":
            continue
        value = given.get(info.name)
        if info.name in BY_EDITION and (value is None or edition.get(info.name) == value):
            shown[info.name] = ""
        else:
            shown[info.name] = word(info.default if value is None else value)
    return shown


def _touched(group: Sequence[OptionInfo], given: Given, errors: Errors) -> bool:
    fields = _fields(given)
    plain = _fields({})
    return any(
        info.name in errors
        or fields.get(info.name) != plain.get(info.name)
        or (info.kind == "list" and bool(given.get(info.name)))
        for info in group
    )


def _initial(given: Given) -> dict[str, object]:
    lists = {info.name: given.get(info.name) for info in infos() if info.kind == "list"}
    return {**lists, "players": word(given.get("players", "")), **_fields(given)}


def _conflicts(info: OptionInfo) -> list[OptionConflict]:
    return [
        OptionConflict(
            rule.option,
            encode([word(value) for value in rule.values]).decode(),
            encode([word(value) for value in rule.others]).decode(),
            _conflict_text(info, rule.values, rule.option, rule.others),
        )
        for rule in info.excludes
    ]


def _conflict_text(
    info: OptionInfo, values: Sequence[object], other: str, others: Sequence[object]
) -> str:
    return _apart(_choice_text(info.name, values), _choice_text(other, others))


def _apart(own: str, other: str) -> str:
    return _("“%(own)s” does not go with “%(other)s”.") % {"own": own, "other": other}


def _choice_text(option: str, values: Sequence[object]) -> str:
    """An option with some of its values; the name alone when they are all that turn it on."""
    title = option_labels.title(option)
    (info,) = (one for one in infos() if one.name == option)
    if info.default in (False, "none") and len(values) == len(info.values) - 1:
        return title
    # Translators: values of an option, of which any may be meant.
    either = folded(
        _("%(first)s or %(next)s"), [option_labels.value_label(option, value) for value in values]
    )
    return f"{title}: {either}"


def refusal(error: engine.InvalidOptions) -> dict[str, str]:
    """A sentence for each option that a refusal names."""
    option, other = option_labels.title(error.option), option_labels.title(error.other)
    if "other_value" in error.facts:
        text = _apart(
            f"{option}: {_shown(error.option, error.facts['value'])}",
            f"{other}: {_shown(error.other, error.facts['other_value'])}",
        )
        return {error.option: text, error.other: text}
    if error.code == "malformed":
        return {error.option: _("“%(option)s” cannot be like this.") % {"option": option}}
    detail = _(error.message) % {**error.facts, "other": other} if error.facts else _(error.message)
    # Translators: what is wrong with an option of a new table, and how to mend it.
    text = _("%(option)s: %(detail)s.") % {"option": option, "detail": detail}
    return dict.fromkeys([error.option, error.other] if error.other else [error.option], text)


def _shown(option: str, sent: str | int) -> str:
    """A value as people call it, of what programs call it."""
    (info,) = (one for one in infos() if one.name == option)
    return option_labels.value_label(
        option, next(value for value in info.values if word(value) == sent)
    )


def chosen_of(options: engine.Options) -> list[tuple[str, str]]:
    """The options of a game that are not at their defaults, as names and values to read."""
    plain = engine.Options()
    stored = to_builtins(options)
    return [
        (option_labels.title(name), option_labels.value_label(name, value))
        for name, value in stored.items()
        if name != "players" and value != getattr(plain, name)
    ]
