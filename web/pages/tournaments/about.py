"""How a tournament is played, in sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from tournaments.errors import FormatRefused
from tournaments.formats import FORMATS
from tournaments.formats.announcing import LEFT, RESIGNED, SHARED, announcement, level_text
from tournaments.scoring.tie_breaks import TIE_BREAKS, deciding
from tournaments.sentences import Sentence
from tournaments.settings_check import check_entrants
from tournaments.state import OVER, EntryConditions, Settings
from web.pages.options import option_labels
from web.pages.tournaments.actions.between_rounds import all_played
from web.pages.tournaments.settings_fields import OWN, preset_of
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import (
    CONFIRMS,
    SEEDINGS,
    hours_text,
    length_title,
    moment_text,
    points_text,
    text_of,
)


class About(Struct, frozen=True):
    """Sentences of the format, pairs of settings, tie-breaks with their meaning.

    ``level`` says whom these order.

    ``leaving`` says what ties, forfeits and resigning mean. ``duels`` is set if all tables have
    two seats.
    """

    title: str
    summary: str
    format: list[str]
    forecast: list[str]
    settings: list[tuple[str, str]]
    points: list[str]
    tie_breaks: list[tuple[str, str]]
    level: str
    duels: bool
    leaving: str


def about_of(visit: Visit) -> About:
    """How this tournament is played."""
    settings, form = visit.state.settings, visit.format
    parted = form.parted_by(settings) if form else deciding(settings)
    return About(
        title=_(form.title) if form else settings.format,
        summary=_(form.summary) if form else "",
        format=_texts(visit, form.explanation(settings.format_options)) if form else [],
        forecast=_texts(visit, _forecast(visit)),
        settings=_settings(settings),
        points=points_text(settings.points),
        tie_breaks=[(_(TIE_BREAKS[name].title), _(TIE_BREAKS[name].meaning)) for name in parted],
        level=_(level_text(settings)) if form else "",
        leaving=f"{_(SHARED)} {_(RESIGNED)} {_(LEFT)}",
        duels=bool(visit.state.draws)
        and all(len(table.seats) == 2 for table in visit.state.tables.values()),
    )


def announcement_of(visit: Visit, link: str) -> str:
    """All that an invitation should say, to paste; empty without a format, and once all is played.

    The director's own words, the ``link``, when to register, settings, format, points, tie-breaks.
    """
    if visit.format is None or visit.state.phase in OVER or all_played(visit):
        return ""
    said = announcement(visit.state.settings)
    own = visit.tournament.announcement
    lines = [
        f"{visit.tournament.name} ({_(visit.format.title)})",
        *([own] if own else []),
        *([link] if link else []),
        *_when(visit.state.settings),
        *(f"{name}: {value}" for name, value in _settings(visit.state.settings, check_in=False)),
        *_texts(visit, said),
    ]
    return "\n".join(lines)


def _when(settings: Settings) -> list[str]:
    """From when until when one registers, and that one has to check in."""
    found = []
    if settings.registration_opens is not None:
        opens = {"moment": moment_text(settings.registration_opens)}
        found.append(_("Registration opens on %(moment)s.") % opens)
    if settings.registration_closes is not None:
        closes = {"moment": moment_text(settings.registration_closes)}
        found.append(_("Registration closes on %(moment)s.") % closes)
    if settings.check_in:
        text = _("Check in: who has not done so before the first draw does not play.")
        found.append(text)
    return found


def _forecast(visit: Visit) -> list[Sentence]:
    """What so many entrants mean, before the first round."""
    state, form = visit.state, visit.format
    if form is None or state.phase not in ("draft", "open") or not state.active():
        return []
    try:
        check_entrants(state.settings, len(state.active()))
    except FormatRefused:
        return []
    return [*form.forecast(state.settings.format_options, len(state.active()))]


def _texts(visit: Visit, said: Sequence[Sentence]) -> list[str]:
    return [text_of(one, visit.names, visit.state) for one in said]


def _settings(settings: Settings, *, check_in: bool = True) -> list[tuple[str, str]]:
    """Each with its value; those of an invitation say of the ``check_in`` in a sentence."""
    played = _("on this site") if settings.played_here else _("elsewhere; results are entered")
    preset = preset_of(settings.game)
    rules = _("Custom") if preset == OWN else str(option_labels.PRESETS.get(preset, preset))
    found = [(_("Played"), played), (_("Rules of the games"), rules)]
    form = FORMATS.get(settings.format)
    if form is None or not form.endless:
        found.append((_("Order of the entrants"), str(SEEDINGS[settings.seeding])))
    if settings.duplicate:
        found.append((_("Set-ups"), _("the same at all tables of a round")))
    found.append((_("Results that players give count"), str(CONFIRMS[settings.director_confirms])))
    if settings.entrants_most:
        found.append((_("Most entrants"), str(settings.entrants_most)))
    if settings.check_in and check_in:
        found.append((_("Check-in"), _("before the first draw")))
    if settings.round_hours:
        found.append((length_title(settings.format), hours_text(settings.round_hours)))
    return [*found, *_entry(settings.entry)]


def _entry(entry: EntryConditions) -> list[tuple[str, str]]:
    found = []
    if entry.rating_least is not None:
        found.append((_("Lowest rating"), str(entry.rating_least)))
    if entry.rating_most is not None:
        found.append((_("Highest rating"), str(entry.rating_most)))
    if entry.games_finished:
        found.append((_("Games finished here, at least"), str(entry.games_finished)))
    if entry.verified_mail:
        found.append((_("Verified mail address"), _("needed")))
    return found
