"""The copy of a migrated database that tests begin from."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command

from simulation import migrated

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one migration, one trigger and other code."""
    for name, text in {
        "uv.lock": "django 5",
        "games/migrations/0001_initial.py": "operations = []",
        "games/triggers.py": "CREATE TRIGGER a",
        "games/other.py": "pass",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(migrated, "ROOT", tmp_path)
    monkeypatch.setattr(migrated, "FOLDER", tmp_path / "var")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("uv.lock", True),
        ("games/migrations/0001_initial.py", True),
        ("games/migrations/0002_more.py", True),
        ("games/triggers.py", True),
        ("games/other.py", False),
    ],
)
def test_it_is_another_one_after_what_changes_the_tables(
    tree: Path, name: str, other: bool
) -> None:
    before = migrated.image()
    (tree / name).write_text("# TRIGGER changed" if other else "changed")
    assert (migrated.image() != before) == other


def test_it_is_kept_and_copied(tree: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as made, closing(sqlite3.connect(":memory:")) as new:
        made.execute("CREATE TABLE kept (number)")
        migrated.keep(made)
        migrated.copy(migrated.image(), new)
        assert new.execute("SELECT name FROM sqlite_master").fetchall() == [("kept",)]


def test_only_the_newest_ones_are_kept(tree: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute("CREATE TABLE kept (number)")
        for number in range(migrated.KEPT + 2):
            (tree / "uv.lock").write_text(str(number))
            migrated.keep(made)
    assert migrated.image().exists()
    assert len(list(migrated.FOLDER.iterdir())) == migrated.KEPT


@pytest.mark.django_db
def test_the_test_database_has_what_migrations_make() -> None:
    call_command("migrate", "--check", verbosity=0)
    call_command("check", "--database", "default", verbosity=0)
