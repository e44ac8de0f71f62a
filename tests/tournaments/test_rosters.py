"""Formats whose rounds are known from the start: exact designs, and round robins of two."""

from collections import Counter
from itertools import combinations

import pytest

from games.engine.randomness import Stream
from tests.marks import in_one_test
from tests.tournaments.states import finish, tournament
from tournaments.errors import FormatRefused
from tournaments.formats.base import Format
from tournaments.formats.designs import Designs
from tournaments.formats.round_robin import RoundRobin
from tournaments.state import Draw, Entrant, OptionValue, Tournament

pytestmark = pytest.mark.engine

DESIGNS = Designs()
ROBIN = RoundRobin()


def advance(form: Format, state: Tournament) -> Draw | None:
    """Draws and plays the next round; the lower number is ahead."""
    drawn = form.next_draw(state, Stream(b"roster", f"round {state.round + 1}"))
    if drawn:
        finish(state, drawn)
    return drawn


def played(form: Format, entrants: int, **options: OptionValue) -> Tournament:
    """A whole tournament."""
    state = tournament(entrants, format=form.name, format_options=options)
    while advance(form, state):
        pass
    assert form.rounds(options, entrants) == len(state.draws)
    return state


def meetings(state: Tournament) -> set[int]:
    """How often pairs met."""
    met = Counter(
        pair for table in state.tables.values() for pair in combinations(sorted(table.seats), 2)
    )
    return {met[pair] for pair in combinations(state.entrants, 2)}


@in_one_test(
    ("entrants", "size", "rounds", "tables", "often"),
    [(7, 3, 1, 7, 1), (9, 3, 4, 12, 1), (7, 4, 1, 7, 2), (13, 4, 1, 13, 1), (16, 4, 5, 20, 1)],
)
def test_in_an_exact_schedule_all_meet_equally_often(
    entrants: int, size: int, rounds: int, tables: int, often: int
) -> None:
    state = played(DESIGNS, entrants, table_size=size)
    assert (len(state.draws), len(state.tables)) == (rounds, tables)
    assert meetings(state) == {often}
    assert not any(draw.rest for draw in state.draws)
    assert [row.entrant for row in DESIGNS.standings(state)] == list(range(1, entrants + 1))


@in_one_test(("entrants", "legs"), [(3, 1), (4, 2), (7, 2), (8, 1)])
def test_in_a_round_robin_all_meet_once_a_leg(entrants: int, legs: int) -> None:
    state = played(ROBIN, entrants, legs=legs)
    assert meetings(state) == {legs}
    assert len({table.seats for table in state.tables.values()}) == len(state.tables)
    for draw in state.draws:
        assert len(draw.rest) == entrants % 2
    assert [row.entrant for row in ROBIN.standings(state)] == list(range(1, entrants + 1))


@in_one_test(
    ("form", "entrants", "options"),
    [(DESIGNS, 16, {}), (DESIGNS, 9, {"table_size": 3}), (DESIGNS, 7, {}), (ROBIN, 5, {"legs": 2})],
)
def test_the_schedule_is_known_once_the_first_round_is_drawn(
    form: Format, entrants: int, options: dict[str, OptionValue]
) -> None:
    state = tournament(entrants, format=form.name, format_options=options)
    assert form.coming(state) == []
    advance(form, state)
    state.phase = "running"
    known = form.coming(state)
    assert len(known) == form.rounds(options, entrants) - 1
    assert len(state.draws) == 1, "nothing is drawn by asking"
    for draw in known:
        assert advance(form, state) == draw
    assert form.coming(state) == []
    state.phase = "finished"
    assert form.coming(state) == []


def test_who_has_left_leaves_tables_of_fewer_and_who_comes_late_rests() -> None:
    state = tournament(16, format="designs")
    advance(DESIGNS, state)
    state.entrants[5].status = "dropped"
    state.entrants[17] = Entrant(17, [117], since=2)
    second = advance(DESIGNS, state)
    assert second
    assert sorted(len(table.seats) for table in second.tables) == [3, 4, 4, 4]
    assert second.rest == (17,)
    before = [table.seats for table in state.draws[0].tables]
    assert not any(
        len(set(table.seats) & set(other)) > 1 for table in second.tables for other in before
    )


def test_rounds_in_which_nobody_is_left_to_meet_are_passed_over() -> None:
    state = tournament(6, format="round_robin", format_options={"legs": 2})
    advance(ROBIN, state)
    left = [table.seats for table in state.tables.values()][1]
    for one in set(state.entrants) - set(left):
        state.entrants[one].status = "dropped"
    again = advance(ROBIN, state)
    assert again
    assert (again.round, [table.seats for table in again.tables]) == (2, [left[::-1]])
    assert advance(ROBIN, state) is None


def test_the_numbers_that_fit_are_named() -> None:
    for size in (3, 4):
        with pytest.raises(FormatRefused) as refused:
            DESIGNS.check({"table_size": size}, 8)
        sentence = str(refused.value.sentence)
        assert f"exact schedule with {size} at a table for so many entrants: 8." in sentence
        assert "With 3 at a table there is one for 7, 9, with 4 for 7, 13, 16." in sentence
    for entrants in (2, 33):
        with pytest.raises(FormatRefused, match="A round robin is for 3 to 32 entrants"):
            ROBIN.check({}, entrants)


def test_forecasts_say_how_much_there_is_to_play() -> None:
    assert [str(one) for one in ROBIN.forecast({"legs": 2}, 5)] == [
        "Rounds: 10. Games of each player: 8."
    ]
    in_rounds, at_once = DESIGNS.forecast({}, 16), DESIGNS.forecast({}, 13)
    assert "Rounds: 5." in str(in_rounds[1])
    assert "at the same time" in str(at_once[1])
    assert "Games of each player: 4." in str(at_once[0])


def test_draws_stay_the_same_for_good() -> None:
    """Logs are verified by drawing again: a change of these needs a new ``ALGORITHM``."""
    robin = played(ROBIN, 5)
    assert [[table.seats for table in draw.tables] for draw in robin.draws][:2] == [
        [(3, 1), (2, 4)],
        [(4, 5), (1, 2)],
    ]
    exact = played(DESIGNS, 9, table_size=3)
    assert [[table.seats for table in draw.tables] for draw in exact.draws][:2] == [
        [(1, 9, 6), (8, 7, 2), (5, 4, 3)],
        [(3, 1, 7), (6, 8, 4), (2, 5, 9)],
    ]
