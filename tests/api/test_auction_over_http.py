"""A Vickrey auction and the game that follows it, over HTTP, with eyes on every response."""

import re
import time
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.servers.basehttp import WSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from games import engine, selectors
from games.models import Game
from tests.api.conftest import PASSWORD
from tests.play_over_http import PATIENCE, Client, play
from tests.rules import rule

pytestmark = pytest.mark.long

NAMES = ["alice", "bob", "charlie", "dora"]
BID = re.compile(rb'"(?:amount|bid)":\s?\d|bid \d')


class Listener:
    """The responses to one caller while bids are hidden; none may reveal a bid.

    Only lists of the caller's own moves, and answers to a bid, have numbers of bids.
    """

    def __init__(self) -> None:
        self.guarded = 0
        self.spoken: set[str] = set()

    def __call__(self, call: str, raw: bytes) -> None:
        game = Game.objects.first()
        if game is None or not game.version or not self.hidden(game):
            return
        self.guarded += 1
        if call.startswith("GET") and call.endswith("/moves"):
            return
        state = selectors.state_of(game)
        revealed = state.auction is not None and state.auction.rounds
        found = None if revealed else BID.search(raw.replace(b'"bid":0', b""))
        assert found is None, f"{call} tells {found and found[0]!r}"

    def hidden(self, game: Game) -> bool:
        """Whether a sealed bid is hidden."""
        secret = selectors.state_of(game).secret
        return secret is not None and bool(secret.bids)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def clients(
    live_server: LiveServer, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Client]]:
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    made = []
    for name in NAMES:
        User.objects.create_user(name, password=PASSWORD)
        client = Client(live_server.url, name, listener)
        client.sign_in(PASSWORD)
        made.append(client)
    yield made
    for client in made:
        client.connection.close()


@rule("VAR-VICKREY-1", "VAR-BLIND-2", "FINAL-19")
@pytest.mark.django_db(transaction=True)
def test_four_users_play_a_vickrey_game_to_the_end(
    clients: list[Client], listener: Listener, settled: Callable[[UUID], Game]
) -> None:
    report = play(clients, seed=7, auction="vickrey")
    assert report.view["status"] == "finished"
    assert report.differences == []
    settled(UUID(report.game))
    assert listener.guarded > 9
    events = clients[0].get(f"games/{report.game}/events?limit=500")["events"]
    bids = [event for event in events if event["kind"] == "bid"]
    assert len(bids) == 4 + 3 + 2
    assert all(event["move"] is event["notation"] is None for event in bids)
    reveals = [event for event in events if event["kind"] == "reveal"]
    prices = {}
    for event in reveals:
        (shown,) = (effect[1] for effect in event["effects"] if effect[0] == "bids")
        (won,) = (effect[1:] for effect in event["effects"] if effect[0] == "auction_won")
        amounts = sorted((amount["amount"] for amount in shown), reverse=True)
        assert won[1] == amounts[1]
        prices[won[0]] = won[1]
    sheets = report.view["scores"]
    assert [-sheet["auction"] for sheet in sheets] == [prices.get(seat, 0) for seat in range(4)]
    assert min(sheet["auction"] for sheet in sheets) < 0
    check_files(clients[0], report.game)


def check_files(client: Client, game: str) -> None:
    """The game is validated, stepped through and sound as a file."""
    asked = client.post(f"games/{game}/validation")
    until = time.monotonic() + PATIENCE
    while (validation := client.get(f"validations/{asked['id']}"))["status"] in (
        "pending",
        "running",
    ):
        assert time.monotonic() < until
    assert validation["status"] == "passed", validation
    stretch = client.get(f"replays/{game}/frames")
    sentences = [frame["sentence"] for frame in stretch["frames"]]
    assert any("makes a sealed bid" in validation for validation in sentences)
    assert any("The bids are revealed" in validation for validation in sentences)
    assert engine.rebuild(selectors.events_after(Game.objects.get(), 0, 10_000)).over
