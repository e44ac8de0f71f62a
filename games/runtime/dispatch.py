"""Starting tasks: by a worker; or without workers here and now, or by a thread that does them all.

Tasks are registered when the apps are ready, so that callers need not import them.
"""

import base64
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Thread
from typing import Any, Final, TypeAlias
from uuid import UUID

from celery import Task
from django.conf import settings
from django.db import connections

from games.runtime.work_queue import WorkQueue

AnyTask: TypeAlias = "Task[..., object]"

log = logging.getLogger(__name__)

MOST_LOOKED_AT: Final = 10_000
"""The most messages of a queue that are read; beyond that a task may be sent twice."""

_tasks: dict[str, AnyTask] = {}


def hand_over(*tasks: AnyTask) -> None:
    """Let tasks be started by their names."""
    _tasks.update((task.name, task) for task in tasks)


def start(name: str, id_: UUID, *more: int, first: bool = True) -> None:
    """Start a task that takes an id and further arguments; without workers see in_background.

    In the background there is one queue for all, with those that are ``first`` in front; a task
    that waits there already with the same arguments is not put into it again. Here and now, what a
    task starts in turn follows when it is done.
    """
    task = _tasks[name]
    if not settings.EMBEDDED:
        task.delay(str(id_), *more)
    elif in_the_background():
        background_queue.add((name, id_, *more), lambda: task.delay(str(id_), *more), first=first)
    else:
        _here_and_now(task, (str(id_), *more))


def start_again(name: str) -> None:
    """Start a task without arguments that comes back as long as something is left to be done."""
    task = _tasks[name]
    if not settings.EMBEDDED:
        task.delay()
    elif in_the_background():
        background_queue.add((name,), task.delay, first=False)
    else:
        _here_and_now(task, ())


def start_apart(name: str, id_: UUID) -> None:
    """Start a task that takes long: in the background it has a thread for itself."""
    if settings.EMBEDDED and in_the_background():
        Thread(target=_apart, args=(_tasks[name], str(id_))).start()
    else:
        _tasks[name].delay(str(id_))


def start_and_wait(name: str, id_: UUID) -> None:
    """Start a task whose result is asked for at once: without workers it is done here and now."""
    _tasks[name].delay(str(id_))


def waiting(*names: str) -> set[tuple[str, int | None]]:
    """The ids and versions with which tasks of these names wait for a worker.

    Of what a worker has taken nothing is known. Empty where the queues cannot be read.
    """
    if settings.EMBEDDED:
        return set()
    app, found = _tasks[names[0]].app, set()
    try:
        with app.connection_for_read() as connection:
            channel: Any = connection.default_channel
            for queue in app.conf.task_queues:
                for message in channel.waiting(queue.name, MOST_LOOKED_AT):
                    if message["headers"]["task"] in names:
                        args = json.loads(base64.b64decode(message["body"]))[0]
                        found.add((args[0], args[1] if len(args) > 1 else None))
    except Exception:  # a task that is sent twice does no harm
        log.exception("reading the task queues failed")
    return found


_in_background: ContextVar[bool] = ContextVar("whether tasks run in the background", default=False)
_following: ContextVar[list[tuple[AnyTask, tuple[object, ...]]] | None] = ContextVar(
    "tasks that follow the one that runs here", default=None
)


@contextmanager
def in_background() -> Iterator[None]:
    """Within this block tasks do not delay the caller: without workers a thread runs them.

    With ``BACKGROUND_TASKS`` off it is done here and now as always.
    """
    token = _in_background.set(bool(settings.BACKGROUND_TASKS))
    try:
        yield
    finally:
        _in_background.reset(token)


def in_the_background() -> bool:
    """Whether tasks that are started here run in the background."""
    return _in_background.get()


def _here_and_now(task: AnyTask, args: tuple[object, ...]) -> None:
    following = _following.get()
    if following is not None:
        following.append((task, args))
        return
    following = [(task, args)]
    token = _following.set(following)
    try:
        while following:
            following_task, following_args = following.pop(0)
            following_task.delay(*following_args)
    finally:
        _following.reset(token)


def _apart(task: AnyTask, id_: str) -> None:
    background_queue.attempt(lambda: task.delay(id_))
    connections.close_all()


background_queue: Final = WorkQueue(closing=connections.close_all)
"""What the server does in the background when it has no workers."""
