"""A whole game for four over HTTP, against a live server and, in the services pass, a worker."""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.servers.basehttp import WSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from games import engine, packs, selectors
from games.engine.randomness import Stream
from games.models import Game
from tests.api.conftest import PASSWORD
from tests.play_over_http import LINES, Client, Report, play
from tests.replays.patching import patched

pytestmark = pytest.mark.long

NAMES = ["alice", "bob", "charlie", "dora"]
RUN = 4
"""So many contracts in the order of the pile are no accident."""
FORBIDDEN = re.compile(rb'"(?:secrets?|seed|server_seed|salt|invite_code|pile_order)"')
REVEALED = b'"revealed":{'


class Watch:
    """Searches every response for secrets."""

    def __init__(self) -> None:
        self.responses = 0
        self.guarded = 0
        self.revealed = 0
        self.game: Game | None = None
        self.secrets: list[bytes] = []
        self.piles: dict[int, list[int]] = {}

    def __call__(self, call: str, raw: bytes) -> None:
        self.responses += 1
        if REVEALED in raw:
            assert Game.objects.get().status == "finished", f"{call} reveals too early"
            self.revealed += 1
            return
        found = FORBIDDEN.search(raw)
        assert found is None, f"{call} tells {found and found[0]!r}"
        if self.game is None:
            self.game = Game.objects.first()
            self.secrets = hidden_texts(self.game) if self.game else []
        for secret in self.secrets:
            assert secret not in raw, f"{call} tells a secret"
        if self.game is not None:
            self.game.refresh_from_db(fields=["version"])
            version = self.game.version
            if version not in self.piles:
                self.piles[version] = hidden_pile(self.game)
            self.look_for_the_pile(call, raw, self.piles[version])

    def look_for_the_pile(self, call: str, raw: bytes, order: list[int]) -> None:
        self.guarded += len(order) >= RUN
        for at in range(len(order) - RUN + 1):
            run = ",".join(str(number) for number in order[at : at + RUN])
            assert run.encode() not in raw.replace(b" ", b""), f"{call} tells the pile's order"


class Onlooker:
    """Steps through the game every now and then while it is played; what comes is watched too."""

    EVERY = 60

    def __init__(self, watch: Watch, url: str) -> None:
        self.watch = watch
        self.client = Client(url, "somebody", watch)
        self.moves = 0
        self.stepped = 0

    def __call__(self, call: str, raw: bytes) -> None:
        self.watch(call, raw)
        if not call.endswith("/moves") or not call.startswith("POST"):
            return
        self.moves += 1
        if self.moves % self.EVERY == 0:
            path = call.removeprefix("POST games/").removesuffix("/moves")
            self.client.get(f"replays/{path}")
            body = self.client.get(f"replays/{path}/frames", include="effects")
            self.stepped += body["status"] == "running"


def hidden_texts(game: Game) -> list[bytes]:
    """The secrets of a game as they might be written."""
    seed = engine.randomness.game_seed(bytes(game.server_seed), [])
    texts = []
    for secret in (seed, bytes(game.server_seed), bytes(game.salt)):
        texts += [
            secret.hex().encode(),
            base64.b64encode(secret),
            base64.urlsafe_b64encode(secret).rstrip(b"="),
            json.dumps(list(secret), separators=(",", ":")).encode(),
        ]
    return texts


def hidden_pile(game: Game) -> list[int]:
    """The face-down contracts, from the top."""
    if not game.version:
        return []
    secret = selectors.state_of(game).secret
    assert secret is not None
    return list(secret.pile)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def onlooker(watch: Watch, live_server: LiveServer) -> Onlooker:
    return Onlooker(watch, live_server.url)


@pytest.fixture
def clients(
    live_server: LiveServer, onlooker: Onlooker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Client]]:
    # The test server sends a response in two parts; without this the second waits for 40 ms.
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    made = []
    for name in NAMES:
        User.objects.create_user(name, password=PASSWORD)
        client = Client(live_server.url, name, onlooker)
        client.sign_in(PASSWORD)
        made.append(client)
    yield made
    for client in [*made, onlooker.client]:
        client.connection.close()


