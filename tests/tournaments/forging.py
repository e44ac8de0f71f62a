"""A file of a tournament as somebody with the database could rewrite it: all hashes made anew."""

import msgspec

from tournaments.files.shape import TournamentFile
from tournaments.log import fold, read_entry, seal
from tournaments.log.events import Drawn
from tournaments.state import Tournament


def with_other_draw(file: TournamentFile) -> TournamentFile:
    """The first draw with the seats of each table the other way round, and so the tables of it."""
    state: Tournament | None = None
    rows, previous, turned = [], "", dict[tuple[int, ...], tuple[int, ...]]()
    for row in file.rows:
        event = read_entry(row.public)
        if isinstance(event, Drawn) and event.draw.round == 1:
            tables = tuple(
                msgspec.structs.replace(one, seats=one.seats[::-1]) for one in event.draw.tables
            )
            turned = {one.seats: one.seats[::-1] for one in event.draw.tables}
            event = msgspec.structs.replace(
                event, draw=msgspec.structs.replace(event.draw, tables=tables)
            )
        elif row.kind == "table_made" and event.round == 1:
            seats = turned[event.drawn.seats]
            event = msgspec.structs.replace(
                event, drawn=msgspec.structs.replace(event.drawn, seats=seats)
            )
        state = fold(state, event)
        made = seal(
            event,
            state,
            tournament=file.header.id,
            salt=bytes.fromhex(file.header.salt or ""),
            previous=previous,
            recorded_at=row.recorded_at,
            actor=row.actor,
            secret=row.secret,
        )
        rows.append(made)
        previous = made.chain
    end = msgspec.structs.replace(file.end, chain=previous)
    return TournamentFile(file.header, rows, end)
