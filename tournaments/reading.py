"""States of tournaments out of their logs."""

from datetime import datetime

from tournaments import store
from tournaments.errors import NoSuchMoment
from tournaments.log import LogRow, read_entry, rebuild
from tournaments.models import Tournament
from tournaments.state import Tournament as State


def state_of(tournament: Tournament) -> State:
    """The state as it is stored now."""
    return state_at(tournament, version=tournament.version)


def state_at(tournament: Tournament, *, version: int) -> State:
    """The state after a version. Raises NoSuchMoment."""
    if not 1 <= version <= tournament.version:
        raise NoSuchMoment
    return rebuilt(store.rows(tournament.pk, upto=version))


def state_on(tournament: Tournament, *, moment: datetime) -> State:
    """The state at a time. Raises NoSuchMoment."""
    rows = [row for row in store.rows(tournament.pk) if row.recorded_at <= moment]
    if not rows:
        raise NoSuchMoment
    return rebuilt(rows)


def rebuilt(rows: list[LogRow]) -> State:
    """The state after some rows from the first on."""
    return rebuild(read_entry(row.public) for row in rows)
