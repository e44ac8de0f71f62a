"""Going through a whole long game: one request of a process at a time."""

from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Game
from games.runtime import long_games
from tests.games.tables import Table
from tests.replays.tables import played_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_turns"), pytest.mark.once]

WHOLE = (
    "/api/v1/games/{id}/export",
    "/api/v1/games/{id}/export?format=text",
    "/api/v1/replays/{id}",
    "/api/v1/replays/{id}/frames",
    "/api/v1/replays/{id}/statistics",
    "/games/{id}/replay/",
    "/games/{id}/replay/at/?v=20",
    "/games/{id}/replay/log/?v=20",
    "/games/{id}/replay/news/?v=20",
)
PART = ("/api/v1/games/{id}", "/api/v1/games/{id}/state?version=20", "/games/{id}/")


def in_another_thread(action: Any) -> None:
    """As another request would."""
    thread = Thread(target=action)
    thread.start()
    thread.join()


def begin_at(address: str, game: Game) -> None:
    """As a request from there would."""
    long_games.arrive(address)
    long_games.begin(game)


@pytest.fixture
def table(alice: User, bob: User) -> Table:
    """A public game that runs."""
    return played_to([alice, bob], 30)


def test_while_one_is_read_others_are_sent_away(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_games, "LONG", 20)
    game = Game.objects.get(pk=table.id)
    in_another_thread(lambda: begin_at("127.0.0.1", game))
    try:
        for path in WHOLE:
            answer = client.get(path.format(id=table.id))
            assert (answer.status_code, answer.headers.get("Retry-After")) == (429, "2"), path
        for path in PART:
            assert client.get(path.format(id=table.id)).status_code == 200, path
    finally:
        long_games.turns.leave()


def test_a_transaction_does_not_wait_for_its_turn(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may need the rows that it holds."""
    monkeypatch.setattr(long_games, "LONG", 20)
    waits: list[float] = []

    def take(caller: str, seconds: float) -> bool:
        waits.append(seconds)
        return False

    monkeypatch.setattr(long_games.turns, "take", take)
    game = Game.objects.get(pk=table.id)
    for atomic in (True, False):
        monkeypatch.setattr(long_games, "connection", SimpleNamespace(in_atomic_block=atomic))
        with pytest.raises(long_games.LongGameBusy):
            long_games.begin(game)
    assert waits == [0, long_games.WAIT_SECONDS]


def test_each_request_makes_room_for_the_next(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_games, "LONG", 20)
    for path in (*WHOLE, "/games/{id}/replay/log/?v=999", "/api/v1/replays/{id}/frames?from=999"):
        client.get(path.format(id=table.id))
        assert long_games.turns.take("", 0), path
        long_games.turns.leave()


def test_which_games_are_long() -> None:
    """Of 917 events of one that could be imported, each page of the replay took a second."""
    for version, long in ((350, False), (499, False), (500, True), (917, True)):
        long_games.begin(Game(version=version))
        try:
            assert long_games.turns.take("", 0) != long, version
        finally:
            long_games.end()
            if not long:
                long_games.turns.leave()


@pytest.mark.uncounted
@pytest.mark.long
def test_games_of_ordinary_length_wait_for_nobody(table: Table, client: Client) -> None:
    long_games.turns.take("", 0)
    try:
        for path in WHOLE:
            assert client.get(path.format(id=table.id)).status_code == 200, path
    finally:
        long_games.turns.leave()
