"""Whether the settings of a tournament can be played."""

from collections.abc import Iterator

from games import engine, packs
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused, InvalidSettings
from tournaments.formats import FORMATS
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.state import Settings

MOST_POINTS = 1000
MOST_ENTRANTS = 256
LONGEST_ROUND = 24 * 365
"""Hours."""
FIXED_OPTIONS = ("players", "turn_order", "experience")
"""Options of the tables' games that the tournament itself decides."""


def check_settings(settings: Settings) -> None:
    """Raises InvalidSettings, FormatRefused, and InvalidOptions for those of the games."""
    form = FORMATS.get(settings.format)
    if form is None:
        raise InvalidSettings(
            "format",
            gettext_noop("There is no such format; choose one of: %(formats)s."),
            formats=", ".join(FORMATS),
        )
    try:
        form.options(settings.format_options)
    except FormatRefused as refused:
        raise InvalidSettings(
            f"format_options.{refused.field}" if refused.field else "format_options",
            refused.text,
            **refused.params,
        ) from refused
    for fault in (_points(settings), _tie_breaks(settings), _numbers(settings)):
        for error in fault:
            raise error
    for players in form.sizes:
        game_options(settings, players)


def _points(settings: Settings) -> Iterator[InvalidSettings]:
    sizes = {len(row) for row in settings.points}
    if len(sizes) != len(settings.points) or not sizes >= set(FORMATS[settings.format].sizes):
        yield InvalidSettings(
            "points", gettext_noop("Give one row of points for tables of 2, of 3 and of 4 players.")
        )
    for row in settings.points:
        falls = list(row) == sorted(row, reverse=True)
        if not falls or not all(0 <= value <= MOST_POINTS for value in row) or not any(row):
            yield InvalidSettings(
                "points",
                gettext_noop("Points fall from the first place to the last, from 0 to %(most)s."),
                most=MOST_POINTS,
            )


def _tie_breaks(settings: Settings) -> Iterator[InvalidSettings]:
    unknown = [name for name in settings.tie_breaks if name not in TIE_BREAKS]
    if unknown or len(set(settings.tie_breaks)) != len(settings.tie_breaks):
        yield InvalidSettings(
            "tie_breaks",
            gettext_noop("Name each tie-break once, out of: %(names)s."),
            names=", ".join(TIE_BREAKS),
        )


def _numbers(settings: Settings) -> Iterator[InvalidSettings]:
    if not 0 <= settings.entrants_most <= MOST_ENTRANTS:
        yield InvalidSettings(
            "entrants_most",
            gettext_noop("A tournament takes at most %(most)s entrants; 0 is no limit."),
            most=MOST_ENTRANTS,
        )
    if not 0 <= settings.round_hours <= LONGEST_ROUND:
        yield InvalidSettings(
            "round_hours",
            gettext_noop("A round lasts at most %(most)s hours; 0 is no deadline."),
            most=LONGEST_ROUND,
        )
    entry = settings.entry
    least, most = entry.rating_least, entry.rating_most
    if least is not None and most is not None and least > most:
        yield InvalidSettings("entry", gettext_noop("The lowest rating is above the highest one."))
    if entry.games_finished < 0:
        yield InvalidSettings("entry", gettext_noop("A number of games is not negative."))


def game_options(settings: Settings, players: int) -> engine.Options:
    """The options of the game of a table with so many players. Raises InvalidOptions."""
    for name in FIXED_OPTIONS:
        if name in settings.game:
            raise engine.InvalidOptions(name, gettext_noop("the tournament decides this itself"))
    given = {**settings.game, "players": players, "turn_order": "seats"}
    return engine.decode_options(given, packs.current().content)
