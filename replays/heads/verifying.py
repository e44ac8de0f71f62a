"""Checking heads and proofs without a server, for ``python -m replays.verify --head``.

Signatures need the package ``cryptography``; everything else needs msgspec only.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec import Struct

from games.engine.sealing import instant
from replays.heads import merkle
from replays.heads.statements import ConsistencyProof, Head, InclusionProof, Kind

T = TypeVar("T", Head, InclusionProof, ConsistencyProof)

LARGEST: Final = 1024 * 1024
"""Bytes of a file with a head or a proof."""
LATENESS: Final = timedelta(minutes=10)
"""An event may be recorded so long before a head that does not have it: moves that end while a head
is signed, and clocks of several machines."""
NO_CRYPTOGRAPHY: Final = (
    "This Python has no package cryptography, which checks signatures: install it "
    "(pip install cryptography), or use .venv/bin/python, which `make setup` makes."
)


class BadHead(Exception):
    """A head or a proof does not hold, or cannot be read; the text says why."""


class NoCryptography(Exception):
    """This Python cannot check signatures."""

    def __init__(self) -> None:
        super().__init__(NO_CRYPTOGRAPHY)


class RecordedEvent(Protocol):
    """What is asked here of an event of a file, whatever the stream is of."""

    @property
    def chain(self) -> str: ...

    @property
    def recorded_at(self) -> datetime: ...


class Evidence(Struct, frozen=True):
    """The evidence of a reader: kept heads, trusted keys, and proofs of the server."""

    heads: list[Head]
    keys: list[str]
    growth: list[ConsistencyProof]
    inclusion: InclusionProof | None = None


def read(path: str, shape: type[T]) -> T:
    """A head or a proof out of a JSON file. Raises BadHead, OSError."""
    data = Path(path).read_bytes()
    if len(data) > LARGEST:
        raise BadHead(f"The file has more than {LARGEST} bytes, as no {shape.__name__} has.")
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadHead(f"This is no {shape.__name__} as the server gives it: {error}") from None


# --- heads ----------------------------------------------------------------------------------------


def check_signature(head: Head) -> None:
    """Whether a head was signed with the key that it names. Raises BadHead, NoCryptography."""
    # The module works without this package, all but this function.
    try:
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
            Ed25519PublicKey,
        )
    except ImportError:
        raise NoCryptography from None
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(head.key))
        key.verify(bytes.fromhex(head.signature), head.signed_bytes())
    except (InvalidSignature, ValueError):
        raise BadHead(f"The signature of head {head.number} is wrong: discard it.") from None


def check_signatures(evidence: Evidence) -> str:
    """Whether all heads were signed with keys that are trusted, or else with one key.

    Returns what that shows. Raises BadHead, NoCryptography.
    """
    for head in evidence.heads:
        if evidence.keys and head.key not in evidence.keys:
            raise BadHead(f"Head {head.number} was signed with another key: {head.key}")
        check_signature(head)
    if evidence.keys:
        return "signed with the key given"
    keys = sorted({head.key for head in evidence.heads})
    if len(keys) > 1:
        raise BadHead(
            f"The heads were signed with {len(keys)} keys: name those that you trust by --key."
        )
    return f"signed with {keys[0]}; --key compares it with the one you know"


def check_growth(evidence: Evidence) -> str:
    """Whether each head goes on from the one before it; what that shows. Raises BadHead."""
    heads = sorted(evidence.heads, key=lambda head: (head.number, head.size))
    for first, second in pairwise(heads):
        _check_step(first, second, evidence.growth)
    sizes = " to ".join(str(head.size) for head in heads)
    return f"the log grew from {sizes} leaves, and none of them was changed or left out"


def _check_step(first: Head, second: Head, proofs: Sequence[ConsistencyProof]) -> None:
    if first.number == second.number and first != second:
        raise BadHead(
            f"These are two different heads with the number {first.number}: "
            "the server has signed both, so keep both."
        )
    given = []
    for proof in proofs:
        if (proof.first.number, proof.second.number) == (first.number, second.number):
            _check_same(first, proof.first)
            _check_same(second, proof.second)
            given.append(proof.path)
    if not given and first.size == second.size:
        given = [[]]
    if not given:
        raise BadHead(
            f"There is no proof that head {second.number} goes on from head {first.number}: get "
            f"it from /api/v1/heads/{second.number}/consistency?from={first.number} and name it "
            "by --consistency. If the server has none for these heads, its log was rewritten."
        )
    if not merkle.consistent(
        first=first.size,
        second=second.size,
        path=[bytes.fromhex(one) for one in given[0]],
        first_root=bytes.fromhex(first.root),
        second_root=bytes.fromhex(second.root),
    ):
        raise BadHead(
            f"Head {second.number} does not go on from head {first.number}: between them the log "
            "was rewritten, or the proof is not the server's."
        )


def _check_same(kept: Head, given: Head) -> None:
    if kept != given:
        raise BadHead(
            f"The server gives another head {given.number} now than the one that you kept: "
            "its log was rewritten."
        )


# --- a stream -------------------------------------------------------------------------------------


def check_inclusion(proof: InclusionProof, heads: Sequence[Head]) -> str:
    """Whether the leaf of a proof is in the log of one of these heads; what that shows.

    Raises BadHead.
    """
    kept = [head for head in heads if head.number == proof.head.number]
    if not kept:
        raise BadHead(
            f"The proof is for head {proof.head.number}, which is not among those given by "
            f"--head: ask for head-proof?head={heads[0].number}."
        )
    _check_same(kept[0], proof.head)
    if not merkle.included(
        entry=proof.leaf.entry(),
        index=proof.leaf.index,
        size=proof.head.size,
        path=[bytes.fromhex(one) for one in proof.path],
        root=bytes.fromhex(proof.head.root),
    ):
        raise BadHead(
            f"Version {proof.leaf.version} of the {proof.leaf.kind}, as the proof has it, is not "
            f"in head {proof.head.number}."
        )
    return (
        f"head {proof.head.number} has version {proof.leaf.version} of {proof.leaf.kind} "
        f"{proof.leaf.stream}"
    )


def check_stream(
    proof: InclusionProof, kind: Kind, stream: str, events: Sequence[RecordedEvent]
) -> str:
    """Whether a leaf is what a stream was when its head was signed; ``events`` are all of the file.

    Returns what that shows. Raises BadHead.
    """
    leaf = proof.leaf
    if (leaf.kind, leaf.stream) != (kind, stream):
        raise BadHead(f"The proof is of another {kind}: {leaf.kind} {leaf.stream}.")
    if leaf.version > len(events):
        raise BadHead(
            f"The log has version {leaf.version} of the {kind} and the file ends with "
            f"{len(events)}: it is of an earlier time, or events were taken out of it."
        )
    chain = events[leaf.version - 1].chain
    if chain != leaf.chain:
        raise BadHead(
            f"Up to version {leaf.version} the file is not the {kind} that the log has: its chain "
            f"is {chain}, and it was {leaf.chain}."
        )
    _check_newest(proof, events[leaf.version :])
    return f"up to version {leaf.version} the {kind} is the one that the log has"


def _check_newest(proof: InclusionProof, later: Sequence[RecordedEvent]) -> None:
    """An older leaf in place of the newest would leave out what the head covers. Raises BadHead."""
    signed = _moment(proof.head)
    first = min((event.recorded_at for event in later), default=signed)
    if first < signed - LATENESS:
        raise BadHead(
            f"Head {proof.head.number} was signed at {proof.head.signed_at}, and its proof ends "
            f"with version {proof.leaf.version}, though the next event is of {instant(first)}. Ask "
            "for the proof in a later head: if that ends there too, what followed was rewritten."
        )


def _moment(head: Head) -> datetime:
    """When a head was signed. Raises BadHead."""
    try:
        signed = datetime.fromisoformat(head.signed_at)
        exact = instant(signed) == head.signed_at
    except (ValueError, OverflowError):
        exact = False
    if not exact:
        raise BadHead(f"The time of head {head.number} is not written as the server writes it.")
    return signed
