"""How long answers took and what they were, in windows of time."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from simulation.tables import percentile

RequestKind = Literal["move", "page move", "read", "page", "table", "bare", "order"]
SHED: Final = (429, 503)
"""NotCarriedOut because there was too much, with ``Retry-After``: come again."""
LARGE: Final = 500


@dataclass(frozen=True)
class Sample:
    """One request: when it was answered, after how many seconds, with which status.

    The status is 0 when there was no answer.
    """

    at: float
    seconds: float
    status: int
    polite: bool = True
    """Whether a refusal said when to come again."""


@dataclass
class Latencies:
    """The answers of one kind within a window."""

    seconds: list[float]

    def ms(self, percent: int) -> float:
        """A percentile in milliseconds; 0 without answers."""
        return percentile(self.seconds, percent) * 1000 if self.seconds else 0.0

    @property
    def row(self) -> tuple[str, ...]:
        """Number, median, p95 and p99, for a table."""
        shown = (f"{self.ms(percent):.0f}" for percent in (50, 95, 99))
        return (str(len(self.seconds)), *shown)


@dataclass
class Meter:
    """All requests so far."""

    samples: dict[RequestKind, list[Sample]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)

    def note(self, kind: RequestKind, seconds: float, status: int, *, polite: bool = True) -> None:
        """A request is over."""
        one = Sample(time.monotonic(), seconds, status, polite)
        self.samples.setdefault(kind, []).append(one)

    def trouble(self, what: str) -> None:
        """Something happened that should not have."""
        self.errors[what] += 1

    def since(self, began: float, ended: float, kinds: Iterable[RequestKind]) -> list[Sample]:
        """The requests of these kinds that were answered in between."""
        return [
            one for kind in kinds for one in self.samples.get(kind, ()) if began <= one.at < ended
        ]

    def answered(self, began: float, ended: float, *kinds: RequestKind) -> Latencies:
        """How long those took that were accepted."""
        found = self.since(began, ended, kinds)
        return Latencies([one.seconds for one in found if 200 <= one.status < 400])

    def shed(self, began: float, ended: float) -> list[Sample]:
        """The requests that were refused because there was too much."""
        return [one for one in self.since(began, ended, self.samples) if one.status in SHED]

    def failed(self, began: float, ended: float) -> Counter[int]:
        """Requests without an answer (0), and faults of the server, by status."""
        found = self.since(began, ended, self.samples)
        bad = (one.status for one in found if one.status == 0 or one.status >= LARGE)
        return Counter(status for status in bad if status not in SHED)
