"""A server with people and tables of its own, for browsers to look at."""

import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from simulation.processes import listens, wait_until
from simulation.served import SERVICES, STARTING, Served
from web.management.commands.serve import server_arguments

PEOPLE = ("alice", "bob", "charlie", "dora", "hamish", "erin", "fiona")
"""Alice is at every table, bob and charlie at some; dora has just signed up.

Hamish is at a table of his own, in its last round.

Erin is whoever a test wants her to be. Fiona signs in by two steps.
"""
PASSWORD = "heather-and-peat-1"  # noqa: S105 - of people who live as long as the server
HEADS_KEY = "0123456789abcdef" * 4
"""Of a server that lives as long as a test."""
MAKE = """
import django; django.setup()
from tests.browser import world
world.tell(tables={tables})
"""


class World(Struct):
    """Where everything is: what programs and browsers sign in with, by name; and addresses.

    ``errors`` are pages that a server shows when it is in trouble, by their status.
    """

    tokens: dict[str, str]
    sessions: dict[str, str]
    paths: dict[str, str] = {}
    errors: dict[int, str] = {}


class Site(Served):
    """Embedded it is what ``make run`` starts, with tables in every state of a game.

    On PostgreSQL and Redis there are only people, and a worker.
    """

    world: World
    tables = not SERVICES

    def __init__(self, folder: Path, **environment: str) -> None:
        own = {"DJANGO_SETTINGS_MODULE": "tests.browser.settings", "HEADS_KEY": HEADS_KEY}
        super().__init__(folder, **{**own, **environment})

    @property
    def url(self) -> str:
        """What all addresses begin with."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """The server, and what else a game needs to go on."""
        self.run("server", *self._command())
        if SERVICES:
            celery = (sys.executable, "-m", "celery", "-A", "caledonia", "worker")
            self.run("worker", *celery, "--concurrency", "1")
        wait_until("the server answers", lambda: listens(self.port), STARTING)

    def _prepare(self) -> None:
        made = self.python(MAKE.format(tables=self.tables))
        self.world = msgspec.json.decode(made, type=World)
        self.tokens = self.world.tokens

    def _command(self) -> list[str]:
        if SERVICES:
            return super()._command()
        # What ``manage.py serve`` becomes; without its demo, which takes longer than all of these.
        return [sys.executable, "-m", "uvicorn", *server_arguments("127.0.0.1", self.port)]
