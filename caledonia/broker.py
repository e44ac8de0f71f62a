"""Redis as the broker: kombu's transport, for a Redis that others can write to as well.

Only items that this server has signed become messages (``task_messages``). Values of a wrong type
under the broker's keys are deleted, so that they stop neither workers nor senders of tasks.
There are queues and nothing else: no exchanges, whose tables would lie in Redis, and no
broadcasts, over which workers take commands.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import Empty
from typing import Any, Final, TypeVar

from django.conf import settings
from kombu.transport import redis, virtual
from kombu.utils.json import dumps, loads
from redis import Redis
from redis.exceptions import ResponseError

from caledonia import task_messages
from games.runtime import forgeries

T = TypeVar("T")

AT_ONCE: Final = 100
"""Items of a queue that are read together, to list what waits there."""


class SignedRedis(Redis):
    """Takes from queues what this server has put there, and drops everything else."""

    def parse_response(self, connection: Any, command_name: str, **options: Any) -> Any:
        """The answer; to BRPOP the queue and its message, or None where that was not ours."""
        answer = super().parse_response(connection, command_name, **options)  # type: ignore[no-untyped-call]
        if command_name != "BRPOP" or not answer:
            return answer
        queue, item = answer
        found = task_messages.unseal(item, queue=queue.decode())
        return None if found is None else (queue, found.text)


class TaggedMessage(virtual.Message):
    """A message with a tag of its own for each delivery.

    The copies of one that was put into the queue again and again are counted one by one, so a
    worker never holds more of them than it is to hold.
    """

    def __init__(self, payload: Any, channel: Any = None, **options: Any) -> None:
        payload["properties"]["delivery_tag"] = channel._next_delivery_tag()
        super().__init__(payload, channel=channel, **options)


class QoS(redis.QoS):
    """What workers have taken and not acknowledged, signed as in the queue."""

    channel: Any

    def append(self, message: Any, delivery_tag: str) -> None:
        """Note that a message was taken."""
        queue = message.delivery_info["routing_key"]
        item = task_messages.seal(queue, dumps(message._raw))

        def note() -> None:
            with self.pipe_or_acquire() as pipe:
                pipe.zadd(self.unacked_index_key, {delivery_tag: time.time()})
                pipe.hset(self.unacked_key, delivery_tag, item)
                pipe.execute()

        self.channel.attempt(note)
        virtual.QoS.append(self, message, delivery_tag)

    def ack(self, delivery_tag: str) -> None:
        """Note that a message is done with."""
        with self._let_go(delivery_tag):
            self.channel.attempt(lambda: redis.QoS.ack(self, delivery_tag))

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Note that a message is not wanted, and put it back with ``requeue``."""
        with self._let_go(delivery_tag):
            self.channel.attempt(lambda: redis.QoS.reject(self, delivery_tag, requeue))

    @contextmanager
    def _let_go(self, delivery_tag: str) -> Iterator[None]:
        """Stop counting the message as held, whether or not Redis can be reached.

        A worker that holds as many messages as it may asks for no more, and would never notice that
        its connection is gone. Redis delivers what it still lists again after the timeout.
        """
        try:
            yield
        finally:
            virtual.QoS.ack(self, delivery_tag)

    def restore_visible(self, start: int = 0, num: int = 10, interval: int = 10) -> None:
        """Put back what workers have taken and not acknowledged for too long."""
        try:
            self._drop_endless_lock()
            super().restore_visible(start, num, interval)
        except ResponseError as error:
            self.channel.repair(error)

    def restore_by_tag(self, tag: Any, client: Any = None, leftmost: bool = False) -> None:
        """Put a message back into its queue, as it was; one that is not ours is dropped.

        If two workers do so at once, it comes twice.
        """
        with self.channel.conn_or_acquire(client) as found:
            item = found.hget(self.unacked_key, tag)
            signed = task_messages.unseal(item) if item else None
            with found.pipeline() as pipe:
                if signed is not None:
                    (pipe.lpush if leftmost else pipe.rpush)(signed.queue, item)
                pipe.zrem(self.unacked_index_key, tag)
                pipe.hdel(self.unacked_key, tag)
                pipe.execute()

    def _drop_endless_lock(self) -> None:
        """The lock on restoring has an expiry when a worker takes it."""
        with self.channel.conn_or_acquire() as client:
            left = client.ttl(self.unacked_mutex_key)
            if left == -1 or left > self.unacked_mutex_expire:
                client.delete(self.unacked_mutex_key)


