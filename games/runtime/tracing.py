"""The ids in log lines.

Ids of the request, game, user and task are bound to the context that runs, and travel with a task
to the worker that carries it out. Ids only: no names, bodies, tokens or secrets of games.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

NAMES: Final = ("request_id", "game", "user", "task")
SANE: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

_bound: ContextVar[Mapping[str, str]] = ContextVar("bound")


def current() -> Mapping[str, str]:
    """The ids that are bound here and now."""
    return _bound.get({})


def bind(**ids: object) -> None:
    """Bind ids for the rest of the request or task; None leaves one as it is."""
    bound = {name: str(value) for name, value in ids.items() if value is not None}
    _bound.set({**current(), **bound})


@contextmanager
def bound(**ids: object) -> Iterator[None]:
    """Bind ids for a while; what was bound in between is forgotten with them."""
    token = _bound.set(current())
    try:
        bind(**ids)
        yield
    finally:
        _bound.reset(token)


def request_id(offered: str | None) -> str:
    """The id that a caller offers when it is sane: 8 to 64 letters, digits, ``.``, ``_``, ``-``.

    Otherwise a new one.
    """
    if offered is not None and SANE.fullmatch(offered):
        return offered
    return uuid.uuid4().hex
