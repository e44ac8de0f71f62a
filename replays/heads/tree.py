"""The Merkle tree in the database: every complete subtree is a row, leaves included.

A proof of a log of n leaves reads at most 2 * log2(n) rows, by their keys.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from replays.heads import merkle
from replays.heads.errors import HeadLogDamaged
from replays.heads.merkle import LeafSpan, Node
from replays.heads.models import HeadLeaf, HeadNode

AT_ONCE: Final = 1000
"""Rows that are written with one query."""


def read(nodes: Sequence[Node]) -> list[bytes]:
    """The hashes of complete subtrees, with two queries. Raises HeadLogDamaged."""
    leaves = [node.position for node in nodes if node.level == 0]
    inner = [tuple(node) for node in nodes if node.level > 0]
    known: dict[Node, bytes] = {}
    if leaves:
        for index, entry in HeadLeaf.objects.filter(pk__in=leaves).values_list("index", "entry"):
            known[Node(0, index)] = merkle.leaf_hash(bytes(entry))
    if inner:
        found = HeadNode.objects.filter(pk__in=inner)
        for level, position, value in found.values_list("level", "position", "hash"):
            known[Node(level, position)] = bytes(value)
    lost = [node for node in nodes if node not in known]
    if lost:
        raise HeadLogDamaged(f"there is no row {lost[0].position} of level {lost[0].level}")
    return [known[node] for node in nodes]


def root(size: int) -> bytes:
    """The root of the tree of the first leaves. Raises HeadLogDamaged."""
    return merkle.fold(read(merkle.cover(LeafSpan(0, size))))


def grow(size: int, entries: Iterable[bytes]) -> None:
    """Store the inner nodes that are complete with leaves after the first ``size``.

    The caller stores the leaves themselves. Raises HeadLogDamaged.
    """
    edge = read(merkle.cover(LeafSpan(0, size)))
    HeadNode.objects.bulk_create(
        (
            HeadNode(level=node.level, position=node.position, hash=value)
            for node, value in merkle.added(size, edge, entries)
            if node.level > 0
        ),
        batch_size=AT_ONCE,
    )


def inclusion(index: int, size: int) -> list[str]:
    """The inclusion proof of a leaf. Raises HeadLogDamaged."""
    return [one.hex() for one in merkle.hashes_of(merkle.inclusion_path(index, size), read)]


def consistency(first: int, second: int) -> list[str]:
    """The consistency proof between two sizes; the empty tree needs none. Raises HeadLogDamaged."""
    if first == 0:
        return []
    return [one.hex() for one in merkle.hashes_of(merkle.consistency_path(first, second), read)]
