"""The progress of a run: a bar on a terminal, a line now and then elsewhere."""

import time
from collections import Counter
from typing import Final, TextIO

WIDTH: Final = 30
REDRAW_SECONDS: Final = 0.1
LINE_SECONDS: Final = 10.0


class Progress:
    """Counts finished games and shows progress on a stream; ``rate`` is in games a second."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total = total
        self.stream = stream
        self.counts = Counter[str]()
        self.bar = stream.isatty()
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
        wait = REDRAW_SECONDS if self.bar else LINE_SECONDS
        if time.monotonic() - self.shown_at >= wait:
            self._show()

    def close(self) -> None:
        """Leave the line; what follows stands below the bar."""
        if self.bar and self.total:
            self._show()
            self.stream.write("\n")
            self.stream.flush()

    def clear(self) -> None:
        """Make room for a line of text where the bar stands."""
        if self.bar:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def _show(self) -> None:
        self.shown_at = time.monotonic()
        odd = "".join(
            f", {self.counts[status]} {status}"
            for status in ("failed", "drifted")
            if self.counts[status]
        )
        text = f"{self.done} of {self.total} games, {self.rate:.1f} a second{odd}"
        if self.bar:
            full = WIDTH * self.done // max(self.total, 1)
            self.stream.write(f"\r\x1b[K[{'#' * full}{'.' * (WIDTH - full)}] {text}")
        else:
            self.stream.write(text + "\n")
        self.stream.flush()
