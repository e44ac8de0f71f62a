"""The table of events in parts, each with the whole streams of some games. PostgreSQL only.

Nothing that reads or writes notices: the key of the table begins with the game, so every query asks
one part.
"""

from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from games import triggers
from games.store.table import TABLE

WHOLE: Final = f"{TABLE}_whole"
MOST: Final = 1024


class CannotPartition(Exception):
    """The table cannot be cut; the text says why, and nothing was changed."""


class Grant(NamedTuple):
    """A privilege on a table."""

    grantee: str
    privilege: str
    option: str


def partition(number: int) -> int:
    """Cut the table into ``number`` parts by a hash of the game; how many events there are.

    One transaction, during which no event can be read or written: all of it happens or nothing.
    Keys, foreign keys, privileges, owner and triggers are as before. Raises CannotPartition.
    """
    if connection.vendor != "postgresql":
        raise CannotPartition("Only PostgreSQL has partitions, and DATABASE_URL names none.")
    if not 2 <= number <= MOST:
        raise CannotPartition(f"The number of partitions is from 2 to {MOST}, not {number}.")
    with transaction.atomic(), connection.cursor() as cursor:
        _set_aside(cursor)
        _make(cursor, number)
        events = _move(cursor)
        _take_over(cursor)
        cursor.execute(f"DROP TABLE {WHOLE}")
        triggers.install(connection)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {TABLE}")
    return events


def _set_aside(cursor: CursorWrapper) -> None:
    cursor.execute(f"LOCK TABLE {TABLE} IN ACCESS EXCLUSIVE MODE")
    cursor.execute("SELECT relkind::text FROM pg_class WHERE oid = %s::regclass", [TABLE])
    if cursor.fetchone() != ("r",):
        raise CannotPartition("The table of events is partitioned already.")
    cursor.execute(f"ALTER TABLE {TABLE} RENAME TO {WHOLE}")
    for name, kind, _ in _constraints(cursor):
        if kind in ("p", "f"):
            # Names of keys are those of indexes, of which there may be one only.
            cursor.execute(f'ALTER TABLE {WHOLE} RENAME CONSTRAINT "{name}" TO "whole_{name}"')


def _make(cursor: CursorWrapper, number: int) -> None:
    cursor.execute(
        f"CREATE TABLE {TABLE} (LIKE {WHOLE} INCLUDING ALL EXCLUDING INDEXES) "
        "PARTITION BY HASH (game_id)"
    )
    for part in range(number):
        cursor.execute(
            f"CREATE TABLE {TABLE}_p{part:04} PARTITION OF {TABLE} "
            f"FOR VALUES WITH (MODULUS {number}, REMAINDER {part})"
        )


def _move(cursor: CursorWrapper) -> int:
    """Copy the events, and compare. Raises CannotPartition when anything is missing."""
    cursor.execute(f"INSERT INTO {TABLE} SELECT * FROM {WHOLE}")  # noqa: S608
    sums = []
    for table in (WHOLE, TABLE):
        cursor.execute(
            f"SELECT count(*), sum(hashtextextended(e::text, 0)::numeric) FROM {table} e"  # noqa: S608
        )
        sums.append(cursor.fetchone())
    if sums[0] != sums[1]:
        raise CannotPartition(f"The copy differs from the original: {sums[1]}, not {sums[0]}.")
    events: int = sums[0][0]
    return events


def _take_over(cursor: CursorWrapper) -> None:
    """Give the new table the keys, indexes, owner and privileges of the old one."""
    for name, statement in _indexes(cursor):
        cursor.execute(f"DROP INDEX {name}")
        cursor.execute(statement)
    for name, kind, definition in _constraints(cursor):
        if kind in ("p", "f"):
            plain = name.removeprefix("whole_")
            cursor.execute(f'ALTER TABLE {WHOLE} DROP CONSTRAINT "{name}"')
            cursor.execute(f'ALTER TABLE {TABLE} ADD CONSTRAINT "{plain}" {definition}')
    cursor.execute(
        "SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = %s::regclass",
        [WHOLE],
    )
    (owner,) = cursor.fetchone()
    grants = _grants(cursor, WHOLE)
    for part in (TABLE, *triggers.partitions(connection)):
        cursor.execute(f"ALTER TABLE {part} OWNER TO {owner}")
        # What default privileges have given to the new tables may be more than there was.
        for grantee in {grant.grantee for grant in _grants(cursor, part)} - {owner}:
            cursor.execute(f"REVOKE ALL ON {part} FROM {grantee}")
    if grants:
        cursor.execute(f"REVOKE ALL ON {TABLE} FROM {owner}")
    for grant in grants:
        # Queries name the whole table; privileges on a partition are not needed.
        cursor.execute(f"GRANT {grant.privilege} ON {TABLE} TO {grant.grantee}{grant.option}")


def _constraints(cursor: CursorWrapper) -> list[tuple[str, str, str]]:
    cursor.execute(
        "SELECT conname, contype::text, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE conrelid = %s::regclass ORDER BY contype DESC",
        [WHOLE],
    )
    found: list[tuple[str, str, str]] = cursor.fetchall()
    return found


def _indexes(cursor: CursorWrapper) -> list[tuple[str, str]]:
    """Those that are no key, as statements that make them on the new table."""
    cursor.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
        "WHERE indrelid = %s::regclass AND NOT indisprimary",
        [WHOLE],
    )
    return [(name, made.replace(WHOLE, TABLE, 1)) for name, made in cursor.fetchall()]


def _grants(cursor: CursorWrapper, table: str) -> list[Grant]:
    cursor.execute(
        "SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END, "
        "privilege_type, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END "
        "FROM pg_class, aclexplode(relacl) WHERE oid = %s::regclass",
        [table],
    )
    return [Grant._make(found) for found in cursor.fetchall()]
