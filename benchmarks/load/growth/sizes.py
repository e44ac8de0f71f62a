"""What was found with so many games: one process measures it, another one prints it."""

from typing import Final

from msgspec import Struct

CONTROL: Final = "a bare insert"
"""What no number of games makes dearer: it shows how much the machine itself has changed."""


class RequestCost(Struct, frozen=True):
    """What a request costs: milliseconds of CPU, the database included, the median."""

    what: str
    ms: float


class QueryPlan(Struct, frozen=True):
    """How one query of a request is carried out; ``whole`` are the growing tables read whole."""

    what: str
    query: str
    plan: str
    whole: list[str]


class Size(Struct, frozen=True):
    """What was found with so many games."""

    games: int
    events: int
    gigabytes: float
    seconds: float
    costs: list[RequestCost]
    plans: list[QueryPlan]

    def cost_of(self, what: str) -> float:
        """Milliseconds of a request."""
        return next(cost.ms for cost in self.costs if cost.what == what)
