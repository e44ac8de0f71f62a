"""Sentences and words of tournaments in the language of the page."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.errors import GameError
from games.models import Game
from games.models.game import UNSCORED, Status, Visibility
from tournaments import titles
from tournaments.errors import TABLE_ID, ReasonedError
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.scoring.standings import FORFEIT
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.sentences import Sentence
from tournaments.state import Draw, RoundNumber, RoundTable, Settings, TableId
from tournaments.state import Tournament as State
from web.pages.common.decimals import localized
from web.pages.common.errors import sentence
from web.pages.tournaments.names import Names

Text = str | Promise
TableStatus = Literal["waiting", "playing", "over", "reported", "agreed", "done"]

PHASES: Final[Mapping[str, Text]] = {
    "draft": _("Draft"),
    "open": _("Registration open"),
    "running": _("Running"),
    "finished": _("Finished"),
    "cancelled": _("Cancelled"),
}
BADGES: Final[Mapping[str, str]] = {"open": "good", "running": "accent", "cancelled": "bad"}
"""Classes of the badge of a phase; none for the others."""
WHO: Final[Mapping[str, Text]] = {
    Visibility.UNLISTED: _("by link only"),
    Visibility.PRIVATE: _("private"),
}
LABELS: Final[Mapping[str, Text]] = {
    "played": _("played here"),
    "imported": _("imported"),
    "entered": _("entered by hand"),
}
"""Where a result comes from."""
STATUSES: Final[Mapping[str, Text]] = {
    "registered": _("taking part"),
    "waiting": _("on the waiting list"),
    "withdrawn": _("withdrawn"),
    "dropped": _("dropped out"),
}
ABSENT: Final = _("had not checked in")
"""Of who lost the place so."""
TABLE_STATUSES: Final[Mapping[str, Text]] = {
    "waiting": _("No result yet"),
    "over": _("Ended without a result"),
    "reported": _("Result to be confirmed"),
    "agreed": _("To be confirmed by a director"),
}

TO_PLAY: Final = ("waiting", "playing")
"""How far a table is of which nobody has said that it was played."""
SEEDINGS: Final[Mapping[str, Text]] = {
    "drawn": _("Drawn by lot"),
    "rating": _("By rating, the best first"),
    "hand": _("By hand, as the director says"),
}

CONFIRMS: Final[Mapping[bool, Text]] = {
    True: _("once a director confirms them"),
    False: _(
        "once all at the table have confirmed them; where somebody there has no account, once a"
        " director does"
    ),
}
"""When results that players give count, with ``director_confirms`` and without."""

DAY_HOURS: Final = 24
MOST_NAMES: Final = 24
"""In a sentence; the others are counted."""


def moment_text(moment: datetime) -> str:
    """A date with a time, in UTC."""
    return f"{date_format(moment.astimezone(UTC), 'DATETIME_FORMAT')} UTC"


def hours_text(hours: int) -> str:
    """How long something lasts, as people say it: in days from two on, else in hours."""
    days, rest = divmod(hours, DAY_HOURS)
    said = []
    if days >= 2 or (days and not rest):
        said.append(ngettext("%(count)s day", "%(count)s days", days) % {"count": days})
    else:
        rest = hours
    if rest:
        said.append(ngettext("%(count)s hour", "%(count)s hours", rest) % {"count": rest})
    return " ".join(said)


def length_title(name: str) -> str:
    """What the time for each round of a format is called: that of a league is a season."""
    form = FORMATS.get(name)
    seasons = form is not None and not form.one_table
    return gettext("Time for each season") if seasons else gettext("Time for each round")


def opening_text(settings: Settings, now: datetime) -> str:
    """When registration opens; empty if it need not be waited for."""
    if settings.registration_opens is None or not settings.opens_later(now):
        return ""
    return gettext("Registration opens on %(moment)s.") % {
        "moment": moment_text(settings.registration_opens)
    }


def closing_text(state: State, now: datetime) -> str:
    """For directors, that the time to register is over; empty if it is not."""
    settings = state.settings
    if settings.registration_closes is None or not settings.closed_before(now):
        return ""
    text = (
        gettext(
            "Registration has been closed since %(moment)s, and by a director, too: choose a later"
            " moment in the settings, then press “Open registration again”."
        )
        if state.registration_closed
        else gettext(
            "Registration has been closed since %(moment)s; a later moment in the settings opens it"
            " again."
        )
    )
    return text % {"moment": moment_text(settings.registration_closes)}


class PhaseBadge(NamedTuple):
    """How far a tournament is, in a few words, and the class of the badge that says it."""

    text: Text
    style: str


def badge_of(tournament: Tournament, now: datetime) -> PhaseBadge:
    """How far a tournament is; while people register, whether they can, or from when on."""
    form, phase = FORMATS.get(tournament.format), tournament.phase
    endless = form is not None and form.endless
    usual = PhaseBadge(PHASES[phase], BADGES.get(phase, ""))
    if phase != "open" and not (endless and phase == "running"):
        return usual
    opens, closes = tournament.registration_opens, tournament.registration_closes
    if opens is not None and now < opens:
        text = gettext("Registration opens on %(moment)s")
        return PhaseBadge(text % {"moment": moment_text(opens)}, "long")
    if tournament.registration_closed or (closes is not None and closes <= now):
        return PhaseBadge(_("Registration closed"), "") if phase == "open" else usual
    return PhaseBadge(_("Open ladder"), "good") if endless else usual


def refusal(error: GameError, state: State | None = None) -> str:
    """Why a service refuses; in a ``state`` a table is called as on pages."""
    if isinstance(error, ReasonedError) and error.params:
        return gettext(error.text) % named_params(error.sentence, state)
    return sentence(error)


def named_params(said: Sentence, state: State | None) -> dict[str, int | str]:
    """What is put into a refusal; the table that one is about has its title."""
    table = said.params.get(TABLE_ID)
    if state is None or not isinstance(table, int):
        return said.params
    return {**said.params, "table": table_title(state, table)}


def text_of(said: Sentence, names: Names, state: State) -> str:
    """A sentence of the pure rooms, with the names of entrants."""
    params: dict[str, object] = {}
    for name, value in said.params.items():
        if name.startswith("entrant"):
            params[name] = names.entrant(state, int(value))
        elif name.startswith("person"):
            params[name] = names.person(int(value))
        elif name == "table":
            params[name] = table_title(state, int(value))
        elif name.startswith("term"):
            params[name] = gettext(str(value))
        else:
            params[name] = localized(value) if isinstance(value, str) else value
    text = gettext(said.text)
    return text % params if params else text


def format_title(name: str) -> str:
    """What a format is called; one that is no longer there by its name."""
    return gettext(FORMATS[name].title) if name in FORMATS else name


def stage_title(state: State, stage: str) -> str:
    """What a format calls a stage."""
    form = FORMATS.get(state.settings.format)
    return gettext(form.stages[stage]) if form and stage in form.stages else stage


def own_stage(state: State, stage: str) -> str:
    """The same, but empty where it says what the round is called: "Round 2: Round"."""
    form = FORMATS.get(state.settings.format)
    if form is not None and form.round_name:
        return ""
    title = stage_title(state, stage)
    return "" if title == gettext("Round") else title


def round_title(state: State, draw: Draw) -> str:
    """What a round is called, with its stage where that says more; the final just that."""
    if state.is_final(draw.round):
        return stage_title(state, draw.stage)
    if stage := own_stage(state, draw.stage):
        return gettext("Round %(number)s: %(stage)s") % {"number": draw.round, "stage": stage}
    return numbered_round(state.settings.format, draw.round)


def numbered_round(name: str, number: RoundNumber) -> str:
    """What a format calls its rounds."""
    form = FORMATS.get(name)
    text = form.round_name if form is not None else ""
    return (gettext(text) if text else gettext("Round %(number)s")) % {"number": number}


def numbered_table(state: State, number: RoundNumber, table: int) -> str:
    """What a format calls the tables of its rounds."""
    return _translated(titles.numbered_table(state, number, table))


def table_title(state: State, table: TableId) -> str:
    """What a table is called: its number counts within its round. The final has one table."""
    return _translated(titles.table_title(state, table))


def _translated(said: Sentence) -> str:
    """One that names nobody."""
    return gettext(said.text) % said.params if said.params else gettext(said.text)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence; of very many the first, and how many more there are."""
    text, rest = ", ".join(names[:MOST_NAMES]), len(names) - MOST_NAMES
    if rest > 0:
        more = ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest}
        text = f"{text} {more}"
    return text


