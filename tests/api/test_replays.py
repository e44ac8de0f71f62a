"""Stepping through games over the API."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from pytest_django import DjangoAssertNumQueries

from games import engine
from games.models import Game
from simulation.random_play import PlayedGame
from simulation.stored import cut, lay
from tests import recorded
from tests.api.conftest import Caller, Turn, problem
from tests.marks import in_one_test
from tests.replays.patching import patched

pytestmark = pytest.mark.once

Json = Any

FRAME = {
    *("version", "parent", "seat", "origin", "kind", "notation", "sentence", "undone", "patch"),
}


@pytest.fixture(scope="module")
def finished() -> PlayedGame:
    """A game for two in which much was taken back."""
    return recorded.played("taken-back-2")


@pytest.fixture
def over(finished: PlayedGame, alice: Caller, bob: Caller) -> Game:
    """That game, of Alice and Bob."""
    return lay(finished, alice.user, bob.user)


@pytest.fixture
def underway(finished: PlayedGame, alice: Caller, bob: Caller) -> Game:
    """The same in the middle of a turn."""
    middle = next(
        event.version
        for event in finished.events
        if event.kind == "undo" and event.version > len(finished.events) // 2
    )
    return lay(cut(finished, middle), alice.user, bob.user)


def lines(body: Json) -> list[Json]:
    """All events of a table of contents, with their turns' seats."""
    return [
        line | {"seat": turn["seat"]}
        for round_ in body["rounds"]
        for phase in round_["phases"]
        for turn in phase["turns"]
        for line in turn["events"]
    ]


# --- the table of contents ------------------------------------------------------------------------


def test_contents_of_a_finished_game(over: Game, finished: PlayedGame, anonymous: Caller) -> None:
    body = anonymous.get(f"replays/{over.pk}").json()
    assert (body["game"], body["status"]) == (str(over.pk), "finished")
    assert (body["version"], body["after"], body["next"]) == (over.version, 0, None)
    assert [round_["round"] for round_ in body["rounds"]] == [0, 1, 2, 3, 4, 5]
    listed = lines(body)
    assert [line["version"] for line in listed] == list(range(1, over.version + 1))
    for line, event in zip(listed, finished.events, strict=True):
        assert (line["kind"], line["seat"]) == (event.kind, event.seat)
        assert line["notation"] == (event.move and event.move.notation())
    set_up = body["rounds"][0]
    assert [phase["phase"] for phase in set_up["phases"]] == ["setup", "draft", "workers"]
    assert (set_up["from"], set_up["phases"][0]["to"]) == (1, 1)
    ordinary = ["action", "production", "scoring", "preparation"]
    assert [phase["phase"] for phase in body["rounds"][1]["phases"]] == ordinary
    assert [phase["phase"] for phase in body["rounds"][5]["phases"]] == [*ordinary[:3], "final"]
    for round_ in body["rounds"]:
        assert round_["from"] == round_["phases"][0]["from"]
        assert round_["to"] == round_["phases"][-1]["to"]


def test_undone_moves_are_marked_or_left_out(
    over: Game, finished: PlayedGame, anonymous: Caller
) -> None:
    line = {row.version for row in engine.line_to(finished.rows)}
    shown = lines(anonymous.get(f"replays/{over.pk}?undone=show").json())
    assert {each["version"] for each in shown if not each["undone"]} == line
    hidden = lines(anonymous.get(f"replays/{over.pk}?undone=hide").json())
    undos = {event.version for event in finished.events if event.kind == "undo"}
    assert len(undos) > 10
    assert {each["version"] for each in hidden} == line - undos
    assert not any(each["undone"] for each in hidden)


def test_what_happened_since_my_last_turn(
    underway: Game, finished: PlayedGame, alice: Caller, bob: Caller
) -> None:
    for seat, caller in enumerate((alice, bob)):
        own = [e.version for e in finished.events[: underway.version] if e.seat == seat]
        body = caller.get(f"replays/{underway.pk}?since=my-last-turn").json()
        assert body["after"] == own[-1]
        expected = list(range(own[-1] + 1, underway.version + 1))
        assert [line["version"] for line in lines(body)] == expected
        assert seat not in {line["seat"] for line in lines(body)}


def test_before_my_first_turn_everything_has_happened_since(turn: Turn) -> None:
    body = turn.idle.get(f"replays/{turn.game.pk}?since=my-last-turn").json()
    assert (body["after"], [line["version"] for line in lines(body)]) == (0, [1])


