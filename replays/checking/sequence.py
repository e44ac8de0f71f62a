"""Checking that the versions of a stream are 1, 2, 3 and so on, each once."""

from collections.abc import Sequence

from games.engine import StoredEvent
from replays.checking.report import Code, Difference, Differs, Subject


def check_place(subject: Subject, rows: Sequence[StoredEvent], index: int) -> None:
    """Raises Differs unless the row at this index carries the version that belongs there."""
    row, wanted = rows[index], index + 1
    if row.version != wanted:
        raise _out_of_place(rows, index)
    if subject.version is not None and wanted > subject.version:
        raise _differs(
            "surplus_version",
            wanted,
            f"The game has {subject.version} events, but there is an event {wanted}.",
        )


def check_end(subject: Subject, rows: Sequence[StoredEvent]) -> None:
    """Raises Differs when events are missing after the last one."""
    last = len(rows)
    wanted = 1 if subject.version is None else subject.version
    if last < wanted:
        raise _differs(
            "missing_version",
            last + 1,
            f"The stream ends with event {last}, but the game has {wanted}.",
        )


def _out_of_place(rows: Sequence[StoredEvent], index: int) -> Differs:
    found, wanted = rows[index].version, index + 1
    if found < wanted:
        if any(row.version == found for row in rows[:index]):
            return _differs("doubled_version", found, f"There are two events {found}.")
        return _differs("order", found, f"Event {found} stands where {wanted} belongs.")
    if any(row.version == wanted for row in rows[index:]):
        return _differs("order", found, f"Event {found} stands before event {wanted}.")
    return _differs(
        "missing_version", wanted, f"Event {wanted} is missing: event {found} follows {index}."
    )


def _differs(code: Code, version: int, sentence: str) -> Differs:
    return Differs(Difference(version=version, code=code, sentence=sentence))