def rest_text(state: State, draw: Draw, names: Sequence[str]) -> str:
    """Who of these has no table in a round, and what that brings; empty for nobody."""
    if not names:
        return ""
    form = FORMATS.get(state.settings.format)
    points = form.rest_points(state, draw.stage) if form is not None else 0
    text = (
        gettext("Bye: %(names)s. No table in this round, but the points of a win: %(points)s.")
        if points
        else gettext("Without a table in this round, and without points for it: %(names)s.")
    )
    return text % {"names": ", ".join(names), "points": points}


def group_title(number: int) -> str:
    """Of a league and of stages with several groups."""
    return gettext("Division %(number)s") % {"number": number}


def column_title(name: str) -> str:
    """The head of a column of the standings, or what else puts one before another."""
    known = {
        "stage": gettext("Stage"),
        "group": gettext("Division"),
        FORFEIT: gettext("No forfeit"),
    }
    if name in known:
        return known[name]
    return gettext(TIE_BREAKS[name].title) if name in TIE_BREAKS else name


def points_text(points: tuple[tuple[int, ...], ...]) -> list[str]:
    """A table of points, a line for each size of table."""
    return [
        gettext("Tables of %(size)s: %(points)s")
        % {"size": len(row), "points": "\u2009/\u2009".join(map(str, row))}
        for row in sorted(points, key=len)
    ]


def state_text(table: RoundTable, game: Game | None, status: TableStatus, *, ruled: bool) -> str:
    """What a badge says of a table; nothing of one whose game gave its result."""
    if table.result is not None:
        if game is None or table.result.label == "played":
            return ""
        if ruled:
            return gettext("its game does not count")
        return gettext("entered by hand; its game does not count")
    if game is not None and status == "over" and game.ended_by not in UNSCORED:
        status = "waiting"  # Its result is about to be counted, or was taken away.
    if game is None or status != "playing":
        return str(TABLE_STATUSES.get(status, ""))
    # The tournament has rounds, too.
    if not game.round:
        return gettext("game: set-up")
    return gettext("game: round %(round)s of 5") % {"round": game.round}


def status_of(table: RoundTable, game: Game | None) -> TableStatus:
    """How far a table is."""
    if table.result is not None:
        return "done"
    if table.report is not None:
        return "agreed" if table.agreed else "reported"
    if game is None:
        return "waiting"
    return "playing" if game.status == Status.RUNNING else "over"
