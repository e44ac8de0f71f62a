"""Running the tests that are played with the example, in a process that begins with it."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSIDE = Path(__file__).parent / "inside"
PATIENCE = 600


def run_inside(marker: str) -> None:
    """Run those with a marker, or ``not`` with it; they have to pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.expansions.with_example"]
    command += ["-p", "no:cacheprovider", "-p", "no:xdist", "-m", marker, str(INSIDE)]
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL") and not name.startswith("PYTEST_")
    }
    run = subprocess.run(
        command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"\b[1-9]\d* passed", run.stdout), run.stdout
