"""Who knows the set-up of a round whose tables all have the same one."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from games.models import Game
from games.models.game import Status
from tournaments import store
from tournaments.errors import SetUpKnown
from tournaments.log.events import Registered, RoundDrawn, Substituted, TableMade, read_entry
from tournaments.services.writer import LogWriter
from tournaments.state import EntrantId, Person, RoundNumber, RoundTable, TableId

PLACING: Final = {"registered", "substituted", "drawn", "table_made"}


def check_set_up_unknown(writer: LogWriter, own: Sequence[RoundTable], person: Person) -> None:
    """Whether a person may take over an entrant's tables that run, or are still to begin.

    Not somebody who has held a place at another table of the same round and set-up, and so knows
    what comes; whoever has that place now. Raises SetUpKnown.
    """
    state = writer.state
    if not state.settings.duplicate:
        return
    begun = [UUID(one.game) for one in own if one.game]
    running = Game.objects.filter(pk__in=begun).exclude(status=Status.FINISHED)
    runs = {str(pk) for pk in running.values_list("pk", flat=True)}
    rounds = {one.round for one in own if one.game is None or one.game in runs}
    others = {one.id for one in state.tables.values() if one.round in rounds and one not in own}
    if others and person in _ever_at(writer, others, rounds):
        raise SetUpKnown


def _ever_at(writer: LogWriter, tables: set[TableId], rounds: set[RoundNumber]) -> set[Person]:
    """Everybody who has held a place at one of these tables, as their rounds were drawn last."""
    holders = dict[EntrantId, Person]()
    made, found = dict[TableId, TableMade](), {number: set[Person]() for number in rounds}
    for row in store.each(writer.tournament.pk, upto=writer.tournament.version):
        event = read_entry(row.public) if row.kind in PLACING else None
        if isinstance(event, (Registered, Substituted)):
            holders[event.entrant] = event.person
            stays_at = event.stays_at if isinstance(event, Substituted) else ()
            for one in made.values():
                if event.entrant in one.drawn.seats and one.table not in stays_at:
                    found[one.round].add(event.person)
        elif isinstance(event, RoundDrawn) and event.draw.round in rounds:
            number = event.draw.round
            made = {table: one for table, one in made.items() if one.round != number}
            found[number] = set()
        # The number of a table may have been that of one of an earlier round, before a new draw.
        elif isinstance(event, TableMade) and event.table in tables and event.round in rounds:
            made[event.table] = event
            found[event.round].update(holders[one] for one in event.drawn.seats)
    return set[Person]().union(*found.values())
