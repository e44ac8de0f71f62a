"""The order in which games end."""

from django.db import connection

NEXT = (
    "INSERT INTO games_finishcounter (id, last) VALUES (1, 1) "
    "ON CONFLICT (id) DO UPDATE SET last = games_finishcounter.last + 1 RETURNING last"
)


def next_position() -> int:
    """The position of a game that ends in this transaction, which locks all others out until then.

    It is the last lock that a transaction takes: whoever holds it waits for nobody else who ends a
    game.
    """
    with connection.cursor() as cursor:
        cursor.execute(NEXT)
        (position,) = cursor.fetchone()
    return int(position)
