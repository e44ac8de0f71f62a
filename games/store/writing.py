"""Adding to streams, and erasing whole ones. For services only."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from games.engine import StoredEvent
from games.store.reading import key
from games.store.table import COLUMNS, TABLE

INSERT = (
    f"INSERT INTO {TABLE} (game_id, {', '.join(COLUMNS)}) "  # noqa: S608
    f"VALUES ({', '.join(['%s'] * (len(COLUMNS) + 1))})"
)


def append(game_id: UUID, rows: Sequence[StoredEvent]) -> None:
    """Add events. The caller holds the lock on the game's row.

    Raises IntegrityError when a version is taken.
    """
    game = key(game_id)
    adapt = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.executemany(
            INSERT,
            [
                (
                    game,
                    *(
                        adapt(row.recorded_at) if name == "recorded_at" else getattr(row, name)
                        for name in COLUMNS
                    ),
                )
                for row in rows
            ],
        )


def erase(game_id: UUID) -> None:
    """Delete all events of a game.

    Raises IntegrityError unless this transaction wrote an erasure that is still unfinished.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {TABLE} WHERE game_id = %s", [key(game_id)])  # noqa: S608
