"""Games that end at the same moment in four processes on a file of SQLite."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.tournaments.ending_games import WORKERS

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

GAMES = 12


def test_ratings_lived_by_four_processes_are_those_made_anew(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    env |= {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'games.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }

    def begin(*words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "tests.tournaments.ending_games", *words],
            env=env,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def said(process: "subprocess.Popen[str]") -> str:
        out, err = process.communicate()
        assert process.returncode == 0, err
        return out

    said(begin("begin"))
    for worker in [begin("end", str(number)) for number in range(WORKERS)]:
        said(worker)
    assert said(begin("compare")).splitlines()[-1] == f"{GAMES * 4} True"
