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
DECODE = """
import sys, threading
sys.setswitchinterval(1e-6)
import caledonia.wsgi
from django.urls import resolve
from msgspec import Struct, ValidationError
from msgspec.json import decode, encode

def below(kind):
    for one in kind.__subclasses__():
        yield one
        yield from below(one)

def ask():
    together.wait()
    resolve("/api/v1/games")
    for shape in dict.fromkeys(below(Struct)):
        names = shape.__struct_encode_fields__
        body = [None] * len(names) if shape.__struct_config__.array_like else dict.fromkeys(names)
        try:
            decode(encode(body), type=shape)
        except (TypeError, ValidationError):
            pass

together = threading.Barrier(4)
threads = [threading.Thread(target=ask) for _ in range(4)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print("alive")
"""


@pytest.mark.long
def test_first_requests_at_the_same_moment_do_not_end_the_process() -> None:
    """As they do where msgspec finds out about a struct in two threads at once."""
    run = subprocess.run(
        [sys.executable, "-c", DECODE], check=False, capture_output=True, text=True
    )
    assert (run.returncode, run.stdout.split()) == (0, ["alive"]), run.stderr


@pytest.mark.long
def test_it_leaves_alone_what_few_requests_need_and_looks_for_no_garbage_in_the_rest() -> None:
    run = subprocess.run([sys.executable, "-c", LOOK], check=True, capture_output=True, text=True)
    assert run.stdout.split() == []
