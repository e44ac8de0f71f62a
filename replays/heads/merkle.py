"""The Merkle tree of RFC 9162 (Certificate Transparency 2.0), section 2.1, with SHA-256.

Leaves are numbered from 0 and only ever added at the end. The hash of a whole tree is a root. An
inclusion proof shows that a leaf is in the tree with a root, a consistency proof that the tree
with one root begins with all leaves of the tree with another one.

Proofs are made of the hashes of *complete subtrees*, those of 2**level leaves, which never change
once they are full; ``Node`` names one. With these hashes at hand any proof of a tree of n leaves
takes at most 2 * log2(n) of them.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

EMPTY: Final = hashlib.sha256().digest()
"""The root of a tree without leaves (2.1.1)."""
HASH_BYTES: Final = 32


class Node(NamedTuple):
    """The complete subtree over the leaves from position * 2**level on; level 0 is one leaf."""

    level: int
    position: int


class LeafSpan(NamedTuple):
    """The leaves from ``start`` to before ``end``: a subtree, complete or at the right edge."""

    start: int
    end: int

    @property
    def split(self) -> int:
        """Where its right part begins: the largest power of two below its size from its start."""
        return self.start + (1 << (self.end - self.start - 1).bit_length() - 1)


Read = Callable[[Sequence[Node]], Sequence[bytes]]
"""The hashes of complete subtrees, in the order in which they are asked for."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf: HASH(0x00 || entry)."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node: HASH(0x01 || left || right)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


# --- roots and what they are made of --------------------------------------------------------------


def cover(span: LeafSpan) -> list[Node]:
    """The complete subtrees that make up a span, the largest and leftmost first."""
    nodes, start = [], span.start
    while start < span.end:
        level = (span.end - start).bit_length() - 1
        nodes.append(Node(level, start >> level))
        start += 1 << level
    return nodes


def fold(hashes: Sequence[bytes]) -> bytes:
    """The hash of a span, of the hashes of its ``cover``. (2.1.1)"""
    if not hashes:
        return EMPTY
    return reduce(lambda right, left: node_hash(left, right), reversed(hashes))


def added(
    size: int, edge: Sequence[bytes], entries: Iterable[bytes]
) -> Iterator[tuple[Node, bytes]]:
    """The subtrees that are complete once ``entries`` are added to a tree, leaves included.

    ``edge`` has the hashes of ``cover`` for the ``size`` leaves that are there.
    """
    complete = dict(zip(cover(LeafSpan(0, size)), edge, strict=True))
    for index, entry in enumerate(entries, size):
        node, value = Node(0, index), leaf_hash(entry)
        yield node, value
        while node.position % 2:
            left = complete.pop(Node(node.level, node.position - 1))
            node, value = Node(node.level + 1, node.position // 2), node_hash(left, value)
            yield node, value
        complete[node] = value


# --- inclusion ------------------------------------------------------------------------------------


def inclusion_path(index: int, size: int) -> list[LeafSpan]:
    """What an inclusion proof consists of, from the leaf up. (2.1.3.1)

    Raises ValueError unless the tree has this leaf.
    """
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    path, span = [], LeafSpan(0, size)
    while span.end - span.start > 1:
        left, right = LeafSpan(span.start, span.split), LeafSpan(span.split, span.end)
        span, other = (left, right) if index < span.split else (right, left)
        path.append(other)
    return path[::-1]


def included(*, entry: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that ``entry`` is the leaf ``index`` under a root. (2.1.3.2)"""
    if not 0 <= index < size:
        return False
    first, last, found = index, size - 1, leaf_hash(entry)
    for other in path:
        if last == 0:
            return False
        if first % 2 or first == last:
            found = node_hash(other, found)
            while first and not first % 2:
                first, last = first >> 1, last >> 1
        else:
            found = node_hash(found, other)
        first, last = first >> 1, last >> 1
    return last == 0 and found == root


# --- consistency ----------------------------------------------------------------------------------


def consistency_path(first: int, second: int) -> list[LeafSpan]:
    """What a consistency proof between two sizes consists of. (2.1.4.1)

    Empty for the same size twice. Raises ValueError unless 0 < first <= second.
    """
    if not 0 < first <= second:
        raise ValueError(f"a tree of {first} leaves does not grow to one of {second}")
    path, span, whole = [], LeafSpan(0, second), True
    while span.end != first:
        left, right = LeafSpan(span.start, span.split), LeafSpan(span.split, span.end)
        if first <= span.split:
            span, other = left, right
        else:
            span, other, whole = right, left, False
        path.append(other)
    if not whole:
        path.append(span)
    return path[::-1]


def consistent(
    *, first: int, second: int, path: Sequence[bytes], first_root: bytes, second_root: bytes
) -> bool:
    """Whether a proof shows that the tree with the second root begins with the first. (2.1.4.2)

    Every tree begins with the empty one, which needs no proof.
    """
    if not 0 < first < second:
        same = first == second and first_root == second_root
        return not path and (same or (first == 0 < second and first_root == EMPTY))
    hashes = [first_root, *path] if first & (first - 1) == 0 else list(path)
    if not hashes:
        return False
    low, high = first - 1, second - 1
    while low % 2:
        low, high = low >> 1, high >> 1
    old = new = hashes[0]
    for other in hashes[1:]:
        if high == 0:
            return False
        if low % 2 or low == high:
            old, new = node_hash(other, old), node_hash(other, new)
            while low and not low % 2:
                low, high = low >> 1, high >> 1
        else:
            new = node_hash(new, other)
        low, high = low >> 1, high >> 1
    return high == 0 and (old, new) == (first_root, second_root)


# --- reading proofs out of stored subtrees --------------------------------------------------------


def hashes_of(path: Sequence[LeafSpan], read: Read) -> list[bytes]:
    """The hashes of the spans of a proof, with one call of ``read``."""
    covers = [cover(span) for span in path]
    found = iter(read([node for nodes in covers for node in nodes]))
    return [fold([next(found) for _ in nodes]) for nodes in covers]
