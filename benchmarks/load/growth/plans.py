"""How PostgreSQL finds what requests ask for: the plans of queries, and what they read whole."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from django.db import connection

KINDS: Final = ("SELECT", "WITH", "UPDATE", "INSERT", "DELETE")
GROWING: Final = 5_000
"""A table with as many rows is one that grows with the games."""

Query = tuple[str, Any]


class QueryLog:
    """Collects the queries of what is called."""

    def __init__(self) -> None:
        self.queries: dict[str, Any] = {}

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Between Django and the database."""
        if sql.lstrip().upper().startswith(KINDS) and not many:
            self.queries.setdefault(sql, params)
        return execute(sql, params, many, context)


def recorded(call: Callable[[], object]) -> list[Query]:
    """The queries that a call makes, each once."""
    recorder = QueryLog()
    with connection.execute_wrapper(recorder):
        call()
    return list(recorder.queries.items())


def growing_tables() -> set[str]:
    """The tables with many rows, as the statistics of the database have it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= %s", [GROWING]
        )
        return {name for (name,) in cursor.fetchall()}


def plan_of(query: Query) -> list[dict[str, Any]]:
    """The steps of a plan, the outer ones first."""
    sql, params = query
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (FORMAT JSON) " + sql, params)
        (found,) = cursor.fetchone()
    plans = found if isinstance(found, list) else json.loads(found)
    return list(_steps(plans[0]["Plan"]))


def _steps(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield step
    for inner in step.get("Plans", ()):
        yield from _steps(inner)


def summary(steps: Sequence[dict[str, Any]]) -> str:
    """Which tables are read, and how."""
    reads = (
        " ".join(filter(None, (one["Node Type"], one["Relation Name"], one.get("Index Name", ""))))
        for one in steps
        if "Relation Name" in one and "Scan" in one["Node Type"]
    )
    return ", ".join(dict.fromkeys(reads)) or "no table"


def read_whole(steps: Sequence[dict[str, Any]], growing: set[str]) -> list[str]:
    """The growing tables that a plan reads from end to end."""
    return [
        one["Relation Name"]
        for one in steps
        if "Seq Scan" in one["Node Type"] and one.get("Relation Name") in growing
    ]
