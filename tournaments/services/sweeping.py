"""What tasks have missed, found without reading every log again and again."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, Max, OuterRef

from games import services as games
from games.models import Game
from games.models.game import UNSCORED, Status
from games.runtime.commit import in_transaction
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.selectors import people_of
from tournaments.services.calling_off import rounds_with
from tournaments.services.results import opened_again
from tournaments.services.starting import waiting_for_bots
from tournaments.services.writer import as_server
from tournaments.state import Tournament as State


def missed_results() -> list[UUID]:
    """Finished games whose tables have no result yet, in tournaments that run.

    A log is read only if it has grown, or a game of its tournament has ended or was erased, since
    nothing was missing there.
    """
    missed = list[UUID]()
    running = Tournament.objects.filter(phase="running").in_bulk()
    for key, finish in _newest_finishes(running):
        tournament = running[key]
        if (tournament.settled_version, tournament.settled_finish) == (tournament.version, finish):
            continue
        found = _missed(tournament)
        missed += found
        if not found:
            Tournament.objects.filter(pk=key).update(
                settled_version=tournament.version, settled_finish=finish
            )
    return missed


def waiting_tournaments(*, now: datetime) -> list[UUID]:
    """Tournaments that run and have tables of bots that wait for their turn, where one could begin.

    Others' logs are not read.
    """
    maybe = Tournament.objects.filter(phase="running", waiting_tables__gt=0)
    return [
        one.pk
        for one in maybe.select_related("director")
        if games.tables_of_bots_left(one.director, 1, now=now)
        and waiting_for_bots(state_of(one), people_of(one))
    ]


def _newest_finishes(tournaments: Iterable[UUID]) -> list[tuple[UUID, int]]:
    """The newest finish of a game of each, by id; without those of which no game has ended."""
    ended = Game.objects.filter(tournament__in=list(tournaments), finish_position__isnull=False)
    newest = ended.order_by().values("tournament").annotate(newest=Max("finish_position"))
    return [(pk, one["newest"]) for one in newest if (pk := one["tournament"]) is not None]


def _missed(tournament: Tournament) -> list[UUID]:
    state = state_of(tournament)
    waiting = {
        UUID(table.game): table
        for table in state.tables.values()
        if table.game is not None and table.result is None
    }
    over = Game.objects.filter(status=Status.FINISHED).exclude(ended_by__in=UNSCORED)
    found = [
        game.pk
        for game in over.filter(pk__in=waiting)
        if not opened_again(tournament, waiting[game.pk], since=game.finished_at)
    ]
    return found + _withheld_too_long(tournament, state)


def _withheld_too_long(tournament: Tournament, state: State) -> list[UUID]:
    """A game that is still there of each round that could be disclosed."""
    held = Game.objects.filter(tournament=tournament.pk, withheld=True)
    statuses = dict(held.values_list("pk", "status"))
    rounds = [
        [UUID(table.game) for table in tables if table.game]
        for tables in rounds_with(state, set(statuses))
    ]
    over = Status.FINISHED
    return [
        next(pk for pk in one if pk in statuses)
        for one in rounds
        if all(statuses.get(pk, over) == over for pk in one)
    ]


def sealed_tournaments() -> list[UUID]:
    """Tournaments that are over, of which no game runs, and whose seed is not revealed yet."""
    played = Game.objects.filter(tournament=OuterRef("pk")).exclude(status=Status.FINISHED)
    found = Tournament.objects.filter(sealed=True).exclude(Exists(played))
    return list(found.values_list("pk", flat=True))


@in_transaction
def note_awaited(*, tournament_id: UUID, now: datetime) -> None:
    """Note anew, for the lobby, what a tournament waits for from whom: a game of it was erased.

    Idempotent. Raises NoSuchTournament.
    """
    writer = as_server(tournament_id, now)
    if writer.state.phase == "running":
        writer.store_people()
