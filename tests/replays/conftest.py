"""Alice, bob and charlie, who have played the games that are looked at."""

import pytest
from django.contrib.auth.models import User


@pytest.fixture
def users(db: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("alice", "bob", "charlie")]


@pytest.fixture
def dora(db: None) -> User:
    """A user who has played none of them."""
    return User.objects.create_user("dora")
