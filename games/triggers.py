"""Triggers that keep the stream append-only, for both databases; see ``games.append_only``."""

from django.db.backends.base.base import BaseDatabaseWrapper

from games.append_only import Triggers, missing_on_sqlite, postgresql_refusal, sqlite_trigger

ERASING = "EXISTS (SELECT 1 FROM games_erasure WHERE game = OLD.{id} AND unfinished_id IS NOT NULL)"
ERASING_EVENT = ERASING.format(id="game_id")
ERASING_GAME = ERASING.format(id="id")
REFUSAL = "the stream is append-only: {what}"


def _sqlite(name: str, on: str, condition: str, what: str) -> str:
    return sqlite_trigger(name, on, REFUSAL.format(what=what), when=condition)


SQLITE = {
    "games_event_no_update": _sqlite(
        "games_event_no_update", "UPDATE ON games_event", "1", "no event may change"
    ),
    "games_event_no_delete": _sqlite(
        "games_event_no_delete",
        "DELETE ON games_event",
        f"NOT {ERASING_EVENT}",
        "no event may go",
    ),
    # INSERT OR REPLACE deletes the old row without asking a delete trigger.
    "games_event_no_replace": _sqlite(
        "games_event_no_replace",
        "INSERT ON games_event",
        "EXISTS (SELECT 1 FROM games_event WHERE game_id = NEW.game_id AND version = NEW.version)",
        "this version is taken",
    ),
    "games_game_no_delete": _sqlite(
        "games_game_no_delete",
        "DELETE ON games_game",
        f"NOT {ERASING_GAME}",
        "a game goes only by an erasure",
    ),
}


def _postgresql_function(name: str, condition: str, what: str) -> str:
    return (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'DELETE' THEN IF {condition} THEN RETURN OLD; END IF; END IF; "
        f"{postgresql_refusal(REFUSAL.format(what=what))} END $$"
    )


# A table without rows may be truncated, which says nothing: so the tests empty theirs.
POSTGRESQL_TRUNCATE = (
    "CREATE OR REPLACE FUNCTION games_event_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$ "  # noqa: S608
    "BEGIN IF EXISTS (SELECT 1 FROM games_event) THEN "
    f"{postgresql_refusal(REFUSAL.format(what='no event may go'))} END IF; RETURN NULL; END $$"
)
POSTGRESQL_FUNCTIONS = [
    _postgresql_function("games_event_guard", ERASING_EVENT, "no event may change or go"),
    _postgresql_function("games_game_guard", ERASING_GAME, "a game goes only by an erasure"),
    POSTGRESQL_TRUNCATE,
]
POSTGRESQL = {
    "games_event_guard": (
        "CREATE OR REPLACE TRIGGER games_event_guard BEFORE UPDATE OR DELETE ON games_event "
        "FOR EACH ROW EXECUTE FUNCTION games_event_guard()"
    ),
    "games_game_guard": (
        "CREATE OR REPLACE TRIGGER games_game_guard BEFORE DELETE ON games_game "
        "FOR EACH ROW EXECUTE FUNCTION games_game_guard()"
    ),
    # Of the whole statement: TRUNCATE asks no row. Truncating the games cascades to it.
    "games_event_no_truncate": (
        "CREATE OR REPLACE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event "
        "FOR EACH STATEMENT EXECUTE FUNCTION games_event_no_truncate()"
    ),
}


TABLES = {
    "games_event_guard": "games_event",
    "games_game_guard": "games_game",
    "games_event_no_truncate": "games_event",
}
# Of a part of the table: what concerns rows comes with the whole, TRUNCATE may name one part.
POSTGRESQL_PART = (
    "CREATE OR REPLACE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON {part} "
    "FOR EACH STATEMENT EXECUTE FUNCTION games_event_no_truncate()"
)
ON_PARTS = ("games_event_guard", "games_event_no_truncate")


def partitions(connection: BaseDatabaseWrapper) -> list[str]:
    """The parts of the table of events; none when it is whole."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT inhrelid::regclass::text FROM pg_inherits "
            "WHERE inhparent = 'games_event'::regclass ORDER BY 1"
        )
        return [name for (name,) in cursor.fetchall()]


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that should be there and are not."""
    if connection.vendor != "sqlite":
        return _missing_postgresql(connection)
    return missing_on_sqlite(connection, SQLITE)


def _missing_postgresql(connection: BaseDatabaseWrapper) -> list[str]:
    wanted = {name: (name, TABLES[name]) for name in POSTGRESQL}
    for part in partitions(connection):
        wanted |= {f"{name} on {part}": (name, part) for name in ON_PARTS}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE tgenabled IN ('O', 'A')"
        )
        there = set(cursor.fetchall())
    return sorted(name for name, place in wanted.items() if place not in there)


def has_table(connection: BaseDatabaseWrapper) -> bool:
    """Whether the tables that the triggers speak of exist."""
    tables = connection.introspection.table_names()
    return {"games_event", "games_game", "games_erasure"} <= set(tables)


def install(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers in place that are missing."""
    lost = missing(connection)
    if not lost:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in lost:
                cursor.execute(SQLITE[name])
            return
        for function in POSTGRESQL_FUNCTIONS:
            cursor.execute(function)
        for trigger in POSTGRESQL.values():
            cursor.execute(trigger)
        for part in partitions(connection):
            cursor.execute(POSTGRESQL_PART.format(part=part))


_triggers = Triggers(SQLITE, has_table, install)
remove = _triggers.remove
before_migrate = _triggers.before_migrate
after_migrate = _triggers.after_migrate
