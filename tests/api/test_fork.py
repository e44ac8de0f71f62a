"""Branching games off over the API."""

from collections.abc import Callable
from typing import Any

import pytest

from games import engine
from games.models import Game
from simulation.random_play import PlayedGame
from simulation.stored import lay
from tests import recorded
from tests.api.conftest import Caller, Turn, problem

pytestmark = pytest.mark.once

Json = Any


@pytest.fixture(scope="module")
def finished() -> PlayedGame:
    return recorded.played("people-2")


VERSION = 47
"""In the middle of a round: a player has a main action to take."""


@pytest.fixture
def over(finished: PlayedGame, alice: Caller, bob: Caller) -> Game:
    return lay(finished, alice.user, bob.user)


def fork(caller: Caller, game: Game, **fields: object) -> Json:
    """The summary of the fork."""
    answered = caller.post(f"games/{game.pk}/fork", {"version": VERSION, **fields})
    assert answered.status_code == 201, answered.content
    assert answered["Location"].endswith(f"/api/v1/games/{answered.json()['id']}")
    return answered.json()


def test_a_stranger_forks_a_finished_game(over: Game, charlie: Caller) -> None:
    summary = fork(charlie, over)
    assert summary["forked_from"] == {"game": str(over.pk), "version": VERSION}
    assert (summary["source"], summary["visibility"], summary["status"]) == (
        "forked",
        "private",
        "running",
    )
    assert [seat["user"] for seat in summary["seats"]] == ["charlie", "charlie"]
    assert summary["revealed"] is None
    assert charlie.get(f"games/{over.pk}").json()["forked_from"] is None


def test_it_shows_the_position(over: Game, charlie: Caller) -> None:
    summary = fork(charlie, over)
    now = charlie.get(f"games/{summary['id']}/state").json()
    then = charlie.get(f"games/{over.pk}/state?version={VERSION}").json()
    for part in ("round", "phase", "map", "market", "export_board", "ports", "turn_order"):
        assert now[part] == then[part], part
    assert [player["money"] for player in now["players"]] == [p["money"] for p in then["players"]]
    assert [player["name"] for player in now["players"]] == ["charlie 1", "charlie 2"]


@pytest.mark.uncounted
@pytest.mark.long
def test_one_caller_plays_both_seats(over: Game, charlie: Caller) -> None:
    path = f"games/{fork(charlie, over)['id']}"
    seats = set()
    for _ in range(12):
        listed = charlie.get(f"{path}/moves").json()
        seats.add(listed["decision"]["seat"])
        assert charlie.get(f"{path}/state").json()["viewer"] == listed["decision"]["seat"]
        body = {"version": listed["version"], "move": listed["moves"][0]["move"]}
        answered = charlie.post(f"{path}/moves", body)
        assert answered.status_code == 201, answered.content
        assert answered.json()["events"][0]["seat"] == listed["decision"]["seat"]
    assert seats == {0, 1}
    (listed,) = charlie.get("games?player=me").json()["results"]
    assert listed["id"] == path.removeprefix("games/")


def test_seats_for_bots(over: Game, charlie: Caller) -> None:
    summary = fork(charlie, over, seats=["random", "me"], name="Against a bot")
    assert summary["name"] == "Against a bot"
    assert [(seat["user"], seat["bot"]) for seat in summary["seats"]] == [
        (None, "random"),
        ("charlie", None),
    ]


@pytest.mark.long
def test_a_replay_of_a_fork_begins_with_the_position(over: Game, charlie: Caller) -> None:
    summary = fork(charlie, over)
    path = f"replays/{summary['id']}"
    listed = charlie.get(f"games/{summary['id']}/moves").json()
    body = {"version": listed["version"], "move": listed["moves"][0]["move"]}
    assert charlie.post(f"games/{summary['id']}/moves", body).status_code == 201
    view = charlie.get(f"games/{over.pk}/state?version={VERSION}").json()
    frames = charlie.get(f"{path}/frames").json()["frames"]
    assert frames[0]["kind"] == "fork"
    assert f"round {view['round']} of another one" in frames[0]["sentence"]
    later = charlie.get(path).json()["rounds"][-1]
    assert (later["round"], later["phases"][0]["phase"]) == (view["round"], view["phase"])
    numbers = charlie.get(f"{path}/statistics").json()
    assert [player["money"][0] for player in numbers["players"]] == [
        player["money"] for player in view["players"]
    ]
    checked = charlie.post(f"games/{summary['id']}/validation")
    assert checked.status_code == 202


