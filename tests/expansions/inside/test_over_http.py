"""A whole game with the example over HTTP, and what is done with games besides playing them."""

import json
import random
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.servers.basehttp import WSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from games import selectors
from games.models import Game
from games.services.seats import seating
from replays import isolated
from replays.verify import CHECKS
from simulation.random_play import seed_of
from tests.api.conftest import PASSWORD
from tests.expansions import example_pack
from tests.expansions.example.state import HiddenApiary
from tests.play_over_http import Client, RefusedError, legal, next_seats
from tests.replays.patching import patched
from tests.replays.servers import gone

Json = Any
NAMES = ("alice", "bob")
OWN = ("set_up_hive", "keep_tile", "sell_honey")
WITH_EXAMPLE = (sys.executable, "-m", "tests.expansions.with_example")
ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def pack(settings: LazySettings, tmp_path: Path) -> None:
    """New games have the clan of the example among theirs."""
    settings.CONTENT_PACK = str(example_pack.write(tmp_path))


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that reads a file begins with the example, as this one does."""
    command = (*WITH_EXAMPLE, "replays.reading_process")
    monkeypatch.setattr(isolated, "COMMAND", command)


class AtTheTable:
    """Two users who play a game of the example, the same every time."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.rng = random.Random(7)  # noqa: S311 - a game, not a secret
        self.clients = [Client(url, name, self.observe) for name in NAMES]
        self.anonymous = Client(url, "")
        self.game = ""
        self.undone = 0
        self.played: list[str] = []

    def observe(self, call: str, raw: bytes) -> None:
        """No answer to anybody names what is hidden."""
        assert b"hidden_apiary" not in raw, call

    def sit_down(self) -> None:
        """Create the game with the option, and start it."""
        host, guest = self.clients
        options = {"players": 2, "expansions": ["apiary"]}
        created = host.post("games", {"name": "Hives", "options": options})
        assert created["options"]["expansions"] == ["apiary"]
        self.game = created["id"]
        guest.post(f"games/{self.game}/join")
        seats = host.post(f"games/{self.game}/start")["seats"]
        by_user = {client.user: client for client in self.clients}
        self.clients = [by_user[seat["user"]] for seat in seats]

    def get(self, path: str, **query: str) -> Json:
        """Something of the game, or of its replay, as a spectator sees it."""
        return self.anonymous.get(path.format(self.game), **query)

    def play(self, *, until: int = 100_000) -> None:
        """Play at random, but what the example brings every second time, to the end or so far."""
        while waiting := next_seats(self.clients[0], self.game):
            seat = self.rng.choice(waiting)
            if self.move(self.clients[seat]) >= until:
                return

    def move(self, client: Client) -> int:
        """One move; the first honey that is sold is taken back. The version that follows."""
        listed = legal(client, self.game, self.rng)
        moves = listed["moves"]
        own = [one for one in moves if wanted(one["move"], client, self.game)]
        chosen = self.rng.choice(own if own and self.rng.random() < 0.5 else moves)
        body = {"version": listed["version"], "notation": chosen["notation"]}
        if self.rng.random() < 0.5:
            body = {"version": listed["version"], "move": chosen["move"]}
        answer = client.post(f"games/{self.game}/moves", body)
        kind = chosen["move"]["type"]
        self.played.append(kind)
        if kind == "sell_honey" and not self.undone:
            return self.take_back(client, listed["version"])
        return int(answer["version"])

    def take_back(self, client: Client, version: int) -> int:
        """Take the last move back, and see the state of before it."""
        before = client.get(f"games/{self.game}/state", version=str(version))
        answer = client.post(f"games/{self.game}/undo", {"to_version": version})
        after = client.get(f"games/{self.game}/state")
        assert after["expansions"] == before["expansions"]
        assert after["players"] == before["players"]
        self.undone += 1
        return int(answer["version"])


