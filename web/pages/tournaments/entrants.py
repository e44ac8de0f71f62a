"""The list of entrants."""

from typing import Final

from django.utils.translation import gettext, gettext_lazy
from msgspec import Struct

from tournaments.state import EntrantId
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import ABSENT, STATUSES


class EntrantLine(Struct, frozen=True):
    """An entrant; ``page`` is the user name whose page may be linked.

    ``before`` are those who held the place, ``kind`` is ``bot`` or ``guest``.
    ``number`` is the place in the seeding, 0 for who came in after it; where nobody has one, who
    takes part is counted in the order of registration. It is 0 for who waits or has left.
    """

    id: EntrantId
    name: str
    page: str
    me: bool
    kind: str
    status: str
    status_title: str
    seed: int
    checked_in: bool
    before: list[str]
    number: int = 0


SORTS: Final = {
    "": gettext_lazy("by registration or seeding"),
    "name": gettext_lazy("by name"),
}


def entrants_of(visit: Visit, sort: str = "") -> list[EntrantLine]:
    """By seeding or registration, then the waiting list, then those who have left; or by name."""
    found = _in_order(visit)
    return sorted(found, key=lambda one: one.name.casefold()) if sort == "name" else found


def numbering_of(visit: Visit) -> str:
    """What the numbers before entrants are, once they could be taken for places; else empty."""
    state = visit.state
    if not state.draws:
        return ""
    if any(state.entrants[one].seed for one in state.active()):
        return gettext("The numbers are those of the seeding. Places are in the standings.")
    return gettext("The numbers are those of registration. Places are in the standings.")


def _in_order(visit: Visit) -> list[EntrantLine]:
    state = visit.state
    order = state.in_order()
    seeded = any(state.entrants[one].seed for one in order)
    numbers = {
        one: state.entrants[one].seed if seeded else number for number, one in enumerate(order, 1)
    }
    order += [one.id for one in state.entrants.values() if one.status == "waiting"]
    listed = set(order)
    # Who came in as a substitute has left the waiting list for a place, and stands there alone.
    placed = {state.entrants[one].person for one in order}
    order += [
        one.id
        for one in state.entrants.values()
        if one.id not in listed and (one.status != "withdrawn" or one.person not in placed)
    ]
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
                page=visit.page(one),
                me=own is not None and own.id == one,
                kind=kind,
                status=entrant.status,
                status_title=str(
                    ABSENT if one in state.remarks.absent else STATUSES[entrant.status]
                ),
                seed=entrant.seed,
                checked_in=entrant.checked_in and not entrant.gone,
                before=visit.before(one),
                number=numbers.get(one, 0),
            )
        )
    return found
