"""Whether the events of a tournament's file follow each other as services write them. Pure.

Hashes prove that nothing was changed afterwards by somebody without the database. Somebody with it
can make all of them anew; what such a log may say is checked here.
"""

from tournaments.errors import BadResult
from tournaments.files.shape import TournamentFile
from tournaments.files.soundness import Failure, walk
from tournaments.log.events import (
    Entry,
    GameStarted,
    ResultRecorded,
    RoundDrawn,
    Ruled,
    SeedRevealed,
    TableMade,
    TournamentFinished,
)
from tournaments.scoring.places import check_result
from tournaments.state import OVER, Person, RoundTable, TableOutcome, Tournament


def check_course(file: TournamentFile) -> Failure:
    """Rounds are drawn in turn, all their tables made, results changed by rulings alone."""
    for row, event, before in walk(file):
        failure = None if before is None else _wrong(event, before, row.actor)
        if failure is not None:
            return f"event {row.version}: {failure}"
    return None


def _wrong(event: Entry, before: Tournament, actor: Person | None) -> Failure:
    if isinstance(event, RoundDrawn):
        return _wrong_draw(event, before) or _not_by_director(before, actor)
    if isinstance(event, TableMade):
        return _wrong_table(event, before)
    if isinstance(event, GameStarted):
        return _wrong_start(event, before)
    if isinstance(event, ResultRecorded):
        return _wrong_result(event, before.tables[event.table], before, actor)
    if isinstance(event, Ruled):
        return _wrong_ruling(event, before) or _not_by_director(before, actor)
    return _wrong_end(event, before)


def _wrong_draw(event: RoundDrawn, before: Tournament) -> Failure:
    number = event.draw.round
    if event.attempt != before.attempts.get(number, 0) + 1:
        return f"it is attempt {event.attempt}, after {before.attempts.get(number, 0)}"
    if number == before.round and number:
        begun = any(table.begun for table in before.of_round(number))
        return "a round with results, or reported ones, was drawn again" if begun else None
    if number != before.round + 1:
        return f"round {number} follows round {before.round}"
    return _tables_missing(before) if before.round_over() else "the round before is not over"


def _tables_missing(before: Tournament) -> Failure:
    """Whether each table of the newest draw was made."""
    drawn = len(before.draws[-1].tables) if before.draws else 0
    made = len(before.of_round(before.round)) if before.draws else 0
    return None if made == drawn else f"{made} of {drawn} tables of a round were made"


def _wrong_table(event: TableMade, before: Tournament) -> Failure:
    if event.table != max(before.tables, default=0) + 1:
        return f"table {event.table} is made out of turn"
    if not event.round:
        return None
    made, drawn = len(before.of_round(event.round)), before.draws[-1]
    next_one = drawn.tables[made] if made < len(drawn.tables) else None
    fits = event.round == drawn.round and event.stage == drawn.stage and event.drawn == next_one
    return None if fits else "the table is not the next one of the draw"


def _wrong_result(
    event: ResultRecorded, table: RoundTable, before: Tournament, actor: Person | None
) -> Failure:
    if table.result is not None:
        return f"the result of table {table.id} was changed without a ruling"
    if event.result is None:
        return None
    if (event.result.label == "played") != (actor is None):
        return "a result that was not played here counts as played, or the other way round"
    if actor is not None and _not_by_director(before, actor):
        if before.settings.director_confirms:
            return f"the result of table {table.id} was not confirmed by a director"
        report, own = table.report, {one for one in table.seats if _holds(before, one, actor)}
        agreed = report is not None and {*report.confirmed, *own} >= set(table.seats)
        if report is None or not agreed or report.result != event.result:
            return f"the result of table {table.id} was not confirmed by all"
    return _linked_twice(event.result, table, before) or _wrong_places(event.result, table)


def _linked_twice(result: TableOutcome, table: RoundTable, before: Tournament) -> Failure:
    others = (one.result for one in before.tables.values() if one.id != table.id)
    twice = result.game and any(one and one.game == result.game for one in others)
    return f"the game of table {table.id} is that of another one, too" if twice else None


def _wrong_start(event: GameStarted, before: Tournament) -> Failure:
    if before.tables[event.table].result is not None:
        return f"a game was begun at table {event.table}, which has a result"
    others = (one for one in before.tables.values() if one.id != event.table)
    if any(one.game == event.game for one in others):
        return f"the game of table {event.table} is that of another one, too"
    return None


def _wrong_ruling(event: Ruled, before: Tournament) -> Failure:
    table = before.tables[event.table]
    if event.supersedes != table.ruled:
        return f"it takes the place of ruling {event.supersedes}, and {table.ruled} stood"
    if not event.reason:
        return "a ruling without a reason"
    if event.ended and (table.game is None or event.forfeited):
        return f"table {table.id} has no game that could be ended like this"
    if event.ended and event.result is None and before.phase not in OVER:
        return f"the game of table {table.id} was ended, and it has no result"
    opened = event.result is None and table.people
    if event.stays and not (opened and {*event.stays} <= {*table.seats}):
        return f"seats of table {event.table} stay, which is not opened again, or has no such seats"
    return None if event.result is None else _wrong_places(event.result, table)


def _wrong_end(event: Entry, before: Tournament) -> Failure:
    if isinstance(event, SeedRevealed):
        return _wrong_reveal(event, before)
    if isinstance(event, TournamentFinished):
        missing = any(table.result is None for table in before.tables.values())
        return "a table has no result" if missing else _tables_missing(before)
    return None


def _wrong_reveal(event: SeedRevealed, before: Tournament) -> Failure:
    if before.phase not in OVER:
        return "the seed was revealed before the end"
    if before.seed or not event.seed:
        return "the seed was revealed twice" if before.seed else "no seed is revealed"
    return None


def _wrong_places(result: TableOutcome, table: RoundTable) -> Failure:
    try:
        check_result(table.seats, result)
    except BadResult as error:
        return str(error)
    return None


def _not_by_director(before: Tournament, actor: Person | None) -> Failure:
    by = actor is not None and actor in (before.director, *before.co_directors)
    return None if by else "who did it was no director"


def _holds(before: Tournament, entrant: int, actor: Person) -> bool:
    return before.entrants[entrant].person == actor
