"""A file of a tournament as somebody with the database could rewrite it: all hashes made anew."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from tournaments.files.shape import TournamentFile
from tournaments.log import Entry, fold, read_entry, seal
from tournaments.log.events import RoundDrawn, TableMade
from tournaments.state import Tournament


def rewritten(file: TournamentFile, change: Callable[[Entry], Iterable[Entry]]) -> TournamentFile:
    """The file with other events in the place of each one."""
    state: Tournament | None = None
    rows, previous = [], ""
    for row in file.rows:
        for event in change(read_entry(row.public)):
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
    end = replace(file.end, chain=previous, events=len(rows))
    return TournamentFile(file.header, rows, end)


def with_other_draw(file: TournamentFile) -> TournamentFile:
    """The first draw with the seats of each table the other way round, and so the tables of it."""

    def turned(event: Entry) -> Iterator[Entry]:
        if isinstance(event, RoundDrawn) and event.draw.round == 1:
            tables = tuple(replace(one, seats=one.seats[::-1]) for one in event.draw.tables)
            event = replace(event, draw=replace(event.draw, tables=tables))
        elif isinstance(event, TableMade) and event.round == 1:
            event = replace(event, drawn=replace(event.drawn, seats=event.drawn.seats[::-1]))
        yield event

    return rewritten(file, turned)
