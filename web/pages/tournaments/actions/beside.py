"""Games that run beside a result that was entered in their place."""

from uuid import UUID

from games.models import Game
from games.models.game import Status
from tournaments.state import OVER, RoundTable
from web.pages.tournaments.visit import Visit


def tables_beside(visit: Visit) -> list[RoundTable]:
    """The tables whose game still runs though they have a result, or all is over.

    They keep the seed of the draws from being published.
    """
    over = visit.state.phase in OVER
    maybe = {
        UUID(table.game): table
        for table in visit.state.tables.values()
        if table.game and (over if table.result is None else table.result.label != "played")
    }
    if not maybe:
        return []
    running = Game.objects.filter(pk__in=maybe, status=Status.RUNNING)
    found = {maybe[pk].id for pk in running.values_list("pk", flat=True)}
    return [table for table in maybe.values() if table.id in found]
