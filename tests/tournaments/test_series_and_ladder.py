"""Games of the same players, and challenges without rounds."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from games.engine.randomness import Stream
from tests.marks import in_one_test
from tests.tournaments.states import entrant, letters, play, result, tournament
from tournaments.errors import FormatRefused, TableRefused
from tournaments.files.csv_tables import standings_csv
from tournaments.formats import FORMATS
from tournaments.formats.announcing import RATED, announcement
from tournaments.formats.ladder import CHALLENGED, Ladder, check_no_other
from tournaments.formats.series import Series
from tournaments.scoring.explaining import reason
from tournaments.scoring.ladder_rating import START, expected, payment, round_half_even
from tournaments.state import OptionValue, RoundTable, Settings, Tournament

pytestmark = pytest.mark.engine

SERIES, LADDER = Series(), Ladder()


def series(winners: str, players: int = 2, **options: OptionValue) -> Tournament:
    """A series as far as it goes when these win; the others follow by number."""
    state = tournament(players, format="series", format_options=options)
    for number, letter in enumerate(winners, 1):
        draw = SERIES.next_draw(state, Stream(b"seed", f"game {number}"))
        if draw is None:
            break
        winner = entrant(letter)
        seats = draw.tables[0].seats
        text = " ".join(f"{letters([one])}:{100 if one == winner else 50 - one}" for one in seats)
        play(state, draw, [text])
    return state


@in_one_test(
    ("winners", "players", "options", "games"),
    [
        ("AA", 2, {}, 1),
        ("AAAA", 2, {"games": 3}, 2),
        ("ABAA", 2, {"games": 3}, 3),
        ("AAABBBB", 2, {"games": 7}, 7),
        ("AABAAAA", 2, {"games": 7}, 5),
        ("AAA", 2, {"games": 3, "to_the_end": True}, 3),
        # Of four: after two wins A has 20 and B 12: one game brings at most 9 more than another.
        ("AAA", 4, {"games": 3}, 3),
        ("AAAAA", 4, {"games": 5}, 4),
    ],
)
def test_a_series_ends_when_the_leader_cannot_be_caught(
    winners: str, players: int, options: dict[str, OptionValue], games: int
) -> None:
    state = series(winners, players, **options)
    assert state.round == games
    assert SERIES.next_draw(state, Stream(b"seed", "next")) is None or len(winners) == games
    assert SERIES.standings(state)[0].entrant == entrant(winners[games - 1])


def test_seats_move_on_by_one_from_game_to_game() -> None:
    state = series("ABCD", 4, games=4, to_the_end=True)
    tables = [table.seats for table in state.tables.values()]
    assert all(later == (*before[1:], before[0]) for before, later in pairwise(tables))
    assert Counter((one, seat) for table in tables for seat, one in enumerate(table)) == {
        (one, seat): 1 for one in range(1, 5) for seat in range(4)
    }


def test_a_series_goes_on_without_who_leaves_until_one_is_left() -> None:
    state = series("A", 3, games=9)
    state.entrants[1].status = "dropped"
    draw = SERIES.next_draw(state, Stream(b"seed", "next"))
    assert draw
    assert set(draw.tables[0].seats) == {2, 3}
    state.entrants[2].status = "dropped"
    assert SERIES.next_draw(state, Stream(b"seed", "next")) is None


@in_one_test(("entrants", "given"), [(1, {}), (5, {}), (3, {"games": 16})])
def test_what_a_series_refuses(entrants: int, given: dict[str, OptionValue]) -> None:
    with pytest.raises(FormatRefused):
        SERIES.check(given, entrants)


# --- the ladder -----------------------------------------------------------------------------------


def ladder(entrants: int, tables: str = "", **options: OptionValue) -> Tournament:
    """A ladder after some tables, divided by slashes; ``?`` for one that is not over.

    The first of each has challenged the others.
    """
    state = tournament(entrants, format="ladder", format_options=options)
    for number, text in enumerate(filter(None, tables.split(" / ")), 1):
        seats, made = result(text.rstrip("?"))
        state.tables[number] = RoundTable(number, 0, "ladder", seats)
        state.remarks.challengers[number] = seats[0]
        if not text.endswith("?"):
            state.tables[number].result = made
    return state


@in_one_test(
    ("difference", "percent"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (92, 63),
        (98, 63),
        (99, 64),
        (200, 76),
        (391, 91),
        (392, 92),
        (900, 92),
    ],
)
def test_what_is_expected_of_a_duel_is_fides_table(difference: int, percent: int) -> None:
    assert expected(difference) == percent
    assert difference < 4 or expected(-difference) == 100 - percent


def test_what_one_gains_the_other_loses() -> None:
    assert [round_half_even(value, 10) for value in (14, 15, 16, 25, -14, -15, -25)] == [
        *(1, 2, 2, 2, -1, -2, -2),
    ]
    for own in range(1000, 2000, 37):
        for half_points in (0, 1, 2):
            for duels in (1, 2, 3):
                gain = payment(own, START, half_points, 32, duels)
                assert gain == -payment(START, own, 2 - half_points, 32, duels)
                assert abs(gain) * duels <= 32


def test_ratings_of_a_ladder_by_hand() -> None:
    """Each pair of a table pays by itself, from the ratings before it."""
    state = ladder(5, "A:90 B:80 / C:70 A:60 B:50")
    # A beats B: half of 32. Then, for a third of a table of three, 16 at most: C beats A, who is 16
    # ahead (52 expected): 32 * 52 / 200 = 8.32; C beats B, who is 16 behind: 32 * 48 / 200 = 7.68;
    # A beats B, 32 behind (54 expected): 32 * 46 / 200 = 7.36.
    ratings = {row.entrant: row.columns["rating"] for row in LADDER.standings(state)}
    assert ratings == {3: 1500 + 8 + 8, 1: 1516 - 8 + 7, 4: 1500, 5: 1500, 2: 1484 - 8 - 7}
    assert [*ratings] == [3, 1, 4, 5, 2]
    found = reason(state, LADDER.standings(state), 1, 2)
    assert str(found.sentences[0]) == "1 stands before 2 by this: Rating, 1515 to 1469."


@in_one_test(
    ("second", "ratings"),
    [
        ("A:x B:x", {1: 1516, 2: 1484}),  # nobody played
        ("A:x B:9", {1: 1499, 2: 1501}),  # of A, 32 ahead, 54 % were expected: 32 * 0.54 = 17.28
        ("A:9 B:9", {1: 1515, 2: 1485}),  # 32 * 0.04 = 1.28
    ],
)
def test_forfeits_and_ties_on_a_ladder(second: str, ratings: dict[int, int]) -> None:
    rows = LADDER.standings(ladder(2, f"A:90 B:80 / {second}"))
    assert {row.entrant: row.columns["rating"] for row in rows} == ratings


def test_who_can_be_challenged() -> None:
    state = ladder(6, "A:90 B:80 / C:90 D:70 / A D? / E D?", reach=2, open_tables=2)
    # C and A have 1516, C by the larger margin; E and F 1500; B and D 1484.
    assert letters([row.entrant for row in LADDER.standings(state)]) == "CAEFBD"
    chance = Stream(b"seed", "challenge")
    state.entrants[6].status = "dropped"
    state.entrants[7] = tournament(7).entrants[7]
    for seats, sound in (
        ("CA", True),
        ("CE", True),  # down is always possible
        ("ECA", True),
        ("DE", False),  # three places up, with G and B between them
        ("DC", False),
        ("BD", False),  # others have challenged D twice
        ("DB", True),  # and D nobody
        ("CF", False),  # F has dropped out
        ("CC", False),
        ("C", False),
        ("CAEDG", False),
    ):
        if sound:
            drawn = LADDER.challenge(state, [entrant(one) for one in seats], chance)
            assert sorted(drawn.seats) == sorted(entrant(one) for one in seats)
        else:
            with pytest.raises(TableRefused):
                LADDER.challenge(state, [entrant(one) for one in seats], chance)


def test_who_is_challenged_can_challenge_as_before() -> None:
    """Two accounts that challenged a third one and left its tables open shut that one out."""
    state = ladder(5, "B A? / C A? / D E?", open_tables=2)
    chance = Stream(b"seed", "challenge")
    for seats in ("AB", "AD", "BC", "DB"):
        LADDER.challenge(state, [entrant(one) for one in seats], chance)
    for seats, why in (("DA", CHALLENGED), ("ECA", CHALLENGED)):
        with pytest.raises(TableRefused, match=re.escape(why.partition(":")[0])):
            LADDER.challenge(state, [entrant(one) for one in seats], chance)
    for number, seats in enumerate((entrant("A"), entrant("D")), 10):
        state.tables[number] = RoundTable(number, 0, "ladder", (1, seats))
        state.remarks.challengers[number] = 1
    with pytest.raises(TableRefused, match="You have made"):
        LADDER.challenge(state, [entrant("A"), entrant("C")], chance)


def test_one_table_keeps_its_own_players_from_no_table_among_them() -> None:
    """A single account that challenged three others shut each of them out from both others."""
    state = ladder(6, "D A B C?", open_tables=1)
    chance = Stream(b"seed", "challenge")
    for seats in ("AB", "BC", "CAB", "CB"):
        LADDER.challenge(state, [entrant(one) for one in seats], chance)
    with pytest.raises(TableRefused, match="ask that player"):
        LADDER.challenge(state, [entrant("E"), entrant("A")], chance)
    LADDER.challenge(state, [entrant("A"), entrant("E")], chance)


def test_of_challenges_beyond_the_limit_one_table_allows_two() -> None:
    """For B each of the others at the first table makes one; nobody can join these from outside."""
    state = ladder(6, "D A B C? / A B E F? / C B?", open_tables=1)
    chance = Stream(b"seed", "challenge")
    for seats in ("EB", "FB"):
        with pytest.raises(TableRefused, match="ask that player"):
            LADDER.challenge(state, [entrant(one) for one in seats], chance)


def test_nobody_challenges_the_same_player_twice_at_a_time() -> None:
    state = ladder(4, "A B? / C A? / A:90 D:80", open_tables=10)
    for seats in ("AC", "BA", "AD", "ACD", "BCD"):
        check_no_other(state, [entrant(one) for one in seats])
    for seats in ("AB", "ACB", "CA", "CBA"):
        with pytest.raises(TableRefused, match="is open"):
            check_no_other(state, [entrant(one) for one in seats])


def test_nobody_is_ranked_for_a_challenge_of_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a ladder with 25,000 tables that takes a second."""
    monkeypatch.delattr(Ladder, "standings")
    state = ladder(3, "A:90 B:80")
    assert sorted(LADDER.challenge(state, [3, 1], Stream(b"seed", "challenge")).seats) == [1, 3]


