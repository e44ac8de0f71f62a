"""The broker: what this server has put into Redis comes out again, and nothing else does."""

import base64
import json
import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
import redis
from django.conf import settings
from django.test import override_settings
from kombu import Connection, Message, Queue

from caledonia import broker, queues, task_messages
from caledonia.celery import app
from games.runtime import dispatch, keys, metrics
from simulation.processes import Running, free_port, listens, wait_until
from tests.marks import in_one_test

pytestmark = pytest.mark.services

TASKS = Queue(settings.NAMESPACE)
OPTIONS = settings.CELERY_BROKER_TRANSPORT_OPTIONS
UNACKED, INDEX, LOCK = (
    OPTIONS[name] for name in ("unacked_key", "unacked_index_key", "unacked_mutex_key")
)
TASK = "games.tasks.run_bots"
GAME = "2f0c1c1e-8c1f-4e0b-9d55-0f6c7a1e2b3c"
PATIENCE = 60.0
Item = bytes


def server(port: int, folder: Path) -> Running:
    """A Redis of these tests' own."""
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    started = Running(command, log=folder / "redis.log", env=dict(os.environ))
    wait_until("Redis answers", lambda: listens(port))
    return started


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Of one that all tests share."""
    found = free_port()
    started = server(found, tmp_path_factory.mktemp("redis"))
    yield found
    started.kill()


@pytest.fixture
def client(port: int) -> Iterator["redis.Redis[bytes]"]:
    with redis.Redis(port=port) as found:
        found.flushall()
        yield found


@pytest.fixture
def connection(port: int, client: object) -> Iterator[Connection]:
    with Connection(f"redis://127.0.0.1:{port}/0", transport_options=OPTIONS) as found:
        assert isinstance(found.transport, broker.Transport)
        # What is not answered when a test is over is waited for.
        found.transport.brpop_timeout = 0.05
        yield found


def send(connection: Connection) -> None:
    app.send_task(TASK, args=[GAME], connection=connection)


def taken(connection: Connection, number: int = 1) -> list[Message]:
    """What the queue gives, ``number`` messages at least, none of them acknowledged."""
    found: list[Message] = []
    consumer = connection.Consumer([TASKS], on_message=found.append)
    consumer.consume()
    drain(connection, found, number)
    consumer.cancel()
    hear_out(connection)
    return found


def hear_out(connection: Connection) -> None:
    """Until Redis has answered the last question for a task: it would take one that is sent now."""
    end = time.monotonic() + PATIENCE
    while connection.default_channel._in_poll and time.monotonic() < end:
        try:
            connection.drain_events(timeout=0.05)
        except TimeoutError:
            continue


def drain(connection: Connection, found: list[Message], number: int) -> None:
    """Until so many have come, and nothing more comes for a moment."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.drain_events(timeout=0.05)
        except TimeoutError:
            channel = connection.default_channel
            waits = channel._size(TASKS.name) and channel.qos.can_consume()
            if (len(found) >= number and not waits) or time.monotonic() > end:
                return


def args_of(message: Message) -> Any:
    return json.loads(message.body)[0]


def changed(item: Item, change: Callable[[dict[str, Any]], object]) -> Item:
    """The item with its message changed and the signature that it had."""
    *head, text = item.split(b"\n")
    message = json.loads(text)
    change(message)
    return b"\n".join([*head, json.dumps(message).encode()])


def embedding(**what: object) -> Callable[[dict[str, Any]], object]:
    """A change of the body: its arguments, or tasks that are to follow."""

    def change(message: dict[str, Any]) -> None:
        args, kwargs, embed = [what.get("args", [GAME]), {}, {"chain": what.get("chain")}]
        message["body"] = broker.Channel.codecs["base64"].encode(json.dumps([args, kwargs, embed]))

    return change


