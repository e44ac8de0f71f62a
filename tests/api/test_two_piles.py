"""What is hidden leaves no trace: two games that differ in the pile only look the same."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

from games import engine, services, store
from games.engine.randomness import Stream
from games.engine.rules import setup
from games.models import Game
from tests.api.conftest import Caller, Turn
from tests.rules import rule

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

T = TypeVar("T")

HASHES = re.compile(rb'"(?:digest|chain|secret_hash|commitment|id|game)":"[^"]*"')
TIMES = re.compile(rb'"\w+_at":"[^"]*"')
ADDRESSES = re.compile(rb"(?:games|replays)/[0-9a-f-]{36}")
REQUESTS = re.compile(rb',"request_id":"[0-9a-f]{32}"')
TURNED = 8
"""How many cards at the bottom of the pile are turned around; the game does not get that far."""


class TurnedPile(Stream):
    """The same chance, but the last contracts of the pile lie the other way round."""

    def __init__(self, seed: bytes, label: str) -> None:
        super().__init__(seed, label)
        self._turned = label == "contracts"

    def shuffled(self, items: Iterable[T]) -> list[T]:
        order = super().shuffled(items)
        return order[:-TURNED] + order[-TURNED:][::-1] if self._turned else order


def _responses(game: Game, callers: tuple[Caller, Caller], stranger: Caller) -> list[bytes]:
    """Every response of a game's first rounds, without hashes, ids and times."""
    turn = Turn(game, callers)
    path, responses = turn.path, []
    for number in range(36):
        asked = [*callers, stranger] if number % 6 == 0 else [turn.active]
        for caller in asked:
            responses += [caller.get(f"{path}/{what}").content for what in ("state", "moves", "")]
        body = turn.first()
        if number % 3:
            listed = turn.active.get(f"{path}/moves").json()["moves"]
            moves = [each["move"] for each in listed if each["move"]["type"] != "pass"]
            if moves:
                body["move"] = moves[(number * 7) % len(moves)]
        played = turn.active.post(f"{path}/moves", body)
        assert played.status_code == 201, played.content
        responses.append(played.content)
    responses.append(callers[0].get(f"{path}/events?after=0").content)
    responses += _stepped(game, callers, stranger)
    return [plain(raw) for raw in responses]


def plain(raw: bytes) -> bytes:
    """A response without what is never the same twice."""
    for changing in (HASHES, TIMES, ADDRESSES, REQUESTS):
        raw = changing.sub(b"", raw)
    return raw


def _stepped(game: Game, callers: tuple[Caller, Caller], stranger: Caller) -> list[bytes]:
    """The responses to stepping through the game, for players and others."""
    paths = [f"replays/{game.pk}", f"replays/{game.pk}/frames?include=effects"]
    paths += [f"games/{game.pk}/state?version={version}" for version in range(1, 36, 5)]
    asked = [caller.get(path) for caller in (*callers, stranger) for path in paths]
    asked += [caller.get(f"replays/{game.pk}?since=my-last-turn") for caller in callers]
    assert {answered.status_code for answered in asked} == {200}
    return [answered.content for answered in asked]


@rule("UNDO-08", "DEF-47")
def test_two_orders_of_the_pile_give_the_same_responses(
    table: Callable[..., Game],
    alice: Caller,
    bob: Caller,
    charlie: Caller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    responses, piles = [], []
    for stream in (Stream, TurnedPile):
        monkeypatch.setattr(setup, "Stream", stream)
        game = table()
        game.server_seed, game.salt = b"s" * 32, bytes([len(responses)]) * 32
        game.save()
        services.join_game(game_id=game.pk, user=bob.user, now=game.created_at)
        game = services.start_game(game_id=game.pk, user=alice.user, now=game.created_at)
        responses.append(_responses(game, (alice, bob), charlie))
        secret = engine.rebuild(store.rows(game.pk)).secret
        assert secret is not None
        piles.append(secret.pile)
    assert piles[0] != piles[1]
    assert piles[0][:-TURNED] == piles[1][:-TURNED]
    assert len(responses[0]) > 120
    assert responses[0] == responses[1]
