"""Mail servers for tests: one that takes mail, and the ways in which it may behave badly."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

Behaviour = Callable[["Conversation"], None]
"""What happens before each answer of the server."""


class Conversation:
    """One connection, as the server sees it."""

    def __init__(self, line: socket.socket, over: threading.Event) -> None:
        self.line = line
        self.over = over


def answers(with_: Conversation) -> None:
    """At once."""


def hangs(with_: Conversation) -> None:
    """Never."""
    with_.over.wait()


def each_command_after(seconds: float) -> Behaviour:
    """After some seconds."""

    def wait(with_: Conversation) -> None:
        with_.over.wait(seconds)

    return wait


def drips(with_: Conversation) -> None:
    """Never, but with a byte now and then, so that no read times out."""
    while not with_.over.wait(0.2):
        with_.line.sendall(b"2")


class MailServer:
    """Listens at 127.0.0.1 while the block runs, and notes to whom it was to send mail.

    ``behaviour`` may be changed at any time, ``refused`` has the answer for each recipient that
    the server does not accept, ``connections`` is when each connection was made.
    """

    def __init__(self, behaviour: Behaviour = answers) -> None:
        self.behaviour: Any = behaviour
        self.recipients: list[str] = []
        self.refused: dict[str, str] = {}
        self.connections: list[float] = []
        self.over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.over.set()
        self._listener.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                self.connections.append(time.monotonic())
                threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with suppress(OSError), line, line.makefile("rb") as read:
            self._say(line, "220 test")
            asked: list[str] = []
            while command := read.readline().decode():
                verb = command[:4].upper()
                if verb == "RCPT":
                    asked.append(command.partition("<")[2].partition(">")[0])
                    self._say(line, self.refused.get(asked[-1], "250 ok"))
                elif verb == "DATA":
                    self._say(line, "354 go on")
                    while read.readline() not in {b".\r\n", b""}:
                        pass
                    self._say(line, "250 ok")
                    self.recipients += asked
                elif verb == "QUIT":
                    self._say(line, "221 bye")
                    return
                else:
                    self._say(line, "250 ok")

    def _say(self, line: socket.socket, text: str) -> None:
        self.behaviour(Conversation(line, self.over))
        line.sendall(text.encode() + b"\r\n")
