"""Games as the bytes of their files."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec import UNSET, Raw, Struct

from games.engine import StoredEvent
from games.engine.sealing import instant
from replays.checking import Subject
from replays.files.shape import (
    FORMAT,
    End,
    EventFileLine,
    FilePlayer,
    ForkSource,
    GameFile,
    Header,
    PackLine,
    early_end_in,
    scores_in,
)

encoder = msgspec.json.Encoder()


class GameMetadata(Struct, frozen=True, kw_only=True):
    """What stands beside the stream of a game, and no hash covers."""

    name: str
    players: list[FilePlayer]
    created_at: datetime
    forked_from: ForkSource | None = None


def compose(
    subject: Subject, rows: Sequence[StoredEvent], metadata: GameMetadata, *, finished: bool
) -> GameFile:
    """The file of a game with at least one event; of one that runs, without anything hidden."""
    assert subject.pack is not None
    hidden = subject if finished else msgspec.structs.replace(subject, server_seed=None, salt=None)
    shown = list(rows) if finished else [msgspec.structs.replace(row, secret=None) for row in rows]
    header = Header(
        format=FORMAT,
        game=subject.id,
        name=metadata.name,
        status="finished" if finished else "running",
        rules=max(row.rules for row in rows),
        options=Raw(subject.options.encode()),
        content=subject.content,
        commitment=subject.commitment,
        salt=_hex(hidden.salt),
        created_at=instant(metadata.created_at),
        started_at=instant(rows[0].recorded_at),
        finished_at=instant(rows[-1].recorded_at) if finished else None,
        seats=metadata.players,
        forked_from=metadata.forked_from,
    )
    end = End(
        events=len(rows),
        digest=rows[-1].digest,
        chain=rows[-1].chain,
        server_seed=_hex(hidden.server_seed),
        contributions=[one.hex() for one in subject.contributions] if finished else [],
        scores=scores_in(rows[-1]) if finished else None,
        ended_by=early_end_in(rows[-1]) if finished else UNSET,
        sha256="",
    )
    made = GameFile(header=header, pack=subject.pack.raw, rows=shown, end=end, sha256="")
    sha256 = hashlib.sha256(b"".join(_body(made))).hexdigest()
    return msgspec.structs.replace(
        made, end=msgspec.structs.replace(end, sha256=sha256), sha256=sha256
    )


def write(game: GameFile) -> bytes:
    """The bytes of a game's file."""
    return b"".join([*_body(game), encoder.encode(game.end), b"\n"])


def event_line(row: StoredEvent) -> EventFileLine:
    """The line of an event."""
    return EventFileLine(
        version=row.version,
        parent=row.parent,
        recorded_at=instant(row.recorded_at),
        seat=row.seat,
        origin=row.origin,
        cause=row.cause,
        rules=row.rules,
        public=Raw(row.public.encode()),
        secret=None
        if row.secret is None
        else [Raw(one.encode()) for one in row.secret.split("\n")],
        secret_hash=row.secret_hash,
        digest=row.digest,
        chain=row.chain,
    )


def _body(game: GameFile) -> Iterator[bytes]:
    """Every line but the last."""
    yield encoder.encode(game.header) + b"\n"
    yield encoder.encode(PackLine(files=Raw(game.pack))) + b"\n"
    for row in game.rows:
        yield encoder.encode(event_line(row)) + b"\n"


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
