"""Stored tournaments as files. Who may see one may have its file; it hides what is secret."""

from tournaments import store
from tournaments.files import writing
from tournaments.models import Tournament
from tournaments.selectors import names_of
from tournaments.state import OVER


def json_lines(tournament: Tournament) -> bytes:
    """The bytes of a tournament's file, with its secrets once it and its games are over."""
    known = tournament.phase in OVER and not tournament.sealed
    return writing.written(
        tournament=str(tournament.pk),
        name=tournament.name,
        people=names_of(tournament),
        salt=bytes(tournament.salt) if known else None,
        rows=store.each(tournament.pk, upto=tournament.version),
    )
