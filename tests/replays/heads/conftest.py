"""A server that signs heads, games on it, and a reader."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User

from tests.games.tables import Table, started
from tests.replays.heads.reader import KEY, Reader


@pytest.fixture
def heads_file(tmp_path: Path) -> Path:
    return tmp_path / "outside" / "heads.jsonl"


@pytest.fixture
def signing_server(settings: LazySettings, heads_file: Path) -> None:
    """Signs with the key of the tests, and writes to ``heads_file``."""
    heads_file.parent.mkdir()
    settings.HEADS_KEY = KEY
    settings.HEADS_FILE = str(heads_file)


@pytest.fixture
def tables(db: None, signing_server: None) -> list[Table]:
    """Three games that run."""
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    return [started(users) for _ in range(3)]


@pytest.fixture
def reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Reader:
    return Reader(tmp_path, capsys)
