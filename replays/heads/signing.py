"""Signing a head: one at a time, over what has grown since the last one.

It signs only what goes on from the last head: a log that was changed is not signed on.
"""

import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.engine.sealing import instant
from games.runtime.commit import in_transaction
from games.selectors import database_now
from replays.heads import outside, salts, statements, tree
from replays.heads.errors import (
    ClocksDiffer,
    FreeNumberUnknown,
    HeadAhead,
    HeadLogDamaged,
    HeadsFileDiffers,
    HeadsNotSigned,
    NumberTaken,
    NumberTooFar,
)
from replays.heads.models import HeadLeaf, SignedHead
from replays.heads.proofs import newest, statement
from replays.heads.statements import Leaf
from replays.heads.streams import Grown, kinds

log = logging.getLogger(__name__)

MOST_LEAVES: Final = 20_000
"""Of one head, which is one transaction; what is left over comes with the next at once."""
MOST_SKIPPED: Final = 100_000
"""So many numbers of heads can have been lost by a restore; it takes more than two centuries."""
MOST_OFF: Final = timedelta(minutes=10)
"""How far clocks may be off; what a head proves of events allows for as much."""
LOCK: Final = 0x63616C6568656164
"""Of PostgreSQL's advisory locks; SQLite has one writer at a time anyway."""


class SigningResult(NamedTuple):
    """A new head, and whether there may be more that it left over."""

    head: SignedHead
    more: bool


def private_key() -> Ed25519PrivateKey:
    """The key of this server. Raises HeadsNotSigned."""
    if not settings.HEADS_KEY:
        raise HeadsNotSigned
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.HEADS_KEY))


def public_key(key: Ed25519PrivateKey) -> str:
    """What verifies the signatures of a key, as hex."""
    return key.public_key().public_bytes_raw().hex()


def sign_heads(
    *,
    clock: Callable[[], datetime] = database_now,
    again: bool = False,
    after_restore: bool = False,
    number: int | None = None,
) -> list[SignedHead]:
    """Sign what grew; nothing when there is a head of today, unless ``again``.

    ``number`` is the first one that is free after a restore, where ``HEADS_FILE`` does not say it.
    Raises ClocksDiffer, HeadAhead, HeadsNotSigned, HeadLogDamaged, HeadsFileDiffers,
    HeadsFileUnreadable, FreeNumberUnknown, NumberTaken, NumberTooFar.
    """
    _check_clocks()
    made: list[SignedHead] = []
    more = True
    while more:
        signed = sign_head(now=clock(), again=again, after_restore=after_restore, number=number)
        more = signed is not None and signed.more
        if signed is not None:
            made.append(signed.head)
            number = signed.head.number + 1 if after_restore else None
    return made


def _check_clocks() -> None:
    """Raises ClocksDiffer."""
    own, shared = timezone.now(), database_now()
    if abs(own - shared) > MOST_OFF:
        raise ClocksDiffer(instant(own), instant(shared))


@in_transaction
def sign_head(
    *, now: datetime, again: bool = False, after_restore: bool = False, number: int | None = None
) -> SigningResult | None:
    """Sign a head for today, if none is there or the log has grown since.

    Heads of every move would show when games grow, so a task that is repeated signs none. A second
    head of a day has to be asked for: by ``again`` if anything grew, or by ``after_restore``; and
    so has one that comes after a head with a later time. Raises what ``sign_heads`` does.
    """
    key = private_key()
    _lock()
    last = newest()
    size = 0 if last is None else last.size
    _check_log(last, size)
    if last is not None and last.signed_at > now + MOST_OFF and not again:
        raise HeadAhead(last.number, instant(last.signed_at), instant(now))
    number = _free_number(last, number) if after_restore else _next_number(last)
    grown = _grown()
    # Numbers that are skipped are known here only once there is a head after them.
    skips = number > _newest_number(last) + 1
    if last is not None and last.signed_at.date() == now.date() and not skips:
        wanted = again or after_restore or _left_over(last)
        if not (grown and wanted):
            return None
    _add(size, grown)
    size += len(grown)
    head = _signed(key, number=number, size=size, now=now)
    log.info("head %s is signed: %s, %s of them new", number, statements.leaves(size), len(grown))
    return SigningResult(head, more=len(grown) == MOST_LEAVES)


