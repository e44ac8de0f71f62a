"""Requests about a tournament that may compute for seconds, and get one thread for all of them.

A draw of 128 players takes two seconds of CPU, a file of results of the largest league four. Twelve
directors at four addresses had all threads of a process in such requests: each took longer than the
proxy waits, and nobody else was answered.
"""

import re
from typing import Final

from caledonia.callers import Environ
from caledonia.fair_shares import READING

SECONDS: Final = 10.0
"""How long such a request may wait for those before it; half of what the proxy waits."""
ONE: Final = r"(?:/api/v1)?/tournaments/[0-9a-f-]{36}"
DRAWS: Final = re.compile(rf"{ONE}/(?:direct/)?draw/?")
MANY_EVENTS: Final = re.compile(
    rf"{ONE}/(?:entrants|entrants/csv|results/csv|reports/confirm|finish|direct/results/"
    r"|do/(?:add-bots|add-players|check-in-all|confirm-reports|finish|paste-results)/)"
)


def computes_long(environ: Environ) -> bool:
    """Whether a request draws a round, or previews that, or adds many events at once."""
    path = environ.get("PATH_INFO", "")
    if DRAWS.fullmatch(path):
        return True
    return environ.get("REQUEST_METHOD") not in READING and bool(MANY_EVENTS.fullmatch(path))
