"""The rules of one tournament in sentences, as an organiser announces them."""

from collections.abc import Iterator

from games.engine.terms import gettext_noop
from tournaments.formats import FORMATS
from tournaments.scoring.points import points_row
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.sentences import Sentence
from tournaments.state import Settings

POINTS = gettext_noop("Points at tables of %(size)s, by place: %(points)s.")
SHARED = gettext_noop(
    "Who ties shares the mean of the places. Who does not come to a table, or does not play on,"
    " forfeits the seat if a director says so: that is the last place there. Only where all forfeit"
    " does nobody get points."
)
RESIGNED = gettext_noop(
    "Who resigns comes after all who played on. For the tie-breaks a table that somebody resigned"
    " or forfeited is no second or third place of theirs, and their score there is 0."
)
LEFT = gettext_noop(
    "Who drops out keeps all results. A game that runs goes on until its end, until they resign, or"
    " until a director forfeits the seat."
)
PARTED = gettext_noop("Who is level is parted by these, in this order:")
RATED = gettext_noop(
    "The rating orders all. Equal ratings are parted by these, in this order, and at last by"
    " registration:"
)
TIE_BREAK = gettext_noop("%(number)s. %(term)s: %(term_meaning)s")
DUPLICATE = gettext_noop(
    "All tables of a round have the same set-up. Until the round ends nobody can watch them."
)


def announcement(settings: Settings) -> list[Sentence]:
    """The format, points and tie-breaks of a tournament whose settings are checked."""
    return list(_sentences(settings))


def level_text(settings: Settings) -> str:
    """What stands before the tie-breaks."""
    return RATED if FORMATS[settings.format].endless else PARTED


def _sentences(settings: Settings) -> Iterator[Sentence]:
    form = FORMATS[settings.format]
    yield from form.explanation(settings.format_options)
    if settings.duplicate:
        yield Sentence(DUPLICATE)
    for size in sorted(form.sizes, reverse=True):
        points = ", ".join(map(str, points_row(settings.points, size)))
        yield Sentence(POINTS, {"size": size, "points": points})
    yield Sentence(SHARED)
    yield Sentence(RESIGNED)
    yield Sentence(LEFT)
    yield Sentence(level_text(settings))
    for number, name in enumerate(form.parted_by(settings), 1):
        row = TIE_BREAKS[name]
        params: dict[str, int | str] = {"term": row.title, "term_meaning": row.meaning}
        yield Sentence(TIE_BREAK, {"number": number, **params})
