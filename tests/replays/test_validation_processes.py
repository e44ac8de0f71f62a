"""Work in several processes: what is given to them, what they return, and when one is lost."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor as Pool

import pytest

from replays.validation.processes import ProcessLost, in_processes, processes

pytestmark = [pytest.mark.engine, pytest.mark.long]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Two processes, which take long to begin."""
    with processes(2, "unused") as started:
        yield started


def double(number: int) -> int:
    return 2 * number


def die_at_three(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def test_every_batch_is_done_once(pool: Pool) -> None:
    assert sorted(in_processes(pool, 2, double, range(7))) == list(range(0, 14, 2))
    assert list(in_processes(pool, 2, double, [])) == []


def test_a_process_that_is_lost_is_reported() -> None:
    done = []
    with processes(1, "unused") as pool, pytest.raises(ProcessLost):
        done.extend(in_processes(pool, 1, die_at_three, range(9)))
    assert done == [0, 1, 2]


def test_no_more_is_begun_than_there_are_processes(pool: Pool) -> None:
    taken: list[int] = []

    def batches() -> Iterator[int]:
        for number in range(9):
            taken.append(number)
            yield number

    # Whichever of the first two ends first.
    assert next(in_processes(pool, 2, double, batches())) in (0, 2)
    assert len(taken) <= 4
