"""The rows of the table of goals, a module for each kind of thing.

A module has ``run(name)``, which returns what ``benchmarks.goals.encoded`` makes; with the name of
one of its rows it prints the profile of that and returns nothing. Each runs in a process of its
own, those of ``STORED`` with a throw-away database.
"""

import os
from typing import Final

STORED: Final[dict[str, tuple[str, ...]]] = {
    "playing": ("post-move",),
    "reading": ("get-state", "get-unchanged", "get-moves", "get-summary", "get-as-of"),
    "table": ("get-table", "page-play"),
    "process": (),
    "games": (),
}
"""Modules that need a database, and the names of what they can profile."""
ALONE: Final[dict[str, tuple[str, ...]]] = {
    "deciding": (),
    **({"peers": ()} if os.environ.get("PEERS") else {}),
}
"""Modules that need no database; other programs beside us only where they are asked for."""