def test_a_standing_order_is_not_my_turn(finished: PlayedGame, alice: Caller, bob: Caller) -> None:
    """What the server answered in my place is among what has happened since."""
    answered = next(e for e in finished.events if e.kind == "produce" and e.seat == 0)
    played = cut(finished, answered.version)
    ordered = msgspec.structs.replace(played.rows[-1], origin="standing_order")
    game = lay(replace(played, rows=[*played.rows[:-1], ordered]), alice.user, bob.user)
    body = alice.get(f"replays/{game.pk}?since=my-last-turn").json()
    assert answered.version in {line["version"] for line in lines(body)}


def test_only_players_have_a_last_turn(over: Game, charlie: Caller, anonymous: Caller) -> None:
    path = f"replays/{over.pk}?since=my-last-turn"
    problem(charlie.get(path), 403, "not_seated")
    problem(anonymous.get(path), 401)


def test_contents_in_pages(over: Game, anonymous: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = anonymous.get(f"replays/{over.pk}").json()
    monkeypatch.setattr("replays.contents.MOST", 25)
    found, path, places = [], f"/api/v1/replays/{over.pk}", []
    while path:
        page = anonymous.client.get(path).json()
        found += lines(page)
        places += [(r["round"], p["phase"]) for r in page["rounds"] for p in r["phases"]]
        path = page["next"]
    assert found == lines(whole)
    assert list(dict.fromkeys(places)) == [
        (r["round"], p["phase"]) for r in whole["rounds"] for p in r["phases"]
    ]


@in_one_test(
    ("query", "status", "code"),
    [
        ("undone=maybe", 400, "malformed"),
        ("since=yesterday", 400, "malformed"),
        ("since=my-last-turn&after=3", 400, "malformed"),
        ("after=-1", 400, "malformed"),
        ("after=x", 400, "malformed"),
        ("after=99999", 404, "no_such_version"),
        ("page=2", 400, "malformed"),
    ],
)
def test_bad_questions_for_contents(
    over: Game, alice: Caller, query: str, status: int, code: str
) -> None:
    problem(alice.get(f"replays/{over.pk}?{query}"), status, code)


# --- frames ---------------------------------------------------------------------------------------


@pytest.mark.uncounted
def test_frames_of_a_finished_game(over: Game, finished: PlayedGame, anonymous: Caller) -> None:
    body = anonymous.get(f"replays/{over.pk}/frames").json()
    assert (body["from"], body["to"], body["version"]) == (1, over.version, over.version)
    assert (body["game"], body["status"], body["next"]) == (str(over.pk), "finished", None)
    view = body["view"]
    assert view == anonymous.get(f"games/{over.pk}/state?version=1").json()
    for frame in body["frames"]:
        assert set(frame) == FRAME
        patched(view, frame["patch"])
        if frame["version"] % 20 == 0:
            then = anonymous.get(f"games/{over.pk}/state?version={frame['version']}").json()
            assert view == then
    assert view == anonymous.get(f"games/{over.pk}/state").json()
    assert view["scores"]


def test_frames_of_a_running_game_are_for_the_caller(
    underway: Game, alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    for caller, viewer in ((alice, 0), (bob, 1), (anonymous, None)):
        path = f"replays/{underway.pk}/frames?from=30&to=60&include=effects"
        body = caller.get(path).json()
        assert (body["status"], body["view"]["viewer"]) == ("running", viewer)
        for frame in body["frames"]:
            patched(body["view"], frame["patch"])
        assert body["view"] == caller.get(f"games/{underway.pk}/state?version=60").json()


def test_frames_with_effects(over: Game, anonymous: Caller) -> None:
    body = anonymous.get(f"replays/{over.pk}/frames?from=10&to=20&include=effects").json()
    events = anonymous.get(f"games/{over.pk}/events?after=9&limit=11").json()["events"]
    assert [frame["effects"] for frame in body["frames"]] == [e["effects"] for e in events]
    assert [frame["notation"] for frame in body["frames"]] == [e["notation"] for e in events]


@pytest.mark.uncounted
def test_frames_name_the_players(over: Game, anonymous: Caller) -> None:
    body = anonymous.get(f"replays/{over.pk}/frames").json()
    trade = next(frame for frame in body["frames"] if frame["kind"] == "trade")
    assert trade["sentence"].startswith(("alice ", "bob "))
    assert "£" in trade["sentence"]


def test_bots_of_one_name_are_told_apart(finished: PlayedGame, anonymous: Caller) -> None:
    game = lay(finished)
    body = anonymous.get(f"replays/{game.pk}/frames?to=2").json()
    names = [player["name"] for player in body["view"]["players"]]
    assert names == ["random bot 1", "random bot 2"]
    assert body["frames"][1]["sentence"].startswith(tuple(names))


@pytest.mark.uncounted
def test_frames_in_pages(over: Game, anonymous: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replays.frames.MOST", 40)
    path, seen = f"/api/v1/replays/{over.pk}/frames?from=7&include=effects", []
    while path:
        page = anonymous.client.get(path).json()
        assert page["frames"][0]["version"] == page["from"] == page["view"]["version"]
        assert page["frames"][-1]["version"] == page["to"]
        assert "effects" in page["frames"][-1]
        seen += [frame["version"] for frame in page["frames"]]
        path = page["next"]
    # Every page begins with the version with which the one before has ended.
    assert list(dict.fromkeys(seen)) == list(range(7, over.version + 1))


@in_one_test(
    ("query", "status", "code"),
    [
        ("from=9&to=8", 400, "malformed"),
        ("from=0", 404, "no_such_version"),
        ("from=5&to=99999", 404, "no_such_version"),
        ("from=99999&to=99999", 404, "no_such_version"),
        ("from=99999", 404, "no_such_version"),
        ("from=-1", 400, "malformed"),
        ("from=x", 400, "malformed"),
        ("from=01", 400, "malformed"),
        ("from=1&from=2", 400, "malformed"),
        ("include=secrets", 400, "malformed"),
        ("first=1", 400, "malformed"),
    ],
)
def test_bad_questions_for_frames(
    over: Game, alice: Caller, query: str, status: int, code: str
) -> None:
    problem(alice.get(f"replays/{over.pk}/frames?{query}"), status, code)


def test_a_version_that_there_never_will_be(over: Game, alice: Caller) -> None:
    refusal = problem(alice.get(f"replays/{over.pk}/frames?from=0"), 404, "no_such_version")
    assert (
        f"no version 0: versions count from 1, and the game is at {over.version}"
        in refusal["detail"]
    )


# --- who may ask ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["", "/frames"])
def test_an_open_table_has_nothing_to_step_through(
    table: Callable[..., Game], alice: Caller, rest: str
) -> None:
    problem(alice.get(f"replays/{table().pk}{rest}"), 409, "game_not_running")


@pytest.mark.uncounted
@pytest.mark.parametrize("running", [True, False])
def test_strangers_know_nothing_of_private_games(
    finished: PlayedGame, alice: Caller, charlie: Caller, anonymous: Caller, running: bool
) -> None:
    played = cut(finished, 30) if running else finished
    game = lay(played, alice.user, visibility="private")
    for path in (f"replays/{game.pk}", f"replays/{game.pk}/frames", f"games/{game.pk}/state"):
        assert alice.get(path).status_code == 200
        for stranger in (charlie, anonymous):
            problem(stranger.get(path), 404, "no_such_game")
            problem(stranger.get(f"{path}?nonsense=1"), 400)


@pytest.mark.parametrize("rest", ["", "/frames"])
def test_no_such_game(anonymous: Caller, rest: str) -> None:
    problem(
        anonymous.get(f"replays/00000000-0000-4000-8000-000000000000{rest}"), 404, "no_such_game"
    )


@pytest.mark.uncounted
@pytest.mark.parametrize("rest", ["", "/frames"])
def test_replays_are_read_only(over: Game, alice: Caller, rest: str) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        problem(alice.send(method, f"replays/{over.pk}{rest}"), 405)
    assert alice.send("HEAD", f"replays/{over.pk}{rest}").status_code == 200


def test_a_long_game_is_one_answer_of_bounded_size(anonymous: Caller, db: None) -> None:
    """A whole game for four is at most 350 kB, without compression."""
    played = recorded.played("bots-4")
    game = lay(played)
    answered = anonymous.get(f"replays/{game.pk}/frames")
    assert answered.status_code == 200
    assert answered.json()["to"] == len(played.rows) > 200
    assert len(answered.content) <= 350_000


@pytest.mark.uncounted
def test_replays_cost_few_queries(
    over: Game, anonymous: Caller, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(6):
        anonymous.get(f"replays/{over.pk}")
    with django_assert_max_num_queries(6):
        anonymous.get(f"replays/{over.pk}/frames")
    with django_assert_max_num_queries(6):
        anonymous.get(f"games/{over.pk}/state?version=100")
