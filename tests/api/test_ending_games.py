"""Ending games in whose place a result was entered, over the API."""

import pytest

from tests.api.conftest import Caller, problem
from tests.api.tournament_callers import done, entered, made, plain

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")

WHY = "The result was entered by hand."


def running(alice: Caller, bob: Caller, charlie: Caller) -> str:
    """The path of a tournament with a game at its one table."""
    path = made(alice, settings={"format": "plain"})
    entered(path, bob, charlie)
    done(alice.post(f"{path}/draw"))
    return path


def test_a_ruling_ends_the_game_beside_a_result(
    alice: Caller, bob: Caller, charlie: Caller, anonymous: Caller
) -> None:
    path = running(alice, bob, charlie)
    ending = {"reason": WHY, "end_game": True}
    problem(alice.post(f"{path}/tables/1/ruling", ending), 422, "bad_result")
    table = done(alice.post(f"{path}/tables/1/result", {"places": [1, 2]}))
    problem(bob.post(f"{path}/tables/1/ruling", ending), 403, "not_director")
    refused = ending | {"forfeited": table["result"]["places"]}
    problem(alice.post(f"{path}/tables/1/ruling", refused), 422, "bad_result")
    after = done(alice.post(f"{path}/tables/1/ruling", ending))
    assert (after["result"], after["forfeited"]) == (table["result"], [])
    problem(alice.post(f"{path}/tables/1/ruling", ending), 422, "bad_result")
    (ruling,) = done(anonymous.get(f"{path}/rulings"))["rulings"]
    assert (ruling["ended_game"], ruling["forfeited"], ruling["reason"]) == (True, [], WHY)
    game = done(anonymous.get(f"games/{table['game']}"))
    assert (game["status"], game["ended_by"], game["rated"]) == ("finished", "director", False)


def test_finishing_ends_such_games_and_reveals_the_seed(
    alice: Caller, bob: Caller, charlie: Caller
) -> None:
    path = running(alice, bob, charlie)
    done(alice.post(f"{path}/tables/1/result", {"places": [1, 2]}))
    assert alice.post(f"{path}/finish", {"end_games": ""}).status_code == 400
    over = done(alice.post(f"{path}/finish", {"end_games": WHY}))
    assert (over["phase"], bool(over["revealed"])) == ("finished", True)
    (ruling,) = done(alice.get(f"{path}/rulings"))["rulings"]
    assert (ruling["ended_game"], ruling["by"]["user"]) == (True, "alice")