def test_formats_with_rounds_take_no_challenges_and_a_ladder_draws_nothing() -> None:
    for name, one in FORMATS.items():
        assert one.name == name
        if not one.endless:
            with pytest.raises(TableRefused):
                one.challenge(tournament(4), [1, 2], Stream(b"seed", "challenge"))
    assert LADDER.next_draw(ladder(4), Stream(b"seed", "draw")) is None
    LADDER.check({}, 2)
    assert LADDER.rounds({}, 2) is None
    with pytest.raises(FormatRefused):
        LADDER.check({}, 1)


def test_a_ladder_is_ordered_and_announced_alike() -> None:
    """The rating, points, tie-breaks, at last registration: no lot is ever drawn."""
    settings = Settings(format="ladder", tie_breaks=("wins", "lot"))
    assert LADDER.order(settings) == ("rating", "points", "wins")
    announced = list(map(str, announcement(settings)))
    assert [one.partition(":")[0] for one in announced[announced.index(RATED) + 1 :]] == [
        *("1. Points", "2. Wins"),
    ]
    rows = LADDER.standings(ladder(4, "A:90 B:80"))
    assert "lot" not in rows[0].columns
    assert (rows[1].entrant, rows[1].ahead_by) == (3, "")
    head, *lines = standings_csv(ladder(2), {}).splitlines()
    assert head.startswith("place,entrant,name,group,stage,played,rating,points,wins,")
    assert ",lot," not in head
    assert ",ladder,0,1500,0," in lines[0]