class Channel(redis.Channel):
    """A channel whose ``close`` closes it, whether Redis answers or not."""

    QoS = QoS
    Message = TaggedMessage
    supports_fanout = False
    queue_order_strategy = "caledonia.queues:MostlyFirst"
    answered_at = float("-inf")
    """When Redis last answered the question for a task, on the monotonic clock."""

    def attempt(self, call: Callable[[], T], *queues: str) -> T:
        """Call what asks Redis; once more where keys had to be repaired."""
        try:
            return call()
        except ResponseError as error:
            self.repair(error, *queues)
        return call()

    def repair(self, error: ResponseError, *queues: str) -> None:
        """Delete values of another type than the broker's keys have, with those of ``queues``.

        Raises ``error`` if it says something else.
        """
        if "WRONGTYPE" not in str(error):
            raise error
        types = {self.unacked_key: b"hash", self.unacked_index_key: b"zset"}
        types |= {self.unacked_mutex_key: b"string", **dict.fromkeys(queues, b"list")}
        with self.conn_or_acquire() as client:
            for key, wanted in types.items():
                if client.type(key) not in (wanted, b"none"):
                    client.delete(key)
                    forgeries.dropped("key")

    @property
    def takes_tasks(self) -> bool:
        """Whether Redis was asked for a task a moment ago, or all processes are busy.

        A process is busy no longer than a task may take.
        """
        waited = time.monotonic() - self.answered_at
        busy = 0 if self.qos.can_consume() else settings.CELERY_TASK_TIME_LIMIT
        return waited < redis.DEFAULT_HEALTH_CHECK_INTERVAL + busy

    def waiting(self, queue: str, most: int) -> Iterator[dict[str, Any]]:
        """The messages of ours that wait in a queue, ``most`` at most; none of them is taken."""
        for first in range(0, most, AT_ONCE):
            with self.conn_or_acquire() as client:
                fetch = partial(client.lrange, queue, -first - AT_ONCE, -first - 1)
                items = self.attempt(fetch, queue)
            signed = (task_messages.unseal(item, queue=queue) for item in items)
            yield from (loads(one.text) for one in signed if one is not None)
            if len(items) < AT_ONCE:
                return

    def close(self) -> None:
        """Close it, and give up what Redis still owes an answer to."""
        try:
            super().close()
        except redis.Transport.connection_errors:
            # kombu 5.7 stops at the answer to a BRPOP that never comes. The channel would then be
            # closed once more after its transport, and what that raises ends the worker.
            super().close()

    def get_table(self, exchange: str) -> Any:
        """The bindings of an exchange, as this process knows them."""
        return virtual.Channel.get_table(self, exchange)

    def _get_client(self) -> type[Redis]:
        return SignedRedis

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc]  # the stubs lack it
        except ResponseError as error:
            self.repair(error, *self.active_queues)
            raise Empty from None
        finally:
            self.answered_at = time.monotonic()

    def _put(self, queue: str, message: Any, **options: Any) -> None:
        item = task_messages.seal(queue, dumps(message))
        with self.conn_or_acquire() as client:
            self.attempt(lambda: client.lpush(queue, item), queue)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        with self.conn_or_acquire() as client:
            item = self.attempt(lambda: client.rpop(queue), queue)
        found = None if item is None else task_messages.unseal(item, queue=queue)
        if found is None:
            raise Empty
        return loads(found.text)

    def _size(self, queue: str) -> int:
        with self.conn_or_acquire() as client:
            return int(self.attempt(lambda: client.llen(queue), queue))


class Transport(redis.Transport):
    """Redis, with these channels."""

    Channel = Channel
    implements = redis.Transport.implements.extend(
        batch_publish=False, exchange_type=frozenset({"direct"})
    )
    supports_batch_publish = False
