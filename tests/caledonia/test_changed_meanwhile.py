"""Something is deleted or left while a request reads it: between any two of its statements."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, Final

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from api import tokens
from games import services
from games.models import Game
from tests.caledonia.test_caching import READERS, addresses, closed, readers, table, values_of
from tests.database import empty_cache
from tests.games.tables import Table, new_table
from tests.marks import sample
from tournaments import services as tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted]

__all__ = ["readers", "table"]

Change = Callable[[], object]
SOME: Final = (
    "",
    "api/v1/games/<uuid:game_id>/state?version=1",
    "api/v1/replays/<uuid:game_id>/frames?from=1",
    "games/<uuid:game_id>/replay/?v=1",
    "games/<uuid:game_id>/refresh/?version=1",
)
"""The front page, which shows the board of a game, and some that take many statements."""
EVERY: Final = sample(whole=1, usual=4)
STAYING: Final = ("logout/", "profile/two-step/", "api/schema", "api/docs")
"""Not read here: nothing of what changes is on them."""


class Changing:
    """Makes a change before one of the statements of a request, which are counted from 0."""

    def __init__(self, change: Change, before: int) -> None:
        self.statements = 0
        self._change, self._before = change, before
        self._changing = False

    def __call__(self, run: Callable[..., Any], *given: Any) -> Any:
        if self._changing:
            return run(*given)
        self.statements += 1
        if self.statements == self._before + 1:
            self._changing = True
            self._change()
            self._changing = False
        return run(*given)


def answers(client: Client, path: str, change: Change, places: Iterable[int]) -> list[int]:
    """The answers to a request, with the change before each of these of its statements in turn."""
    found: list[int] = []
    for before in places:
        empty_cache()
        changing = Changing(change, before)
        with transaction.atomic():
            with connection.execute_wrapper(changing):
                response = closed(client.get(path))
            transaction.set_rollback(True)
        if changing.statements <= before:
            break
        found.append(response.status_code)
    return found


def tried(
    chosen: Iterable[str],
    values: dict[str, str],
    change: Change,
    clients: dict[str, Client],
    *,
    every: int = 1,
) -> Iterator[tuple[str, str, list[int]]]:
    """Each address, as each of the clients reads it while the change happens.

    It comes before ``every`` so many of the statements, at another address before the next ones.
    """
    for number, address in enumerate(chosen):
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], address)
        for name, client in clients.items():
            client.raise_request_exception = False
            places = count(number % every, every)
            yield name, path, answers(client, path, change, places)


def of_a_game() -> list[str]:
    """All addresses of a game."""
    return [address for address in addresses() if "game_id" in address]


def of_people() -> list[str]:
    """All addresses that show people."""
    return [address for address in addresses() if address not in STAYING]


@contextmanager
def none_broken() -> Iterator[list[tuple[str, str, list[int]]]]:
    """No answer is a failure of the server; at least a few find what has gone."""
    found: list[tuple[str, str, list[int]]] = []
    yield found
    broken = [one for one in found if max(one[2], default=0) >= 500]
    assert not broken, "\n".join(map(str, broken))
    assert sum(one[2].count(404) for one in found) > 5


@pytest.mark.parametrize(
    "chosen", [SOME, pytest.param(of_a_game(), marks=pytest.mark.long)], ids=["some", "all"]
)
def test_a_game_that_is_deleted_meanwhile_is_not_found(
    table: Table, readers: dict[str, Client], chosen: tuple[str, ...]
) -> None:
    game = Game.objects.get(pk=table.id)

    def erase() -> None:
        services.erase_game(game_id=game.pk, by=None, reason="a test", now=timezone.now())

    clients = {name: readers[name] for name in sample(whole=READERS, usual=("player", "stranger"))}
    with none_broken() as found:
        found += tried(chosen, values_of(game), erase, clients)


@pytest.mark.long
def test_a_player_may_leave_a_table_that_others_read(readers: dict[str, Client]) -> None:
    alice, bob = (User.objects.get(username=name) for name in ("alice", "bob"))
    game = new_table([alice, bob], 2).game

    def leave() -> None:
        services.leave_game(game_id=game.pk, user=bob, now=timezone.now())

    clients = {name: readers[name] for name in sample(whole=READERS, usual=("player",))}
    with none_broken() as found:
        found += tried(
            ["", "games/", "api/v1/games", *of_a_game()], values_of(game), leave, clients
        )


@pytest.fixture
def world(table: Table) -> dict[str, str]:
    """What stands in addresses, of a game that bob has given up and a tournament he has joined."""
    bob, now = User.objects.get(username="bob"), timezone.now()
    services.resign(game_id=table.id, user=bob, now=now)
    values = values_of(Game.objects.get(pk=table.id)) | {"name": "bob"}
    tournaments.register(tournament_id=values["tournament_id"], user=bob, now=now)
    return values


def delete_bob() -> None:
    services.delete_account(user=User.objects.get(username="bob"), now=timezone.now())


@pytest.mark.long
def test_an_account_may_go_that_others_read_of(
    world: dict[str, str], readers: dict[str, Client]
) -> None:
    clients = {name: readers[name] for name in sample(whole=READERS, usual=("player",))}
    with none_broken() as found:
        found += tried(of_people(), world, delete_bob, clients, every=EVERY)


@pytest.mark.long
def test_an_account_may_go_while_it_reads(world: dict[str, str]) -> None:
    bob = User.objects.get(username="bob")
    token = tokens.issue(user=bob, name="x", now=timezone.now())[1]
    page, program = Client(), Client(headers={"Authorization": f"Bearer {token}"})
    page.force_login(bob)
    clients = sample(whole={"page": page, "program": program}, usual={"page": page})
    with none_broken() as found:
        found += tried(of_people(), world, delete_bob, clients, every=EVERY)
