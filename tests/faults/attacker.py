"""An attacker with write access to Redis, who knows how the server uses it."""

import json
import pickle
import random
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import redis
from redis.exceptions import RedisError

from tests.faults.site import NAMESPACE, QUEUES, Site, put_back

UNACKED: Final = f"{NAMESPACE}.unacked"
LIVE: Final = f"{NAMESPACE}/live"
MARK: Final = "forged-by-somebody"
"""An argument of every forged task: a worker that runs one says so, and so does a mail."""
EVIL: Final = f"{MARK}@evil.example"
TASKS: Final[dict[str, tuple[list[Any], dict[str, Any]]]] = {
    "games.tasks.run_round_end": ([MARK], {}),
    "games.tasks.run_round_end_later": ([MARK], {}),
    "games.tasks.run_bots": ([MARK], {}),
    "games.tasks.run_bots_alone": ([MARK], {}),
    "games.tasks.run_bots_later": ([MARK], {}),
    "replays.tasks.validate_games": ([[MARK], MARK], {}),
    "replays.tasks.run_import": ([MARK], {}),
    "web.tasks.mail_turns_of": ([MARK], {}),
    "web.tasks.send_account_mail": ([MARK], {}),
    "web.tasks.send_password_reset": (
        *([1, EVIL], {"protocol": "https", "domain": "evil.example", "language": "en"}),
    ),
    "celery.backend_cleanup": ([], {}),
    "celery.chain": ([MARK], {}),
    "os.system": ([MARK], {}),
}
JUNK: Final[tuple[bytes, ...]] = (
    *(b"", b"junk", b"17", b"-" + b"9" * 18, b"9" * 30, b"9223372036854775807", b"null"),
    *(b"[" * 50_000, b"json:" + b"[" * 50_000, b"bytes:" + bytes(200), b"\xff" * 64),
    *(pickle.dumps({"a": 1}), b"1\n" + b"0" * 64 + b"\nfaults\n{}"),
)


def forged(name: str, *, follow: bool = False) -> bytes:
    """A task as Celery would send it, unsigned; with ``follow`` one that others are to follow."""
    args, kwargs = TASKS[name]
    after = [{"task": one, "args": given, "kwargs": more} for one, (given, more) in TASKS.items()]
    chained = after if follow else None
    body = [args, kwargs, {"callbacks": chained, "errbacks": chained, "chain": chained}]
    message = {
        "body": b64encode(json.dumps(body).encode()).decode(),
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": {"lang": "py", "task": name, "id": MARK, "retries": 0, "timelimit": [None] * 2},
        "properties": {
            "correlation_id": MARK,
            "delivery_mode": 2,
            "delivery_info": {"exchange": "", "routing_key": NAMESPACE},
            "priority": 0,
            "body_encoding": "base64",
            "delivery_tag": MARK,
        },
    }
    return json.dumps(message).encode()


