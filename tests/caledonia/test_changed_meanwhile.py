"""Something is deleted or left while a request reads it: between any two of its statements."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from api import tokens
from games import services
from games.models import Game
from games.runtime import bounded_process
from tests.caledonia.test_caching import READERS, addresses, closed, readers, table, values_of
from tests.database import empty_cache
from tests.games.tables import Table, new_table
from tests.marks import THOROUGH, sample
from tournaments import services as tournaments
from web.pages.share import making

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
ROOT: Final = str(Path(__file__).parents[2])
CALLERS: Final = 5
"""How many lines of this project that led to a statement say where it comes from."""
STAYING: Final = ("logout/", "profile/two-step/", "api/schema", "api/docs")
"""Not read here: nothing of what changes is on them."""


Asked = tuple[str, ...]
"""Where a statement comes from: the lines of this project that led to it, the nearest first."""


@pytest.fixture(autouse=True)
def nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither pictures nor animations: that takes longer than all else, and sends no statement."""
    monkeypatch.setattr(making, "png", lambda *_: b"a picture")
    monkeypatch.setattr(bounded_process, "run", lambda *_: b"an animation")


class Changing:
    """Makes a change before one of the statements of a request, which are counted from 0.

    Without a change it only says where each of them comes from.
    """

    def __init__(self, change: Change | None = None, before: int = 0) -> None:
        self.asked: list[Asked] = []
        self._change, self._before = change, before
        self._changing = False

    def __call__(self, run: Callable[..., Any], *given: Any) -> Any:
        if self._changing:
            return run(*given)
        self.asked.append(asking())
        if self._change is not None and len(self.asked) == self._before + 1:
            self._changing = True
            self._change()
            self._changing = False
        return run(*given)


def asking() -> Asked:
    """The nearest lines of this project that are under way, but for its tests."""
    found: list[str] = []
    frame = sys._getframe(2)
    while frame is not None and len(found) < CALLERS:
        name = frame.f_code.co_filename
        if name.startswith(ROOT) and not name.startswith((f"{ROOT}/tests", f"{ROOT}/.venv")):
            found.append(f"{name}:{frame.f_lineno}")
        frame = frame.f_back
    return tuple(found)


def answer(client: Client, path: str, changing: Changing) -> int:
    """The answer to a request; what it or the change has written is undone."""
    empty_cache()
    with transaction.atomic():
        with connection.execute_wrapper(changing):
            response = closed(client.get(path))
        transaction.set_rollback(True)
    return int(response.status_code)


def answers(client: Client, path: str, change: Change, known: set[Asked]) -> list[int]:
    """The answers to a request, with the change before each of its statements in turn.

    Not before one that comes from where a known one came from, unless all are tried.
    """
    reading = Changing()
    answer(client, path, reading)
    found: list[int] = []
    for before, asked in enumerate(reading.asked):
        if asked not in known or THOROUGH:
            found.append(answer(client, path, Changing(change, before)))
        known.add(asked)
    return found


def tried(
    chosen: Iterable[str], values: dict[str, str], change: Change, clients: dict[str, Client]
) -> Iterator[tuple[str, str, list[int]]]:
    """Each address, as each of the clients reads it while the change happens."""
    known: dict[str, set[Asked]] = {name: set() for name in clients}
    for address in chosen:
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], address)
        for name, client in clients.items():
            client.raise_request_exception = False
            yield name, path, answers(client, path, change, known[name])


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
    assert sum(one[2].count(404) for one in found) > 1


@pytest.mark.parametrize(
    "chosen",
    [SOME, pytest.param(of_a_game(), marks=[pytest.mark.long, pytest.mark.once])],
    ids=["some", "all"],
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
@pytest.mark.once
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
@pytest.mark.once
def test_an_account_may_go_that_others_read_of(
    world: dict[str, str], readers: dict[str, Client]
) -> None:
    clients = {name: readers[name] for name in sample(whole=READERS, usual=("player",))}
    with none_broken() as found:
        found += tried(of_people(), world, delete_bob, clients)


@pytest.mark.long
@pytest.mark.once
def test_an_account_may_go_while_it_reads(world: dict[str, str]) -> None:
    bob = User.objects.get(username="bob")
    token = tokens.issue(user=bob, name="x", now=timezone.now())[1]
    page, program = Client(), Client(headers={"Authorization": f"Bearer {token}"})
    page.force_login(bob)
    clients = sample(whole={"page": page, "program": program}, usual={"page": page})
    with none_broken() as found:
        found += tried(of_people(), world, delete_bob, clients)
