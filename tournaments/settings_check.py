"""Whether the settings of a tournament can be played."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final, ParamSpec

from games import engine, packs
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused, InvalidSettings
from tournaments.formats import FORMATS
from tournaments.scoring.points import check_points
from tournaments.scoring.tie_breaks import check_tie_breaks
from tournaments.state import Settings
from tournaments.state import Tournament as State

P = ParamSpec("P")

MOST_ENTRANTS = 256
LONGEST_ROUND = 24 * 365
"""Hours."""
FIRST_MOMENT: Final = datetime(2000, 1, 1, tzinfo=UTC)
LAST_MOMENT: Final = datetime(2200, 1, 1, tzinfo=UTC)
NOTICE: Final = timedelta(days=1)
"""What players have at least of a round whose deadline is brought forward."""
FIXED_OPTIONS = ("players", "turn_order", "experience")
"""Options of the tables' games that the tournament itself decides."""

ALL_AT_ONCE: Final = gettext_noop(
    "With %(entrants)s entrants this schedule has all tables at once, and a player would know the"
    " set-up of one from another: choose another number, or no duplicate set-ups."
)


def check_settings(settings: Settings) -> None:
    """Raises InvalidSettings, FormatRefused, and InvalidOptions for those of the games."""
    form = FORMATS.get(settings.format)
    if form is None:
        raise InvalidSettings(
            "format",
            gettext_noop("There is no such format; choose one of: %(formats)s."),
            formats=", ".join(FORMATS),
        )
    _of_format("format_options.", form.options, settings.format_options)
    _of_format("", check_points, settings.points, form.sizes)
    _of_format("", check_tie_breaks, settings.tie_breaks)
    for error in _numbers(settings):
        raise error
    if "duplicate_share" in settings.tie_breaks and not settings.duplicate:
        raise InvalidSettings(
            "tie_breaks",
            gettext_noop("The share of the best with a set-up needs duplicate set-ups."),
        )
    _window(settings)
    if settings.duplicate and (form.endless or not form.one_table):
        raise InvalidSettings(
            "duplicate",
            gettext_noop("Duplicate set-ups are for formats in whose rounds everybody plays once."),
        )
    for players in form.sizes:
        game_options(settings, players)


def check_entrants(settings: Settings, entrants: int) -> None:
    """Raises FormatRefused where so many entrants cannot play by these settings."""
    form, given = FORMATS[settings.format], settings.format_options
    form.check(given, entrants)
    if settings.duplicate and not form.plays_once(given, entrants):
        raise FormatRefused(ALL_AT_ONCE, entrants=entrants)


def least_entrants(settings: Settings) -> int | None:
    """The smallest number of entrants that can play by these settings; None if none can."""
    for entrants in range(1, MOST_ENTRANTS + 1):
        with suppress(FormatRefused):
            check_entrants(settings, entrants)
            return entrants
    return None


def check_moment(field: str, moment: datetime) -> None:
    """Whether a time can be stored and reckoned with in every zone. Raises InvalidSettings."""
    if not FIRST_MOMENT <= moment < LAST_MOMENT:
        raise InvalidSettings(
            field,
            gettext_noop("Name a time between the years %(first)s and %(last)s."),
            first=FIRST_MOMENT.year,
            last=LAST_MOMENT.year,
        )


def check_deadline(state: State, deadline: datetime, *, now: datetime) -> None:
    """Whether the round may have this deadline. Raises InvalidSettings.

    Players rely on the time that they were given: it is put off freely, and brought forward only
    with a day's notice.
    """
    check_moment("deadline", deadline)
    current = state.deadlines.get(state.round)
    if deadline == current:
        return
    if deadline < now:
        raise InvalidSettings("deadline", gettext_noop("A new deadline is later than now."))
    if current is not None and deadline < min(current, now + NOTICE):
        raise InvalidSettings(
            "deadline",
            gettext_noop("A deadline that is brought forward leaves at least %(hours)s hours."),
            hours=NOTICE // timedelta(hours=1),
        )


def _window(settings: Settings) -> None:
    """Raises InvalidSettings where nobody could ever register."""
    opens, closes = settings.registration_opens, settings.registration_closes
    if closes is not None:
        check_moment("registration_closes", closes)
    if opens is not None:
        check_moment("registration_opens", opens)
        if closes is not None and opens >= closes:
            raise InvalidSettings(
                "registration_opens", gettext_noop("Registration opens before it closes.")
            )


def check_closing(settings: Settings, kept: Settings | None, *, now: datetime) -> None:
    """Raises InvalidSettings for a registration that closes in the past, unless it did before.

    Pages send moments in minutes, so the seconds of the one that is ``kept`` do not count.
    """
    closes = settings.registration_closes
    before = None if kept is None else kept.registration_closes
    if closes is None or closes > now:
        return
    if before is None or to_the_minute(closes) != to_the_minute(before):
        raise InvalidSettings(
            "registration_closes",
            gettext_noop("This moment is over: nobody could register. Give a later one, or none."),
        )


def to_the_minute(moment: datetime) -> datetime:
    """Without its seconds, as a form of a page sends it."""
    return moment.replace(second=0, microsecond=0)


def _of_format(prefix: str, check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """What a pure check refuses, as a refusal of settings."""
    try:
        check(*args, **kwargs)
    except FormatRefused as refused:
        field = f"{prefix}{refused.field}".removesuffix(".")
        raise InvalidSettings(field, refused.text, **refused.params) from refused


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
