"""Several statements by one trip to the database, where it takes them so."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db import connection

SqlStatement: TypeAlias = tuple[str, Sequence[Any]]
"""SQL and the values of its placeholders."""


class StatementResult(NamedTuple):
    """What one statement has brought, and how many rows it has found or changed."""

    rows: Sequence[Sequence[Any]]
    affected: int


def execute_together(*statements: SqlStatement) -> list[StatementResult]:
    """Carry out statements in turn, each of which sees what is committed when it begins.

    PostgreSQL takes all at once, if Django binds values here and not on the server.
    """
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql" or _binds_on_the_server():
            return [_executed(cursor, sql, values) for sql, values in statements]
        values = [value for _, values in statements for value in values]
        results = [_executed(cursor, "; ".join(sql for sql, _ in statements), values)]
        while cursor.nextset():
            results.append(_fetched(cursor))
        return results


def _binds_on_the_server() -> bool:
    return bool(connection.settings_dict["OPTIONS"].get("server_side_binding"))


def _executed(cursor: Any, sql: str, values: Sequence[Any]) -> StatementResult:
    cursor.execute(sql, values)
    return _fetched(cursor)


def _fetched(cursor: Any) -> StatementResult:
    return StatementResult(cursor.fetchall() if cursor.description else (), cursor.rowcount)