@pytest.mark.django_db(transaction=True)
def test_four_users_play_a_game(
    clients: list[Client], watch: Watch, onlooker: Onlooker, settled: Callable[[UUID], Game]
) -> None:
    report = play(clients, seed=20)
    assert onlooker.stepped > 2
    assert report.view["status"] == "finished"
    assert report.view["phase"] == "over"
    assert report.view["round"] == 5
    assert report.differences == []
    assert sorted(sheet["rank"] for sheet in report.counted)[0] == 1
    check_stream(clients[0], report)
    check_end(clients, report)
    (sheets,) = selectors.final_scores([Game.objects.get()]).values()
    assert [sheet.rank for sheet in sheets] == sorted(sheet.rank for sheet in sheets)
    totals = {sheet["seat"]: sheet["total"] for sheet in report.view["scores"]}
    assert {sheet.seat: sheet.total for sheet in sheets} == totals
    assert watch.responses > 2 * report.moves > 200
    assert watch.guarded > report.moves
    check_revealed(clients[0], report)
    assert watch.revealed


def check_stream(client: Client, report: Report) -> None:
    """The events are all there, numbered, and every kind of thing has happened."""
    path, events = f"games/{report.game}/events?after=0&limit=100", []
    while path:
        page = client.get(path)
        events += page["events"]
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert [event["version"] for event in events] == list(range(1, report.view["version"] + 1))
    kinds = {event["kind"] for event in events}
    assert kinds >= {"setup", "choose_clan", "place_worker", "trade", "expand", "pass"}
    assert kinds >= {"production", "scoring", "preparation", "final_scoring"}
    assert sum(event["origin"] == "player" for event in events) == report.moves
    for event in events:
        assert (event["move"] is None) == (event["notation"] is None) == (event["seat"] is None)


def check_end(clients: list[Client], report: Report) -> None:
    """A finished game can be read, at every point, and not be played."""
    host, path = clients[0], f"games/{report.game}"
    summary = host.get(path)
    assert (summary["status"], summary["waiting"]) == ("finished", [])
    assert summary["finished_at"] is not None
    for client in clients:
        assert client.get(f"{path}/moves")["moves"] == []
    for version in range(1, report.view["version"], 25):
        then = host.get(f"{path}/state", version=str(version))
        assert then["version"] == version
        assert then["status"] == "running"
    check_replay(host, report)


def check_replay(client: Client, report: Report) -> None:
    """Stepping from the first version to the last one ends at the state."""
    listed = client.get(f"replays/{report.game}")
    assert [each["round"] for each in listed["rounds"]] == [0, 1, 2, 3, 4, 5]
    stretch = client.get(f"replays/{report.game}/frames", include="effects")
    for frame in stretch["frames"]:
        patched(stretch["view"], frame["patch"])
    assert stretch["view"] == client.get(f"games/{report.game}/state")


def check_revealed(client: Client, report: Report) -> None:
    """What is published at the end fits what was promised and what was dealt."""
    summary = client.get(f"games/{report.game}")
    seed = bytes.fromhex(summary["revealed"]["server_seed"])
    assert hashlib.sha256(seed).hexdigest() == summary["commitment"]
    pile = Stream(engine.randomness.game_seed(seed), "contracts").shuffled(range(1, 51))
    setup = client.get(f"games/{report.game}/events?after=0&limit=1")["events"][0]
    drawn = [effect[1] for effect in setup["effects"] if effect[0] == "draw"]
    assert drawn == pile[: len(drawn)]
    assert len(setup["secret_hash"].split()) == 1


def test_lines_are_all_lines_of_the_score_sheet() -> None:
    sheet = set(engine.ScoreSheet.__struct_fields__)
    shown_elsewhere = {
        "rating",
        "seat",
        "leftover_money",
        "contracts_fulfilled",
        "settlements_connected",
        "more",
    }
    assert sheet - shown_elsewhere == set(LINES)


def test_the_watch_sees_what_it_looks_for(watch: Watch, game: Game) -> None:
    for leak in [*hidden_texts(game), b'{"salt":1}', b'{"secret": []}']:
        with pytest.raises(AssertionError):
            watch("GET leak", b'{"x":"' + leak + b'"}')
    order = hidden_pile(game)
    pile = json.dumps({"slots": order[7 : 7 + RUN]}).encode()
    with pytest.raises(AssertionError, match="order"):
        watch("GET leak", pile)
    watch("GET harmless", json.dumps({"slots": order[7 : 6 + RUN]}).encode())
    assert len(order) > len(packs.pack(game.content_id).content.contracts) // 2
