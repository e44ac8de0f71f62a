"""What a clan has beside the goods in stock: substitutes of its own, and goods that it keeps."""

from msgspec import Struct

from games.engine.terms import Good, ProcessedGood


class StandIn(Struct, frozen=True):
    """A substitute of a clan's own that can be spent in place of some goods."""

    goods: tuple[ProcessedGood, ...]
    amount: int


class Kept(Struct, frozen=True):
    """A good that a clan keeps apart from the stock, or that can be any one of several.

    ``pays`` are the pounds beside the good when it is taken out now, after the next production, ...
    """

    goods: tuple[Good, ...]
    pays: tuple[int, ...]
