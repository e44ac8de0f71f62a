"""``python -m benchmarks.streams``: what open streams cost, and how soon a move is there.

Starts a server of its own (embedded with SQLite; with DATABASE_URL, a stream process on PostgreSQL
and Redis beside gunicorn), opens idle and active streams over loopback, lets nothing happen for a
while, then plays moves in one game. Everything is gone at the end. REDIS_URL is not used: a
redis-server is started.
"""

import argparse
import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
import psycopg

from simulation.processes import Running, free_port, listens, wait_until
from simulation.served import SERVICES, Served, server_url

WATCHED_TOGETHER: Final = 10
"""Idle streams of one game."""
LONGEST: Final = 60.0
"""Seconds that all moves may take."""
CLOCK: Final = os.sysconf("SC_CLK_TCK")


class StreamSubscriber:
    """One subscriber; notes when each version came, in seconds since the epoch."""

    def __init__(self, port: int, path: str, token: str) -> None:
        self.port, self.path, self.token = port, path, token
        self.came: list[tuple[int, float, float]] = []
        self.ready = asyncio.Event()

    async def read(self) -> None:
        """Until the server ends it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET /api/v1/{self.path}/stream HTTP/1.1\r\nHost: localhost\r\n"
        writer.write(f"{head}Authorization: Bearer {self.token}\r\n\r\n".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise RuntimeError(f"no stream: {status!r}")
        event = b""
        while line := await reader.readline():
            now = time.time()
            if line.startswith(b"event: "):
                event = line[7:].strip()
                self.ready.set()
            elif line.startswith(b"data: ") and event == b"event":
                body = msgspec.json.decode(line[6:])
                at = datetime.fromisoformat(body["recorded_at"]).timestamp()
                self.came.append((body["version"], at, now))


class Load:
    """CPU time and memory of a process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.began, self.spent = time.monotonic(), self.cpu()

    def cpu(self) -> float:
        """Seconds that it has used in all."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / CLOCK

    def percent(self) -> float:
        """Of one core, since this was made."""
        return 100 * (self.cpu() - self.spent) / (time.monotonic() - self.began)

    def megabytes(self) -> float:
        """Resident."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def play(served: Served, path: str, moves: int) -> None:
    """Play moves one after the other; a worker takes the steps in between."""
    for _ in range(moves):
        wait_until(
            "the game waits for a player",
            lambda: any(one["waiting"] for one in served.api("GET", path)["seats"]),
            LONGEST,
        )
        served.play(path, pause=0.05)


def connections(served: Served) -> int:
    """The connections to the database that are open."""
    with psycopg.connect(f"{server_url()}/{served.database}", autocommit=True) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    return 0 if found is None else int(found[0])


def start_web(served: Served) -> int:
    """The port where moves are played: with services gunicorn's, as in production."""
    if not SERVICES:
        return served.port
    port = free_port()
    arguments = ["--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "2"]
    celery = ("celery", "-A", "caledonia", "worker", "--concurrency", "1", "--loglevel", "ERROR")
    served.run("worker", sys.executable, "-m", *celery)
    served.run(
        "gunicorn", sys.executable, "-m", "gunicorn", *arguments, "caledonia.wsgi:application"
    )
    wait_until("gunicorn answers", lambda: listens(port))
    return port


async def measure(served: Served, idle: int, active: int, moves: int, quiet: float) -> None:
    """Open, wait, play, and print."""
    process: Running = served.running["server"]
    empty = Load(process.pid).megabytes()
    watched = served.game("alice", "bob")
    others = [served.game("alice", "bob") for _ in range(-(-idle // WATCHED_TOGETHER))]
    paths = [watched] * active + [others[n // WATCHED_TOGETHER] for n in range(idle)]
    streams = [StreamSubscriber(served.port, path, served.tokens["alice"]) for path in paths]
    began = time.monotonic()
    tasks = [asyncio.create_task(stream.read()) for stream in streams]
    await asyncio.gather(*(stream.ready.wait() for stream in streams))
    print(f"{len(streams)} streams open after {time.monotonic() - began:.1f} s")
    load = Load(process.pid)
    await asyncio.sleep(quiet)
    print(f"idle for {quiet:.0f} s: {load.percent():.1f} % of a core")
    print(f"memory: {load.megabytes():.0f} MB, {empty:.0f} MB without them")
    served.port = start_web(served)
    load = Load(process.pid)
    await asyncio.wait_for(asyncio.to_thread(play, served, watched, moves), LONGEST)
    await asyncio.sleep(0.5)
    print(f"while {moves} moves are played: {load.percent():.1f} % of a core")
    if SERVICES:
        print(f"connections to the database, gunicorn's two with them: {connections(served)}")
    print_delays(streams[:active], moves)
    for task in tasks:
        task.cancel()


def print_delays(streams: Sequence[StreamSubscriber], moves: int) -> None:
    """How long lines took, from the clock that the transaction read when it began."""
    took = sorted(1000 * (now - at) for stream in streams for _, at, now in stream.came)
    whole = sum(len(stream.came) >= moves for stream in streams)
    print(f"{whole} of {len(streams)} streams got every event")
    cut = statistics.quantiles(took, n=100)
    print(
        f"from the beginning of a move's transaction to the line: median {cut[49]:.1f} ms, "
        f"95 % within {cut[94]:.1f} ms, the last after {took[-1]:.1f} ms"
    )


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=500)
    parser.add_argument("--active", type=int, default=50)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--quiet", type=float, default=20)
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="caledonia-streams-"))
    many = str(args.idle + args.active)
    served = Served(
        folder,
        STREAMS_PER_USER=many,
        STREAMS_PER_ADDRESS=many,
        STREAMS_PER_PROCESS=many,
        THROTTLE_WRITE="",
    )
    try:
        served.start()
        asyncio.run(measure(served, args.idle, args.active, args.moves, args.quiet))
    finally:
        served.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
