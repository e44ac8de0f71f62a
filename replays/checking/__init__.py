"""Whether a stream is what the rules make of it: every event decided again from the first.

Needs nothing but the engine, so that a file can be checked without a server. ``check`` takes the
rows of a game in order and returns the first difference; ``CODES`` explains the codes.
"""

from replays.checking.report import (
    CODES,
    NOTHING,
    Code,
    Difference,
    Report,
    Status,
    Subject,
    failed,
)
from replays.checking.walking import check, judge

__all__ = [
    "CODES",
    "NOTHING",
    "Code",
    "Difference",
    "Report",
    "Status",
    "Subject",
    "check",
    "failed",
    "judge",
]
