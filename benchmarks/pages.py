"""What pages cost: whole requests, without the network, and what is transferred."""

import cProfile
import gzip
import posixpath
import re
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client

from benchmarks.measure import Figure, cpu_times, figure
from benchmarks.profiling import print_profile
from simulation.page_games import game_against_bots, play_to_round

PLAYERS: Final = 4
ROUNDS: Final = 40
MOST_MS: Final = 120.0
MOST_KB: Final = 150.0
LINKED: Final = re.compile(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg))"')
IMPORTED: Final = re.compile(r'^import [^"]*"([^"]+)";', re.MULTILINE)
COMPRESSED: Final = {"Accept-Encoding": "gzip"}
MOVE: Final = "hire"
MOST_MOVE_MS: Final = 80.0


class TableReader:
    """A player who looks at the table of a running game."""

    def __init__(self) -> None:
        user = User.objects.create_user("reader")
        game = game_against_bots(user, players=PLAYERS)
        self.game = play_to_round(game, user, 4)
        self.client = Client(SERVER_NAME="localhost")
        self.client.force_login(user)

    def get(self, path: str = "") -> bytes:
        """The bytes of an answer, as they are transferred."""
        answered = self.client.get(f"/games/{self.game.pk}/{path}", headers=COMPRESSED)
        assert answered.status_code == 200, answered.content
        return answered.content

    def post(self, path: str, **sent: object) -> bytes:
        """What htmx gets for a form on the page as it stands now."""
        self.game.refresh_from_db()
        body = {"version": self.game.version, **sent}
        headers = {**COMPRESSED, "HX-Request": "true"}
        answered = self.client.post(f"/games/{self.game.pk}/{path}", body, headers=headers)
        assert answered.status_code == 200, answered.content
        return answered.content

    def cold(self) -> float:
        """Kilobytes of the page with everything that it links to, compressed."""
        page = self.get()
        linked = with_imports(set(LINKED.findall(gzip.decompress(page).decode())))
        return (len(page) + sum(map(self.transferred, linked))) / 1000

    def transferred(self, name: str) -> int:
        """The bytes of a static file as it is sent."""
        answered = self.client.get(f"/static/{name}", headers=COMPRESSED)
        assert answered.status_code == 200, name
        return len(answered.getvalue())


def static(name: str) -> Path:
    """Where a static file lies. Raises AssertionError."""
    found = finders.find(name)
    assert found, name
    return Path(str(found))


def with_imports(names: set[str]) -> set[str]:
    """These static files, and the modules that modules among them import."""
    new = names
    while new:
        scripts = [name for name in new if name.endswith(".js")]
        new = {
            posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
            for name in scripts
            for imported in IMPORTED.findall(static(name).read_text())
        } - names
        names = names | new
    return names


def moves(reader: TableReader) -> list[float]:
    """Nanoseconds of the answers to a move, which is taken back each time."""
    times = []
    for _ in range(ROUNDS + 1):
        times += cpu_times([partial(reader.post, "play/", move=MOVE)], rounds=1, warm=False)
        reader.post("undo/")
    return times[1:]


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name the profile of a page."""
    reader = TableReader()
    if name is not None:
        profiler = cProfile.Profile()
        reader.get()
        for _ in range(ROUNDS):
            profiler.runcall(reader.get)
        print_profile(profiler)
        return b""
    parts = partial(reader.get, f"refresh/?since={reader.game.version - 1}")
    whole = cpu_times([reader.get], rounds=ROUNDS)
    made = moves(reader)
    figures = [
        figure("the table of a running game", "ms", whole, target=MOST_MS, judged="p99"),
        figure("its parts after a move", "ms", cpu_times([parts], rounds=ROUNDS)),
        Figure("the table with all that it links to, cold", "kB", reader.cold(), target=MOST_KB),
        figure("the answer to a move", "ms", made, target=MOST_MOVE_MS, judged="p99"),
        Figure("the parts after a move", "kB", len(parts()) / 1000),
    ]
    return msgspec.json.encode((connection.vendor, figures))
