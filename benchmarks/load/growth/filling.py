"""Copies of real games in all tables, with new ids, made by the database itself."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

PEOPLE_PER_GAME: Final = 0.2
"""So every user has sat at about twenty tables of four, however many games there are."""
ID: Final = "md5(t.id::text || '/' || n)::uuid"
"""The id of the n-th copy of a template."""
EARLIER: Final = "- (n * interval '1 minute')"
EVENTS: Final = "games_event"
LATER: Final = 1_000_000
"""Where numbers of made-up users and ends begin."""

TIMES: Final = ("created_at", "started_at", "finished_at", "active_at", "waiting_since")
GAME: Final[Mapping[str, str]] = {
    "id": ID,
    "host_id": "%(first)s + (n::bigint * 104729) %% %(people)s",
    "finish_position": f"CASE WHEN s.status = 'finished' THEN {LATER} + n END",
}
TABLES: Final[Mapping[str, Mapping[str, str]]] = {
    "games_game": GAME,
    EVENTS: {"game_id": ID},
    "games_seat": {
        "game_id": ID,
        # Each copy is played by others.
        "user_id": "%(first)s + ((n::bigint * 4 + s.index) * 7919) %% %(people)s",
    },
    "replays_result": {"game_id": ID, "number": f"{LATER} + n"},
    "replays_seatresult": {"result_id": ID},
    "replays_trait": {"result_id": ID},
}
"""The tables with rows of a game, and what differs in a copy."""


def grow(templates: Sequence[UUID], *, before: int, after: int) -> None:
    """Copy the templates in turn, from so many games to so many.

    New users play them: with more and more games for the same ones, their own pages would grow.
    """
    number = int(before * PEOPLE_PER_GAME)
    people = max(8, int((after - before) * PEOPLE_PER_GAME))
    users = {"later": LATER, "number": number, "first": LATER + number, "people": people}
    with connection.cursor() as cursor:
        # Copies of what was checked need no triggers; they would take most of the time.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(USERS, users)
        cursor.execute("CREATE TEMP TABLE copies AS " + COPIES, _bounds(templates, before, after))
        for table, changed in TABLES.items():
            key = next(name for name, value in changed.items() if value == ID)
            # A join to the whole table would read all of it for twelve games.
            cursor.execute(TEMPLATE.format(table=table, key=key), [list(templates)])
            cursor.execute("ANALYZE template")
            with _without_key(cursor) if table == EVENTS else nullcontext():
                cursor.execute(_insert(table, changed, f"s.{key} = t.id"), users)
            cursor.execute("DROP TABLE template")
        cursor.execute("DROP TABLE copies")
        cursor.execute(COUNTED)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")


@contextmanager
def _without_key(cursor: CursorWrapper) -> Iterator[None]:
    """To make the index of all events afterwards takes less than to add each of them to it."""
    cursor.execute(KEY, [EVENTS])
    name, definition = cursor.fetchone()
    cursor.execute(f"ALTER TABLE {EVENTS} DROP CONSTRAINT {name}")
    yield
    cursor.execute("SET maintenance_work_mem = '512MB'")
    cursor.execute(f"ALTER TABLE {EVENTS} ADD CONSTRAINT {name} {definition}")
    cursor.execute("RESET maintenance_work_mem")


KEY: Final = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = %s::regclass AND contype = 'p'
"""
TEMPLATE: Final = "CREATE TEMP TABLE template AS SELECT * FROM {table} WHERE {key} = ANY(%s)"
COPIES: Final = """
SELECT (%(ids)s::uuid[])[1 + n %% %(templates)s] AS id, n
FROM generate_series(%(before)s, %(after)s - 1) AS n
"""
COUNTED: Final = """
UPDATE replays_resultcounter SET last = (SELECT max(number) FROM replays_result)
"""
USERS: Final = """
INSERT INTO auth_user (id, username, password, is_superuser, is_staff, is_active, first_name,
                       last_name, email, date_joined)
SELECT %(later)s + n, 'made-up-' || n, '!', false, false, true, '', '', '', now()
FROM generate_series(%(number)s, %(number)s + %(people)s - 1) AS n ON CONFLICT DO NOTHING
"""


def _bounds(templates: Sequence[UUID], before: int, after: int) -> dict[str, Any]:
    ids = [str(one) for one in templates]
    return {"ids": ids, "templates": len(ids), "before": before, "after": after}


def _insert(table: str, changed: Mapping[str, str], joined: str) -> str:
    columns = _columns(table)
    values = [changed.get(name) or _moved(name) for name in columns]
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) "  # noqa: S608 - our own names
        f"SELECT {', '.join(values)} FROM copies t JOIN template s ON {joined}"
    )


def _moved(column: str) -> str:
    return f"s.{column} {EARLIER}" if column in TIMES else f"s.{column}"


def _columns(table: str) -> list[str]:
    """Those that are stored as they come: no numbers that count up, none that is derived."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s "
            "AND is_generated = 'NEVER' AND NOT (is_identity = 'YES') ORDER BY ordinal_position",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]
