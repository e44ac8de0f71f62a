"""What pages cost: whole requests, without the network, and what is transferred."""

import cProfile
import gzip
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
from benchmarks.profiling import tell
from tests.web.playing import game_against_bots, play_to_round

PLAYERS: Final = 4
ROUNDS: Final = 40
MOST_MS: Final = 120.0
MOST_KB: Final = 150.0
LINKED: Final = re.compile(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg))"')
COMPRESSED: Final = {"Accept-Encoding": "gzip"}


class Reader:
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

    def cold(self) -> float:
        """Kilobytes of the page with everything that it links to, compressed."""
        page = self.get()
        linked = set(LINKED.findall(gzip.decompress(page).decode()))
        files = [Path(str(finders.find(name))).read_bytes() for name in linked]
        return (len(page) + sum(len(gzip.compress(one)) for one in files)) / 1000


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name the profile of a page."""
    reader = Reader()
    if name is not None:
        profiler = cProfile.Profile()
        reader.get()
        for _ in range(ROUNDS):
            profiler.runcall(reader.get)
        tell(profiler)
        return b""
    parts = partial(reader.get, f"refresh/?since={reader.game.version - 1}")
    whole = cpu_times([reader.get], rounds=ROUNDS)
    figures = [
        figure("the table of a running game", "ms", whole, target=MOST_MS, judged="p99"),
        figure("its parts after a move", "ms", cpu_times([parts], rounds=ROUNDS)),
        Figure("the table with all that it links to, cold", "kB", reader.cold(), target=MOST_KB),
        Figure("the parts after a move", "kB", len(parts()) / 1000),
    ]
    return msgspec.json.encode((connection.vendor, figures))
