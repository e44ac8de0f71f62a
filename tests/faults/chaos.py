"""One fault after the other, drawn by chance, each of them over before the next one begins."""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Self

from simulation.processes import Running, kill_all, wait_until
from tests.faults.replicas import Replicas
from tests.faults.test_postgres import DROP

OUTAGE = (0.2, 2.0)
"""Seconds for which something is away."""
BETWEEN = (0.3, 2.5)
"""Seconds without a fault."""


class Chaos(threading.Thread):
    """Breaks a server until it is stopped; `done` counts what it did.

    While `calm` is held no fault begins, and none is under way.
    """

    def __init__(self, replicas: Replicas, *, seed: int) -> None:
        super().__init__(name="chaos")
        self.replicas, self.site = replicas, replicas.site
        self.chance = random.Random(seed)  # noqa: S311 - a test, not a secret
        self.calm = threading.Lock()
        self.done: Counter[str] = Counter()
        self.failure: BaseException | None = None
        self.stopped = threading.Event()
        self.faults: list[Callable[[], Any]] = [
            *(self.kill_web_process, self.kill_web_replica, self.freeze_web_replica),
            *(self.kill_stream_replica, self.freeze_stream_replica),
            *(self.kill_task_process, self.kill_worker, self.freeze_worker, self.kill_beat),
            *(self.restart_redis, self.freeze_redis, self.restart_postgres, self.crash_postgres),
            *(self.drop_connections, self.restart_proxy),
        ]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.join()
        if self.failure is not None:
            raise self.failure

    def run(self) -> None:
        """Every kind of fault once, in any order, then again."""
        left: list[Callable[[], Any]] = []
        try:
            while not self.stopped.wait(self.chance.uniform(*BETWEEN)):
                left = left or self.chance.sample(self.faults, len(self.faults))
                fault = left.pop()
                with self.calm:
                    fault()
                    self.done[fault.__name__] += 1
        except BaseException as error:  # noqa: BLE001 - raised again where the test sees it
            self.failure = error

    def kill_web_process(self) -> None:
        """One of the processes of a replica; gunicorn starts another one."""
        web = self.site.named(self.chance.choice(self.replicas.web))[0]
        kill_all(web.children()[:1])

    def kill_web_replica(self) -> None:
        """A whole replica; what it was answering breaks off."""
        self.kill(self.chance.choice(self.replicas.web))

    def kill_stream_replica(self) -> None:
        """Its readers come again, to the other one."""
        self.kill(self.chance.choice(self.replicas.stream))

    def freeze_web_replica(self) -> None:
        """It takes connections and answers nothing."""
        self.freeze(self.chance.choice(self.replicas.web))

    def freeze_stream_replica(self) -> None:
        """Readers hear nothing for a while."""
        self.freeze(self.chance.choice(self.replicas.stream))

    def kill_task_process(self) -> None:
        """The worker gives its task to another process."""
        (worker,) = self.site.named("worker")
        kill_all(worker.children()[:1])

    def kill_worker(self) -> None:
        """Its tasks are left to the sweep."""
        self.kill("worker")

    def freeze_worker(self) -> None:
        """Its tasks wait."""
        self.freeze("worker")

    def kill_beat(self) -> None:
        """No sweep for a while."""
        self.kill("beat")

    def restart_redis(self) -> None:
        """All that it knew is lost."""
        self.kill("redis")

    def freeze_redis(self) -> None:
        """It takes connections and answers nothing."""
        self.freeze("redis")

    def restart_postgres(self) -> None:
        """Politely."""
        self.site.cluster.stop("fast")
        self.outage()
        self.site.cluster.start()

    def crash_postgres(self) -> None:
        """As if its machine had lost its power."""
        self.site.cluster.stop("immediate")
        self.outage()
        self.site.cluster.start()

    def drop_connections(self) -> None:
        """All of them at once."""
        self.site.cluster.query(DROP)

    def restart_proxy(self) -> None:
        """Every connection from outside breaks."""
        self.kill("proxy")

    def kill(self, name: str) -> None:
        """Kill a process with all its children, and start it again after a while."""
        self.site.stop(name)
        self.outage()
        self.replicas.start(name)

    def freeze(self, name: str) -> None:
        """Stop a process and its children for a while."""
        frozen = self.site.named(name)
        signal_all(frozen, signal.SIGSTOP)
        try:
            self.outage()
        finally:
            signal_all(frozen, signal.SIGCONT)

    def outage(self) -> None:
        """Wait for as long as one takes."""
        time.sleep(self.chance.uniform(*OUTAGE))

    def mend(self) -> None:
        """Wait until everything runs that should. Raises AssertionError."""
        for name in self.replicas.names:
            wait_until(f"{name} runs", lambda name=name: self.site.is_running(name))


def signal_all(processes: list[Running], number: signal.Signals) -> None:
    """Send a signal to processes and their children."""
    for one in processes:
        os.killpg(one.pid, number)
