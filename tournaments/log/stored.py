"""Rows of the log, and the hashes that hold them together.

They are made as those of games are: ``digest`` covers the state after the event, ``chain`` the row
and the chain before it, and a secret only by its hash, which is keyed with the tournament's salt.
"""

import hashlib
from datetime import datetime

import msgspec
from msgspec import Struct

from games.engine.sealing import hash_secrets, instant
from tournaments.log.events import LogEvent, kind_of, public_text
from tournaments.state import Covered, Person, Tournament

_state = msgspec.msgpack.Encoder()
_canonical = msgspec.json.Encoder()


class LogRow(Struct, frozen=True):
    """An event as the log stores it; texts are exact.

    ``parent`` is the version before: nothing is taken back here. ``actor`` is the person who did
    it, None for the server. ``recorded_at`` is UTC.
    """

    version: int
    parent: int
    recorded_at: datetime
    actor: Person | None
    kind: str
    public: str
    secret: str | None
    secret_hash: str | None
    digest: str
    chain: str


def digest(state: Tournament) -> str:
    """SHA-256, as hex, of what digests cover of a state, without its version.

    Its dictionaries are in the log's order.
    """
    covered = Covered(*(getattr(state, name) for name in Covered.__struct_fields__))
    covered.version = 0
    return hashlib.sha256(_state.encode(covered)).hexdigest()


def chain(row: LogRow, tournament: str, previous: str) -> str:
    """SHA-256, as hex, of a row (but for its own chain) and the chain of the version before."""
    covered = [
        previous,
        tournament,
        row.version,
        row.parent,
        instant(row.recorded_at),
        row.actor,
        row.kind,
        row.public,
        row.secret_hash,
        row.digest,
    ]
    return hashlib.sha256(_canonical.encode(covered)).hexdigest()


def seal(
    event: LogEvent,
    state: Tournament,
    *,
    tournament: str,
    salt: bytes,
    previous: str,
    recorded_at: datetime,
    actor: Person | None,
    secret: str | None = None,
) -> LogRow:
    """The row that stores an event; ``state`` is the one after it.

    ``previous`` is the chain of the version before, empty for the first event.
    """
    row = LogRow(
        version=state.version,
        parent=state.version - 1,
        recorded_at=recorded_at,
        actor=actor,
        kind=kind_of(event),
        public=public_text(event),
        secret=secret,
        secret_hash=hash_secrets(salt, tournament, state.version, secret),
        digest=digest(state),
        chain="",
    )
    return msgspec.structs.replace(row, chain=chain(row, tournament, previous))
