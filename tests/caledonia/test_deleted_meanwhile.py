"""A game is deleted while a request reads it: between any two of its statements."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.services import erase_game
from tests.caledonia.test_caching import addresses, closed, readers, table, values_of
from tests.games.tables import Table

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted]

__all__ = ["readers", "table"]

SOME: Final = (
    "",
    "api/v1/games/<uuid:game_id>/state?version=1",
    "api/v1/replays/<uuid:game_id>/frames?from=1",
    "games/<uuid:game_id>/replay/?v=1",
    "games/<uuid:game_id>/refresh/?version=1",
)
"""The front page, which shows the board of a game, and some that take many statements."""


@contextmanager
def deleting(game: Game, before: int) -> Iterator[list[str]]:
    """The game is deleted before one of the statements, which are counted from 0."""
    seen: list[str] = []

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        seen.append(sql)
        if len(seen) == before + 1:
            with counting.disabled():
                erase_game(game_id=game.pk, by=None, reason="a test", now=timezone.now())
        return run(sql, *rest)

    counting = Wrapper(execute)
    with connection.execute_wrapper(counting):
        yield seen


class Wrapper:
    """Sees each statement, unless it is disabled."""

    def __init__(self, execute: Callable[..., Any]) -> None:
        self._execute, self._on = execute, True

    def __call__(self, run: Callable[..., Any], *given: Any) -> Any:
        return self._execute(run, *given) if self._on else run(*given)

    @contextmanager
    def disabled(self) -> Iterator[None]:
        self._on = False
        try:
            yield
        finally:
            self._on = True


def answers(client: Client, path: str, game: Game) -> list[int]:
    """The answers to a request whose game is deleted before each of its statements in turn."""
    found = []
    while True:
        cache.clear()
        with transaction.atomic():
            with deleting(game, len(found)) as seen:
                response = closed(client.get(path))
            transaction.set_rollback(True)
        if len(seen) <= len(found):
            return found
        found.append(response.status_code)


def reading() -> Iterator[str]:
    """All addresses of a game, and those that take many statements with a query."""
    yield from (address for address in addresses() if "game_id" in address)


@pytest.mark.parametrize(
    "chosen", [SOME, pytest.param(tuple(reading()), marks=pytest.mark.long)], ids=["some", "all"]
)
def test_a_game_that_is_deleted_meanwhile_is_not_found(
    table: Table, readers: dict[str, Client], chosen: tuple[str, ...]
) -> None:
    game = Game.objects.get(pk=table.id)
    values = values_of(game)
    for client in readers.values():
        client.raise_request_exception = False
    broken, missing = {}, 0
    for address in chosen:
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], address)
        for name in ("player", "stranger"):
            given = answers(readers[name], path, game)
            missing += given.count(404)
            if any(status >= 500 for status in given):
                broken[name, path] = given
    assert not broken
    assert missing > len(chosen)
