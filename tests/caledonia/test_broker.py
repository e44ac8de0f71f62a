"""A connection to the broker, closed as a worker closes it when Redis is gone."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Message, Queue

from caledonia import broker
from tests.faults.processes import Running, free_port, listens, wait_until

pytestmark = pytest.mark.services

COMMANDS = Queue("commands", Exchange("commands", type="fanout"), auto_delete=True)
"""As a worker listens to commands; deleting it is the first thing that fails without Redis."""
TASKS = Queue("tasks")


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def server(port: int, tmp_path: Path) -> Iterator[Running]:
    """A Redis of this test's own, which it may end."""
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    started = Running(command, log=tmp_path / "redis.log", env=dict(os.environ))
    wait_until("Redis answers", lambda: listens(port))
    yield started
    started.kill()


def test_it_closes_while_a_task_runs_and_others_are_waited_for(server: Running, port: int) -> None:
    """What a worker does when it hears on another connection that Redis is gone."""
    connection = Connection(f"redis://127.0.0.1:{port}/0")
    assert isinstance(connection.transport, broker.Transport)
    message = taken(connection)
    COMMANDS(connection.channel()).declare()
    wait_for_more(connection)

    server.kill()
    connection.collect()
    connection.close()

    # Its result is lost with the connection; that it was is only logged.
    message.ack_log_error(logging.getLogger(), connection.connection_errors)
    assert not message.acknowledged


def taken(connection: Connection) -> Message:
    """The message of a task that runs, which is not acknowledged yet."""
    found: list[Message] = []
    consumer = connection.Consumer([TASKS], on_message=found.append)
    consumer.consume()
    connection.Producer().publish({}, routing_key=TASKS.name)
    connection.drain_events(timeout=5)
    return found[0]


def wait_for_more(connection: Connection) -> None:
    """Leave the connection with a question that Redis has not answered."""
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.1)
