"""System checks: settings that do not fit each other."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core import checks
from django.db import connections

from games.checks import missing
from replays.files.shape import MOST_EVENTS
from replays.heads.triggers import TABLES

LEFT: Final = 1000
"""More events than a game still has once nothing can be taken back in it."""

STORING: Final = 60
"""Seconds that storing the longest game takes at most."""


def check_lengths(app_configs: Any, **_: Any) -> list[checks.CheckMessage]:
    """Games may be as long as they can be and still be imported from their file."""
    most = MOST_EVENTS - LEFT
    if most >= settings.EVENTS_PER_GAME:
        return []
    return [
        checks.Warning(
            f"EVENTS_PER_GAME is {settings.EVENTS_PER_GAME}: the files of games of more than "
            f"{MOST_EVENTS} events may be too large to be imported.",
            hint=at_most(most),
            id="replays.W001",
        )
    ]


def at_most(value: int) -> str:
    """How to mend a setting that is too large."""
    return f"Set it to {value} or less."


def check_times(app_configs: Any, **_: Any) -> list[checks.CheckMessage]:
    """A task has time to read a file, again with the pack that it names, and to store the game."""
    most = (settings.CELERY_TASK_TIME_LIMIT - STORING) // 2
    if most >= settings.IMPORT_SECONDS:
        return []
    return [
        checks.Warning(
            f"IMPORT_SECONDS is {settings.IMPORT_SECONDS}: the task of an import is ended after "
            f"{settings.CELERY_TASK_TIME_LIMIT} seconds.",
            hint=at_most(most),
            id="replays.W002",
        )
    ]


def check_head_places(app_configs: Any, **_: Any) -> list[checks.CheckMessage]:
    """Heads that are signed are also written where the database's owner cannot change them."""
    if not settings.HEADS_KEY:
        return []
    if settings.HEADS_FILE and not Path(settings.HEADS_FILE).parent.is_dir():
        return [
            checks.Warning(
                f"The directory of HEADS_FILE is not there: {settings.HEADS_FILE}",
                hint="Heads wait until it is. Mount it, or name another file.",
                id="replays.W005",
            )
        ]
    if settings.HEADS_FILE or settings.HEADS_WEBHOOK:
        return []
    return [
        checks.Warning(
            "Heads are signed, and stand nowhere but in the database and on the page /heads/.",
            hint="Set HEADS_FILE or HEADS_WEBHOOK to a place on another machine: docs/heads.md.",
            id="replays.W003",
        )
    ]


def check_head_triggers(
    app_configs: Any, databases: Sequence[str] | None = None, **_: Any
) -> list[checks.CheckMessage]:
    """Whether the database would refuse to change the log of heads."""
    found: list[checks.CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if TABLES.exist(connection):
            lacking = TABLES.missing(connection)
            found.extend(missing(lacking, alias, check="replays.W004"))
    return found
