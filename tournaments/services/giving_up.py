"""Whose seat in the game of a table is given up: who has resigned there, or was forfeited."""

from collections.abc import Iterable
from uuid import UUID

from games.models import Seat
from tournaments.state import EntrantId, RoundTable, TableId


def given_up(tables: Iterable[RoundTable]) -> set[tuple[TableId, EntrantId]]:
    """The seats of tables without a result that nobody plays any more."""
    waiting = [table for table in tables if table.result is None]
    found = {(table.id, one) for table in waiting for one in table.forfeited}
    at = {UUID(table.game): table for table in waiting if table.game is not None}
    resigned = Seat.objects.filter(game__in=at, resigned=True) if at else Seat.objects.none()
    for game, index in resigned.values_list("game", "index"):
        found.add((at[game].id, at[game].seats[index]))
    return found
