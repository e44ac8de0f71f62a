"""What a call is, and what comes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """What came of a call: a status or the code of a refusal; ``crash`` is a traceback."""

    said: str
    crash: str = ""


@dataclass(frozen=True)
class Call:
    """One writing call: what it is made of and the kinds of games that it needs."""

    name: str
    needs: Sequence[str]
    make: Callable[[Any], object]
