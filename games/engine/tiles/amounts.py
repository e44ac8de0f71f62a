"""Numbers of goods, as moves carry them."""

from typing import Annotated

from msgspec import Meta, Struct

from games.engine.terms import GOODS, Good

HowMany = Annotated[int, Meta(ge=0, le=99)]


class Amounts(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How many of each good; the default is 0."""

    wool: HowMany = 0
    milk: HowMany = 0
    grain: HowMany = 0
    bread: HowMany = 0
    cheese: HowMany = 0
    whisky: HowMany = 0

    def by_good(self) -> tuple[int, ...]:
        """The numbers in the order of ``GOODS``."""
        return (self.wool, self.milk, self.grain, self.bread, self.cheese, self.whisky)

    def of(self, group: tuple[Good, ...]) -> int:
        """How many goods of a group there are."""
        return sum(n for good, n in zip(GOODS, self.by_good(), strict=True) if good in group)

    def total(self) -> int:
        """How many goods there are in all."""
        return sum(self.by_good())

    def notation(self) -> str:
        """Such as ``2 wool 1 milk``."""
        named = zip(GOODS, self.by_good(), strict=True)
        return " ".join(f"{n} {good}" for good, n in named if n)


def one_of(good: Good) -> Amounts:
    """A single good."""
    return Amounts(*(int(good == other) for other in GOODS))