def wanted(move: Json, client: Client, game: str) -> bool:
    """Whether a move is one of the example's: its own, or the choice of its clan."""
    if move["type"] != "choose_clan":
        return move["type"] in OWN or "mead" in move.get("clan", {})
    draft = client.get(f"games/{game}/state")["draft"]
    return bool(draft[move["pair"]]["clan"] == "apiarist")


@pytest.fixture
def table(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtTheTable]:
    """The two, with a game that has been started."""
    # The test server sends a response in two parts; without this the second waits for 40 ms.
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    known = SimpleNamespace(**vars(seating.secrets))
    known.token_bytes = lambda count: seed_of("hives over HTTP")[:count]
    monkeypatch.setattr(seating, "secrets", known)
    made = AtTheTable(live_server.url)
    for client in made.clients:
        User.objects.create_user(client.user, password=PASSWORD)
        client.sign_in(PASSWORD)
    made.sit_down()
    yield made
    for client in (*made.clients, made.anonymous):
        client.connection.close()


def exported(table: AtTheTable) -> bytes:
    """The file of the game, for everybody."""
    address = f"{table.url}/api/v1/games/{table.game}/export"
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - the server of this test
        data: bytes = answer.read()
    return data


def verified(data: bytes, folder: Path, *program: str) -> tuple[int, dict[str, str]]:
    """The exit status of ``replays.verify`` in a process of its own, and the outcome by check."""
    file = folder / "game.jsonl"
    file.write_bytes(data)
    run = subprocess.run(
        [*(program or WITH_EXAMPLE), "replays.verify", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.split() for line in run.stdout.splitlines() if line.startswith("  ")]
    return run.returncode, {line[0]: line[1] for line in lines}


def test_the_option_is_listed_and_checked(table: AtTheTable) -> None:
    listed = {one["name"]: one for one in table.get("options")["options"]}
    assert listed["expansions"]["values"][-1] == "apiary"
    for expansions in (["trains"], ["apiary", "apiary"], ["solo"]):
        body = {"name": "Hives", "options": {"expansions": expansions}}
        with pytest.raises(RefusedError) as refused:
            table.clients[0].post("games", body)
        assert (refused.value.status, refused.value.problem["code"]) == (400, "invalid_options")
        assert expansions[0] in refused.value.problem["detail"]


def test_a_game_under_way(table: AtTheTable, tmp_path: Path) -> None:
    """What is hidden shows to its own seat alone, and a check does without it."""
    table.play(until=160)
    assert set(table.played) >= {*OWN}
    secret = selectors.state_of(Game.objects.get()).secret
    assert secret is not None
    patrons = secret.part(HiddenApiary).patrons
    for client, own in zip(table.clients, patrons, strict=True):
        assert client.get(f"games/{table.game}/state")["own"]["apiary"] == {"patron": own}
    assert "own" not in table.get("games/{}/state")
    seen = table.get("games/{}/state")["expansions"]["apiary"]
    assert seen["patrons"] == [0, 0]
    assert sum(map(len, seen["hives"])) > 0 < len(seen["used"])
    data = exported(table)
    assert b"hidden_apiary" not in data
    status, checks = verified(data, tmp_path)
    assert (status, checks["rules"], checks["digests"]) == (0, "ok", "ok")
    assert checks["deck"] == "hidden"
    table.clients[0].post(f"games/{table.game}/validation")
    summary = table.clients[0].get(f"games/{table.game}")
    assert summary["validation"]["status"] == "passed", summary["validation"]


def test_a_whole_game(table: AtTheTable, tmp_path: Path) -> None:
    table.play()
    assert set(table.played) >= {*OWN, "choose_clan", "trade", "pass"}
    assert table.undone == 1
    view = table.get("games/{}/state")
    assert view["status"] == "finished"
    check_scores(view)
    check_replay(table, view)
    check_statistics(table)
    data = exported(table)
    assert b"hidden_apiary" in data
    status, checks = verified(data, tmp_path)
    assert status == 0
    assert {checks[check.name] for check in CHECKS} == {"ok"}
    status, checks = verified(data, tmp_path, sys.executable, "-m")
    assert status, "a process without the example cannot read the game"
    check_fork(table)
    check_import(table, data, view)


def check_scores(view: Json) -> None:
    """The line of the example counts, and the patrons are known at the end."""
    part = view["expansions"]["apiary"]
    assert all(part["patrons"])
    for sheet in view["scores"]:
        seat = sheet["seat"]
        points = part["patrons"][seat] * len(part["hives"][seat])
        assert sheet["lines"]["patrons"] == points
        assert sum(sheet["lines"].values()) == sheet["total"]
    assert any(sheet["lines"]["patrons"] for sheet in view["scores"])
    assert "apiarist" in {player["clan"] for player in view["players"]}


def check_replay(table: AtTheTable, view: Json) -> None:
    """Stepping through it by its patches ends at the state; every step has a sentence."""
    stretch = table.get("replays/{}/frames")
    shown = stretch["view"]
    for frame in stretch["frames"]:
        assert frame["sentence"].endswith(".")
        patched(shown, frame["patch"])
    assert shown == view
    said = " ".join(frame["sentence"] for frame in stretch["frames"])
    for text in (
        "sets up a hive on",
        "A tile shows",
        "shows patron",
        "takes back",
        "honey into mead",
    ):
        assert text in said


def check_statistics(table: AtTheTable) -> None:
    """The line has its series and its average, the hives have theirs, and the clan its row."""
    body = table.get("replays/{}/statistics")
    series = [player["score"]["patrons"] for player in body["players"]]
    assert all(one[0] == 0 for one in series)
    assert any(one[-1] > 0 for one in series)
    hives = [player["expansions"]["hives"] for player in body["players"]]
    assert [len(one) for one in hives] == [len(body["versions"])] * 2
    view = table.get("games/{}/state")
    assert [one[-1] for one in hives] == [len(own) for own in view["expansions"]["apiary"]["hives"]]
    totals = table.anonymous.get("statistics", by="clan", **{"with": "all", "rules": "all"})
    assert totals["all"]["games"] == 1
    assert totals["all"]["lines"]["patrons"] == sum(one[-1] for one in series) / 2
    assert "apiarist" in {row["value"] for row in totals["values"]}


def check_fork(table: AtTheTable) -> None:
    """Somebody goes on where a tile was to be kept, and what is hidden is hidden anew."""
    events = table.get("games/{}/events", after="0", limit="500")["events"]
    hives = [event["version"] for event in events if event["kind"] == "set_up_hive"]
    host = table.clients[0]
    source = table.game
    before = host.get(f"games/{source}/state", version=str(hives[1]))
    forked = host.post(f"games/{source}/fork", {"version": hives[1]})
    table.game = forked["id"]
    after = host.get(f"games/{table.game}/state")
    assert [one["kind"] for one in after["decisions"]] == ["keep_tile"]
    for part in ("honey", "hives", "pile", "used", "patrons"):
        assert after["expansions"]["apiary"][part] == before["expansions"]["apiary"][part]
    for _ in range(20):
        assert next_seats(host, table.game)
        table.move(host)
    host.post(f"games/{table.game}/validation")
    assert host.get(f"games/{table.game}")["validation"]["status"] == "passed"
    table.game = source


def check_import(table: AtTheTable, data: bytes, view: Json) -> None:
    """A server that has never heard of the game takes it over, and finds it sound."""
    gone(Game.objects.get(pk=UUID(table.game)))
    host = table.clients[0]
    headers = {**host.headers, "Content-Type": "application/jsonl"}
    host.connection.request("POST", "/api/v1/replays/import", data, headers)
    asked = json.loads(host.connection.getresponse().read())
    done = host.get(f"imports/{asked['id']}")
    assert (done["status"], done["game"]) == ("done", table.game), done
    again = table.get("games/{}/state")
    for part in ("scores", "expansions", "turn_order", "market"):
        assert again[part] == view[part]
    host.post(f"games/{table.game}/validation")
    assert host.get(f"games/{table.game}")["validation"]["status"] == "passed"
