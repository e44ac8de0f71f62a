"""The rows of the table of goals, a module for each kind of thing.

A module has ``run(name)``, which returns what ``benchmarks.goals.encoded`` makes; with the name of
one of its rows it prints the profile of that and returns nothing. Each runs in a process of its
own, those of ``STORED`` with a throw-away database.
"""

from typing import Final

STORED: Final[dict[str, tuple[str, ...]]] = {
    "playing": ("post-move",),
    "reading": ("get-state", "get-unchanged", "get-moves", "get-summary", "get-as-of"),
    "table": ("get-table", "page-play"),
    "process": (),
}
"""Modules that need a database, and the names of what they can profile."""
ALONE: Final[dict[str, tuple[str, ...]]] = {}
"""Modules that need no database."""
