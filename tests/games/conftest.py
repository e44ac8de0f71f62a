"""Alice, bob and charlie, and a table for them."""

import pytest
from django.contrib.auth.models import User

from games.runtime import long_games
from games.runtime.taking_turns import Turns
from tests.games.tables import Table, started


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
