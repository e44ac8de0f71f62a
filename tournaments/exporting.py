"""Stored tournaments as files. Who may see one may have its file; it hides what is secret."""

from typing import Final

from django.utils.text import slugify

from tournaments import store
from tournaments.files import csv_tables, writing
from tournaments.log import read_entry
from tournaments.log.events import Ruled
from tournaments.models import Tournament
from tournaments.selectors import names_of
from tournaments.state import OVER, TableId
from tournaments.state import Tournament as State

LONGEST_FILE_NAME: Final = 60


def file_name(tournament: Tournament, ending: str, part: str = "") -> str:
    """What a file of a tournament is called: by its name as far as that is ASCII, else by its id.

    A name without words of its own, as one in Japanese, says nothing then.
    """
    name = slugify(tournament.name)[:LONGEST_FILE_NAME].strip("-")
    readable = name if any(sign.isalpha() for sign in name) else str(tournament.pk)
    return f"{readable}-{part}.{ending}" if part else f"{readable}.{ending}"


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


def results(tournament: Tournament, state: State) -> str:
    """The results of a state of its as CSV, with how each came about."""
    return csv_tables.results_csv(state, names_of(tournament), _rulings(tournament, state))


def _rulings(tournament: Tournament, state: State) -> dict[TableId, Ruled]:
    """The ruling on each table that its result is from, else the newest one.

    One that ended a game beside a result which stands is not what that is from.
    """
    found = dict[TableId, Ruled]()
    for row in store.each(tournament.pk, upto=state.version):
        entry = read_entry(row.public) if row.kind == "ruling" else None
        if not isinstance(entry, Ruled):
            continue
        before = found.get(entry.table)
        if not (entry.ended and before and before.result and before.result == entry.result):
            found[entry.table] = entry
    return found
