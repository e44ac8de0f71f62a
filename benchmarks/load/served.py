"""A whole server of its own as ``docker-compose.yml`` has it, on loopback and one core."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks.load.cores import family, megabytes_of, seconds_of
from benchmarks.load.signed_in import SignedIn
from benchmarks.load.stores import HOST, ROOT, STARTING, Stores
from simulation.processes import free_port, listens, wait_until

ASGI: Final = "caledonia.asgi:application"
PREPARE: Final = """
from benchmarks.load.preparing import prepare
prepare({users})
"""


class LoadSite(Stores):
    """gunicorn, uvicorn for streams, a worker, beat, and Caddy where there is one; with stores."""

    def __init__(self, *, users: int, core: set[int]) -> None:
        super().__init__(core=core)
        self.number = users
        self.users: list[SignedIn] = []
        self.proxied = shutil.which("caddy") is not None
        self.web_port, self.stream_port = free_port(), free_port()
        self.port = free_port() if self.proxied else self.web_port

    def start(self) -> None:
        """Start everything, and wait until it answers."""
        super().start()
        prepared = self.python(PREPARE.format(users=self.number))
        self.users = msgspec.json.decode(prepared, type=list[SignedIn])
        config = ("-c", str(ROOT / "deploy/gunicorn.conf.py"), "--bind", f"{HOST}:{self.web_port}")
        self._run_module("web", "gunicorn", *config, ASGI)
        streaming = ("--http", "caledonia.http_protocol:BoundedProtocol", "--no-access-log")
        address = ("--no-proxy-headers", "--host", HOST, "--port", str(self.stream_port))
        self._run_module("stream", "uvicorn", ASGI, *streaming, *address)
        self._run_module("worker", "celery", "-A", "caledonia", "worker", "--concurrency", "2")
        schedule = str(self.folder / "schedule")
        self._run_module("beat", "celery", "-A", "caledonia", "beat", "--schedule", schedule)
        if self.proxied:
            self.run("proxy", "caddy", "run", "--config", str(self._proxy_config()))
        for port in (self.web_port, self.stream_port, self.port):
            wait_until(f"port {port} is open", lambda at=port: listens(at), STARTING)  # type: ignore[misc]
        wait_until("the worker takes tasks", (self.folder / "heartbeat").exists, STARTING)

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

    def _run_module(self, name: str, module: str, *arguments: str) -> None:
        self.run(name, sys.executable, "-m", module, *arguments)

    @property
    def stream_port_of_clients(self) -> int:
        """Where streams are opened."""
        return self.port if self.proxied else self.stream_port

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
