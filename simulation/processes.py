"""Processes that a test may hurt, and that are gone when it ends, however it ends."""

import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

PATIENCE = 60.0
"""Seconds for anything that should happen; on a quiet machine it takes one or two."""
PORTS = range(15_000, 32_000)
"""Below those of outgoing connections: one of these could take a port before its server does."""
SHARES = 16
GIVEN: set[int] = set()
"""Those that this process has given: it may take long until their servers listen."""


def wait_until(what: str, reached: Callable[[], object], patience: float = PATIENCE) -> None:
    """Look again and again. Raises AssertionError that says what did not come."""
    end = time.monotonic() + patience
    while not reached():
        if time.monotonic() > end:
            raise AssertionError(f"after {patience:.0f} s: {what}")
        time.sleep(0.02)


def answered_within(seconds: float, ask: Callable[[], object], tries: int = 5) -> bool:
    """Whether one of several tries is as quick as that; each must come true.

    A machine that is busy with other tests delays one or the other try; what really stands in the
    way delays all of them.
    """
    for _ in range(tries):
        began = time.monotonic()
        assert ask()
        if time.monotonic() - began < seconds:
            return True
    return False


def free_port() -> int:
    """A free port, which the system gives to no outgoing connection, and this process only once.

    Processes that are started one after the other, as those of xdist, choose from different ones.
    """
    own = PORTS[os.getpid() % SHARES :: SHARES]
    while True:
        port = random.SystemRandom().choice(own)
        with suppress(OSError), socket.socket() as found:
            found.bind(("127.0.0.1", port))
            if port not in GIVEN or len(GIVEN) >= len(own) // 2:
                GIVEN.add(port)
                return port


def listens(port: int, host: str = "127.0.0.1") -> bool:
    """Whether a process accepts connections on a port of this machine."""
    with suppress(OSError), socket.create_connection((host, port), timeout=1):
        return True
    return False


class Running:
    """A process with its children in a group of its own; what they say is in a file."""

    def __init__(self, command: Sequence[str], *, log: Path, env: Mapping[str, str]) -> None:
        self.log = log
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                command, env=dict(env), stdout=out, stderr=out, start_new_session=True
            )

    @property
    def pid(self) -> int:
        """Of the process itself, and of its group."""
        return self.process.pid

    @property
    def alive(self) -> bool:
        """Whether the process itself still runs."""
        return self.process.poll() is None

    def children(self) -> list[int]:
        """The processes that it has started and that run."""
        with suppress(OSError):
            return [int(pid) for pid in self._listed().split()]
        return []

    def _listed(self) -> str:
        return Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()

    def kill(self) -> None:
        """SIGKILL to the whole group, as a machine that loses its power."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()


def kill_all(pids: Sequence[int]) -> None:
    """SIGKILL to each, which may be gone already."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