def test_who_may_fork_a_running_game(turn: Turn, alice: Caller, charlie: Caller) -> None:
    assert fork(alice, turn.game, version=1)["version"] == 1
    refused = charlie.post(f"{turn.path}/fork", {"version": 1})
    problem(refused, 403, "not_seated")


def test_a_private_game_is_unknown_to_strangers(over: Game, alice: Caller, charlie: Caller) -> None:
    Game.objects.filter(pk=over.pk).update(visibility="private")
    problem(charlie.post(f"games/{over.pk}/fork", {"version": 5}), 404, "no_such_game")
    summary = fork(alice, over)
    problem(charlie.get(f"games/{summary['id']}"), 404, "no_such_game")


def test_nobody_forks_without_an_account(over: Game, anonymous: Caller) -> None:
    problem(anonymous.post(f"games/{over.pk}/fork", {"version": 5}), 401, "not_authenticated")


def test_what_is_refused(over: Game, table: Callable[..., Game], alice: Caller) -> None:
    path, last = f"games/{over.pk}/fork", over.version
    problem(alice.post(path, {"version": last}), 409, "nothing_to_fork")
    problem(alice.post(path, {"version": last + 1}), 404, "no_such_version")
    problem(alice.post(path, {"version": 0}), 404, "no_such_version")
    problem(alice.post(path, {}), 400, "malformed")
    problem(alice.post(path, {"version": 5, "seats": ["me"]}), 400, "invalid_seats")
    problem(alice.post(path, {"version": 5, "seats": ["random"] * 2}), 400, "invalid_seats")
    problem(alice.post(path, {"version": 5, "seats": ["me", "hal"]}), 400, "unknown_bot")
    problem(alice.post(path, {"version": 5, "name": " "}), 400, "invalid_name")
    problem(alice.post(f"games/{table().pk}/fork", {"version": 1}), 409, "game_not_running")


def waiting_at(played: PlayedGame, version: int) -> list[int]:
    """The seats that have to decide after a version."""
    return [one.seat for one in engine.rebuild(played.rows, upto=version).open_decisions()]


def test_an_answer_in_production_can_be_changed_by_naming_the_seat(
    finished: PlayedGame, over: Game, charlie: Caller, alice: Caller
) -> None:
    asked = [row.version for row in finished.rows if '"kind":"produce"' in row.public]
    both = next(v - 1 for v in asked if len(waiting_at(finished, v - 1)) == 2)
    summary = fork(charlie, over, version=both)
    path = f"games/{summary['id']}"

    def answered(**fields: object) -> Any:
        version = charlie.get(path).json()["version"]
        return charlie.post(f"{path}/moves", {"version": version, **fields})

    first, second = charlie.get(path).json()["waiting"]
    listed = charlie.get(f"{path}/moves").json()
    moves = [each["move"] for each in listed["moves"]]
    assert answered(move=moves[0]).status_code == 201
    again = answered(move=moves[-1], seat=first)
    assert again.status_code == 201, again.content
    assert again.json()["events"][0]["seat"] == first
    assert charlie.get(path).json()["waiting"] == [second]
    problem(answered(move=moves[0], seat=2), 403, "not_your_seat")
    problem(alice.post(f"{path}/undo", {"seat": 0}), 404, "no_such_game")
    problem(charlie.post(f"{path}/undo", {"seat": 3}), 403, "not_your_seat")


def test_nobody_acts_for_the_seat_of_another(turn: Turn) -> None:
    move = turn.active.get(f"{turn.path}/moves").json()["moves"][0]["move"]
    seat = turn.waiting[0]
    body = {"version": turn.version, "move": move, "seat": seat}
    problem(turn.idle.post(f"{turn.path}/moves", body), 403, "not_your_seat")
    assert turn.active.post(f"{turn.path}/moves", body).status_code == 201
