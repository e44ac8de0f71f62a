"""Results of tables: from games, by hand."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games import selectors
from games.access import may_see
from games.engine.terms import gettext_noop
from games.models import Game
from games.models.game import UNSCORED, Source, Status
from games.runtime.commit import in_transaction
from tournaments import store
from tournaments.errors import TABLE_ID, BadResult, ResultStands
from tournaments.log import read_entry
from tournaments.log.events import ResultRecorded, Ruled
from tournaments.models import Tournament
from tournaments.scoring.places import (
    EVERY_SEAT,
    OTHER_SEATS,
    SIZES,
    check_result,
    places_with_forfeits,
    ranked_places,
)
from tournaments.services.calling_off import disclose_rounds, reveal_seed
from tournaments.services.forfeiting import check_entered
from tournaments.services.starting import start_next
from tournaments.services.writer import (
    LogWriter,
    as_director,
    as_server,
    check_phase,
    table_of,
)
from tournaments.state import OVER, EntrantId, Label, RoundTable, TableId, TableOutcome
from tournaments.titles import table_title

MOST_SCORE: Final = 1000
LEAST_SCORE: Final = -1000


@in_transaction
def game_over(*, game_id: UUID, now: datetime) -> Tournament | None:
    """Take the result of a finished game into the log of its tournament; None if nothing is new.

    Idempotent: a table that has a result keeps it, and one that a director has opened again since
    the game ended waits for the director. A game that all agreed to end gives none. What waited for
    its end is made known: its round where set-ups are duplicate, the seed where all is over.
    """
    tournament = Game.objects.filter(pk=game_id).values_list("tournament", flat=True).first()
    if tournament is None:
        return None
    writer = as_server(tournament, now)
    # Locked, so that nobody erases it meanwhile.
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if game is None or game.status != Status.FINISHED:
        return None
    table = next((one for one in writer.state.tables.values() if one.game == str(game_id)), None)
    if table is not None and _gives_result(writer, table, game):
        writer.add(ResultRecorded(table=table.id, result=result_of(game, table, "played")))
    disclose_rounds(writer)
    start_next(writer)
    reveal_seed(writer)
    if writer.rows:
        return writer.save()
    if table is not None and table.result is None:
        writer.store_people()
    return None


@in_transaction
def record_result(
    *,
    tournament_id: UUID,
    user: User,
    table: TableId,
    places: Sequence[int] = (),
    scores: Sequence[int | None] = (),
    forfeited: Sequence[EntrantId] = (),
    game_id: UUID | None = None,
    now: datetime,
) -> Tournament:
    """Enter the result of a table by hand, or that of an imported game. For directors.

    Without places they follow from the scores. The game was played elsewhere, its seats in the
    order of the table's, and every move of it was decided again when it was imported. Before the
    deadline a game that runs gives the result itself. Raises NoSuchTournament, NotDirector,
    NoSuchTournamentTable, WrongPhase, ResultStands, BadResult.
    """
    writer = as_director(tournament_id, user, now)
    found = open_table(writer, table)
    check_entered(writer, found, forfeited)
    if game_id is None:
        result = checked(found, places, scores, forfeited)
    else:
        result = _imported_result(writer, found, _imported(game_id, found, user))
    writer.add(ResultRecorded(table=table, result=result))
    disclose_rounds(writer)
    return writer.save()


def result_of(game: Game, table: RoundTable, label: Label) -> TableOutcome:
    """The result of a finished game, by the seats of its table."""
    sheets = {sheet.seat: sheet for sheet in selectors.final_scores([game])[game.pk]}
    resigned = [seat.index for seat in game.seats.all() if seat.resigned]
    forfeits = [one for one in table.seats if one in table.forfeited]
    ranks = [sheets[index].rank for index in sorted(sheets)]
    return TableOutcome(
        places=places_with_forfeits(table.seats, ranks, forfeits),
        scores=tuple(sheets[index].total for index in sorted(sheets)),
        label=label,
        forfeited=tuple(forfeits),
        resigned=tuple(
            table.seats[index] for index in resigned if table.seats[index] not in forfeits
        ),
    )


def _gives_result(writer: LogWriter, table: RoundTable, game: Game) -> bool:
    """Whether the end of a game is what its table waits for."""
    if writer.state.phase in OVER or table.result is not None:
        return False
    if game.ended_by in UNSCORED:
        return False
    return not opened_again(writer.tournament, table, since=game.finished_at)


def _imported(game_id: UUID, table: RoundTable, user: User) -> Game:
    """A finished game out of a file, for so many players. Raises BadResult."""
    game = Game.objects.filter(pk=game_id, source=Source.IMPORTED, status=Status.FINISHED).first()
    if game is None or not may_see(user, game):
        raise BadResult(gettext_noop("No imported game has this id: import its file first."))
    if game.ended_by in UNSCORED:
        raise BadResult(gettext_noop("This game was ended without a result."))
    if game.players != len(table.seats):
        raise BadResult(
            gettext_noop("This game has %(players)s players, and the table %(seats)s."),
            players=game.players,
            seats=len(table.seats),
        )
    return game


def _imported_result(writer: LogWriter, table: RoundTable, game: Game) -> TableOutcome:
    """The result out of an imported game. Raises BadResult where another table has it.

    A file that is imported again is the same game, also under another id.
    """
    counted = {
        _counted(other): other.id for other in writer.state.tables.values() if other.id != table.id
    }
    like = Game.objects.filter(pk__in=[one for one in counted if one is not None])
    for one in like.filter(commitment=game.commitment, version=game.version):
        if one == game or _played_alike(one, game):
            other = counted[one.pk]
            raise BadResult(
                gettext_noop("%(table)s has its result from this game: take another one."),
                table=str(table_title(writer.state, other)),
                **{TABLE_ID: other},
            )
    return msgspec.structs.replace(result_of(game, table, "imported"), game=str(game.pk))


def _counted(table: RoundTable) -> UUID | None:
    """The game that a table has its result from."""
    if table.result is None:
        return None
    here = table.game if table.result.label == "played" else ""
    found = table.result.game or here
    return UUID(found) if found else None


def _played_alike(one: Game, other: Game) -> bool:
    """Whether all that has happened in two games is the same, from the set-up on.

    Ids, names and times are not compared: a record of the game can give it other ones. Tables with
    the same set-up have games of their own.
    """
    rows, others = (selectors.events_after(game, 0, game.version) for game in (one, other))
    return [(row.seat, row.public, row.secret) for row in rows] == [
        (row.seat, row.public, row.secret) for row in others
    ]


def checked(
    table: RoundTable,
    places: Sequence[int],
    scores: Sequence[int | None],
    forfeited: Sequence[EntrantId],
    resigned: Sequence[EntrantId] = (),
) -> TableOutcome:
    """A result entered by hand; without places they follow from the scores.

    Who has ``resigned`` stands behind all who played on, before those who forfeited, whatever the
    score. Raises BadResult.
    """
    if any(one is not None and not LEAST_SCORE <= one <= MOST_SCORE for one in scores):
        raise BadResult(
            gettext_noop("A score lies between %(least)s and %(most)s."),
            least=LEAST_SCORE,
            most=MOST_SCORE,
        )
    resigned = [one for one in resigned if one not in forfeited]
    if not places:
        places = _places_of(table, scores, forfeited, resigned)
    result = TableOutcome(
        places=tuple(places),
        scores=tuple(scores),
        label="entered",
        forfeited=tuple(forfeited),
        resigned=tuple(resigned),
    )
    check_result(table.seats, result)
    _check_order(table, result)
    return result


def _places_of(
    table: RoundTable,
    scores: Sequence[int | None],
    forfeited: Sequence[EntrantId],
    resigned: Sequence[EntrantId],
) -> tuple[int, ...]:
    """Places by scores; who resigned or forfeited comes last. Raises BadResult."""
    needed = OTHER_SEATS if 0 < len(forfeited) < len(table.seats) else EVERY_SEAT
    if not scores:
        raise BadResult(needed)
    if len(scores) != len(table.seats):
        raise BadResult(SIZES, seats=len(table.seats))
    values = []
    for one, score in zip(table.seats, scores, strict=True):
        if score is None and one not in forfeited:
            raise BadResult(needed)
        # Below every score that a seat can have, in the order of the scores.
        out = LEAST_SCORE - MOST_SCORE - 1 if one in resigned else 0
        values.append(LEAST_SCORE - 1 if score is None else score + out)
    return places_with_forfeits(table.seats, ranked_places(values), forfeited)


def _check_order(table: RoundTable, result: TableOutcome) -> None:
    """Raises BadResult where somebody with fewer points stands before somebody with more."""
    played = [
        (place, score)
        for place, score, one in zip(result.places, result.scores, table.seats, strict=False)
        if score is not None and one not in (*result.forfeited, *result.resigned)
    ]
    if any(a[0] < b[0] and a[1] < b[1] for a in played for b in played):
        raise BadResult(
            gettext_noop("Places and scores contradict each other. Leave the places empty.")
        )


def open_table(writer: LogWriter, table: TableId) -> RoundTable:
    """A table without a result, while rounds are played.

    Raises NoSuchTournamentTable, WrongPhase, ResultStands.
    """
    check_phase(writer, "running")
    found = table_of(writer, table)
    if found.result is not None:
        raise ResultStands
    return found


def opened_again(tournament: Tournament, table: RoundTable, *, since: datetime | None) -> bool:
    """Whether the newest ruling on a table left it without a result after its game had ended."""
    if not table.ruled or since is None:
        return False
    (row,) = store.rows(tournament.pk, after=table.ruled - 1, upto=table.ruled)
    ruling = read_entry(row.public)
    assert isinstance(ruling, Ruled)
    untouched = ruling.forfeited or ruling.ended
    return ruling.result is None and not untouched and row.recorded_at >= since
