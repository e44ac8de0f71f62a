"""What a web process loads at its start."""

import subprocess
import sys

import pytest

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

LOOK = """
import gc, sys, caledonia.wsgi
assert gc.isenabled()
assert gc.get_freeze_count() > 100_000, gc.get_freeze_count()
print(*sorted({"networkx", "redis", "simulation"} & set(sys.modules)))
"""


def test_it_leaves_alone_what_few_requests_need_and_looks_for_no_garbage_in_the_rest() -> None:
    run = subprocess.run([sys.executable, "-c", LOOK], check=True, capture_output=True, text=True)
    assert run.stdout.split() == []