def _lock() -> None:
    """Let one transaction at a time sign a head, until it ends."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _check_log(last: SignedHead | None, size: int) -> None:
    """Raises HeadLogDamaged when the last head does not fit what is stored."""
    stored = HeadLeaf.objects.order_by("-index").values_list("index", flat=True).first()
    if (-1 if stored is None else stored) != size - 1:
        counted = statements.leaves(size)
        raise HeadLogDamaged(f"the last head has {counted}, the last leaf is {stored}")
    if last is not None and tree.root(size).hex() != last.root:
        raise HeadLogDamaged(f"it does not give the root of head {last.number}")


def _left_over(head: SignedHead) -> bool:
    """Whether a head has as many new leaves as one may have, so there may be more."""
    before = SignedHead.objects.filter(number__lt=head.number).order_by("-number").first()
    return head.size - (before.size if before else 0) == MOST_LEAVES


def _newest_number(last: SignedHead | None) -> int:
    return 0 if last is None else last.number


def _next_number(last: SignedHead | None) -> int:
    """Raises HeadsFileDiffers."""
    known, written = _newest_number(last), outside.last_written()
    if written is not None:
        stored = SignedHead.objects.filter(pk=written.number).first()
        if stored is None or statement(stored) != written:
            raise HeadsFileDiffers(written.number, known)
    return known + 1


def _free_number(last: SignedHead | None, wanted: int | None) -> int:
    """The first number after a restore. Raises FreeNumberUnknown, NumberTaken, NumberTooFar."""
    known, written = _newest_number(last), outside.last_written()
    if written is None and wanted is None:
        raise FreeNumberUnknown(known)
    free = max(known, 0 if written is None else written.number) + 1
    if wanted is not None and wanted < free:
        raise NumberTaken(wanted, free)
    if wanted is not None and wanted > free + MOST_SKIPPED:
        raise NumberTooFar(wanted, free)
    return free if wanted is None else wanted


def _grown() -> list[Grown]:
    """Streams with more events than their newest leaf, by kind and id."""
    found: list[Grown] = []
    for kind in kinds():
        found += kind.grown(MOST_LEAVES - len(found))
    return found


def _add(size: int, grown: Sequence[Grown]) -> None:
    """Store leaves, inner nodes, and up to where the log has each stream."""
    secret = _secrets(grown)
    leaves = [
        HeadLeaf(
            index=index,
            kind=one.kind,
            stream=one.stream,
            version=one.version,
            entry=Leaf(
                index=index,
                kind=one.kind,
                stream=str(one.stream),
                version=one.version,
                chain=one.chain,
                salt=salts.salt_of(secret[one], one.version),
            ).entry(),
        )
        for index, one in enumerate(grown, size)
    ]
    HeadLeaf.objects.bulk_create(leaves, batch_size=tree.AT_ONCE)
    tree.grow(size, (bytes(leaf.entry) for leaf in leaves))
    for kind in kinds():
        kind.note([(one, secret[one]) for one in grown if one.kind == kind.name])


def _secrets(grown: Sequence[Grown]) -> dict[Grown, bytes]:
    """That of each stream, drawn where there is none yet."""
    found: dict[Grown, bytes] = {}
    for kind in kinds():
        own = [one for one in grown if one.kind == kind.name]
        known = kind.secrets([one.stream for one in own])
        for one in own:
            found[one] = known.get(one.stream) or secrets.token_bytes(salts.BYTES)
    return found


def _signed(key: Ed25519PrivateKey, *, number: int, size: int, now: datetime) -> SignedHead:
    public, root = public_key(key), tree.root(size).hex()
    message = statements.signed_bytes(
        number=number, size=size, root=root, signed_at=instant(now), key=public
    )
    return SignedHead.objects.create(
        number=number,
        size=size,
        root=root,
        signed_at=now,
        key=public,
        signature=key.sign(message).hex(),
    )
