"""A server of its own, in real processes, with streams; and clients that read them."""

import base64
import http.client
import json
import os
import secrets
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from simulation import migrated
from simulation.live import ServerSentEvent, events_of
from simulation.processes import Running, free_port, listens, wait_until

Json = Any
ROOT = Path(__file__).resolve().parent.parent
SERVICES = bool(os.environ.get("DATABASE_URL"))
PATIENCE = 60.0
"""Seconds for anything that should happen; on a quiet machine it takes one or two."""
STARTING = 180.0
"""Seconds that a process gets to import everything and to make tables; quiet, it takes three."""
PASSWORD = "served-by-a-process"  # noqa: S105 - of users that live for one run
USERS = ("alice", "bob", "charlie", "dora")
PREPARE = """
import django; django.setup()
import json
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.utils import timezone
from api import tokens
from games.management.commands.demo import password_file
from simulation import migrated
migrated.migrate()
hashed = make_password("{password}")
users = [User.objects.create(username=name, password=hashed) for name in {users}]
made = {{user.username: tokens.issue(user=user, name="served", now=timezone.now())[1]
        for user in users}}
print(json.dumps({{"tokens": made, "note": str(password_file())}}))
"""


class Served:
    """One process that serves everything; embedded it is what ``make run`` starts."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.redis_port = free_port()
        self.database = f"caledonia_served_{secrets.token_hex(4)}"
        self.running: dict[str, Running] = {}
        if SERVICES:
            made = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            names = self.database, migrated.template() or "template1"
            self._administer(made.format(*map(sql.Identifier, names)))
            self.start_redis()
        self.env = {**self._environment(), **environment}
        self.tokens: dict[str, str] = {}
        self._note: Path | None = None
        self._prepare()

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        places = {"DATABASE_URL": f"sqlite:///{self.folder / 'db.sqlite3'}"}
        if SERVICES:
            places = {
                "DATABASE_URL": f"{server_url()}/{self.database}",
                "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            }
        return {
            **kept,
            **places,
            "DJANGO_SETTINGS_MODULE": "caledonia.settings",
            "CALEDONIA_DEV": "1",
            "LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(ROOT),
        }

    def _prepare(self) -> None:
        """Make the tables of the database, and users."""
        made = json.loads(self.python(PREPARE.format(users=USERS, password=PASSWORD)))
        self.tokens = made["tokens"]
        self._note = Path(made["note"])

    def python(self, code: str, patience: float = STARTING) -> str:
        """What a program prints in the environment of this server."""
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=self.env,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """The server itself."""
        self.run("server", *self._command())
        wait_until("the server answers", lambda: listens(self.port), STARTING)

    def _command(self) -> list[str]:
        if not SERVICES:
            return [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        # As docker-compose.yml has it.
        command = [sys.executable, "-m", "uvicorn", "caledonia.asgi:application"]
        command += ["--http", "caledonia.http_protocol:BoundedProtocol"]
        command += ["--port", str(self.port), "--lifespan", "off", "--no-access-log"]
        return [*command, "--no-proxy-headers", "--timeout-graceful-shutdown", "5"]

    def start_redis(self) -> None:
        """A Redis that keeps nothing."""
        port = ("--port", str(self.redis_port), "--bind", "127.0.0.1")
        self.run("redis", "redis-server", *port, "--save", "", "--dir", str(self.folder))
        wait_until("Redis answers", lambda: listens(self.redis_port), PATIENCE)

    def run(self, name: str, *command: str) -> Running:
        """A process by name, in the environment of this server."""
        env = getattr(self, "env", {"PATH": os.environ["PATH"]})
        started = Running(command, log=self.folder / f"{name}.log", env=env)
        self.running[name] = started
        return started

    def terminate(self, name: str = "server") -> float:
        """End a process politely; the seconds that it took."""
        began = time.monotonic()
        process = self.running.pop(name).process
        process.terminate()
        process.wait(PATIENCE)
        return time.monotonic() - began

    def close(self) -> None:
        """End everything and leave nothing."""
        for one in self.running.values():
            one.kill()
        if self._note is not None:
            self._note.unlink(missing_ok=True)
        if SERVICES:
            self._administer(
                sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(self.database))
            )

    def _administer(self, statement: sql.Composed) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(statement)

    # --- Asking ---------------------------------------------------------------------------------

    def headers(self, user: str | None) -> dict[str, str]:
        """The header that authenticates a user."""
        return {} if user is None else {"Authorization": f"Bearer {self.tokens[user]}"}

    def ask(
        self, method: str, path: str, user: str | None = "alice", body: Json = None, **more: Any
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer to one request."""
        connection = http.client.HTTPConnection("127.0.0.1", more.get("port") or self.port, 30)
        headers = {**self.headers(user), **more.get("headers", {})}
        if body is not None and not isinstance(body, bytes):
            headers["Content-Type"], body = "application/json", json.dumps(body).encode()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        head = answer.status, {name.lower(): one for name, one in answer.headers.items()}
        read = answer.read()
        connection.close()
        return *head, read

    def api(self, method: str, path: str, user: str | None = "alice", body: Json = None) -> Json:
        """The decoded body of an answer that has to be good."""
        status, _, read = self.ask(method, f"/api/v1/{path}", user, body)
        assert status < 300, read
        return json.loads(read) if read else None

    def new_token(self, user: str) -> Json:
        """Another token of a user, made with the password."""
        basic = base64.b64encode(f"{user}:{PASSWORD}".encode()).decode()
        headers = {"Authorization": f"Basic {basic}"}
        status, _, read = self.ask(
            "POST", "/api/v1/tokens", user, {"name": "lent"}, headers=headers
        )
        assert status == 201, read
        return json.loads(read)

    def game(self, *players: str, start: bool = True) -> str:
        """The path of a game of these users."""
        body = {"name": "Live", "visibility": "public", "options": {"players": len(players)}}
        path = f"games/{self.api('POST', 'games', players[0], body)['id']}"
        for player in players[1:]:
            self.api("POST", f"{path}/join", player)
        if start:
            self.api("POST", f"{path}/start", players[0])
        return path

    def play(self, path: str, times: int = 1, *, pause: float = 0) -> int:
        """Play first legal moves; the version that the game has then."""
        version = 0
        for _ in range(times):
            game = self.api("GET", path)
            waiting = [one["user"] for one in game["seats"] if one["waiting"]]
            assert waiting, "the game waits for its own step, which needs a worker here"
            user = waiting[0]
            move = self.api("GET", f"{path}/moves", user)["moves"][0]["move"]
            body = {"version": game["version"], "move": move}
            version = self.api("POST", f"{path}/moves", user, body)["version"]
            time.sleep(pause)
        return version


