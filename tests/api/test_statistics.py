"""Statistics over the API."""

from collections.abc import Callable

import pytest

from games.models import Game
from tests.api.conftest import Caller, Turn, problem
from tests.random_play import Played
from tests.replays.stored import cut, lay
from tests.replays.wandering import wander


@pytest.fixture(scope="module")
def finished() -> Played:
    """A game for two in which much was taken back."""
    return wander(2, "api/statistics", every=3)


# --- one game -------------------------------------------------------------------------------------


def test_a_finished_game_in_numbers(
    finished: Played, alice: Caller, bob: Caller, nobody: Caller
) -> None:
    game = lay(finished, alice.user, bob.user)
    answered = nobody.get(f"replays/{game.pk}/statistics")
    assert answered.status_code == 200
    told = answered.json()
    assert told["game"] == str(game.pk)
    assert told["status"] == "finished"
    assert told["version"] == len(finished.rows)
    assert [player["seat"] for player in told["players"]] == [0, 1]
    totals = [player["score"]["total"][-1] for player in told["players"]]
    assert totals == [sheet.total for sheet in finished.state.scores]
    lengths = {len(player["money"]) for player in told["players"]}
    lengths |= {len(series) for player in told["players"] for series in player["goods"].values()}
    lengths |= {len(series) for series in told["prices"].values()}
    assert lengths == {len(told["versions"])}
    assert len(answered.content) < 60_000


def test_a_running_game_in_numbers(finished: Played, alice: Caller, bob: Caller) -> None:
    game = lay(cut(finished, 40), alice.user, bob.user)
    told = bob.get(f"replays/{game.pk}/statistics").json()
    assert told["status"] == "running"
    assert told["version"] == 40


def test_a_private_game_has_no_statistics_for_strangers(
    finished: Played, alice: Caller, bob: Caller, charlie: Caller
) -> None:
    game = lay(finished, alice.user, bob.user, visibility="private")
    problem(charlie.get(f"replays/{game.pk}/statistics"), 404, "no_such_game")
    assert bob.get(f"replays/{game.pk}/statistics").status_code == 200


def test_a_table_has_no_statistics(table: Callable[..., Game], alice: Caller) -> None:
    problem(alice.get(f"replays/{table().pk}/statistics"), 409, "game_not_running")


def test_statistics_know_no_parameters(turn: Turn, alice: Caller) -> None:
    problem(alice.get(f"replays/{turn.game.pk}/statistics?version=1"), 400, "malformed")
