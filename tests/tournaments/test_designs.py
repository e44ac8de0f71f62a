"""Exact designs and computed schedules: pairs and seats are counted."""

from itertools import combinations

import pytest

from tests.marks import in_one_test
from tournaments.pairing.designs import DESIGNS, Design, circle, design_for
from tournaments.pairing.schedules import Imbalance, imbalance, schedule

pytestmark = pytest.mark.engine


@in_one_test("design", DESIGNS)
def test_each_pair_meets_equally_often_and_each_seat_is_shared(design: Design) -> None:
    tables = sum(design.rounds, ())
    assert all(len(set(table)) == design.size for table in tables)
    found = imbalance(tables, design.players)
    assert (found.meetings_least, found.meetings_most) == (design.meetings, design.meetings)
    least, more = divmod(design.games, design.size)
    assert (found.seats_least, found.seats_most) == (least, least + bool(more))
    if design.in_rounds:
        for tables in design.rounds:
            assert sorted(sum(tables, ())) == list(range(design.players))


def test_the_designs_are_those_that_are_announced() -> None:
    listed = [(one.players, one.size, len(one.rounds), one.games) for one in DESIGNS]
    assert listed == [(7, 3, 1, 3), (7, 4, 1, 4), (9, 3, 4, 4), (13, 4, 1, 4), (16, 4, 5, 5)]
    first = {(one.players, one.size): one.rounds[0][0] for one in DESIGNS}
    assert first[7, 3] == (0, 1, 3)
    assert first[7, 4] == (0, 1, 2, 4)
    assert first[13, 4] == (0, 1, 3, 9)
    assert design_for(8, 4) is None


@in_one_test("players", range(2, 21))
def test_in_a_round_robin_all_meet_once_a_leg_and_change_seats(players: int) -> None:
    one, two = circle(players), circle(players, 2)
    assert len(two) == 2 * len(one) == 2 * (players - 1 + players % 2)
    assert imbalance(sum(two, ()), players) == Imbalance(2, 2, players - 1, players - 1)
    half = (players - 1) // 2
    assert imbalance(sum(one, ()), players) == Imbalance(1, 1, half, players // 2)
    for tables in two:
        assert len(set(sum(tables, ()))) == 2 * len(tables) == players // 2 * 2
    assert {pair[::-1] for pair in sum(one, ())} == set(sum(two[len(one) :], ()))


def test_nobody_has_a_seat_three_times_running_in_a_round_robin() -> None:
    for players in range(3, 21):
        for player in range(players):
            held = "".join(
                str(table.index(player))
                for tables in circle(players)
                for table in tables
                if player in table
            )
            assert "000" not in held
            assert "111" not in held


@pytest.mark.uncounted
@pytest.mark.long
def test_a_schedule_gives_all_the_same_games_and_nearly_the_same_opponents() -> None:
    for size in (3, 4):
        for players in range(size, 17):
            tables = schedule(players, size)
            found = imbalance(tables, players)
            assert len(tables) == players
            assert all(len(set(table)) == size for table in tables)
            assert (found.seats_least, found.seats_most) == (1, 1)
            assert found.meetings_most - found.meetings_least <= 1


def test_the_schedule_of_a_number_with_a_design_is_that_design() -> None:
    for players, size in ((7, 3), (7, 4), (13, 4)):
        design = design_for(players, size)
        assert design is not None
        assert schedule(players, size) == design.rounds[0]


@pytest.mark.uncounted
def test_schedules_stay_as_they_are() -> None:
    """Logs are verified by drawing again, so that no table may ever be another one."""
    first = {size: [schedule(players, size)[0] for players in range(4, 13)] for size in (3, 4)}
    assert first[3] == [(0, 1, 2)] * 2 + [(0, 1, 3)] * 7
    assert first[4] == [
        (0, 1, 2, 3),
        (0, 1, 2, 3),
        (0, 1, 2, 3),
        (0, 1, 2, 4),
        (0, 1, 2, 4),
        (0, 1, 2, 4),
        (0, 1, 2, 5),
        (0, 1, 2, 5),
        (0, 1, 3, 7),
    ]
    assert circle(4) == (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))
    assert circle(5)[0] == ((1, 4), (3, 2))


def test_duels_are_a_round_robin() -> None:
    assert sorted(map(sorted, schedule(5, 2))) == [list(p) for p in combinations(range(5), 2)]


@in_one_test(("players", "size"), [(3, 4), (17, 4), (5, 5), (1, 2), (4, 1)])
def test_there_is_no_schedule_for_other_numbers(players: int, size: int) -> None:
    with pytest.raises(ValueError, match="no schedule"):
        schedule(players, size)
