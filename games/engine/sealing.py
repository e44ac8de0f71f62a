"""Hashes: what makes a stored stream provable.

``digest`` covers the public part of the state after an event, in msgpack with field names and
without defaults, and the hash of the event's secrets. ``chain`` covers everything in the row, the
secrets through their hash, and the chain before it. A secret's hash is keyed with the salt of the
game, so that a hidden card cannot be found by trying all of them.
"""

import hashlib
import hmac
from datetime import UTC, datetime
from functools import cache

import msgspec
from msgspec import Struct

from games.engine import registry
from games.engine.events import Event, Origin, public_text, secret_lines
from games.engine.options import Options
from games.engine.state import State

_encoder = msgspec.msgpack.Encoder()
_canonical = msgspec.json.Encoder()


@cache
def _decoder(known: registry.Registry) -> msgspec.msgpack.Decoder[State]:
    return msgspec.msgpack.Decoder(known.state_type)


@cache
def _format(known: registry.Registry) -> str:
    schema = msgspec.json.encode(msgspec.json.schema(known.state_type), order="deterministic")
    return hashlib.sha256(schema).hexdigest()[:16]


def state_format() -> str:
    """Names what ``dump`` writes: bytes of another format are not for ``load``."""
    return _format(registry.current())


class StoredEvent(Struct, frozen=True):
    """An event as a stream stores it; texts are exact.

    ``secret`` has one line for each secret and ``secret_hash`` one hash for each, in order, with
    a space between. ``recorded_at`` is UTC.
    """

    version: int
    parent: int
    recorded_at: datetime
    seat: int | None
    origin: Origin
    cause: int | None
    rules: int
    public: str
    secret: str | None
    secret_hash: str | None
    digest: str
    chain: str


def dump(state: State) -> bytes:
    """A state as bytes, secrets included; for caches."""
    return _encoder.encode(state)


def load(data: bytes) -> State:
    """The state that ``dump`` made bytes of."""
    return _decoder(registry.current()).decode(data)


def read_state(text: str | bytes) -> State:
    """A state from its JSON. Raises msgspec.DecodeError."""
    state: State = msgspec.json.decode(text, type=registry.current().state_type)
    return state


def copy(state: State) -> State:
    """A deep copy of a state."""
    return load(dump(state))


def public_bytes(state: State) -> bytes:
    """The public part of a state as the digest covers it: without versions and secrets."""
    version, head, secret, options = state.version, state.head, state.secret, state.options
    state.version, state.head, state.secret = 0, 0, None
    state.options = _options_bytes(state)  # type: ignore[assignment]
    try:
        return _encoder.encode(state)
    finally:
        state.version, state.head, state.secret, state.options = version, head, secret, options


MAP_16 = 0xDE
FIX_MAP = 0x80
MOST_IN_FIX_MAP = 15


def _options_bytes(state: State) -> msgspec.Raw:
    """The options as the digest covers them; kept beside the fields, for they never change."""
    known: tuple[Options, msgspec.Raw] | None = state.__dict__.get("_options_bytes")
    if known is None or known[0] is not state.options:
        known = (state.options, _short_header(_encoder.encode(state.options)))
        state.__dict__["_options_bytes"] = known
    return known[1]


def _short_header(encoded: bytes) -> msgspec.Raw:
    """A map with the shortest header for what is in it.

    The encoder chooses the header by how many fields the struct has, defaults included: options
    had 15 once, and the digests of games of that time have the header for so few.
    """
    if encoded[0] == MAP_16 and int.from_bytes(encoded[1:3], "big") <= MOST_IN_FIX_MAP:
        encoded = bytes([FIX_MAP | encoded[2]]) + encoded[3:]
    return msgspec.Raw(encoded)


def digest(state: State, secret_hash: str | None = None) -> str:
    """SHA-256, as hex, of the public part of a state and the hash of its event's secrets."""
    return hashlib.sha256(public_bytes(state) + (secret_hash or "").encode()).hexdigest()


def hash_secret(salt: bytes, game: str, version: int, index: int, line: str) -> str:
    """The keyed hash of one secret of an event, as hex."""
    message = f"{game}\n{version}\n{index}\n{line}".encode()
    return hmac.digest(salt, message, "sha256").hex()


def hash_secrets(salt: bytes, game: str, version: int, secret: str | None) -> str | None:
    """The hashes of all secrets of an event."""
    if secret is None:
        return None
    lines = secret.split("\n")
    return " ".join(hash_secret(salt, game, version, i, line) for i, line in enumerate(lines))


def instant(moment: datetime) -> str:
    """A moment as the chain writes it: UTC, to the microsecond."""
    here = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return here.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def chain(row: StoredEvent, game: str, previous: str) -> str:
    """SHA-256, as hex, of a row (but for its own chain) and the chain of the version before."""
    covered = [
        previous,
        game,
        row.version,
        row.parent,
        instant(row.recorded_at),
        row.seat,
        row.origin,
        row.cause,
        row.rules,
        row.public,
        row.secret_hash,
        row.digest,
    ]
    return hashlib.sha256(_canonical.encode(covered)).hexdigest()


def seal(
    event: Event,
    state: State,
    *,
    game: str,
    salt: bytes,
    previous: str,
    recorded_at: datetime,
    origin: Origin,
    cause: int | None = None,
) -> StoredEvent:
    """The row that stores an event; ``state`` is the one after it.

    ``previous`` is the chain of the version before, empty for the first event.
    """
    lines = secret_lines(event)
    secret = "\n".join(lines) if lines else None
    secret_hash = hash_secrets(salt, game, event.version, secret)
    row = StoredEvent(
        version=event.version,
        parent=event.parent,
        recorded_at=recorded_at,
        seat=event.seat,
        origin=origin,
        cause=cause,
        rules=event.rules,
        public=public_text(event),
        secret=secret,
        secret_hash=secret_hash,
        digest=digest(state, secret_hash),
        chain="",
    )
    return msgspec.structs.replace(row, chain=chain(row, game, previous))
