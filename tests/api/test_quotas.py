"""How the API refuses what is beyond a quota."""

import pytest
from django.conf import LazySettings

from tests.api.conftest import Caller, problem
from tests.games.tables import Table, started


@pytest.fixture
def table(alice: Caller, bob: Caller) -> Table:
    assert alice.user is not None
    assert bob.user is not None
    return started([alice.user, bob.user])


def test_hourly_quotas_say_when_to_come_back(
    alice: Caller, table: Table, settings: LazySettings
) -> None:
    settings.TABLES_PER_HOUR = settings.FORKS_PER_HOUR = 1
    fork = f"games/{table.id}/fork"
    assert alice.post(fork, {"version": 1}).status_code == 201
    for refused, code in (
        (alice.post("games", {"name": "x"}), "tables_per_hour"),
        (alice.post(fork, {"version": 1}), "forks_per_hour"),
    ):
        problem(refused, 429, code)
        assert 3500 < int(refused["Retry-After"]) <= 3600


def test_other_quotas_are_conflicts(alice: Caller, table: Table, settings: LazySettings) -> None:
    settings.MOST_BOT_GAMES = settings.UNDOS_PER_TURN = 0
    alone = {"name": "x", "options": {"players": 1}}
    path = f"games/{alice.post('games', alone).json()['id']}"
    assert alice.post(f"{path}/leave").status_code == 200
    assert alice.post(f"{path}/bots").status_code == 200
    problem(alice.post(f"{path}/start"), 409, "too_many_bot_games")
    settings.MOST_OPEN_TABLES = 0
    refused = alice.post("games", {"name": "x"})
    problem(refused, 409, "too_many_open_tables")
    assert "Retry-After" not in refused
    table.play_until(lambda s: s.phase == "action" and s.open_decisions()[0].seat == 0)
    body = {"version": table.game.version, "notation": "hire"}
    assert alice.post(f"games/{table.id}/moves", body).status_code == 201
    problem(alice.post(f"games/{table.id}/undo"), 409, "undo_limit")
    settings.EVENTS_PER_GAME = table.game.version
    problem(alice.post(f"games/{table.id}/undo"), 409, "game_too_long")
