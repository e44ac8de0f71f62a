"""Games to validate, and the command."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.games.tables import Table, new_table
from tests.replays import tables
from tests.replays.validate_command.ran import GAMES, Ran


@pytest.fixture
def stored(users: list[User]) -> list[Table]:
    """Running games, and a table that has not begun."""
    new_table(users[:1], players=2)
    return [tables.played_to(users, 13 + number) for number in range(GAMES)]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Ran]:
    """Runs the command with these words and a report."""
    return lambda *words: Ran(*words, report=tmp_path / "report.jsonl")


@pytest.fixture
def committed(transactional_db: None, users: list[User]) -> list[Table]:
    """Games that other processes can see."""
    return [tables.played_to(users, 13 + number) for number in range(GAMES)]
