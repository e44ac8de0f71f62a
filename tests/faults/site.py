"""A whole server as it is deployed: gunicorn, a worker, beat, PostgreSQL and Redis."""

import json
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import redis
from django.conf import settings

from caledonia import queues
from simulation import postgres
from simulation.postgres import Cluster
from simulation.processes import PATIENCE, Running, free_port, listens, wait_until

USERS = ("alice", "bob")
HOST = "127.0.0.1"
SWEEP_SECONDS = 1
NAMESPACE = "faults"
QUEUES = queues.names(NAMESPACE)
WEB_WORKERS = 2
# As in the Dockerfile.
GUNICORN = ("-c", str(settings.BASE_DIR / "deploy/gunicorn.conf.py"))
ASGI = "caledonia.asgi:application"
HTTP = "caledonia.http_protocol:BoundedProtocol"
STREAM = (ASGI, "--http", HTTP, "--no-access-log", "--no-proxy-headers")
HEADERS = {"Host": "caledonia.example", "X-Forwarded-Proto": "https"}
"""As the proxy in front would send them."""
PREPARE = """
import django; django.setup()
import json
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from api import tokens
call_command("migrate", verbosity=0)
users = [User.objects.create_user(name) for name in {users}]
print(json.dumps({{user.username: tokens.issue(user=user, name="faults", now=timezone.now())[1]
                  for user in users}}))
"""
"""Tables and users; prints a token for each."""


def missing() -> str:
    """What a site lacks on this machine; empty when it can be made."""
    return postgres.missing() or ("" if shutil.which("redis-server") else "redis-server")


def put_back(client: "redis.Redis[bytes]", *items: bytes) -> None:
    """Put items into the queues that they were signed for."""
    for item in items:
        client.lpush(item.split(b"\n")[2], item)


class Site:
    """The processes of one server, with the settings of a public one behind a proxy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[Running] = []
        self.redis_port, self.web_port, self.stream_port = (free_port() for _ in range(3))
        self.redis_url = f"redis://127.0.0.1:{self.redis_port}/0"
        self.heartbeat = folder / "heartbeat"
        self.cluster = Cluster(folder)
        self.env = self._environment()
        try:
            self.tokens: dict[str, str] = json.loads(self.python(PREPARE.format(users=USERS)))
            self.mend()
        except BaseException:
            self.close()
            raise

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            "DJANGO_SETTINGS_MODULE": "caledonia.settings",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ALLOWED_HOSTS": "caledonia.example",
            "TRUST_PROXY": "1",
            "DATABASE_URL": self.cluster.url,
            "REDIS_URL": self.redis_url,
            "CALEDONIA_NAMESPACE": NAMESPACE,
            "SWEEP_SECONDS": str(SWEEP_SECONDS),
            "LOG_LEVEL": "WARNING",
            "WORKER_HEARTBEAT": str(self.heartbeat),
            # Two users at one address play all tables without a pause.
            "REQUESTS_PER_USER": "12",
            "REQUESTS_PER_ADDRESS": "12",
            "REQUESTS_WAITING": "100",
            "THROTTLE_CPU": "100000/min",
            "THROTTLE_CPU_ADDRESS": "100000/min",
            "THROTTLE_CPU_GAMES": "100000/min",
        }

    def mend(self) -> None:
        """Start what does not run, and take away what an earlier test has left."""
        self.running = [one for one in self.running if one.alive]
        if not listens(self.cluster.port):
            self.cluster.start()
        if not self.is_running("redis"):
            self.start_redis()
        with self.redis as client:
            client.config_set("maxmemory", 0)
        for name, start in (("web", self.start_web), ("beat", self.start_beat)):
            if not self.is_running(name):
                start()
        if not self.is_running("worker"):
            self.start_worker()
        (web,) = self.named("web")
        wait_until("the web server has its workers", lambda: len(web.children()) == WEB_WORKERS)

    def queued(self) -> list[bytes]:
        """The messages that wait for a worker."""
        with self.redis as client:
            return [one for queue in QUEUES for one in client.lrange(queue, 0, -1)]

    @property
    def redis(self) -> "redis.Redis[bytes]":
        """A client of our own."""
        return redis.Redis.from_url(self.redis_url)

    def is_running(self, name: str) -> bool:
        """Whether there is a process of this name."""
        return any(one.log.stem == name and one.alive for one in self.running)

    def start_redis(self) -> Running:
        """A Redis that keeps nothing over a restart."""
        port = str(self.redis_port)
        started = self._start(
            "redis",
            *("redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", str(self.folder)),
            *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
        )
        wait_until("Redis answers", lambda: listens(self.redis_port))
        return started

    def start_web(self, name: str = "web", host: str = HOST) -> Running:
        """gunicorn with its workers; another replica has another name and address."""
        address = f"{host}:{self.web_port}"
        command = (*GUNICORN, "--bind", address, ASGI)
        return self._start(name, sys.executable, "-m", "gunicorn", *command)

    def start_stream(self, name: str = "stream", host: str = HOST) -> Running:
        """The process that serves streams; another replica has another name and address."""
        address = ("--host", host, "--port", str(self.stream_port))
        started = self._start(name, sys.executable, "-m", "uvicorn", *STREAM, *address)
        wait_until("the streams can be opened", lambda: listens(self.stream_port, host))
        return started

    def start_worker(self, name: str = "worker") -> Running:
        """A Celery worker with two processes for tasks."""
        node = f"{name}-{len(self.named(name))}@faults"
        named = ("--hostname", node, "--concurrency", "2")
        return self._start(name, *self._celery("worker", *named))

    def start_beat(self, name: str = "beat") -> Running:
        """What says when to sweep."""
        schedule = str(self.folder / f"schedule-{name}")
        return self._start(name, *self._celery("beat", "--schedule", schedule))

    def named(self, name: str) -> list[Running]:
        """The processes of a name that run."""
        return [one for one in self.running if one.log.stem == name and one.alive]

    def stop(self, *names: str) -> None:
        """End all processes of these names."""
        for name in names:
            for one in self.named(name):
                one.kill()

    def close(self) -> None:
        """End everything."""
        for one in reversed(self.running):
            one.kill()
        self.cluster.stop("immediate")

    def log(self, name: str) -> str:
        """All that the processes of a name have said."""
        return (self.folder / f"{name}.log").read_text()

    def said(self) -> str:
        """The end of what each process has said, for who looks into a failure."""
        logs = sorted(self.folder.glob("*.log"))
        return "\n".join(f"== {log.stem}\n{log.read_text()[-20_000:]}" for log in logs)

    def _celery(self, *arguments: str) -> tuple[str, ...]:
        return (sys.executable, "-m", "celery", "-A", "caledonia", *arguments)

    def _start(self, name: str, *command: str) -> Running:
        log = self.folder / f"{name}.log"
        started = Running(command, log=log, env={**self.env, "PYTHONPATH": str(settings.BASE_DIR)})
        self.running.append(started)
        return started

    def python(self, code: str) -> str:
        """Run a program with the settings of the site; what it prints."""
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=self.env,
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            timeout=4 * PATIENCE,  # all migrations
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
