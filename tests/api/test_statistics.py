"""Statistics over the API."""

from collections.abc import Callable
from threading import Thread

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from games.runtime import sealed_cache
from games.runtime.taking_turns import Turns
from replays.models import SeatResult
from replays.statistics import adding_up, results
from simulation.random_play import PlayedGame
from simulation.stored import cut, lay
from tests import recorded
from tests.api.conftest import Caller, Turn, problem


@pytest.fixture(scope="module")
def finished() -> PlayedGame:
    """A game for two in which much was taken back."""
    return recorded.played("taken-back-2")


# --- one game -------------------------------------------------------------------------------------


def test_a_finished_game_in_numbers(
    finished: PlayedGame, alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    game = lay(finished, alice.user, bob.user)
    answered = anonymous.get(f"replays/{game.pk}/statistics")
    assert answered.status_code == 200
    body = answered.json()
    assert body["game"] == str(game.pk)
    assert body["status"] == "finished"
    assert body["version"] == len(finished.rows)
    assert [player["seat"] for player in body["players"]] == [0, 1]
    totals = [player["score"]["total"][-1] for player in body["players"]]
    assert totals == [sheet.total for sheet in finished.state.scores]
    lengths = {len(player["money"]) for player in body["players"]}
    lengths |= {len(series) for player in body["players"] for series in player["goods"].values()}
    lengths |= {len(series) for series in body["prices"].values()}
    assert lengths == {len(body["versions"])}
    assert len(answered.content) < 60_000


def test_a_running_game_in_numbers(finished: PlayedGame, alice: Caller, bob: Caller) -> None:
    game = lay(cut(finished, 40), alice.user, bob.user)
    body = bob.get(f"replays/{game.pk}/statistics").json()
    assert body["status"] == "running"
    assert body["version"] == 40


@pytest.mark.uncounted
def test_a_private_game_has_no_statistics_for_strangers(
    finished: PlayedGame, alice: Caller, bob: Caller, charlie: Caller
) -> None:
    game = lay(finished, alice.user, bob.user, visibility="private")
    problem(charlie.get(f"replays/{game.pk}/statistics"), 404, "no_such_game")
    assert bob.get(f"replays/{game.pk}/statistics").status_code == 200


def test_a_table_has_no_statistics(table: Callable[..., Game], alice: Caller) -> None:
    problem(alice.get(f"replays/{table().pk}/statistics"), 409, "game_not_running")


def test_statistics_know_no_parameters(turn: Turn, alice: Caller) -> None:
    problem(alice.get(f"replays/{turn.game.pk}/statistics?version=1"), 400, "malformed")


# --- all games ------------------------------------------------------------------------------------


@pytest.fixture
def counted(finished: PlayedGame, alice: Caller, bob: Caller) -> Game:
    """That game, taken into the statistics."""
    game = lay(finished, alice.user, bob.user, visibility="private")
    game.finished_at = game.created_at
    game.save()
    assert results.record(game.pk)
    return game


def test_statistics_by_clan(finished: PlayedGame, counted: Game, anonymous: Caller) -> None:
    answered = anonymous.get("statistics")
    assert answered.status_code == 200
    body = answered.json()
    assert body["by"] == "clan"
    clans = {player.clan: seat for seat, player in enumerate(finished.state.players)}
    assert [line["value"] for line in body["values"]] == sorted(clans)
    for line in body["values"]:
        sheet = finished.state.scores[clans[line["value"]]]
        assert (line["games"], line["seats"]) == (1, 1)
        assert line["score"] == sheet.total
        assert line["spread"] is None
        assert line["lines"]["glory"] == sheet.glory
    assert body["all"]["seats"] == 2
    assert body["all"]["wins"] == 1
    assert body["all"]["spread"] is not None


def test_statistics_are_narrowed_by_the_query(
    finished: PlayedGame, counted: Game, anonymous: Caller
) -> None:
    modules = " ".join(finished.state.modules)
    for query, seats in {
        "players=2": 2,
        "players=3": 0,
        "place=1": 1,
        f"map={modules}": 2,
        "side=Z9": 0,
        f"scoring_tile={finished.state.scoring_tiles[0]}": 2,
        "with=bots": 0,
        "with=only-people": 2,
        "of=bots": 0,
    }.items():
        body = anonymous.get(f"statistics?by=place&{query}").json()
        assert body["all"]["seats"] == seats, query


def test_statistics_refuse_what_they_do_not_know(anonymous: Caller, db: None) -> None:
    problem(anonymous.get("statistics?by=weather"), 400, "malformed")
    problem(anonymous.get("statistics?players=many"), 400, "malformed")
    problem(anonymous.get("statistics?name=alice"), 400, "malformed")


def test_the_same_question_is_worked_out_once_a_minute(
    counted: Game, anonymous: Caller, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = anonymous.get("statistics?by=place")
    with django_assert_num_queries(0):
        again = anonymous.get("statistics?by=place")
    assert again.content == first.content
    assert again["Content-Type"] == "application/json"
    assert anonymous.get("statistics?by=side").json()["by"] == "side"


def test_what_counts_nothing_is_not_kept(counted: Game, anonymous: Caller) -> None:
    path = "statistics?clan=nobody"
    assert anonymous.get(path).json()["all"]["games"] == 0
    SeatResult.objects.filter(seat=0).update(clan="nobody")
    assert anonymous.get(path).json()["all"]["games"] == 1


def test_statistics_do_without_the_cache(
    counted: Game, anonymous: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no cache")

    monkeypatch.setattr("games.runtime.sealed_cache.cache.get", fail)
    monkeypatch.setattr("games.runtime.sealed_cache.cache.set", fail)
    assert anonymous.get("statistics").json()["all"]["games"] == 1


def test_a_forged_answer_is_not_given(
    counted: Game, anonymous: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Write access to the cache can at most cause the numbers to be computed again."""
    honest = anonymous.get("statistics").content
    monkeypatch.setattr("games.runtime.sealed_cache.cache.get", lambda _: b'{"all": "forged"}' * 10)
    assert anonymous.get("statistics").content == honest


def test_over_many_games_one_request_at_a_time_adds_up(
    counted: Game, anonymous: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding_up, "turns", Turns(adding_up.WAITING))
    monkeypatch.setattr(adding_up, "WAIT_SECONDS", 0)
    kept = anonymous.get("statistics?by=place")
    other = Thread(target=adding_up.turns.take, args=("elsewhere", 0))
    other.start()
    other.join()
    assert anonymous.get("statistics?by=clan").status_code == 200, "one game is not many"
    monkeypatch.setattr(adding_up, "MANY", 1)
    refused = anonymous.get("statistics?by=side")
    problem(refused, 429, "statistics_busy")
    assert refused["Retry-After"] == "2"
    assert anonymous.get("statistics?by=place").content == kept.content, "it needs no turn"
    adding_up.turns.leave()
    for by in ("side", "map"):  # each gives its turn back
        assert anonymous.get(f"statistics?by={by}").status_code == 200
    problem(anonymous.get("statistics?by=weather"), 400, "malformed")


def test_who_waited_looks_whether_the_same_was_asked_meanwhile(
    counted: Game, anonymous: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding_up, "MANY", 1)
    by_place = anonymous.get("statistics?by=place")
    known = iter((None, by_place.content))
    monkeypatch.setattr(sealed_cache, "get", lambda _: next(known))
    side = anonymous.get("statistics?by=side").json()
    assert side == by_place.json() | {"by": "side"}
