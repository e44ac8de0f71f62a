"""The shapes of requests and responses about signed heads."""

from typing import Annotated

from msgspec import Meta, Struct, field

from api.bodies import Request
from replays.heads.statements import Head, Number

AT_ONCE = 100


class HeadsQuery(Request, frozen=True):
    """Which heads: those below ``before``, at most ``limit``."""

    before: Number | None = None
    limit: Annotated[int, Meta(ge=1, le=AT_ONCE)] = 30


class ConsistencyQuery(Request, frozen=True):
    """The earlier head."""

    first: Number = field(name="from")


class HeadProofQuery(Request, frozen=True):
    """The head in which the game is to be shown; by default the newest."""

    head: Number | None = None


class HeadList(Struct, frozen=True):
    """Signed heads, the newest first.

    ``key`` is the public key (Ed25519, hexadecimal) of the newest of all, null before the first;
    ``keys`` are all that signed a head. ``next`` is the address of earlier heads.
    """

    key: str | None
    keys: list[str]
    heads: list[Head]
    next: str | None
