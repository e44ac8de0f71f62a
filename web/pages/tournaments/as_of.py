"""Which moment of a tournament an address names."""

from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Final

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from tournaments.errors import NoSuchMoment
from tournaments.reading import state_at, state_on
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import refusal

MOST_DIGITS: Final = 9
LONGEST: Final = 40


def at_moment(visit: Visit, wanted: str) -> tuple[Visit, str]:
    """The tournament as it was, and an error if there was no such moment; then as it is now.

    ``wanted`` is a version of the log, a time, or a date, which means the end of that day (UTC).
    """
    wanted = wanted.strip()
    if not wanted:
        return visit, ""
    try:
        if wanted.isascii() and wanted.isdigit() and len(wanted) <= MOST_DIGITS:
            return replace(visit, state=state_at(visit.tournament, version=int(wanted))), ""
        moment = _moment(wanted)
        if moment is not None:
            return replace(visit, state=state_on(visit.tournament, moment=moment)), ""
    except NoSuchMoment as refused:
        return visit, refusal(refused)
    return visit, _("Give a date such as 2026-05-31, a date with a time, or a version number.")


def _moment(wanted: str) -> datetime | None:
    if len(wanted) > LONGEST:
        return None
    try:
        day = parse_date(wanted)
        found = datetime.combine(day, time.max) if day else parse_datetime(wanted)
    except ValueError:
        return None
    if found is None:
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found
