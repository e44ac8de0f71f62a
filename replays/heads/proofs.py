"""Reading heads and proofs. That of a stream has its salt: only for those who may see it."""

from collections.abc import Sequence
from uuid import UUID

from games.engine.sealing import instant
from replays.heads import salts, tree
from replays.heads.errors import HeadLogDamaged, HeadsNotInOrder, NoSuchHead, NotInHead
from replays.heads.models import HeadLeaf, SignedHead
from replays.heads.statements import ConsistencyProof, Head, InclusionProof, Leaf
from replays.heads.streams import StreamKind


def newest() -> SignedHead | None:
    """The last head; None when none was signed."""
    return SignedHead.objects.order_by("-number").first()


def head(number: int) -> SignedHead:
    """The head with a number. Raises NoSuchHead."""
    found = SignedHead.objects.filter(pk=number).first()
    if found is None:
        raise NoSuchHead(number)
    return found


def heads(*, before: int | None = None, limit: int) -> Sequence[SignedHead]:
    """The heads below a number, or all; the newest first, at most ``limit``."""
    found = SignedHead.objects.order_by("-number")
    if before is not None:
        found = found.filter(number__lt=before)
    return list(found[:limit])


def key() -> str | None:
    """The public key of the last head; None when none was signed."""
    last = newest()
    return None if last is None else last.key


def keys() -> list[str]:
    """The public keys that heads were signed with, sorted."""
    return sorted(SignedHead.objects.values_list("key", flat=True).distinct())


def statement(stored: SignedHead) -> Head:
    """A head as it is published."""
    return Head(
        number=stored.number,
        size=stored.size,
        root=stored.root,
        signed_at=instant(stored.signed_at),
        key=stored.key,
        signature=stored.signature,
    )


def consistency(*, first: int, second: int) -> ConsistencyProof:
    """What shows that one head goes on from another.

    Raises NoSuchHead, HeadsNotInOrder, HeadLogDamaged.
    """
    if first >= second:
        raise HeadsNotInOrder(first, second)
    earlier, later = head(first), head(second)
    if earlier.size > later.size:
        raise HeadLogDamaged(f"head {first} has more leaves than head {second}")
    path = tree.consistency(earlier.size, later.size)
    return ConsistencyProof(first=statement(earlier), second=statement(later), path=path)


def inclusion(kind: StreamKind, stream: UUID, *, number: int | None = None) -> InclusionProof:
    """What shows that a head, by default the newest, has a stream as it was at a version.

    That is the newest version that the head has. The caller has seen to it that the stream may be
    seen. Raises NoSuchHead, NotInHead, HeadLogDamaged.
    """
    wanted = newest() if number is None else head(number)
    if wanted is None:
        raise NotInHead(kind.name, None)
    leaves = HeadLeaf.objects.filter(kind=kind.name, stream=stream, index__lt=wanted.size)
    leaf = leaves.order_by("-version").first()
    secret = kind.secrets([stream]).get(stream)
    if leaf is None or secret is None:
        raise NotInHead(kind.name, wanted.number)
    chain = kind.chain_of(stream, leaf.version)
    if chain is None:
        raise HeadLogDamaged(
            f"it has version {leaf.version} of the {kind.name}, which is not stored any more"
        )
    shown = Leaf(
        index=leaf.index,
        kind=kind.name,
        stream=str(stream),
        version=leaf.version,
        chain=chain,
        salt=salts.salt_of(secret, leaf.version),
    )
    path = tree.inclusion(leaf.index, wanted.size)
    return InclusionProof(head=statement(wanted), leaf=shown, path=path)
