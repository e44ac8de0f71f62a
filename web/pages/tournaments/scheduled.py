"""The rounds of a schedule that are not drawn yet."""

from msgspec import Struct

from web.pages.common.name_search import NameFilter
from web.pages.tournaments.tables import EVERYBODY, resting
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import rest_text, round_title


class ScheduledRound(Struct, frozen=True):
    """A round of a schedule that is not drawn yet: who sits where, if nobody leaves."""

    title: str
    tables: list[list[str]]
    rests: str


def coming_rounds(visit: Visit, names: NameFilter = EVERYBODY) -> list[ScheduledRound]:
    """The rounds to come as far as they are known, with the tables and people of these names."""
    found = visit.format.coming(visit.state) if visit.format else []
    rounds = list[ScheduledRound]()
    for draw in found:
        seated = [[visit.name(one) for one in table.seats] for table in draw.tables]
        tables = [table for table in seated if any(map(names.finds, table))]
        rests = rest_text(visit.state, draw, resting(visit, draw, names))
        if tables or rests:
            rounds.append(ScheduledRound(round_title(visit.state, draw), tables, rests))
    return rounds
