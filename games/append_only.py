"""What the triggers of append-only tables have in common, whatever they hold.

They are put in place after every ``migrate`` and not by a migration: SQLite alters a table by
making a new one, which drops the triggers on it and trips over those that mention it. So there
they also have to go before a migration. A failure in between leaves them out; the next
``migrate`` puts them back, and a system check warns until then.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

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


@dataclass(frozen=True)
class AppendOnlyTables:
    """Tables whose rows never change and never go, and the triggers that refuse it.

    ``name`` begins the names of the functions, ``refusal`` is what the database says. ``keys`` are
    the tables, each with the condition by which a row of it is the same as a new one.
    """

    name: str
    refusal: str
    keys: Mapping[str, str]

    @cached_property
    def sqlite(self) -> dict[str, str]:
        """The statements for SQLite, by trigger."""
        made = {}
        for table, same in self.keys.items():
            there = f"SELECT 1 FROM {table} WHERE {same}"  # noqa: S608
            # INSERT OR REPLACE deletes the old row without asking a delete trigger.
            for name, event, when in (
                (f"{table}_no_update", f"UPDATE ON {table}", "1"),
                (f"{table}_no_delete", f"DELETE ON {table}", "1"),
                (f"{table}_no_replace", f"INSERT ON {table}", f"EXISTS ({there})"),
            ):
                made[name] = sqlite_trigger(name, event, self.refusal, when=when)
        return made

    @property
    def postgresql_functions(self) -> tuple[str, str]:
        """The statements that make the trigger functions on PostgreSQL."""
        head = "RETURNS trigger LANGUAGE plpgsql AS $$"
        refuse = postgresql_refusal(self.refusal)
        # A table without rows may be truncated, which says nothing: so the tests empty theirs.
        filled = "EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', TG_TABLE_NAME) INTO filled;"
        empty = f"DECLARE filled boolean; BEGIN {filled} IF filled THEN {refuse} END IF;"
        return (
            f"CREATE OR REPLACE FUNCTION {self.name}_guard() {head} BEGIN {refuse} END $$",
            (
                f"CREATE OR REPLACE FUNCTION {self.name}_no_truncate() {head} {empty} "
                "RETURN NULL; END $$"
            ),
        )

    @cached_property
    def postgresql(self) -> dict[str, str]:
        """The statements for PostgreSQL, by trigger."""
        return {
            f"{table}_{kind}": (
                f"CREATE OR REPLACE TRIGGER {table}_{kind} BEFORE {event} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION {self.name}_{kind}()"
            )
            for table in self.keys
            for kind, event, each in (
                ("guard", "UPDATE OR DELETE", "ROW"),
                ("no_truncate", "TRUNCATE", "STATEMENT"),
            )
        }

    def missing(self, connection: BaseDatabaseWrapper) -> list[str]:
        """The names of the triggers that should be there and are not."""
        if connection.vendor == "sqlite":
            return missing_on_sqlite(connection, self.sqlite)
        with connection.cursor() as cursor:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')")
            there = {name for (name,) in cursor.fetchall()}
        return sorted(set(self.postgresql) - there)

    def exist(self, connection: BaseDatabaseWrapper) -> bool:
        """Whether the tables exist."""
        return set(self.keys) <= set(connection.introspection.table_names())

    def install(self, connection: BaseDatabaseWrapper) -> None:
        """Put the triggers in place that are missing."""
        if not self.missing(connection):
            return
        statements = (
            self.sqlite.values()
            if connection.vendor == "sqlite"
            else (*self.postgresql_functions, *self.postgresql.values())
        )
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    @cached_property
    def triggers(self) -> Triggers:
        """The receivers around a migration."""
        return Triggers(self.sqlite, self.exist, self.install)
