"""The list of entrants."""

from msgspec import Struct

from tournaments.state import EntrantId
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import STATUSES


class EntrantLine(Struct, frozen=True):
    """An entrant; ``before`` are those who held the place, ``kind`` is ``bot`` or ``guest``."""

    id: EntrantId
    name: str
    me: bool
    kind: str
    status: str
    status_title: str
    seed: int
    checked_in: bool
    before: list[str]


def entrants_of(visit: Visit) -> list[EntrantLine]:
    """By seeding or registration, then the waiting list, then those who have left."""
    state = visit.state
    order = state.in_order()
    order += [one.id for one in state.entrants.values() if one.status == "waiting"]
    listed = set(order)
    order += [one for one in state.entrants if one not in listed]
    own = visit.own
    found = []
    for one in order:
        entrant = state.entrants[one]
        kind = "" if entrant.person in visit.names.accounts else "guest"
        if entrant.person in visit.names.bots:
            kind = "bot"
        found.append(
            EntrantLine(
                id=one,
                name=visit.name(one),
                me=own is not None and own.id == one,
                kind=kind,
                status=entrant.status,
                status_title=str(STATUSES[entrant.status]),
                seed=entrant.seed,
                checked_in=entrant.checked_in,
                before=[visit.names.person(number) for number in entrant.people[:-1]],
            )
        )
    return found
