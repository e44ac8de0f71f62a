"""What tasks have missed, found without reading every log again and again."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Max

from games.models import Game
from games.models.game import EndedBy, Status
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.selectors import people_of
from tournaments.services.results import opened_again
from tournaments.services.starting import waiting_for_bots


def missed_results() -> list[UUID]:
    """Finished games whose tables have no result yet, in tournaments that run.

    A log is read only if it has grown, or a game of its tournament has ended, since nothing was
    missing there.
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


def waiting_tournaments() -> list[UUID]:
    """Tournaments that run and have tables of bots that wait for their turn."""
    maybe = Tournament.objects.filter(phase="running", waiting_tables__gt=0)
    return [one.pk for one in maybe if waiting_for_bots(state_of(one), people_of(one))]


def _newest_finishes(tournaments: Iterable[UUID]) -> list[tuple[UUID, int]]:
    """The newest finish of a game of each, by id; without those of which no game has ended."""
    ended = Game.objects.filter(tournament__in=list(tournaments), finish_position__isnull=False)
    newest = ended.order_by().values("tournament").annotate(newest=Max("finish_position"))
    return [(pk, one["newest"]) for one in newest if (pk := one["tournament"]) is not None]


def _missed(tournament: Tournament) -> list[UUID]:
    waiting = {
        UUID(table.game): table
        for table in state_of(tournament).tables.values()
        if table.game is not None and table.result is None
    }
    over = Game.objects.filter(status=Status.FINISHED).exclude(ended_by=EndedBy.AGREEMENT)
    return [
        game.pk
        for game in over.filter(pk__in=waiting)
        if not opened_again(tournament, waiting[game.pk], since=game.finished_at)
    ]
