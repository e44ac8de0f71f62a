"""What has to be delivered: goods, and meat of animals on the map. (FULFIL-02, FULFIL-04)"""

from collections.abc import Iterable
from typing import Final, Literal, Self, TypeAlias

from msgspec import Struct

from games.engine.content import Contract
from games.engine.terms import GOODS, Good

Meat: TypeAlias = Literal["beef", "mutton"]
MEATS: Final[tuple[Meat, ...]] = ("beef", "mutton")
Item: TypeAlias = Good | Meat
ITEMS: Final[tuple[Item, ...]] = (*GOODS, *MEATS)
"""Everything of which a demand can ask for some."""


class Demand(Struct, frozen=True, gc=False):
    """How much is asked for of each of ``ITEMS``, in their order; the default is nothing."""

    amounts: tuple[int, ...] = (0,) * len(ITEMS)

    @classmethod
    def of(cls, contract: Contract) -> Self:
        """All that a contract asks for."""
        return cls((*contract.goods, contract.beef, contract.mutton))

    @property
    def goods(self) -> tuple[int, ...]:
        """The amounts of goods, in the order of ``GOODS``."""
        return self.amounts[: len(GOODS)]

    def amount(self, item: Item) -> int:
        """How much it asks for of one thing."""
        return self.amounts[ITEMS.index(item)]

    def has(self, items: Iterable[Item]) -> bool:
        """Whether it asks for all of these together."""
        spared = list(items)
        return all(spared.count(item) <= self.amount(item) for item in spared)

    def without(self, items: Iterable[Item]) -> "Demand":
        """What is left of it when these are spared."""
        spared = list(items)
        if not spared:
            return self
        left = (n - spared.count(item) for item, n in zip(ITEMS, self.amounts, strict=True))
        return Demand(tuple(max(0, n) for n in left))
