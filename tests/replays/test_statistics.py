"""The course of one game in numbers."""

from collections import Counter

import pytest
from django.contrib.auth.models import User

from games import engine
from games.engine.terms import GOODS
from games.errors import NoSuchVersion
from games.models import Game
from replays.statistics import course as statistics
from simulation.random_play import PlayedGame
from simulation.stored import cut, lay
from tests import recorded
from tests.games.tables import new_table

pytestmark = pytest.mark.once

COLUMNS = (*(line.name for line in engine.score_lines()), "total", "rank")


@pytest.fixture(scope="module")
def played() -> PlayedGame:
    """A game of three in which much was taken back."""
    return recorded.played("answered-anew-3")


@pytest.fixture
def game(played: PlayedGame, users: list[User]) -> Game:
    return lay(played, *users)


def line(played: PlayedGame) -> list[engine.StoredEvent]:
    """The events on the line of the newest one that are no undos."""
    return [row for row in engine.line_to(played.rows) if not engine.is_undo(row)]


def states(played: PlayedGame) -> dict[int, engine.State]:
    """The state of each version on the line, rebuilt from nothing."""
    return {row.version: engine.rebuild(played.rows, row.version) for row in line(played)}


def numbers(state: engine.State, seat: int) -> list[object]:
    """Everything that the series say of a seat."""
    player = state.players[seat]
    copy = engine.copy(state)
    while copy.scores == []:
        copy.decisions, copy.phase = [], "final"
        engine.advance(copy)
    sheet = copy.scores[seat]
    score = [sheet.points(name) for name in COLUMNS]
    return [player.money, player.glory, *player.goods, sheet.settlements_connected, *score]


def numbers_at(course: statistics.Course, seat: int, place: int) -> list[object]:
    """The same out of the series."""
    player = course.players[seat]
    series = [player.money, player.glory, *(player.goods[good] for good in GOODS)]
    series += [player.settlements, *(player.score[name] for name in COLUMNS)]
    return [values[place] for values in series]


@pytest.mark.long
@pytest.mark.uncounted
def test_series_are_what_the_states_say_at_every_version(played: PlayedGame, game: Game) -> None:
    """Also where the series have no value of their own: there the one before holds."""
    course, known = statistics.course(game), states(played)
    assert course.versions[0] == 1
    assert set(course.versions) < set(known)
    place = -1
    for version, state in known.items():
        place += version in course.versions
        for seat in range(3):
            assert numbers_at(course, seat, place) == numbers(state, seat), version
        prices = [course.prices[good][place] for good in GOODS]
        assert prices == [state.price(good) for good in range(6)], version
    assert place == len(course.versions) - 1


def test_the_last_score_is_that_of_the_game(played: PlayedGame, game: Game) -> None:
    course = statistics.course(game)
    for sheet in played.state.scores:
        score = course.players[sheet.seat].score
        assert {name: score[name][-1] for name in COLUMNS} == {
            name: sheet.points(name) for name in COLUMNS
        }


def test_actions_are_counted_once_and_those_taken_back_not_at_all(
    played: PlayedGame, game: Game
) -> None:
    counted = [Counter[str]() for _ in range(3)]
    for row in line(played):
        if row.seat is not None:
            counted[row.seat][engine.read_payload(row.public).kind] += 1
    assert statistics.course(game).actions == counted
    assert sum(map(Counter.total, counted)) < sum(row.seat is not None for row in played.rows)


@pytest.mark.uncounted
def test_production_is_what_the_stocks_gained_in_it(played: PlayedGame, game: Game) -> None:
    known, course = states(played), statistics.course(game)
    grown: Counter[tuple[int, int, str]] = Counter()
    before = engine.State()
    for row in line(played):
        state = known[row.version]
        if engine.read_payload(row.public).kind in ("production", "processing"):
            for seat, (old, new) in enumerate(zip(before.players, state.players, strict=True)):
                grown[state.round, seat, "money"] += new.money - old.money
                for index, good in enumerate(GOODS):
                    grown[state.round, seat, good] += new.goods[index] - old.goods[index]
        before = state
    found: Counter[tuple[int, int, str]] = Counter()
    for produced in course.production:
        place = produced.round, produced.seat
        assert place not in {key[:2] for key in found}
        found[*place, "money"] = produced.money
        for good in GOODS:
            net = produced.gained.get(good, 0) - produced.used.get(good, 0)
            found[*place, good] = net
    assert +found == +grown
    assert any(produced.used for produced in course.production)


@pytest.mark.uncounted
def test_rounds_start_where_they_do(played: PlayedGame, game: Game) -> None:
    first: dict[int, int] = {}
    for version, state in sorted(states(played).items()):
        first.setdefault(state.round, version)
    found = {start.round: start.version for start in statistics.course(game).rounds}
    assert found == first
    assert max(found) == 5


def test_a_running_game_is_told_as_far_as_it_is(played: PlayedGame, users: list[User]) -> None:
    middle = len(played.rows) // 2
    game = lay(cut(played, middle), *users)
    course = statistics.course(game)
    assert course.versions[-1] <= middle
    state = engine.rebuild(played.rows, middle)
    assert [p.money[-1] for p in course.players] == [p.money for p in state.players]


def test_barrels_in_the_cellar_count_as_final_scoring_would_take_them_out(
    played: PlayedGame,
) -> None:
    """What a clan does before final scoring is part of what it would give now."""
    state = engine.rebuild(played.rows, len(played.rows) - 40)
    state.players[0].clan = "mackenzie"
    state.players[0].clan_state = [0, 1]
    dumped = engine.dump(state)
    paid = engine.score_now(state)[0]
    assert engine.dump(state) == dumped
    assert [paid, *engine.score_now(state)[1:]] == engine.score_now(state)
    wealth = state.players[0].money
    assert paid.money * 10 + paid.leftover_money > wealth


def test_a_table_has_no_course(users: list[User]) -> None:
    with pytest.raises(NoSuchVersion):
        statistics.course(new_table(users).game)
