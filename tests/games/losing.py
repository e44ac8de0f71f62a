"""Losing a race by a unique key, for certain and on any database."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import models


def lose_once(monkeypatch: pytest.MonkeyPatch, method: str) -> list[str]:
    """Have the next call of a method of querysets fail as if its row were stored just before it.

    Returns what it did, by name.
    """
    real, done = getattr(models.QuerySet, method), []

    def late(self: models.QuerySet[Any], *args: object, **kwargs: object) -> object:
        if not done:
            done.append("lost")
            store_twice()
        done.append("carried out")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(models.QuerySet, method, late)
    return done


def store_twice() -> None:
    """Store what only one row may have. Raises IntegrityError."""
    for _ in range(2):
        User.objects.create(username="the same")
