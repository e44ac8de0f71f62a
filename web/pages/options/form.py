"""The form of a new game's options, made from the engine's list of them.

Nothing here knows a single option save ``map``, which is one choice per module of the board.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct, to_builtins
from msgspec.json import encode

from games import engine, packs
from games.engine.options.option_list import OptionInfo
from games.engine.options.option_rules import EDITIONS
from replays.sentences.vocabulary import folded
from web.pages.options import option_labels

Given = dict[str, object]
Widget = Literal["check", "checks", "select", "radio", "modules", "text"]
CHOOSING: Final = ("select", "radio", "checks")
"""Widgets with a choice for each value of the option."""
BY_EDITION: Final = frozenset(name for switches in EDITIONS.values() for name in switches)
"""What an edition sets, so that the form may leave it to the edition."""


class OptionChoice(Struct, frozen=True):
    """One value to choose."""

    value: str
    label: str
    chosen: bool


class OptionConflict(Struct, frozen=True):
    """With the values ``others`` of ``option``, the own ``values`` cannot be chosen; both JSON."""

    option: str
    values: str
    others: str
    text: str


class Module(Struct, frozen=True):
    """The sides of one module of the board."""

    name: str
    choices: list[OptionChoice]


class Control(Struct, frozen=True):
    """One option with what a template needs; ``default`` as the form sends it."""

    name: str
    title: str
    meaning: str
    rule: str
    widget: Widget
    default: str
    choices: list[OptionChoice] = []
    modules: list[Module] = []
    checked: bool = False
    text: str = ""
    conflicts: list[OptionConflict] = []
    error: str = ""

    @property
    def target(self) -> str:
        """The id of what is to be changed if it is wrong."""
        if self.widget == "modules":
            return f"module-{self.modules[0].name}"
        if self.widget in ("radio", "checks"):
            return f"{self.name}-{self.choices[0].value}"
        return f"id-{self.name}"


class OptionSection(Struct, frozen=True):
    """A group of options; ``open`` when something in it is not at its default, or wrong."""

    key: str
    title: str
    controls: list[Control]
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


def word(value: object) -> str:
    """A value as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def given_in(query: QueryDict) -> Given:
    """The options of a form that was sent: plain data for ``engine.decode_options``.

    What is left to the edition, or to chance, is not named.
    """
    given: Given = {}
    for info in infos():
        value = _value(info, query)
        if value is not None:
            given[info.name] = value
    return given


def _value(info: OptionInfo, query: QueryDict) -> object:
    if _is_check(info):
        return query.get(info.name) == "true"
    if info.kind == "list":
        parts = [part for text in query.getlist(info.name) for part in _words(text)]
        return parts or None
    sent = query.get(info.name) or ""
    return next((value for value in info.values if word(value) == sent), sent or None)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


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


def players(given: Given, errors: Mapping[str, str]) -> Control:
    """The number of seats, which stands before everything else."""
    info = next(info for info in infos() if info.group == "players")
    return _control(info, given, errors)


def sections(given: Given, errors: Mapping[str, str]) -> list[OptionSection]:
    """All other options, by group; ``errors`` are sentences by option."""
    known = infos()
    keys = [
        *option_labels.GROUPS,
        *sorted({info.group for info in known} - {"players", *option_labels.GROUPS}),
    ]
    built = []
    for key in keys:
        group = [info for info in known if info.group == key]
        controls = [_control(info, given, errors) for info in group]
        if controls:
            title = str(option_labels.GROUPS.get(key, key))
            built.append(OptionSection(key, title, controls, _touched(group, given, errors)))
    return built


def _touched(group: Sequence[OptionInfo], given: Given, errors: Mapping[str, str]) -> bool:
    fields = _fields(given)
    plain = _fields({})
    return any(
        info.name in errors
        or fields.get(info.name) != plain.get(info.name)
        or (info.kind == "list" and bool(given.get(info.name)))
        for info in group
    )


def _is_check(info: OptionInfo) -> bool:
    return info.kind == "boolean" and info.name not in BY_EDITION


def _control(info: OptionInfo, given: Given, errors: Mapping[str, str]) -> Control:
    value = given.get(info.name)
    current = _fields(given).get(info.name, word(info.default if value is None else value))
    names = value if isinstance(value, list) else []
    widget = _widget(info)
    return Control(
        name=info.name,
        title=option_labels.title(info.name),
        meaning=_(info.meaning),
        rule=info.rule,
        widget=widget,
        default=_default(info),
        choices=_choices(info, current, names) if widget in CHOOSING else [],
        modules=_modules(info, names) if widget == "modules" else [],
        checked=current == "true",
        text=" ".join(str(name) for name in names),
        conflicts=_conflicts(info),
        error=errors.get(info.name, ""),
    )


def _default(info: OptionInfo) -> str:
    """What the form sends for an option that nobody has touched."""
    return "" if info.kind == "list" or info.name in BY_EDITION else word(info.default)


def _widget(info: OptionInfo) -> Widget:
    if info.name == "map":
        return "modules"
    if info.group == "expansion":
        return "checks"
    if info.kind == "list":
        return "text"
    if info.group == "players":
        return "radio"
    return "check" if _is_check(info) else "select"


def _choices(info: OptionInfo, current: str, names: Sequence[object]) -> list[OptionChoice]:
    """A choice for each value; ``names`` are those that a list has, ``current`` is the only one."""
    values = sorted(info.values, reverse=True) if info.kind == "boolean" else info.values
    choices = [
        OptionChoice(
            word(v), option_labels.value_label(info.name, v), word(v) == current or v in names
        )
        for v in values
    ]
    if info.name in BY_EDITION:
        choices.insert(0, OptionChoice("", _("as in the edition"), not current))
    return choices


def _modules(info: OptionInfo, chosen: Sequence[object]) -> list[Module]:
    names = sorted({str(side)[:1] for side in info.values})
    return [
        Module(
            name,
            [
                OptionChoice(str(side), str(side), side in chosen)
                for side in info.values
                if str(side).startswith(name)
            ],
        )
        for name in names
    ]


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
    return _("“%(own)s” does not go with “%(other)s”.") % {
        "own": _choice_text(info.name, values),
        "other": _choice_text(other, others),
    }


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
        text = _("“%(own)s” does not go with “%(other)s”.") % {
            "own": f"{option}: {_shown(error.option, error.facts['value'])}",
            "other": f"{other}: {_shown(error.other, error.facts['other_value'])}",
        }
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
