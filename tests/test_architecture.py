"""The rooms of the code and the doors between them."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings


@pytest.mark.engine
def test_imports_run_downward_and_only_through_the_doors() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [linter, "--no-cache"], cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 broken" in run.stdout
