"""Stored tournaments as files. Who may see one may have its file; it hides what is secret."""

from tournaments import store
from tournaments.files import writing
from tournaments.models import Tournament
from tournaments.selectors import names_of


def json_lines(tournament: Tournament) -> bytes:
    """The bytes of a tournament's file, with its secrets once it is over."""
    over = tournament.phase in ("finished", "cancelled")
    return writing.written(
        tournament=str(tournament.pk),
        name=tournament.name,
        people=names_of(tournament),
        salt=bytes(tournament.salt) if over else None,
        rows=store.each(tournament.pk, upto=tournament.version),
    )
