"""The stream of events: the only package that knows its table.

Reading is offered here. Writing stands in ``games.store.writing``, which only services import.
"""

from games.store.columns import ModelColumns
from games.store.glance import HOST, STATE_OF_GAME, Glance, GlanceStatement, game_with_people
from games.store.reading import (
    PublicRow,
    count_decided,
    count_undos,
    head,
    is_due,
    last_by_seat,
    last_person,
    last_played,
    newest,
    newest_heads,
    public_rows,
    rows,
    rows_of_parts,
    undos,
)
from games.store.stream_table import StreamHead, StreamPart, key
from games.store.together import SqlStatement

__all__ = [
    "HOST",
    "STATE_OF_GAME",
    "Glance",
    "GlanceStatement",
    "ModelColumns",
    "PublicRow",
    "SqlStatement",
    "StreamHead",
    "StreamPart",
    "count_decided",
    "count_undos",
    "game_with_people",
    "head",
    "is_due",
    "key",
    "last_by_seat",
    "last_person",
    "last_played",
    "newest",
    "newest_heads",
    "public_rows",
    "rows",
    "rows_of_parts",
    "undos",
]
