"""Clients who do not finish what they send, or do not read what they asked for, by the hundred."""

import re
import resource
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

HOST = "127.0.0.1"
FROM = "127.0.0.2"
"""The address of the crowd, whose limits no other client shares."""
SMALL_WINDOW = 4096
PATIENCE = 60


class Crowd:
    """Connections that stay open until the end of the block."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._opened = ExitStack()
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def begin(self, path: str, *, announced: int, sent: int) -> None:
        """A request whose body stays without its end; a server may refuse to read so much."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {announced}\r\n"
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        with suppress(OSError):
            self._connection().sendall(head.encode() + bytes(sent))

    def ask(self, path: str) -> None:
        """A request whose response is never read."""
        head = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: identity\r\n\r\n"
        self._connection(SMALL_WINDOW).sendall(head.encode())

    def _connection(self, window: int = 0) -> socket.socket:
        opened = self._opened.enter_context(socket.socket())
        opened.settimeout(PATIENCE)
        if window:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        opened.bind((FROM, 0))
        opened.connect((HOST, self.port))
        return opened


def most_memory(pid: int) -> int:
    """MiB that a process has had at most."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert found
    return int(found[1]) // 1024
