"""Several statements by one trip, seen without the database that takes them so."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from games.store import together
from games.store.together import execute_together

WRITES = ("UPDATE one SET a = %s WHERE b = %s", [1, 2])
READS = ("SELECT c FROM two WHERE d = %s", [3])


class Cursor:
    """Answers as psycopg does: one result a statement, each reached by ``nextset``."""

    def __init__(self) -> None:
        self.trips: list[tuple[str, list[Any]]] = []
        self.results: list[str] = []

    def __enter__(self) -> "Cursor":
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def execute(self, sql: str, values: Sequence[Any]) -> None:
        self.trips.append((sql, list(values)))
        self.results = sql.split("; ")

    def nextset(self) -> bool | None:
        self.results = self.results[1:]
        return True if self.results else None

    @property
    def description(self) -> list[str] | None:
        return ["c"] if self.results[0].startswith("SELECT") else None

    @property
    def rowcount(self) -> int:
        return len(self.results[0])

    def fetchall(self) -> list[tuple[str]]:
        return [(self.results[0],)]


def executed(
    monkeypatch: pytest.MonkeyPatch, vendor: str, **options: object
) -> tuple[Cursor, list[together.StatementResult]]:
    cursor = Cursor()
    found = SimpleNamespace(
        vendor=vendor, settings_dict={"OPTIONS": options}, cursor=lambda: cursor
    )
    monkeypatch.setattr(together, "connection", found)
    return cursor, execute_together(WRITES, READS)


def test_postgresql_takes_all_by_one_trip(monkeypatch: pytest.MonkeyPatch) -> None:
    cursor, results = executed(monkeypatch, "postgresql")
    assert cursor.trips == [(f"{WRITES[0]}; {READS[0]}", [1, 2, 3])]
    assert results == [((), len(WRITES[0])), ([(READS[0],)], len(READS[0]))]


@pytest.mark.parametrize(
    ("vendor", "options"), [("sqlite", {}), ("postgresql", {"server_side_binding": True})]
)
def test_elsewhere_each_has_its_own_and_the_results_are_the_same(
    monkeypatch: pytest.MonkeyPatch, vendor: str, options: dict[str, object]
) -> None:
    cursor, results = executed(monkeypatch, vendor, **options)
    assert cursor.trips == [WRITES, READS]
    assert results == executed(monkeypatch, "postgresql")[1]
