"""What the triggers of append-only tables have in common, whatever they hold.

They are put in place after every ``migrate`` and not by a migration: SQLite alters a table by
making a new one, which drops the triggers on it and trips over those that mention it. So there
they also have to go before a migration. A failure in between leaves them out; the next
``migrate`` puts them back, and a system check warns until then.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper


def sqlite_trigger(name: str, event: str, refusal: str, *, when: str = "1") -> str:
    """The statement that makes a trigger on SQLite; it refuses rows for which ``when`` holds."""
    return (
        f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} FOR EACH ROW WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
    )


def postgresql_refusal(refusal: str) -> str:
    """The statement with which a trigger function on PostgreSQL refuses."""
    # Class 23 makes it an IntegrityError in Python, as it is on SQLite.
    return f"RAISE EXCEPTION '{refusal}' USING ERRCODE = 'restrict_violation';"


def missing_on_sqlite(connection: BaseDatabaseWrapper, wanted: Mapping[str, str]) -> list[str]:
    """The triggers that are missing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        there = {name for (name,) in cursor.fetchall()}
    return sorted(set(wanted) - there)


@dataclass(frozen=True)
class Triggers:
    """The triggers of some tables around a migration.

    ``sqlite`` are those of SQLite by name, ``has_tables`` returns whether the tables exist, and
    ``install`` puts in place what is missing.
    """

    sqlite: Mapping[str, str]
    has_tables: Callable[[BaseDatabaseWrapper], bool]
    install: Callable[[BaseDatabaseWrapper], None]

    def remove(self, connection: BaseDatabaseWrapper) -> None:
        """Take the triggers away for the length of a migration. SQLite only."""
        with connection.cursor() as cursor:
            for name in self.sqlite:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")

    def before_migrate(
        self, sender: AppConfig, using: str = DEFAULT_DB_ALIAS, plan: object = (), **kwargs: object
    ) -> None:
        """Receiver of ``pre_migrate``."""
        connection = connections[using]
        if connection.vendor == "sqlite" and plan:
            self.remove(connection)

    def after_migrate(
        self, sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **kwargs: object
    ) -> None:
        """Receiver of ``post_migrate``; a database migrated back to nothing has no tables."""
        connection = connections[using]
        if self.has_tables(connection):
            self.install(connection)
