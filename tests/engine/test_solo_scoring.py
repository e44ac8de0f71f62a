"""The end of a solo game: thresholds, words and no rival. (SOLO-09, SOLO-22..25)"""

import pytest

from games import engine
from games.engine.expansions.solo import EXPORTS, RATINGS, SETTLEMENTS, rating
from games.engine.options import Options
from games.engine.rules.final import final_sheets, ranking_scheme
from games.engine.state import ScoreSheet
from simulation.random_play import play_out
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

APART = ("B3", "B6", "C2", "C5", "C8", "D3", "D6", "E4", "F7", "H3", "H6", "I4", "I6", "I8")
"""Land beside lochs, no two of it neighbouring; all but two are linked with shipping."""


def sheet(table: Part) -> ScoreSheet:
    (found,) = final_sheets(table.state)
    return found


@rule("SOLO-22")
@in_one_test(
    ("contracts", "points"),
    [(0, 0), (1, 0), (4, 0), (5, 4), (6, 8), (7, 12), (8, 12), (12, 12)],
)
def test_points_for_fulfilled_contracts(contracts: int, points: int) -> None:
    table = scenario(players=1).fulfilled("red", *range(1, contracts + 1))
    assert sheet(table).contracts_fulfilled == contracts
    assert sheet(table).exports == points


@rule("SOLO-23", "FINAL-15")
@in_one_test(
    ("settlements", "points"),
    [
        *((0, 0), (1, 0), (7, 0), (8, 6), (9, 6), (10, 6), (11, 12), (12, 12), (13, 12)),
        *((14, 18), (15, 18), (20, 18)),
    ],
)
def test_points_for_connected_settlements(settlements: int, points: int) -> None:
    scheme = ranking_scheme(Options(players=1), "settlements")
    assert scheme.points([settlements]) == [points]


@rule("SOLO-23", "FINAL-14", "FINAL-15")
def test_settlements_are_counted_as_with_more_players() -> None:
    table = scenario(players=1).put("red", *(f"sheep {hex_}" for hex_ in APART))
    connected = []
    for level in range(6):
        table.given.shipping("red", level)
        connected.append(sheet(table).settlements_connected)
        assert [sheet(table).settlements] == SETTLEMENTS.points(connected[-1:])
    assert connected[0] == 1
    assert connected[-1] >= 8
    assert sheet(table).settlements > 0


@rule("TC-38", "SOLO-22", "SOLO-23")
def test_six_contracts_and_eleven_settlements() -> None:
    assert (EXPORTS.points([6]), SETTLEMENTS.points([11])) == ([8], [12])


@rule("SOLO-24")
@in_one_test(
    ("total", "word"),
    [
        *((-5, "newbie"), (0, "newbie"), (115, "newbie"), (116, "rookie"), (130, "rookie")),
        *((131, "average"), (145, "average"), (146, "expert"), (160, "expert")),
        *((161, "genius"), (250, "genius")),
    ],
)
def test_what_results_are_called(total: int, word: str) -> None:
    assert rating(total) == word
    table = scenario(players=1, money=0)
    table.state.players[0].glory = total - sheet(table).total
    assert (sheet(table).total, sheet(table).rating) == (total, word)


@rule("SOLO-24")
def test_only_who_plays_alone_is_rated() -> None:
    assert [s.rating for s in final_sheets(scenario(players=2).state)] == [None, None]
    assert len(RATINGS) == 4


@rule("SOLO-25", "FINAL-20", "FINAL-21")
def test_who_plays_alone_is_first_whatever_the_result() -> None:
    for money in (0, 9, 99):
        assert sheet(scenario(players=1, money=money)).rank == 1
    state = play_out(1, "solo/alone").state
    assert [one.rank for one in state.scores] == [1]
    assert state.scores[0].rating == rating(state.scores[0].total)


@rule("SOLO-24", "RESIGN-05")
def test_a_game_that_was_given_up_is_scored_and_not_rated() -> None:
    table = scenario(players=1).fulfilled("red", 1, 2, 3, 4, 5)
    engine.resign(table.state, engine.Seat(0))
    engine.end_early(table.state)
    (given_up,) = table.state.scores
    assert (given_up.rank, given_up.exports, given_up.rating) == (1, 4, None)


@rule("SOLO-09", "FINAL-08", "FINAL-09", "FINAL-10")
def test_imports_are_worth_what_ones_own_counters_say() -> None:
    table = scenario(players=1)
    # Two, three and one of cotton, tobacco and sugar cane.
    table.given.fulfilled("red", 1, 2, 6)
    assert table.state.imports == [2, 3, 1]
    found = sheet(table)
    assert (found.cotton, found.tobacco, found.sugar_cane) == (2 * 4, 3 * 3, 1 * 5)
    # A rival's imports would change that; here there is nobody else to count.
    table.given.fulfilled("red", 3)
    assert table.state.imports == [2, 3, 3]
    found = sheet(table)
    assert (found.cotton, found.tobacco, found.sugar_cane) == (2 * 5, 3 * 4, 3 * 3)


@rule("SOLO-22", "SOLO-23")
def test_what_the_end_would_give_is_told_at_any_time() -> None:
    table = scenario(players=1).fulfilled("red", 1, 2, 3, 4, 5)
    (now,) = engine.score_now(table.state)
    assert now.exports == 4
    assert now.rating == "newbie"
    assert not table.state.over
