"""Writing a tournament's file: the same tournament is always the same bytes. Pure."""

from collections.abc import Iterable, Mapping

import msgspec

from games.engine.sealing import instant
from tournaments.files.shape import FORMAT, FileLogLine, LogEnd, LogHeader
from tournaments.log import LogRow
from tournaments.log.people import people_in
from tournaments.state import Person

_encoder = msgspec.json.Encoder()


def written(
    *,
    tournament: str,
    name: str,
    people: Mapping[Person, str],
    salt: bytes | None,
    rows: Iterable[LogRow],
) -> bytes:
    """The file of a log; without the salt also without what was secret.

    Of ``people`` it names those who stand in the log. ``rows`` are taken one at a time, and at
    least one of them.
    """
    lines = bytearray()
    known = set[Person]()
    events, chain = 0, ""
    for row in rows:
        lines += _encoder.encode_lines([_line(row, secret=salt is not None)])
        known |= people_in([row])
        events, chain = events + 1, row.chain
    header = LogHeader(
        format=FORMAT,
        id=tournament,
        name=name,
        people={number: name for number, name in people.items() if number in known},
        salt=None if salt is None else salt.hex(),
    )
    end = LogEnd(events=events, chain=chain)
    return b"".join([_encoder.encode_lines([header]), lines, _encoder.encode_lines([end])])


def _line(row: LogRow, *, secret: bool) -> FileLogLine:
    return FileLogLine(
        version=row.version,
        parent=row.parent,
        recorded_at=instant(row.recorded_at),
        actor=row.actor,
        kind=row.kind,
        public=row.public,
        secret=row.secret if secret else None,
        secret_hash=row.secret_hash,
        digest=row.digest,
        chain=row.chain,
    )