def header(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda message: message["headers"].__setitem__(name, value)


FORGED: dict[str, Callable[[Item], Item]] = {
    "empty": lambda _: b"",
    "no text": lambda _: b"\xff\xfe\x00",
    "without a signature": lambda item: item.split(b"\n")[-1],
    "null": lambda _: b"null",
    "deeply nested": lambda _: b"[" * 100_000,
    "too long": lambda item: item + b" " * task_messages.MOST_BYTES,
    "signature cut": lambda item: item.replace(b"1\n", b"1\n\n", 1),
    "signature that is no hex": lambda item: b"1\n" + b"zz" * 32 + item[66:],
    "signature of zeros": lambda item: b"1\n" + b"00" * 32 + item[66:],
    "another format": lambda item: b"2" + item[1:],
    "a byte more": lambda item: item + b" ",
    "another queue": lambda item: task_messages.seal("elsewhere", item.split(b"\n")[-1].decode()),
    "another purpose": lambda item: b"\n".join(
        [b"1", keys.sign("cache entry", item[67:]).hex().encode(), item[67:]]
    ),
    "other arguments": lambda item: changed(item, embedding(args=["other"])),
    "a task that follows": lambda item: changed(item, embedding(chain=[{"task": TASK}])),
    "another name": lambda item: changed(item, header("task", "web.tasks.mail_turns")),
    "another time": lambda item: changed(item, header("eta", "2099-01-01T00:00:00")),
    "another expiry": lambda item: changed(item, header("expires", "2099-01-01T00:00:00")),
    "more retries": lambda item: changed(item, header("retries", -5)),
    "no time limit": lambda item: changed(item, header("timelimit", [10**6, 10**6])),
    "another content type": lambda item: changed(
        item, lambda message: message.__setitem__("content-type", "application/x-python-serialize")
    ),
    "an answer to somebody": lambda item: changed(
        item, lambda message: message["properties"].__setitem__("reply_to", "me")
    ),
}


def drops() -> float:
    """How many items were dropped so far."""
    samples = [sample for metric in metrics.DROPPED.collect() for sample in metric.samples]
    return sum(sample.value for sample in samples if sample.name.endswith("_total"))


@in_one_test("forge", FORGED.values())
def test_what_this_server_did_not_send_is_dropped(
    connection: Connection, client: "redis.Redis[bytes]", forge: Callable[[Item], Item]
) -> None:
    """A forged item neither runs nor keeps the next one from running, and it does not come back."""
    send(connection)
    (item,) = client.lrange(TASKS.name, 0, -1)
    client.rpush(TASKS.name, forge(item), forge(item))
    before = drops()
    (message,) = taken(connection)
    assert (message.headers["task"], args_of(message)) == (TASK, [GAME])
    assert drops() - before == 2
    assert client.llen(TASKS.name) == 0
    message.ack()
    assert client.hlen(UNACKED) == client.zcard(INDEX) == 0


def test_a_task_is_taken_with_an_earlier_key_of_the_server(connection: Connection) -> None:
    send(connection)
    with override_settings(SECRET_KEY="n" * 50, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert [args_of(message) for message in taken(connection)] == [[GAME]]
    send(connection)
    with override_settings(SECRET_KEY="n" * 50):
        assert taken(connection, 0) == []


def test_a_flood_of_forged_items_is_logged_in_few_lines(
    connection: Connection, client: "redis.Redis[bytes]", caplog: pytest.LogCaptureFixture
) -> None:
    client.lpush(TASKS.name, *[b"forged"] * 500)
    assert taken(connection, 0) == []
    assert len(caplog.records) <= 3
    assert "forged" not in caplog.text


def test_a_task_that_is_too_long_is_not_sent(connection: Connection) -> None:
    with pytest.raises(ValueError, match="longer than"):
        connection.Producer().publish("x" * task_messages.MOST_BYTES, routing_key=TASKS.name)


def test_copies_of_a_message_are_counted_one_by_one(
    connection: Connection, client: "redis.Redis[bytes]"
) -> None:
    """Or a worker would take as many of them as an attacker puts there."""
    send(connection)
    (item,) = client.lrange(TASKS.name, 0, -1)
    client.rpush(TASKS.name, *[item] * 9)
    connection.default_channel.basic_qos(0, 3, False)
    found = taken(connection, 3)
    assert len({message.delivery_tag for message in found}) == len(found) == 3
    assert client.hlen(UNACKED) == 3


WRONG: dict[str, Callable[["redis.Redis[bytes]", str], object]] = {
    "string": lambda client, key: client.set(key, "junk"),
    "list": lambda client, key: client.lpush(key, "junk"),
    "set": lambda client, key: client.sadd(key, "junk"),
    "sorted set": lambda client, key: client.zadd(key, {"junk": 1}),
    "hash": lambda client, key: client.hset(key, "junk", "junk"),
    "stream": lambda client, key: client.xadd(key, {"junk": "junk"}),
}


@in_one_test("spoil", WRONG.values())
def test_values_of_a_wrong_type_stop_nothing(
    connection: Connection,
    client: "redis.Redis[bytes]",
    spoil: Callable[["redis.Redis[bytes]", str], object],
) -> None:
    """Under every key of the broker, before each step of a task's way."""

    def spoil_all() -> None:
        for key in (TASKS.name, UNACKED, INDEX, LOCK, f"_kombu.binding.{TASKS.name}"):
            client.delete(key)
            spoil(client, key)

    consumer = connection.Consumer([TASKS], on_message=(found := []).append)
    spoil_all()
    consumer.consume()
    drain(connection, found, 0)
    spoil_all()
    send(connection)
    for key in (UNACKED, INDEX):
        client.delete(key)
        spoil(client, key)
    drain(connection, found, 1)
    (message,) = found
    spoil_all()
    message.ack()
    spoil_all()
    connection.default_channel.qos.restore_visible(interval=1)
    send(connection)
    drain(connection, found, 2)
    assert [args_of(one) for one in found] == [[GAME]] * 2


def test_what_was_taken_for_too_long_comes_back_as_it_was(
    connection: Connection, client: "redis.Redis[bytes]"
) -> None:
    """And forged notes of what was taken are dropped, however old they say they are."""
    send(connection)
    (item,) = client.lrange(TASKS.name, 0, -1)
    (message,) = taken(connection)
    client.zadd(INDEX, {message.delivery_tag: 1.0})
    for number, forge in enumerate(FORGED.values()):
        if forge is not FORGED["another queue"]:
            client.hset(UNACKED, f"forged-{number}", forge(item))
        client.zadd(INDEX, {f"forged-{number}": number})
    client.set(LOCK, "for ever")
    connection.default_channel.qos.restore_visible(num=100, interval=1)
    (back,) = client.lrange(TASKS.name, 0, -1)
    assert json.loads(back.split(b"\n")[-1])["body"] == json.loads(item.split(b"\n")[-1])["body"]
    assert client.hlen(UNACKED) == client.zcard(INDEX) == client.exists(LOCK) == 0
    assert [args_of(one) for one in taken(connection)] == [[GAME]]


def test_no_command_reaches_a_worker_over_redis(connection: Connection) -> None:
    """Queues are all there is: no broadcasts, events or tables of bindings."""
    assert not app.conf.worker_enable_remote_control
    assert connection.transport.implements.exchange_type == {"direct"}
    assert connection.default_channel.supports_fanout is False


def test_a_message_can_be_asked_for(connection: Connection, client: "redis.Redis[bytes]") -> None:
    send(connection)
    client.rpush(TASKS.name, b"forged")
    channel = connection.default_channel
    assert channel.basic_get(TASKS.name) is None
    assert args_of(channel.basic_get(TASKS.name)) == [GAME]
    with pytest.raises(Empty):
        channel._get(TASKS.name)


def test_it_closes_while_a_task_runs_and_others_are_waited_for(tmp_path: Path) -> None:
    """What a worker does when it hears on another connection that Redis is gone."""
    port = free_port()
    mortal = server(port, tmp_path)
    connection = Connection(f"redis://127.0.0.1:{port}/0")
    send(connection)
    found: list[Message] = []
    connection.Consumer([TASKS], on_message=found.append).consume()
    connection.drain_events(timeout=PATIENCE)
    # Leave the connection with a question that Redis has not answered.
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.1)

    mortal.kill()
    connection.collect()
    connection.close()

    # Its result is lost with the connection; that it was is only logged.
    (message,) = found
    message.ack_log_error(logging.getLogger(), connection.connection_errors)
    assert not message.acknowledged


def test_who_is_busy_when_redis_restarts_hears_of_it(tmp_path: Path) -> None:
    """The task ends while Redis is away; then the worker must ask for the next one."""
    port = free_port()
    mortal = server(port, tmp_path)
    with Connection(f"redis://127.0.0.1:{port}/0", transport_options=OPTIONS) as connection:
        for _ in range(2):
            send(connection)
        connection.default_channel.basic_qos(0, 1, False)
        found: list[Message] = []
        consumer = connection.Consumer([TASKS], on_message=found.append)
        consumer.consume()
        drain(connection, found, 1)
        mortal.kill()
        for message in found:
            message.ack_log_error(logging.getLogger(), connection.connection_errors)
        again = server(port, tmp_path)
        try:
            with pytest.raises(redis.exceptions.ConnectionError):
                connection.drain_events(timeout=PATIENCE)
        finally:
            again.kill()
    assert len(found) == 1


def test_nothing_waits_behind_the_many_of_another_queue(connection: Connection) -> None:
    """Where a user has bots in many games, neither do imports nor bots at a table with people."""
    for number in range(50):
        for task in ("run_round_end_later", "run_bots_alone"):
            app.send_task(f"games.tasks.{task}", args=[number], connection=connection)
    awaited = ["replays.tasks.run_import", TASK]
    for task in awaited:
        app.send_task(task, args=[GAME], connection=connection)
    found: list[Message] = []
    connection.default_channel.basic_qos(0, 1, False)
    consumer = connection.Consumer(app.conf.task_queues, on_message=found.append)
    consumer.consume()
    for number in range(1, 2 * len(app.conf.task_queues) + 1):
        drain(connection, found, number)
        found[-1].ack()
    consumer.cancel()
    names = [message.headers["task"] for message in found]
    assert max(map(names.index, awaited)) < len(app.conf.task_queues)
    assert isinstance(connection.default_channel._queue_cycle, queues.MostlyFirst)


def test_what_waits_can_be_looked_at(
    connection: Connection, client: "redis.Redis[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest first; nothing is taken, and no foreign item is returned."""
    monkeypatch.setattr(broker, "AT_ONCE", 2)
    for number in range(5):
        app.send_task(TASK, args=[GAME, number], connection=connection)
    before = client.lrange(TASKS.name, 0, -1)
    client.lpush(TASKS.name, b"junk")
    channel = connection.default_channel

    def seen(most: int) -> list[Any]:
        found = channel.waiting(TASKS.name, most)
        return [json.loads(base64.b64decode(one["body"]))[0][1] for one in found]

    assert sorted(seen(100)) == [0, 1, 2, 3, 4]
    assert sorted(seen(2)) == [0, 1]
    assert client.lrange(TASKS.name, 1, -1) == before
    monkeypatch.setattr(app, "connection_for_read", lambda: connection)
    assert dispatch.waiting(TASK) == {(GAME, number) for number in range(5)}
    assert dispatch.waiting("games.tasks.run_bots_alone") == set()
