"""Times beside their targets."""

from collections import Counter

import pytest

from benchmarks.engine import BENCHMARKS
from benchmarks.measure import Figure, cpu_times, figure, render
from simulation.tables import percentile

pytestmark = pytest.mark.engine


def test_percentiles_are_values_that_were_found() -> None:
    values = list(range(200, 0, -1))
    assert percentile(values, 99) == 198
    assert percentile(values, 50) == 100
    assert percentile([7], 99) == 7


def test_every_thunk_is_called_as_often_and_once_more_to_warm_up() -> None:
    calls = Counter[str]()
    thunks = [lambda: calls.update("a"), lambda: calls.update("b")]
    times = cpu_times(thunks, rounds=3, batch=2)
    assert len(times) == 6
    assert calls == {"a": 7, "b": 7}


def test_a_figure_is_in_its_unit_and_judged_by_what_its_target_is_for() -> None:
    times = [1_000_000] * 98 + [5_000_000] * 2
    assert figure("x", "ms", times, target=1).verdict == "ok"
    assert figure("x", "ms", times, target=3, judged="p99").verdict == "MISSED"
    assert figure("x", "µs", times, target=999).verdict == "MISSED"
    assert figure("x", "ms", times).verdict == ""


def test_the_table_says_what_was_missed() -> None:
    text = render([Figure("thing", "ms", 2.345, p99=11.06, samples=9, target=1.5)])
    assert text.splitlines()[-1].split() == ["thing", "1.50", "2.35", "11.1", "ms", "9", "MISSED"]


def test_a_rate_has_to_be_at_least_its_target() -> None:
    quick, slow = (Figure("r", "games/s", rate, target=60, judged="least") for rate in (60.0, 59.9))
    assert (quick.verdict, slow.verdict) == ("ok", "MISSED")
    assert render([slow]).splitlines()[-1].split() == [
        "r",
        "least",
        "60",
        "59.9",
        "games/s",
        "MISSED",
    ]


def test_benchmarks_have_names_of_their_own() -> None:
    names = [benchmark.name for benchmark in BENCHMARKS]
    assert len(set(names)) == len(names)
