"""The Merkle tree against the RFC's definitions, known roots and proofs, and every forgery."""

import hashlib
from collections.abc import Sequence
from itertools import pairwise

import pytest

from replays.heads import merkle
from replays.heads.merkle import LeafSpan, Node
from tests.marks import in_one_test

pytestmark = pytest.mark.engine

ENTRIES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""The test data that implementations of Certificate Transparency share."""
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""Of the trees of the first 0 to 8 of them."""
PATHS = {
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
"""Inclusion proofs of a leaf in a tree of so many."""
GROWTH = {
    (1, 8): PATHS[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
"""Consistency proofs from so many leaves to so many."""
MOST = 40
MANY = [bytes([index]) * (index % 5) for index in range(MOST)]


def root_of(entries: Sequence[bytes]) -> bytes:
    """The Merkle tree hash, word for word as section 2.1.1 defines it."""
    if not entries:
        return hashlib.sha256(b"").digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = 1
    while k * 2 < len(entries):
        k *= 2
    left, right = root_of(entries[:k]), root_of(entries[k:])
    return hashlib.sha256(b"\x01" + left + right).digest()


class Kept:
    """The complete subtrees of a tree that grew, as a server stores them."""

    def __init__(self, entries: Sequence[bytes], steps: Sequence[int]) -> None:
        self.hashes: dict[Node, bytes] = {}
        self.asked: list[int] = []
        for size, end in pairwise([0, *steps]):
            edge = self.read(merkle.cover(LeafSpan(0, size)))
            self.hashes.update(merkle.added(size, edge, entries[size:end]))
        self.asked.clear()

    def read(self, nodes: Sequence[Node]) -> list[bytes]:
        self.asked.append(len(nodes))
        return [self.hashes[node] for node in nodes]

    def root(self, size: int) -> bytes:
        return merkle.fold(self.read(merkle.cover(LeafSpan(0, size))))

    def inclusion(self, index: int, size: int) -> list[bytes]:
        return merkle.hashes_of(merkle.inclusion_path(index, size), self.read)

    def consistency(self, first: int, second: int) -> list[bytes]:
        return merkle.hashes_of(merkle.consistency_path(first, second), self.read)


def forged(path: list[bytes]) -> list[list[bytes]]:
    """Proofs that are not this one: each hash changed, one missing, two swapped, one too many."""
    turned = [
        [*path[:at], bytes([one[0] ^ 1]) + one[1:], *path[at + 1 :]] for at, one in enumerate(path)
    ]
    missing = [path[:at] + path[at + 1 :] for at in range(len(path))]
    more = [[*path, merkle.EMPTY], [merkle.EMPTY, *path]]
    return [*turned, *missing, *more, *([path[::-1]] if len(path) > 1 else [])]


def test_the_known_roots_and_proofs() -> None:
    kept = Kept(ENTRIES, [8])
    assert [kept.root(size).hex() for size in range(9)] == ROOTS
    for (index, size), known in PATHS.items():
        assert [one.hex() for one in kept.inclusion(index, size)] == known
    for (first, second), known in GROWTH.items():
        assert [one.hex() for one in kept.consistency(first, second)] == known


@in_one_test("steps", [[MOST], [*range(1, MOST + 1)], [7, 7, 16, 33, MOST]])
def test_however_it_grows_a_tree_has_the_roots_of_the_definition(steps: list[int]) -> None:
    kept = Kept(MANY, steps)
    assert [kept.root(size) for size in range(MOST + 1)] == [
        root_of(MANY[:size]) for size in range(MOST + 1)
    ]
    assert len(kept.hashes) < 2 * MOST


def test_every_leaf_is_shown_in_every_tree_and_no_forgery_is() -> None:
    kept, roots = Kept(MANY, [MOST]), [root_of(MANY[:size]) for size in range(MOST + 1)]
    for size in range(1, MOST + 1):
        for index in range(size):
            path = kept.inclusion(index, size)
            claim = {"entry": MANY[index], "index": index, "size": size, "root": roots[size]}
            assert merkle.included(path=path, **claim)  # type: ignore[arg-type]
            wrong = {
                "entry": MANY[index] + b"!",
                "index": (index + 1) % size if size > 1 else 1,
                "root": roots[size - 1],
            }
            for name, value in wrong.items():
                assert not merkle.included(path=path, **{**claim, name: value})  # type: ignore[arg-type]
            for other in forged(path):
                assert not merkle.included(path=other, **claim)  # type: ignore[arg-type]


def test_every_growth_is_shown_and_no_forgery_is() -> None:
    kept, roots = Kept(MANY, [MOST]), [root_of(MANY[:size]) for size in range(MOST + 1)]
    for second in range(1, MOST + 1):
        for first in range(1, second + 1):
            path = kept.consistency(first, second)
            claim = {"first": first, "second": second}
            ends = {"first_root": roots[first], "second_root": roots[second]}
            assert merkle.consistent(path=path, **claim, **ends)
            for name, other in (("first_root", roots[second - 1]), ("second_root", roots[0])):
                if ends[name] != other:
                    assert not merkle.consistent(path=path, **claim, **{**ends, name: other})
            for wrong in forged(path):
                assert not merkle.consistent(path=wrong, **claim, **ends)
    assert max(kept.asked) <= 2 * MOST.bit_length()


@in_one_test("at", range(12))
def test_a_tree_with_one_leaf_changed_is_consistent_with_none_before(at: int) -> None:
    kept = Kept(MANY, [MOST])
    changed = Kept([*MANY[:at], b"changed", *MANY[at + 1 :]], [MOST])
    for first in range(at + 1, MOST):
        assert not merkle.consistent(
            first=first,
            second=MOST,
            path=changed.consistency(first, MOST),
            first_root=kept.root(first),
            second_root=changed.root(MOST),
        )


def test_an_empty_tree_and_sizes_that_cannot_be() -> None:
    empty, one = merkle.EMPTY, merkle.leaf_hash(b"")
    grown = {"first": 0, "second": 1, "second_root": one}
    assert merkle.consistent(path=[], first_root=empty, **grown)  # type: ignore[arg-type]
    assert not merkle.consistent(path=[], first_root=one, **grown)  # type: ignore[arg-type]
    assert not merkle.consistent(path=[one], first_root=empty, **grown)  # type: ignore[arg-type]
    shrunk = {"first": 2, "second": 1, "first_root": one, "second_root": one}
    assert not merkle.consistent(path=[], **shrunk)  # type: ignore[arg-type]
    assert not merkle.included(entry=b"", index=0, size=0, path=[], root=empty)
    for index, size in ((-1, 1), (1, 1), (0, 0)):
        with pytest.raises(ValueError, match="has no leaf"):
            merkle.inclusion_path(index, size)
    for first, second in ((0, 1), (2, 1), (-1, 1)):
        with pytest.raises(ValueError, match="does not grow"):
            merkle.consistency_path(first, second)