class Attacker(threading.Thread):
    """Forges at a site until it is stopped; ``genuine`` are the tasks that it has seen."""

    def __init__(self, site: Site, *, seed: int) -> None:
        super().__init__(name="attacker")
        self.chance = random.Random(seed)  # noqa: S311 - a test, not a secret
        self.client: redis.Redis[bytes] = site.redis
        self.genuine: set[bytes] = set()
        self.failure: BaseException | None = None
        self.done: dict[str, int] = {}
        self._stop_event = threading.Event()

    def __enter__(self) -> "Attacker":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.client.close()

    def stop(self) -> None:
        """Forge no more. Raises what kept it from forging."""
        self._stop_event.set()
        self.join()
        if self.failure is not None:
            raise self.failure

    def poison(self, pattern: str) -> None:
        """Put junk under all keys of a pattern."""
        for key in list(self.client.scan_iter(pattern, count=1000)):
            self.write(key)

    def run(self) -> None:
        """One thing after the other, by chance; what goes wrong here is kept."""
        actions: list[Callable[[], object]] = [
            *(self.send_forged, self.send_tampered, self.replay, self.send_junk),
            *(self.spoil_type, self.spoil_notes, self.spoil_cache, self.swap_cache),
            *(self.spoil_counters, self.publish_junk, self.flood_hints, self.command_workers),
        ]
        try:
            while not self._stop_event.wait(0.002):
                self.watch()
                action = self.chance.choice(actions)
                # Values of a wrong type, which are its own.
                with suppress(redis.ResponseError):
                    action()
                    self.done[action.__name__] = self.done.get(action.__name__, 0) + 1
        except RedisError as error:
            self.failure = error

    def watch(self) -> None:
        """Look at the tasks that workers have just taken; those are genuine."""
        with suppress(redis.ResponseError):
            taken = self.client.hgetall(UNACKED)
            self.genuine |= {item for tag, item in taken.items() if tag != MARK.encode()}

    def send_forged(self) -> None:
        """Tasks that were never sent."""
        name = self.chance.choice(list(TASKS))
        self.client.lpush(self.queue(), forged(name, follow=self.chance.random() < 0.5))

    def send_tampered(self) -> None:
        """Tasks that were sent, with a byte changed, or under the signature of another one."""
        for item in self.seen(3):
            at = self.chance.randrange(len(item))
            self.client.lpush(self.queue(), item[:at] + bytes([item[at] ^ 1]) + item[at + 1 :])
            head = item.split(b"\n{")[0]
            self.client.lpush(self.queue(), head + b"\n" + forged("games.tasks.run_bots"))

    def replay(self) -> None:
        """Tasks that were sent, again."""
        for item in self.seen(3):
            put_back(self.client, item, item)

    def send_junk(self) -> None:
        """What is no message at all."""
        self.client.lpush(self.queue(), *JUNK)

    def spoil_type(self) -> None:
        """Other types under the keys of the broker; what lay there is lost."""
        queue = [*QUEUES, UNACKED, f"{UNACKED}_index", f"{UNACKED}_mutex"]
        kombu = [f"_kombu.binding.{NAMESPACE}", "_kombu.binding_deadlines", "unacked"]
        self.write(self.chance.choice([*queue, *kombu]))

    def spoil_notes(self) -> None:
        """Notes of tasks that were never taken, to be put back into the queue."""
        self.client.hset(UNACKED, MARK, self.chance.choice([*JUNK, forged("os.system")]))
        self.client.zadd(f"{UNACKED}_index", {MARK: self.chance.choice([0, 1, -5, 2e9])})

    def spoil_cache(self) -> None:
        """Anything in place of a cached state, statistics, or whatever else is there."""
        for key in self.cached(5):
            self.write(key)
        self.write(f"{NAMESPACE}:1:ready")

    def swap_cache(self) -> None:
        """The entry of another version or game: signed, but not for this name."""
        keys = self.cached(2)
        with suppress(redis.ResponseError):
            values = [self.client.get(key) for key in keys]
            for key, value in zip(keys, reversed(values), strict=True):
                self.client.set(key, value or b"")

    def spoil_counters(self) -> None:
        """Counters of calls that are no numbers, at their end, or set back."""
        for key in self.client.scan_iter(f"{NAMESPACE}:1:throttle/*", count=1000):
            if self.chance.random() < 0.3:
                self.client.set(key, self.chance.choice([*JUNK[:7], b"-5"]).replace(b"17", b"-17"))

    def publish_junk(self) -> None:
        """Hints that are none."""
        hint = {"game": "0" * 32, "users": [10**40, -1], "more": [[[]]]}
        for data in (*JUNK, json.dumps(hint).encode(), json.dumps({"game": MARK}).encode()):
            self.client.publish(LIVE, data)

    def flood_hints(self) -> None:
        """Hints that a move changed something in a game that is played, hundreds of them."""
        keys = [key.decode().split("/") for key in self.cached(5) if b":state/" in key]
        game = self.chance.choice(keys)[2] if keys else "0" * 32
        with self.client.pipeline(transaction=False) as pipe:
            for user in range(200):
                pipe.publish(LIVE, json.dumps({"game": game, "users": [user]}))
            pipe.execute()

    def command_workers(self) -> None:
        """What Celery takes for commands and news of other workers."""
        for method in ("shutdown", "revoke", "pool_shrink", "add_consumer", "rate_limit"):
            body = b64encode(json.dumps({"method": method, "arguments": {}}).encode()).decode()
            command = json.dumps({"body": body, "content-type": "application/json", "headers": {}})
            for channel in ("/0.celery.pidbox", "/0.celeryev/worker.heartbeat"):
                self.client.publish(channel, command)

    def queue(self) -> str:
        """One of the queues."""
        return self.chance.choice(QUEUES)

    def seen(self, most: int) -> list[bytes]:
        """Some of the genuine tasks."""
        return self.chance.sample(sorted(self.genuine), min(most, len(self.genuine)))

    def cached(self, most: int) -> list[bytes]:
        """Keys of the cache, but for counters of calls."""
        found = self.client.scan_iter(f"{NAMESPACE}:*", count=1000)
        keys = sorted(key for key in found if b":throttle/" not in key)
        return self.chance.sample(keys, min(most, len(keys)))

    def write(self, key: bytes | str) -> None:
        """Junk of any type under a key."""
        self.client.delete(key)
        match self.chance.randrange(5):
            case 0:
                self.client.lpush(key, *JUNK)
            case 1:
                self.client.sadd(key, *JUNK)
            case 2:
                self.client.hset(key, mapping={MARK: self.chance.choice(JUNK)})
            case 3:
                self.client.zadd(key, {MARK: time.time()})
            case _:
                self.client.set(key, self.chance.choice(JUNK))
