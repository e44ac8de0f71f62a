"""The progress of a run: a bar on a terminal, a line now and then elsewhere."""

import time
from collections import Counter
from typing import Final, TextIO

from tqdm import tqdm

LINE_SECONDS: Final = 10.0
SHOWN: Final = ("failed", "drifted")
"""Results that are counted beside the bar."""


class Progress:
    """Counts finished games and shows progress on a stream; ``rate`` is in games a second."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total = total
        self.stream = stream
        self.counts = Counter[str]()
        # None: no bar where the stream is no terminal.
        disable = None if total else True
        self.bar = tqdm(
            total=total, file=stream, disable=disable, unit=" games", dynamic_ncols=True
        )
        self.began = self.shown_at = time.monotonic()

    @property
    def done(self) -> int:
        """Games so far."""
        return self.counts.total()

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        """Games a second since the start."""
        return self.done / max(self.seconds, 1e-6)

    def add(self, status: str) -> None:
        """One more game is done."""
        self.counts[status] += 1
        self.bar.set_postfix(self._odd(), refresh=False)
        self.bar.update()
        if self.bar.disable and time.monotonic() - self.shown_at >= LINE_SECONDS:
            self._line()

    def close(self) -> None:
        """Leave the bar as it is; what follows stands below it."""
        self.bar.close()

    def clear(self) -> None:
        """Make room for a line of text where the bar stands."""
        self.bar.clear()

    def _odd(self) -> dict[str, int]:
        return {status: self.counts[status] for status in SHOWN if self.counts[status]}

    def _line(self) -> None:
        self.shown_at = time.monotonic()
        odd = "".join(f", {number} {status}" for status, number in self._odd().items())
        self.stream.write(f"{self.done} of {self.total} games, {self.rate:.1f} a second{odd}\n")
        self.stream.flush()
