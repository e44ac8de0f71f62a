"""A whole server of its own as ``docker-compose.yml`` has it, on loopback and one core."""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from benchmarks.load.cores import family, megabytes_of, pinned, seconds_of
from benchmarks.load.signed_in import SignedIn
from simulation import postgres
from simulation.postgres import Cluster
from simulation.processes import Running, free_port, listens, wait_until

ROOT: Final = Path(__file__).resolve().parents[2]
HOST: Final = "127.0.0.1"
NAME: Final = "caledonia.example"
ASGI: Final = "caledonia.asgi:application"
STARTING: Final = 180.0
PREPARE: Final = """
import django; django.setup()
from benchmarks.load.preparing import prepare
prepare({users})
"""
POSTGRES: Final = {
    # Those of the image but for the time of commits, from which delays are counted.
    "fsync": "on",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "track_commit_timestamp": "on",
}
REDIS: Final = ("--save", "", "--appendonly", "no", "--maxmemory", "256mb")
POLICY: Final = ("--maxmemory-policy", "volatile-lru", "--proto-max-bulk-len", "16mb")


def lacking() -> str:
    """What this machine lacks for such a server; empty when it can be made."""
    return postgres.missing() or ("" if shutil.which("redis-server") else "redis-server")


class LoadSite:
    """gunicorn, uvicorn for streams, a worker, beat, PostgreSQL, Redis; Caddy where there is one.

    As a context manager it starts them and leaves nothing behind.
    """

    def __init__(self, *, users: int, core: set[int]) -> None:
        self.number, self.core = users, core
        self.users: list[SignedIn] = []
        self.running: dict[str, Running] = {}
        self.proxied = shutil.which("caddy") is not None
        self.redis_port, self.web_port, self.stream_port = (free_port() for _ in range(3))
        self.port = free_port() if self.proxied else self.web_port

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="caledonia-load-"))
        # The user that PostgreSQL runs as has to get to its own folder in it.
        self.folder.chmod(0o755)
        try:
            with pinned(self.core):
                self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for one in reversed(self.running.values()):
            one.kill()
        if hasattr(self, "cluster"):
            self.cluster.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self) -> None:
        self.cluster = Cluster(self.folder, options=POSTGRES)
        self.env = self._environment()
        port = ("--port", str(self.redis_port), "--bind", HOST, "--dir", str(self.folder))
        self._run("redis", "redis-server", *port, *REDIS, *POLICY)
        wait_until("Redis answers", lambda: listens(self.redis_port))
        self.users = msgspec.json.decode(self._prepared(), type=list[SignedIn])
        config = ("-c", str(ROOT / "deploy/gunicorn.conf.py"), "--bind", f"{HOST}:{self.web_port}")
        self._run_python("web", "gunicorn", *config, ASGI)
        streaming = ("--http", "caledonia.http_protocol:BoundedProtocol", "--no-access-log")
        address = ("--no-proxy-headers", "--host", HOST, "--port", str(self.stream_port))
        self._run_python("stream", "uvicorn", ASGI, *streaming, *address)
        self._run_python("worker", "celery", "-A", "caledonia", "worker", "--concurrency", "2")
        schedule = str(self.folder / "schedule")
        self._run_python("beat", "celery", "-A", "caledonia", "beat", "--schedule", schedule)
        if self.proxied:
            self._run("proxy", "caddy", "run", "--config", str(self._proxy_config()))
        for port_of in (self.web_port, self.stream_port, self.port):
            wait_until(f"port {port_of} is open", lambda at=port_of: listens(at), STARTING)  # type: ignore[misc]
        beat = self.folder / "heartbeat"
        wait_until("the worker takes tasks", beat.exists, STARTING)

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "benchmarks.load.settings",
            "LOAD_FOLDER": str(self.folder),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": self.cluster.url,
            "REDIS_URL": f"redis://{HOST}:{self.redis_port}/0",
            "ALLOWED_HOSTS": NAME,
            # Without TLS, which would cost the clients as much as the server.
            "HTTPS": "0",
            "TRUST_PROXY": "1",
            "NUM_PROXIES": "1",
            "WORKER_HEARTBEAT": str(self.folder / "heartbeat"),
        }

    def _prepared(self) -> bytes:
        code = PREPARE.format(users=self.number)
        log = self.folder / "preparing.log"
        with log.open("wb") as said:
            done = subprocess.run(
                [sys.executable, "-c", code],
                cwd=ROOT,
                env=self.env,
                stdout=subprocess.PIPE,
                stderr=said,
                timeout=STARTING,
                check=False,
            )
        if done.returncode:
            raise RuntimeError(f"the server could not be prepared:\n{log.read_text()[-5000:]}")
        return done.stdout

    def _proxy_config(self) -> Path:
        """What Caddy makes of its configuration, but listening on loopback only."""
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "SITE": f":{self.port}",
            "ADMIN": "off",
            "FILES": str(self.folder),
            "WEB_HOST": "localhost",
            "WEB_PORT": str(self.web_port),
            "STREAM_HOST": "localhost",
            "STREAM_PORT": str(self.stream_port),
        }
        command = ["caddy", "adapt", "--config", str(ROOT / "deploy/Caddyfile")]
        made = subprocess.run(
            [*command, "--adapter", "caddyfile"], env=env, capture_output=True, check=True
        )
        config: dict[str, Any] = json.loads(made.stdout)
        for server in config["apps"]["http"]["servers"].values():
            server["listen"] = [HOST + one for one in server["listen"]]
        path = self.folder / "caddy.json"
        path.write_text(json.dumps(config))
        return path

    def _run_python(self, name: str, module: str, *arguments: str) -> None:
        self._run(name, sys.executable, "-m", module, *arguments)

    def _run(self, name: str, *command: str) -> None:
        env = {**self.env, "HOME": str(self.folder)}
        self.running[name] = Running(command, log=self.folder / f"{name}.log", env=env)

    # --- Watching -------------------------------------------------------------------------------

    def families(self) -> dict[str, list[int]]:
        """The processes of each service."""
        found = {name: family(one.pid) for name, one in self.running.items()}
        pid = int((self.cluster.data / "postmaster.pid").read_text().split(maxsplit=1)[0])
        return {**found, "postgres": family(pid)}

    def cpu(self) -> dict[str, float]:
        """Seconds that each service has used so far."""
        return {name: seconds_of(pids) for name, pids in self.families().items()}

    def memory(self) -> dict[str, float]:
        """Megabytes that each service holds."""
        return {name: megabytes_of(pids) for name, pids in self.families().items()}

    def dead(self) -> list[str]:
        """The services that have ended by themselves."""
        return [name for name, one in self.running.items() if not one.alive]

    def said(self, name: str) -> str:
        """The end of what a service has logged, for who looks into a failure."""
        return (self.folder / f"{name}.log").read_text(errors="replace")[-4000:]

    def stream_port_of_clients(self) -> int:
        """Where streams are opened."""
        return self.port if self.proxied else self.stream_port

    def settle(self, seconds: float = 3.0) -> None:
        """Let what the start has left to do come to its end."""
        time.sleep(seconds)
