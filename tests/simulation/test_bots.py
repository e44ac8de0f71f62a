"""The measurement of the bots: the tables, and what is printed of them."""

import pytest

from games.engine import Seat
from simulation import bots, playing
from simulation.bots import BOT, OTHER
from tests.simulation.test_tables import game, sheet

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def test_the_steward_meets_players_by_chance_on_every_seat() -> None:
    tables = bots.against_chance(8, "x")
    assert [kinds.index(BOT) for kinds, _ in tables] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert all(sorted(kinds) == [OTHER, OTHER, OTHER, BOT] for kinds, _ in tables)
    assert len({name for _, name in tables}) == 8


def test_stewards_play_among_themselves_with_each_number_of_players() -> None:
    tables = bots.among_themselves(2, "x")
    assert [kinds for kinds, _ in tables] == [[BOT] * n for n in (4, 4, 3, 3, 2, 2)]
    assert len({name for _, name in tables}) == 6


def test_wins_are_those_of_the_steward_and_shared_ones_are_split() -> None:
    lost = game(9, [0, 1], ["stewart", "campbell"], [sheet(0, 40, 2), sheet(1, 60, 1)])
    shared = game(9, [0, 1], ["stewart", "campbell"], [sheet(0, 50, 1), sheet(1, 50, 1)])
    for one in (lost, shared):
        one.bots.extend([BOT, OTHER])
    assert bots.wins([lost]) == 0
    assert bots.wins([lost, shared]) == 0.5


def test_times_are_told_with_mean_median_and_extremes() -> None:
    row = bots.timing([1.0, 2.0, 6.0]).splitlines()[-1]
    assert row.split() == ["ms", "3", "3.00", "2.00", "6.00", "6.00"]


@pytest.mark.long
def test_a_game_is_told_with_the_times_of_one_kind_of_bot() -> None:
    finished, times = playing.play([OTHER, BOT], "bots of the tests", timed=BOT)
    assert finished.bots == [OTHER, BOT]
    assert sorted(finished.order) == [Seat(0), Seat(1)]
    assert 30 < len(times) < finished.length
    assert playing.play([OTHER, BOT], "bots of the tests") == (finished, [])


@pytest.mark.long
def test_clans_are_drafted_by_chance() -> None:
    """So a table of stewards drafts what any other table with its name drafts."""
    stewards, _ = playing.play([BOT, BOT], "draft of the tests")
    others, _ = playing.play([OTHER, OTHER], "draft of the tests")
    assert stewards.clans == others.clans
    assert stewards.sheets != others.sheets
