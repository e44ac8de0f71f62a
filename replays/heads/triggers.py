"""Triggers that keep the log of heads append-only, for both databases.

They come and go as those of the streams: ``games.append_only``.
"""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from games.append_only import Triggers, missing_on_sqlite, postgresql_refusal, sqlite_trigger

REFUSAL: Final = "the log of heads is append-only"
KEYS: Final = {
    "replays_headleaf": '"index" = NEW."index" OR (kind, stream, version) = '
    "(NEW.kind, NEW.stream, NEW.version)",
    "replays_headnode": "(level, position) = (NEW.level, NEW.position)",
    "replays_signedhead": "number = NEW.number",
}
"""The tables, and when a row of one is the same as a new one."""


def _sqlite() -> dict[str, str]:
    made = {}
    for table, same in KEYS.items():
        there = f"SELECT 1 FROM {table} WHERE {same}"  # noqa: S608
        # INSERT OR REPLACE deletes the old row without asking a delete trigger.
        for name, event, when in (
            (f"{table}_no_update", f"UPDATE ON {table}", "1"),
            (f"{table}_no_delete", f"DELETE ON {table}", "1"),
            (f"{table}_no_replace", f"INSERT ON {table}", f"EXISTS ({there})"),
        ):
            made[name] = sqlite_trigger(name, event, REFUSAL, when=when)
    return made


SQLITE: Final = _sqlite()

GUARD: Final = (
    "CREATE OR REPLACE FUNCTION replays_head_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"{postgresql_refusal(REFUSAL)} END $$"
)
# A table without rows may be truncated, which says nothing: so the tests empty theirs.
NO_TRUNCATE: Final = (
    "CREATE OR REPLACE FUNCTION replays_head_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$ "  # noqa: S608
    "DECLARE filled boolean; BEGIN "
    "EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', TG_TABLE_NAME) INTO filled; "
    f"IF filled THEN {postgresql_refusal(REFUSAL)} END IF; RETURN NULL; END $$"
)
POSTGRESQL_FUNCTIONS: Final = (GUARD, NO_TRUNCATE)
POSTGRESQL: Final = {
    name: f"CREATE OR REPLACE TRIGGER {name} BEFORE {event} EXECUTE FUNCTION {function}()"
    for table in KEYS
    for name, event, function in (
        (f"{table}_guard", f"UPDATE OR DELETE ON {table} FOR EACH ROW", "replays_head_guard"),
        (
            f"{table}_no_truncate",
            f"TRUNCATE ON {table} FOR EACH STATEMENT",
            "replays_head_no_truncate",
        ),
    )
}


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that should be there and are not."""
    if connection.vendor == "sqlite":
        return missing_on_sqlite(connection, SQLITE)
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')")
        there = {name for (name,) in cursor.fetchall()}
    return sorted(set(POSTGRESQL) - there)


def has_tables(connection: BaseDatabaseWrapper) -> bool:
    """Whether the tables of the log exist."""
    return set(KEYS) <= set(connection.introspection.table_names())


def install(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers in place that are missing."""
    if not missing(connection):
        return
    statements = (
        SQLITE.values()
        if connection.vendor == "sqlite"
        else (*POSTGRESQL_FUNCTIONS, *POSTGRESQL.values())
    )
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


_triggers = Triggers(SQLITE, has_tables, install)
remove = _triggers.remove
before_migrate = _triggers.before_migrate
after_migrate = _triggers.after_migrate
