"""Tournaments of Alice for the tests of the API, made over HTTP."""

from typing import Any

import pytest

from tests.api.conftest import Caller
from tests.tournaments.conftest import Plain
from tournaments.formats import FORMATS
from tournaments.models import Tournament

Json = Any
BY_HAND = {"format": "plain", "played_here": False}


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format so simple that results can be reckoned by hand."""
    monkeypatch.setitem(FORMATS, "plain", Plain())


def done(answered: Any, status: int = 200) -> Json:
    """What a request has given that was to be carried out."""
    assert answered.status_code == status, answered.content
    return answered.json()


def made(director: Caller, *, opened: bool = True, **given: Json) -> str:
    """The path of a tournament; ``given`` takes the place of what it has otherwise."""
    body = {"name": "Highland Cup", "settings": BY_HAND} | given
    path = f"tournaments/{done(director.post('tournaments', body), 201)['id']}"
    if opened:
        done(director.post(f"{path}/open"))
    return path


def entered(path: str, *callers: Caller) -> list[int]:
    """The numbers of the entrants that these callers have become."""
    invite = stored(path).invite_code
    answers = [done(one.post(f"{path}/register", {"invite": invite})) for one in callers]
    return [one["own"]["entrant"] for one in answers]


def stored(path: str) -> Tournament:
    """The tournament of a path."""
    return Tournament.objects.get(pk=path.removeprefix("tournaments/"))


def seats(table: Json) -> list[int]:
    """The entrants at a table."""
    return [one["entrant"] for one in table["seats"]]
