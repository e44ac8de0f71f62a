"""The engine hosts an expansion that nothing in the project knows of."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

pytestmark = pytest.mark.engine


@pytest.mark.long
def test_games_with_the_example_are_played_in_a_process_of_its_own() -> None:
    """From its beginning the engine has one expansion more; nothing is added to it later."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.expansions.with_example"]
    command += ["-p", "no:cacheprovider", "-p", "no:xdist", str(HERE / "inside")]
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL") and not name.startswith("PYTEST_")
    }
    run = subprocess.run(
        command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False, timeout=600
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"\b[1-9]\d* passed", run.stdout), run.stdout


def test_no_other_file_names_it() -> None:
    rooms = ("api", "benchmarks", "caledonia", "games", "replays", "simulation", "tests", "web")
    files = [path for room in rooms for path in (ROOT / room).rglob("*") if path.is_file()]
    known = [path for path in files if path.suffix in (".py", ".html", ".js", ".css", ".md")]
    naming = {path for path in known if "apiar" in path.read_text("utf-8").lower()}
    assert HERE / "example.py" in naming
    assert not {path for path in naming if not path.is_relative_to(HERE)}
