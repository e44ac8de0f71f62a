"""PostgreSQL and Redis of one's own on loopback, and the settings of a public server for them."""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, Self

from benchmarks.load.cores import pinned
from simulation import postgres
from simulation.postgres import Cluster
from simulation.processes import Running, free_port, listens, wait_until

ROOT: Final = Path(__file__).resolve().parents[2]
HOST: Final = "127.0.0.1"
NAME: Final = "caledonia.example"
STARTING: Final = 180.0
POSTGRES: Final = {
    # As in docker-compose.yml, but for the time of commits, from which delays are counted.
    "fsync": "on",
    "max_connections": "100",
    "random_page_cost": "1.1",
    "shared_buffers": "128MB",
    "track_commit_timestamp": "on",
}
REDIS: Final = ("--save", "", "--appendonly", "no", "--maxmemory", "256mb")
POLICY: Final = ("--maxmemory-policy", "volatile-lru", "--proto-max-bulk-len", "16mb")


def lacking() -> str:
    """What this machine lacks for such a server; empty when it can be made."""
    return postgres.missing() or ("" if shutil.which("redis-server") else "redis-server")


class Stores:
    """Both of them, on one core. As a context manager it starts them and leaves nothing behind."""

    def __init__(self, *, core: set[int]) -> None:
        self.core = core
        self.running: dict[str, Running] = {}
        self.redis_port = free_port()

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="caledonia-load-"))
        # The user that PostgreSQL runs as has to get to its own folder in it.
        self.folder.chmod(0o755)
        try:
            with pinned(self.core):
                self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            for one in reversed(self.running.values()):
                one.kill()
            if hasattr(self, "cluster"):
                self.cluster.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start both."""
        self.cluster = Cluster(self.folder, options=POSTGRES)
        self.env = self._environment()
        port = ("--port", str(self.redis_port), "--bind", HOST, "--dir", str(self.folder))
        self.run("redis", "redis-server", *port, *REDIS, *POLICY)
        wait_until("Redis answers", lambda: listens(self.redis_port))

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

    def python(self, code: str, *, patience: float = STARTING) -> bytes:
        """What a program prints that runs with these settings, after Django was set up."""
        log = self.folder / "python.log"
        with log.open("wb") as said:
            done = subprocess.run(
                [sys.executable, "-c", f"import django; django.setup()\n{code}"],
                cwd=ROOT,
                env=self.env,
                stdout=subprocess.PIPE,
                stderr=said,
                timeout=patience,
                check=False,
            )
        if done.returncode:
            raise RuntimeError(f"it has failed:\n{log.read_text()[-5000:]}")
        return done.stdout

    def run(self, name: str, *command: str) -> None:
        """Start a process of this name."""
        env = {**self.env, "HOME": str(self.folder)}
        self.running[name] = Running(command, log=self.folder / f"{name}.log", env=env)