def server_url() -> str:
    """DATABASE_URL without the database."""
    return os.environ["DATABASE_URL"].partition("?")[0].rpartition("/")[0]


def missing() -> str:
    """What these tests lack on this machine."""
    return "redis-server" if SERVICES and not shutil.which("redis-server") else ""


class Subscriber:
    """Reads one stream in a thread of its own, until it ends or is left."""

    def __init__(
        self,
        served: Served,
        path: str,
        user: str | None = "alice",
        *,
        last: str = "",
        port: int | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.events: list[ServerSentEvent] = []
        self.comments = 0
        self.over = False
        self._connection = http.client.HTTPConnection("127.0.0.1", port or served.port, 30)
        own = {
            **served.headers(user),
            **(headers or {}),
            **({"Last-Event-ID": last} if last else {}),
        }
        self._connection.request("GET", f"/api/v1/{path}", headers=own)
        self.answer = self._connection.getresponse()
        self.status = self.answer.status
        self._thread = threading.Thread(target=self._read, daemon=True)
        if self.status == 200:
            self._thread.start()

    def _lines(self) -> Iterator[bytes]:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            while line := self.answer.readline():
                self.comments += line.startswith(b":")
                yield line

    def _read(self) -> None:
        for event in events_of(self._lines()):
            self.events.append(event)
        self.over = True

    def named(self, name: str) -> list[ServerSentEvent]:
        """The events of a name that came until now."""
        return [one for one in self.events if one.event == name]

    @property
    def versions(self) -> list[int]:
        """The versions of the events of the log that came until now."""
        return [one.data["version"] for one in self.named("event")]

    def wait_for(
        self, name: str, count: int = 1, patience: float = PATIENCE
    ) -> list[ServerSentEvent]:
        """The events of a name, as soon as there are so many."""
        wait_until(f"{count} of {name}", lambda: len(self.named(name)) >= count, patience)
        return self.named(name)

    def wait_until_over(self, patience: float = PATIENCE) -> None:
        """Wait until the server ends the stream."""
        wait_until("the stream ends", lambda: self.over, patience)

    def leave(self) -> None:
        """Hang up."""
        with suppress(OSError, AttributeError):
            self._connection.sock.shutdown(2)
        self._connection.close()
