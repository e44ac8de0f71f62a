"""States as bytes, for caches."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games import engine
from simulation.random_play import play_out

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def test_a_copy_shares_nothing_with_its_original() -> None:
    state = play_out(3, "copies").state
    before = engine.dump(state)
    other = engine.copy(state)
    other.players[0].goods[0] += 1
    other.players[0].units.clear()
    other.prices[0] = 9
    assert engine.dump(state) == before != engine.dump(other)


@pytest.mark.long
def test_the_format_is_named_alike_in_every_process() -> None:
    output = subprocess.run(
        [sys.executable, "-c", "from games import engine; print(engine.state_format())"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert output.strip() == engine.state_format()
