"""Streams in which something has been changed by hand, and the difference that is found then."""

from datetime import timedelta

from games.engine import StoredEvent
from replays import checking
from replays.checking import Code, Difference, Subject
from tests.replays.streams import Stored

ROW_CODES: dict[str, set[Code]] = {
    "version": {"missing_version"},
    "parent": {"columns_differ", "undo_refused"},
    "recorded_at": {"columns_differ"},
    "seat": {"move_refused", "undo_refused", "columns_differ"},
    "origin": {"columns_differ"},
    "cause": {"columns_differ"},
    "rules": {"columns_differ"},
    "public": {"effects_differ"},
    "secret": {"secret_differs"},
    "secret_hash": {"secret_differs"},
    "digest": {"digest_differs"},
    "chain": {"chain_broken"},
}
"""What a change of one column is called where the rows around it are as they were."""


def first(game: Stored, rows: list[StoredEvent], subject: Subject | None = None) -> Difference:
    """The difference that is found; there has to be one."""
    report = checking.check(subject or game.subject, rows)
    assert report.status == "failed"
    assert report.difference is not None
    assert report.first_difference is report.difference
    assert report.difference.sentence.endswith(".")
    return report.difference


def code(game: Stored, rows: list[StoredEvent], subject: Subject | None = None) -> Code:
    return first(game, rows, subject).code


def other_value(row: StoredEvent, column: str) -> object:
    """Another value for a column, as an edit of the table by hand."""
    value = getattr(row, column)
    match column:
        case "recorded_at":
            return value + timedelta(microseconds=1)
        case "origin":
            return "bot" if value == "player" else "admin"
        case "seat" | "cause":
            return 1 if value is None else value + 1
        case "version" | "parent" | "rules":
            return value + 1
        case "public":
            return value.replace("{", "{ ", 1)
        case _:
            return "0" + (value or "")[1:] if (value or " ")[0] != "0" else "1" + value[1:]
