"""A PostgreSQL of one's own, which may be restarted."""

import os
import pwd
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg

from simulation.processes import PATIENCE, free_port

ROLE = "postgres"
DATABASE = "caledonia"
OPTIONS = {
    # Processes die here, machines do not: what was written is there afterwards.
    "fsync": "off",
    "listen_addresses": "127.0.0.1",
    "max_connections": "60",
    "shared_buffers": "32MB",
}


def programs() -> Path | None:
    """Where the newest installed PostgreSQL has its programs."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"),
        key=lambda path: int(path.parts[-3]) if path.parts[-3].isdigit() else 0,
    )
    known = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(known).parent if known else None


def missing() -> str:
    """What a cluster lacks on this machine; empty when it can be made."""
    if programs() is None:
        return "the programs of a PostgreSQL server"
    if os.geteuid() == 0 and not _has_role():
        return "a user postgres, because root may not run PostgreSQL"
    return ""


def _has_role() -> bool:
    return any(entry.pw_name == ROLE for entry in pwd.getpwall())


class Cluster:
    """A cluster in a folder of its own, on a free port.

    It begins empty, or as a copy of the data in ``base``. ``options`` are those of its starts.
    """

    def __init__(
        self,
        folder: Path,
        *,
        name: str = "postgres",
        base: Path | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.options = {**OPTIONS, **(options or {})}
        self.folder = folder / name
        self.folder.mkdir()
        if os.geteuid() == 0:
            shutil.chown(self.folder, ROLE)
        self.port = free_port()
        self.url = f"postgres://{ROLE}@127.0.0.1:{self.port}/{DATABASE}"
        if base is not None:
            self.run("/bin/cp", "-a", str(base), str(self.data))
            return
        made = ("-A", "trust", "-U", ROLE, "-E", "UTF8", "--locale=C", "--no-sync")
        self.run("initdb", "-D", str(self.data), *made)
        self.start()
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}".encode())

    @property
    def data(self) -> Path:
        """The folder of the cluster itself."""
        return self.folder / "data"

    def start(self) -> None:
        """Start it and wait for it."""
        options = {
            **self.options,
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
        }
        settings = " ".join(
            f"-c {shlex.quote(f'{name}={value}')}" for name, value in options.items()
        )
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.data), "-l", log, "-o", settings, "-w", "start")

    def stop(self, mode: str) -> None:
        """``fast`` drops the connections, ``immediate`` is a crash: the next start recovers."""
        self.run("pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop")

    def standby(self, folder: Path, *, options: Mapping[str, str] | None = None) -> "Cluster":
        """A cluster that follows this one from now on, in a folder beside it."""
        base = self.folder / "base"
        where = ("--host=127.0.0.1", f"--port={self.port}", f"--username={ROLE}")
        how = ("--checkpoint=fast", "--write-recovery-conf", "--no-sync")
        self.run("pg_basebackup", *where, *how, f"--pgdata={base}")
        made = Cluster(folder, name="standby", base=base, options=options)
        self.run("/bin/rm", "-r", str(base))
        made.start()
        return made

    def connect(self) -> psycopg.Connection[Any]:
        """A connection without a transaction around what it does."""
        return psycopg.connect(self._dsn(DATABASE), autocommit=True)

    def query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a statement, over a connection of its own."""
        with self.connect() as connection:
            return connection.execute(statement.encode(), values).fetchall()

    def _dsn(self, database: str) -> str:
        return f"host=127.0.0.1 port={self.port} user={ROLE} dbname={database}"

    def run(self, program: str, *arguments: str) -> None:
        """One of PostgreSQL's programs, as the user that owns the cluster."""
        folder = programs()
        assert folder is not None
        role = ["runuser", "-u", ROLE, "--"] if os.geteuid() == 0 else []
        # Not over a pipe: the server would keep it open.
        with (self.folder / "said").open("w+") as said:
            done = subprocess.run(
                [*role, str(folder / program), *arguments],
                cwd=self.folder,
                stdout=said,
                stderr=said,
                timeout=PATIENCE,
                check=False,
            )
            said.seek(0)
            assert done.returncode == 0, f"{program}: {said.read()}"
