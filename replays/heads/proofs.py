"""Reading heads and proofs. A proof of a game has its salt: only for those who may see the game."""

from collections.abc import Sequence

from games import store
from games.engine.sealing import instant
from games.models import Game
from replays.heads import salts, tree
from replays.heads.errors import HeadLogDamaged, HeadsNotInOrder, NoSuchHead, NotInHead
from replays.heads.models import HeadLeaf, LoggedGame, SignedHead
from replays.heads.statements import GAME, ConsistencyProof, Head, InclusionProof, Leaf


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


def inclusion(game: Game, *, number: int | None = None) -> InclusionProof:
    """What shows that a head, by default the newest, has the game as it was at a version.

    That is the newest version that the head has. The caller has seen to it that the game may be
    seen. Raises NoSuchHead, NotInHead, HeadLogDamaged.
    """
    wanted = newest() if number is None else head(number)
    if wanted is None:
        raise NotInHead(None)
    leaves = HeadLeaf.objects.filter(kind=GAME, stream=game.pk, index__lt=wanted.size)
    leaf = leaves.order_by("-version").first()
    secret = LoggedGame.objects.filter(game=game).values_list("secret", flat=True).first()
    if leaf is None or secret is None:
        raise NotInHead(wanted.number)
    try:
        chain = store.head(game.pk, leaf.version).chain
    except LookupError:
        raise HeadLogDamaged(
            f"it has version {leaf.version} of the game, which is not stored any more"
        ) from None
    shown = Leaf(
        index=leaf.index,
        kind=GAME,
        stream=str(game.pk),
        version=leaf.version,
        chain=chain,
        salt=salts.salt_of(bytes(secret), leaf.version),
    )
    path = tree.inclusion(leaf.index, wanted.size)
    return InclusionProof(head=statement(wanted), leaf=shown, path=path)
