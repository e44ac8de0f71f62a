"""Resigning, abandoning, closing and changing games over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Erasure, Game
from games.models.game import Source
from tests.api.conftest import Caller, Turn, problem

Json = Any
pytestmark = pytest.mark.django_db


@pytest.mark.once
@pytest.mark.uncounted
def test_resigning_ends_a_game_of_two(turn: Turn) -> None:
    turn.until_action()
    leaver, winner = turn.idle, turn.active
    answer = leaver.post(f"{turn.path}/resign")
    assert answer.status_code == 200
    summary = answer.json()
    assert (summary["status"], summary["ended_by"]) == ("finished", "resignation")
    assert [seat["resigned"] for seat in summary["seats"]].count(True) == 1
    assert (summary["waiting"], summary["rated"]) == ([], True)
    assert summary["revealed"]
    state = winner.get(f"{turn.path}/state").json()
    assert (state["status"], state["ended_by"], state["phase"]) == (
        *("finished", "resignation"),
        "over",
    )
    ranks = {sheet["seat"]: sheet["rank"] for sheet in state["scores"]}
    gone = next(seat["seat"] for seat in summary["seats"] if seat["resigned"])
    assert ranks == {gone: 2, 1 - gone: 1}
    assert [player["resigned"] for player in state["players"]] == [gone == 0, gone == 1]
    events = winner.get(f"{turn.path}/events?limit=500").json()["events"]
    assert [(one["kind"], one["seat"], one["origin"]) for one in events[-2:]] == [
        ("resign", gone, "player"),
        ("early_end", None, "game"),
    ]
    assert leaver.post(f"{turn.path}/resign").json() == leaver.get(turn.path).json()
    problem(winner.post(f"{turn.path}/resign"), 409, "game_not_running")


@pytest.fixture
def three(table: Callable[..., Game], alice: Caller, bob: Caller, charlie: Caller) -> str:
    """The path of a game of Alice, Bob and Charlie."""
    made = table(players=3)
    for caller in (bob, charlie):
        services.join_game(game_id=made.pk, user=caller.user, now=timezone.now())
    services.start_game(game_id=made.pk, user=alice.user, now=timezone.now())
    return f"games/{made.pk}"


def test_who_has_resigned_is_told_so(three: str, bob: Caller, alice: Caller) -> None:
    assert bob.post(f"{three}/resign").json()["status"] == "running"
    version = alice.get(three).json()["version"]
    refused: list[tuple[str, str, Json]] = [
        ("POST", "moves", {"version": version, "notation": "choose 0"}),
        ("POST", "undo", None),
        ("POST", "abandon", None),
        ("DELETE", "abandon", None),
        ("PUT", "standing-order", {"order": ["bread"]}),
        ("PUT", "max-bid", {"amount": 3}),
    ]
    for method, path, body in refused:
        refusal = problem(bob.send(method, f"{three}/{path}", body), 403, "resigned")
        assert refusal["detail"] == (
            "You have resigned from this game: it goes on without your decisions."
        )
    listed = bob.get(f"{three}/moves").json()
    assert (listed["decision"], listed["moves"], listed["total"]) == (None, [], 0)
    assert bob.get("games?waiting=me").json()["results"] == []
    assert bob.get("games?player=me").json()["results"]


def test_abandoning_takes_all(three: str, alice: Caller, bob: Caller, charlie: Caller) -> None:
    def agreed() -> list[bool]:
        return [seat["abandons"] for seat in alice.get(three).json()["seats"]]

    assert alice.post(f"{three}/abandon").status_code == 200
    assert bob.post(f"{three}/abandon").status_code == 200
    assert bob.delete(f"{three}/abandon").status_code == 200
    assert agreed() == [True, False, False]
    charlie.post(f"{three}/abandon")
    body = bob.post(f"{three}/abandon").json()
    assert (body["status"], body["ended_by"], body["rated"]) == ("finished", "agreement", False)
    state = alice.get(f"{three}/state").json()
    assert (state["scores"], state["ended_by"]) == (None, "agreement")
    assert bob.post(f"{three}/abandon").status_code == 200
    problem(bob.delete(f"{three}/abandon"), 409, "game_not_running")
    fairness = alice.get(f"{three}/fairness").json()
    assert fairness["drawn"]["seed"]


def test_lists_can_be_narrowed_by_how_games_ended(
    three: str, turn: Turn, alice: Caller, bob: Caller
) -> None:
    alice.post(f"{turn.path}/resign")

    def found(query: str) -> list[str]:
        return [f"games/{one['id']}" for one in alice.get(f"games?{query}").json()["results"]]

    assert found("ended_by=resignation") == [turn.path]
    assert found("ended_by=agreement") == []
    assert set(found("")) == {three, turn.path}
    problem(alice.get("games?ended_by=boredom"), 400, "malformed")


def test_a_table_that_has_not_started_is_closed_for_good(
    table: Callable[..., Game], alice: Caller, bob: Caller
) -> None:
    made = table()
    bob.post(f"games/{made.pk}/join")
    problem(alice.post(f"games/{made.pk}/abandon"), 409, "game_not_running")
    problem(bob.delete(f"games/{made.pk}"), 403, "not_host")
    assert alice.delete(f"games/{made.pk}").status_code == 204
    problem(alice.get(f"games/{made.pk}"), 404, "no_such_game")
    problem(alice.delete(f"games/{made.pk}"), 404, "no_such_game")
    erased = Erasure.objects.get(game=made.pk)
    assert (erased.by, erased.reason) == (alice.user, "closed by its host before it started")


def test_a_game_that_runs_cannot_be_closed(turn: Turn, alice: Caller) -> None:
    problem(alice.delete(turn.path), 409, "game_not_open")


def test_the_host_changes_name_and_visibility(table: Callable[..., Game], alice: Caller) -> None:
    path = f"games/{table().pk}"
    body = alice.send("PATCH", path, {"name": " Lowlands ", "visibility": "private"}).json()
    assert (body["name"], body["visibility"]) == ("Lowlands", "private")
    assert alice.send("PATCH", path, {"visibility": "public"}).json()["name"] == "Lowlands"
    problem(alice.send("PATCH", path, {"name": "a\nb"}), 400, "invalid_name")
    problem(alice.send("PATCH", path, {"visibility": "secret"}), 400, "malformed")
    problem(alice.send("PATCH", path, {"status": "open"}), 400, "malformed")
    problem(alice.send("PATCH", path), 400, "malformed")
    assert alice.get(path).json()["visibility"] == "public"


def test_once_others_have_played_a_game_is_only_hidden_further(
    turn: Turn, alice: Caller, anonymous: Caller
) -> None:
    for wanted in ("unlisted", "private", "private"):
        assert alice.send("PATCH", turn.path, {"visibility": wanted}).status_code == 200
    problem(anonymous.get(turn.path), 404)
    for wanted in ("unlisted", "public"):
        answer = alice.send("PATCH", turn.path, {"visibility": wanted, "name": "Shown"})
        problem(answer, 409, "visibility_fixed")
    assert alice.get(turn.path).json()["name"] == "Highlands"


def test_a_game_without_other_people_may_be_shown(
    table: Callable[..., Game], alice: Caller, anonymous: Caller
) -> None:
    path = f"games/{table(visibility='private').pk}"
    alice.post(f"{path}/bots")
    alice.post(f"{path}/start")
    assert alice.send("PATCH", path, {"visibility": "public"}).status_code == 200
    assert anonymous.get(path).status_code == 200


def test_a_fork_is_shown_to_no_more_people_than_its_origin(turn: Turn, alice: Caller) -> None:
    alice.send("PATCH", turn.path, {"visibility": "unlisted"})
    forked = f"games/{alice.post(f'{turn.path}/fork', {'version': 1}).json()['id']}"
    problem(alice.send("PATCH", forked, {"visibility": "public"}), 409, "visibility_fixed")
    assert alice.send("PATCH", forked, {"visibility": "unlisted"}).status_code == 200
    alice.send("PATCH", forked, {"visibility": "private"})
    now = timezone.now()
    origin = Game.objects.get(pk=turn.game.pk)
    services.erase_game(game_id=origin.pk, by=None, reason="test", now=now)
    problem(alice.send("PATCH", forked, {"visibility": "unlisted"}), 409, "visibility_fixed")


def test_a_new_invite_link_makes_the_old_one_void(
    table: Callable[..., Game], alice: Caller, bob: Caller
) -> None:
    path = f"games/{table(visibility='private').pk}"
    old = alice.get(path).json()["invite"].partition("?")[2]
    new = alice.post(f"{path}/invite").json()["invite"].partition("?")[2]
    assert old != new
    problem(bob.get(f"{path}?{old}"), 404, "no_such_game")
    problem(bob.post(f"{path}/join?{old}"), 404, "no_such_game")
    problem(bob.post(f"{path}/invite"), 404, "no_such_game")
    assert bob.get(f"{path}?{new}").status_code == 200
    assert bob.post(f"{path}/join?{new}").json()["invite"] is None
    alice.post(f"{path}/start")
    assert alice.get(path).json()["invite"] is None
    problem(alice.post(f"{path}/invite"), 409, "game_not_open")


def test_a_fork_from_a_file_is_its_hosts_to_show(turn: Turn, alice: Caller) -> None:
    """It may name any game as its origin, also one that its host has never seen."""
    alice.send("PATCH", turn.path, {"visibility": "private"})
    forked = alice.post(f"{turn.path}/fork", {"version": 1}).json()["id"]
    Game.objects.filter(pk=forked).update(source=Source.IMPORTED)
    assert alice.send("PATCH", f"games/{forked}", {"visibility": "public"}).status_code == 200
