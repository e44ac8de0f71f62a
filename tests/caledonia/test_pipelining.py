"""Many requests of one connection, none of whose answers is awaited."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from caledonia import pipelining
from simulation.processes import free_port, listens, wait_until

pytestmark = pytest.mark.once

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


class App:
    """Answers when it may, and counts."""

    def __init__(self) -> None:
        self.begun = 0
        self.go = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request."""
        self.begun += 1
        await receive()
        while not self.go.is_set():
            await asyncio.sleep(0.01)
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def app() -> App:
    return App()


@pytest.fixture
def port(app: App) -> Iterator[int]:
    pipelining.bound()
    found = free_port()
    config = uvicorn.Config(app, port=found, http="httptools", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_until("the server answers", lambda: listens(found))
    yield found
    app.go.set()
    server.should_exit = True
    thread.join()


def test_a_connection_that_goes_on_without_answers_is_cut(app: App, port: int) -> None:
    with (
        socket.create_connection(("127.0.0.1", port), timeout=10) as client,
        pytest.raises(OSError, match=r"reset|Broken pipe"),
    ):
        client.sendall(REQUEST * 1_000_000)
    assert app.begun == 1


def test_a_few_are_answered_one_after_the_other(app: App, port: int) -> None:
    few = pipelining.MOST_WAITING
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(REQUEST * few)
        app.go.set()
        answers = b""
        while answers.count(b"200 OK") < few:
            answers += client.recv(65536)
    assert app.begun == few
