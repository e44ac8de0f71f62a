"""Heads, leaves and proofs, as JSON and as the bytes that are hashed.

Stored heads are kept by readers for years: fields may be added, with defaults; none changes.
"""

import hmac
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0, le=2**53)]
Number = Annotated[int, Meta(ge=1, le=2**53)]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Id = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")]
Instant = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\Z")]
Path = Annotated[list[Hash], Meta(max_length=128)]
Kind = Literal["game", "tournament"]

GAME: Final = "game"
TOURNAMENT: Final = "tournament"
HEAD_LABEL: Final = "caledonia/head/1"
LEAF_LABEL: Final = "caledonia/leaf/1"


def leaves(number: int) -> str:
    """So many leaves, in words: ``1 leaf``, ``2 leaves``."""
    return "1 leaf" if number == 1 else f"{number} leaves"


class Head(Struct, frozen=True):
    """The state of the log at a time, signed: ``root`` is that of the tree of ``size`` leaves.

    Heads are numbered from 1. ``key`` is the public key (Ed25519) that verifies ``signature``;
    these and ``root`` are hexadecimal.
    """

    number: Number
    size: Count
    root: Hash
    signed_at: Instant
    key: Hash
    signature: Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]

    def signed_bytes(self) -> bytes:
        """What the signature covers."""
        return signed_bytes(
            number=self.number,
            size=self.size,
            root=self.root,
            signed_at=self.signed_at,
            key=self.key,
        )


class Leaf(Struct, frozen=True):
    """One stream as it was when a head was made: ``chain`` is the chain hash of ``version``.

    ``index`` is its place in the log, from 0. The log has a hash of the rest only, keyed with
    ``salt``: without it a leaf cannot be matched to a game by trying.
    """

    index: Count
    kind: Kind
    stream: Id
    version: Number
    chain: Hash
    salt: Hash

    def entry(self) -> bytes:
        """What the log has of it: the data of the Merkle tree's leaf."""
        covered = f"{LEAF_LABEL}\n{self.kind}\n{self.stream}\n{self.version}\n{self.chain}"
        return hmac.digest(bytes.fromhex(self.salt), covered.encode(), "sha256")


class InclusionProof(Struct, frozen=True):
    """What shows that ``leaf`` is in the log of ``head``: RFC 9162, section 2.1.3."""

    head: Head
    leaf: Leaf
    path: Path


class ConsistencyProof(Struct, frozen=True):
    """What shows that the log of ``second`` begins with that of ``first``: section 2.1.4."""

    first: Head
    second: Head
    path: Path


def signed_bytes(*, number: int, size: int, root: str, signed_at: str, key: str) -> bytes:
    """What the signature of a head covers."""
    return f"{HEAD_LABEL}\n{number}\n{size}\n{root}\n{signed_at}\n{key}\n".encode()
