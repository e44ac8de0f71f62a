"""A table of streams: append-only rows, one stream for each owner, ordered by version.

Games have one such table, tournaments another. Plain SQL, because the object mapper halves the
speed of a hot read and of an append.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import connection
from msgspec import Struct

from games import replica
from games.store.together import SqlStatement

R = TypeVar("R", bound=Struct)


PIECE: Final = 500
"""Rows that are in memory at a time where a stream may be long."""


class StreamHead(NamedTuple):
    """What the next event builds on; of a stream without events the zero of it."""

    version: int
    digest: str
    chain: str
    recorded_at: datetime = datetime.min.replace(tzinfo=UTC)


class StreamPart(NamedTuple):
    """The events of one stream with ``after`` < version <= ``upto``."""

    owner: UUID
    after: int
    upto: int


class StreamTable(Generic[R]):
    """The SQL of one table of streams.

    ``owner`` is the column of whose stream it is; ``row`` is the struct of a row, whose fields are
    the other columns: ``version``, ``recorded_at``, ``digest`` and ``chain`` are among them. Only
    services may write.
    """

    def __init__(self, table: str, owner: str, row: type[R]) -> None:
        self.table = table
        self.owner = owner
        self.row = row
        self.columns = row.__struct_fields__
        listed = ", ".join(self.columns)
        marks = ", ".join(["%s"] * (len(self.columns) + 1))
        self._insert = f"INSERT INTO {table} ({owner}, {listed}) VALUES ({marks})"  # noqa: S608
        self._select = f"SELECT {listed} FROM {table} WHERE {owner} = %s AND version > %s"  # noqa: S608
        self._head = (
            f"SELECT digest, chain, recorded_at FROM {table} "  # noqa: S608
            f"WHERE {owner} = %s AND version = %s"
        )
        self._delete = f"DELETE FROM {table} WHERE {owner} = %s"  # noqa: S608
        self._time = self.columns.index("recorded_at")

    def append(self, owner_id: UUID, rows: Sequence[R]) -> None:
        """Add events. The caller holds the lock on the owner's row.

        Raises IntegrityError when a version is taken.
        """
        with connection.cursor() as cursor:
            values = [(key(owner_id), *self._values(row)) for row in rows]
            # One statement is quicker by itself than as the only one of many.
            if len(values) == 1:
                cursor.execute(self._insert, values[0])
            else:
                cursor.executemany(self._insert, values)

    def appending(self, owner_id: UUID, rows: Sequence[R]) -> list[SqlStatement]:
        """The statements that add a few events, for a caller that stores more in the same trip."""
        return [(self._insert, (key(owner_id), *self._values(row))) for row in rows]

    def head(self, owner_id: UUID, version: int) -> StreamHead | None:
        """The hashes of the event with this version; version 0 stands for none yet."""
        if version == 0:
            return StreamHead(0, "", "")
        with replica.cursor() as cursor:
            cursor.execute(self._head, [key(owner_id), version])
            found = cursor.fetchone()
        if found is None:
            return None
        digest, chain, stored = found
        return StreamHead(version, digest, chain, stored_time(stored))

    def rows(
        self,
        owner_id: UUID,
        *,
        after: int = 0,
        upto: int | None = None,
        limit: int | None = None,
        kinds: Sequence[str] = (),
    ) -> list[R]:
        """The events with ``after`` < version <= ``upto``, oldest first, at most ``limit``.

        With ``kinds`` those alone, of a table that has a column for it.
        """
        sql = self._select
        values: list[UUID | str | int] = [key(owner_id), after]
        if upto is not None:
            sql += " AND version <= %s"
            values.append(upto)
        if kinds:
            sql += f" AND kind IN ({', '.join(['%s'] * len(kinds))})"
            values += kinds
        sql += " ORDER BY version"
        if limit is not None:
            sql += " LIMIT %s"
            values.append(limit)
        with replica.cursor() as cursor:
            cursor.execute(sql, values)
            return [self._row(found) for found in cursor.fetchall()]

    def rows_of_parts(self, parts: Sequence[StreamPart]) -> list[list[R]]:
        """The events of each of some parts, oldest first; one query for all."""
        found: list[list[R]] = [[] for _ in parts]
        if not parts:
            return found
        marks = ", ".join(["(%s, %s, %s, %s)"] * len(parts))
        listed = ", ".join(f"event.{name}" for name in self.columns)
        values = [
            value
            for number, part in enumerate(parts)
            for value in (number, key(part.owner), part.after, part.upto)
        ]
        with replica.cursor() as cursor:
            cursor.execute(
                f"WITH part (number, owner, behind, upto) AS (VALUES {marks}) "  # noqa: S608
                f"SELECT part.number, {listed} FROM part JOIN {self.table} event "
                f"ON event.{self.owner} = part.owner AND event.version > part.behind "
                "AND event.version <= part.upto ORDER BY part.number, event.version",
                values,
            )
            for number, *row in cursor.fetchall():
                found[number].append(self._row(row))
        return found

    def each(
        self, owner_id: UUID, *, after: int = 0, upto: int, kinds: Sequence[str] = ()
    ) -> Iterator[R]:
        """The same, of which only ``PIECE`` are in memory."""
        while rows := self.rows(owner_id, after=after, upto=upto, limit=PIECE, kinds=kinds):
            yield from rows
            after = rows[-1].version  # type: ignore[attr-defined]
            if after == upto or len(rows) < PIECE:
                return

    def newest_heads(self, owners: str, owner_ids: Sequence[UUID]) -> dict[UUID, tuple[int, str]]:
        """Version and chain of the newest event of each of some streams; one query for all.

        ``owners`` is the table whose rows have the ``id`` and the ``version`` of each.
        """
        if not owner_ids:
            return {}
        marks = ", ".join(["%s"] * len(owner_ids))
        with replica.cursor() as cursor:
            cursor.execute(
                f"SELECT event.{self.owner}, event.version, event.chain "  # noqa: S608
                f"FROM {self.table} event JOIN {owners} owner "
                f"ON event.{self.owner} = owner.id AND event.version = owner.version "
                f"WHERE owner.id IN ({marks})",
                [key(one) for one in owner_ids],
            )
            return {UUID(str(one)): (version, chain) for one, version, chain in cursor.fetchall()}

    def erase(self, owner_id: UUID) -> None:
        """Delete all events of a stream. Raises IntegrityError where the triggers forbid it."""
        with connection.cursor() as cursor:
            cursor.execute(self._delete, [key(owner_id)])

    def _values(self, row: R) -> list[Any]:
        values = [getattr(row, name) for name in self.columns]
        values[self._time] = connection.ops.adapt_datetimefield_value(values[self._time])
        return values

    def _row(self, found: Sequence[Any]) -> R:
        values = list(found)
        values[self._time] = stored_time(values[self._time])
        return self.row(*values)


def key(owner_id: UUID) -> UUID | str:
    """An id as the database wants it."""
    return owner_id if connection.features.has_native_uuid_field else owner_id.hex


def stored_time(stored: str | datetime) -> datetime:
    """A time as the database gives it, as UTC."""
    # SQLite keeps times as text without a zone; what was written is UTC.
    if isinstance(stored, str):
        return datetime.fromisoformat(stored).replace(tzinfo=UTC)
    return stored.astimezone(UTC)
