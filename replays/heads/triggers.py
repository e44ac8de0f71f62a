"""Triggers that keep the log of heads append-only, for both databases.

They come and go as those of the streams: ``games.append_only``.
"""

from typing import Final

from games.append_only import AppendOnlyTables

TABLES: Final = AppendOnlyTables(
    name="replays_head",
    refusal="the log of heads is append-only",
    keys={
        "replays_headleaf": '"index" = NEW."index" OR (kind, stream, version) = '
        "(NEW.kind, NEW.stream, NEW.version)",
        "replays_headnode": "(level, position) = (NEW.level, NEW.position)",
        "replays_signedhead": "number = NEW.number",
    },
)
