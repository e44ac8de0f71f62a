"""A run of ``manage.py validate_replays``, as tests read it."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import CommandError, call_command

Json = Any
GAMES = 4
"""As many stored games there are."""


class Ran:
    """What a run printed and wrote, and the status that it ended with."""

    def __init__(self, *words: str, report: Path | None = None) -> None:
        out, more = StringIO(), ["--json", str(report)] if report else []
        self.status, self.error = 0, ""
        try:
            call_command("validate_replays", *words, *more, stdout=out)
        except CommandError as error:
            self.status, self.error = error.returncode, str(error)
        self.out = out.getvalue()
        written = report.read_text().splitlines() if report else []
        self.lines: list[Json] = [json.loads(line) for line in written]

    @property
    def summary(self) -> Json:
        return self.lines[-1]

    @property
    def games(self) -> dict[str, Json]:
        """The lines of games, by game."""
        found = {line["game"]: line for line in self.lines[:-1]}
        assert len(found) == len(self.lines) - 1
        return found


Run = Callable[..., Ran]
