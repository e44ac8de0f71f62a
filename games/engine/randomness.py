"""Chance: streams of numbers derived from the seed of a game.

Every draw has a stream of its own, named by a label, so that one more draw shifts none of the
others (UNDO-07). A stream is the counter mode of HMAC-SHA256: block n is
``HMAC(key, n as 8 bytes, big endian)`` with ``key = HMAC(seed, label)``. Numbers are 64 bits wide
and uniform by rejection. The vectors in the tests fix all of it for good.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

_DOMAIN = b"caledonia/1"
_WORD = 8


def commitment(server_seed: bytes) -> str:
    """The hash of the server's seed that is published when a game is created."""
    return hashlib.sha256(server_seed).hexdigest()


def contribution(word: str) -> bytes:
    """What a player's word adds to the seed: its hash, 32 bytes."""
    return hashlib.sha256(word.encode()).digest()


def seal_of(contribution: bytes) -> str:
    """What is shown of a contribution before the start: its hash, which does not give it away."""
    return hashlib.sha256(contribution).hexdigest()


def game_seed(server_seed: bytes, contributions: Iterable[bytes] = ()) -> bytes:
    """The seed of a game, 32 bytes.

    Contributions are in the order of the seats; one without a word adds nothing. Each has 32
    bytes, as the server's seed has, so that no two lists of them give the same text to hash.
    """
    return hashlib.sha256(_DOMAIN + server_seed + b"".join(contributions)).digest()


class Stream:
    """Uniform draws for one purpose of one game."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._key = hmac.digest(seed, label.encode(), "sha256")
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = [
                int.from_bytes(block[i : i + _WORD], "big") for i in range(0, len(block), _WORD)
            ]
            self._words.reverse()
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each equally likely; ``bound`` is at least 1."""
        if bound < 1:
            raise ValueError("bound must be at least 1")
        limit = (1 << 64) - (1 << 64) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """``items`` in an order of which each is equally likely (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
