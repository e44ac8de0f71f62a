"""Alice, bob and charlie, a table for them, and the tasks that something starts."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from games.runtime import dispatch, long_games
from games.runtime.taking_turns import Turns
from tests.games.tables import Table, started

Sent = list[tuple[str, tuple[int, ...], bool]]
Committed = Callable[[Callable[[], object]], Sent]


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("charlie")


@pytest.fixture
def dora(db: None) -> User:
    """A user who sits at no table."""
    return User.objects.create_user("dora")


@pytest.fixture
def table(alice: User, bob: User, charlie: User) -> Table:
    """A game of alice, bob and charlie, in their first decision."""
    return started([alice, bob, charlie])


@pytest.fixture
def own_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody goes through a long game yet.

    An answer that a test before has not read may hold its turn for a while.
    """
    monkeypatch.setattr(long_games, "turns", Turns(long_games.WAITING))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """The tasks that were started: name, version, and whether they go first. None is done."""
    found: Sent = []

    def start(name: str, id_: UUID, *more: int, first: bool = True) -> None:
        found.append((name, more, first))

    monkeypatch.setattr(dispatch, "start", start)
    return found


@pytest.fixture
def committed(sent: Sent, django_capture_on_commit_callbacks: Callable[..., Any]) -> Committed:
    """Do something and what follows its commits; the tasks that it started."""

    def run(work: Callable[[], object]) -> Sent:
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            work()
        return list(sent)

    return run
