"""Whose numbers stand in a log: who was only asked to direct is in none."""

from collections.abc import Iterable
from typing import Final

from tournaments.log.events import Changed, Created, Registered, Substituted, read_entry
from tournaments.log.stored import LogRow
from tournaments.state import Person

NAMING: Final = ("created", "changed", "registered", "substituted")
"""The kinds of events that have numbers of people in them, beside that of who caused them."""


def people_in(rows: Iterable[LogRow]) -> set[Person]:
    """Everybody who stands in some rows: directors, who had a place, who caused an event."""
    found = set[Person]()
    for row in rows:
        if row.actor is not None:
            found.add(row.actor)
        if row.kind in NAMING:
            found.update(numbers_in(row.public))
    return found


def numbers_in(public: str) -> tuple[Person, ...]:
    """The numbers in the public text of an event."""
    match read_entry(public):
        case Created(director=one) | Registered(person=one) | Substituted(person=one):
            return (one,)
        case Changed(director=heir, co_directors=others):
            return (*(() if heir is None else (heir,)), *(others or ()))
        case _:
            return ()
