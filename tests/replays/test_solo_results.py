"""Games that are played alone, in the statistics over all games. (SOLO-25)"""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from replays.models import Result, SeatResult
from replays.statistics import results
from replays.statistics.totals import StatisticsFilter, totals
from simulation.stored import lay
from tests import recorded
from tests.rules import rule

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted]


@pytest.fixture
def alone_and_two(users: list[User]) -> list[int]:
    """A game of one and a game of two, counted; the total of the first."""
    scores = []
    for players in (1, 2):
        played = recorded.played(f"people-{players}")
        game = lay(played, *users[:players])
        game.finished_at = timezone.now()
        game.save()
        assert results.record(game.pk)
        scores.append(played.state.scores[0].total)
    return scores


@rule("SOLO-25")
def test_alone_nobody_wins(alone_and_two: list[int]) -> None:
    alone = Result.objects.get(players=1)
    seat = SeatResult.objects.get(result=alone)
    assert (alone.people, seat.rank, seat.win, seat.place) == (1, 1, 0, 1)
    assert seat.total == alone_and_two[0]


def test_games_alone_are_counted_where_they_are_asked_for(alone_and_two: list[int]) -> None:
    usual, asked = (
        totals("clan", StatisticsFilter()).all,
        totals("clan", StatisticsFilter(players=1)).all,
    )
    assert (usual.games, usual.seats, usual.win_share) == (1, 2, 0.5)
    assert (asked.games, asked.seats, asked.wins, asked.win_share) == (1, 1, 0, None)
    assert asked.score == alone_and_two[0]


def test_by_number_of_players_they_have_a_line_without_wins(alone_and_two: list[int]) -> None:
    statistics = totals("players", StatisticsFilter())
    assert [(line.value, line.games, line.win_share) for line in statistics.values] == [
        ("1", 1, None),
        ("2", 1, 0.5),
    ]
    assert (statistics.all.seats, statistics.all.win_share) == (3, 0.5)
