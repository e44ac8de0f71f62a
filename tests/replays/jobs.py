"""Imports that are carried out where a test can see it."""

from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from replays import imports, isolated, reading_process
from replays.models import Import
from tests.api.conftest import Caller
from tests.replays.game_files import sound

SHORT = "files-short"
JSONL = "application/jsonl"
Json = Any


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the process of an import does is done in the one of the test, which is faster."""
    monkeypatch.setattr(isolated, "_run", lambda job, _: reading_process.answer(job))


def asked(user: User, now: datetime | None = None, **more: Any) -> Import:
    """An import that waits."""
    given = {"data": sound(SHORT), "visibility": "private", **more}
    return imports.request_import(user=user, now=now or timezone.now(), **given).made


def send(caller: Caller, data: bytes, query: str = "", kind: str = JSONL, **headers: str) -> Any:
    """The response to a file."""
    return caller.raw(f"replays/import{query}", data, kind, **headers)


def taken(caller: Caller, data: bytes, query: str = "", kind: str = JSONL) -> Json:
    """The result of importing a file, as the API has it."""
    sent = send(caller, data, query, kind)
    assert sent.status_code == 202, sent.content
    imports.run_import(import_id=UUID(sent.json()["id"]), clock=timezone.now)
    path = sent["Location"].partition("/api/v1/")[2]
    found = caller.get(path)
    assert found.status_code == 200
    return found.json()


def refused(caller: Caller, data: bytes, code: str, query: str = "") -> Json:
    """The problem of a file that is not taken over."""
    found = taken(caller, data, query)
    assert (found["status"], found["game"]) == ("refused", None)
    assert found["problem"]["code"] == code
    return found["problem"]
