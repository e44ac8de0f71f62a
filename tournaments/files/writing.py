"""Writing a tournament's file: the same tournament is always the same bytes. Pure."""

from collections.abc import Mapping, Sequence

import msgspec

from games.engine.sealing import instant
from tournaments.files.shape import FORMAT, FileLogLine, LogEnd, LogHeader
from tournaments.log import LogRow
from tournaments.state import Person

_encoder = msgspec.json.Encoder()


def written(
    *,
    tournament: str,
    name: str,
    people: Mapping[Person, str],
    salt: bytes | None,
    rows: Sequence[LogRow],
) -> bytes:
    """The file of a log; without the salt also without what was secret."""
    header = LogHeader(
        format=FORMAT,
        id=tournament,
        name=name,
        people=dict(people),
        salt=None if salt is None else salt.hex(),
    )
    lines: list[LogHeader | FileLogLine | LogEnd] = [header]
    lines += [_line(row, secret=salt is not None) for row in rows]
    lines.append(LogEnd(events=len(rows), chain=rows[-1].chain))
    return _encoder.encode_lines(lines)


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
