"""Tables whose game cannot be on this site, though the tournament is played here."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from tournaments.state import EntrantId, RoundTable
from web.pages.tournaments.visit import Visit


def guests(visit: Visit, seats: Sequence[EntrantId]) -> list[str]:
    """The names of those who keep a game from being here, since they have no account."""
    if not visit.state.settings.played_here:
        return []
    able = visit.names.accounts | visit.names.bots
    people = {one: visit.state.entrants[one].person for one in seats}
    return [visit.name(one) for one, person in people.items() if person not in able]


def elsewhere_text(visit: Visit, table: RoundTable) -> str:
    """Why a table has no game here, and who plays for its bots; empty where nobody has to know."""
    waits = table.game is None and table.result is None and visit.state.phase == "running"
    found = guests(visit, table.seats) if waits else []
    if not found:
        return ""
    why = ngettext(
        "No game on this site: %(names)s has no account.",
        "No game on this site: %(names)s have no account.",
        len(found),
    ) % {"names": ", ".join(found)}
    bots = [one for one in table.seats if visit.state.entrants[one].person in visit.names.bots]
    if not bots:
        return why
    by_hand = ngettext(
        "%(names)s plays only in games on this site: agree with a director who plays for it.",
        "%(names)s play only in games on this site: agree with a director who plays for them.",
        len(bots),
    ) % {"names": ", ".join(map(visit.name, bots))}
    return f"{why} {by_hand}"
