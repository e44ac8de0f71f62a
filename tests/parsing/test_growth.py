"""The measure itself: what is quadratic, costs too much or is not refused does not pass."""

import re

import pytest

from tests.parsing.growth import Case, check

pytestmark = [pytest.mark.once, pytest.mark.no_cover]


def pairs(text: str) -> None:
    re.findall('"(?:[^"\\\\]|\\\\.)*"', text)


def squares(size: int) -> None:
    [bytes(size) for _ in range(size)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("case", "complaint"),
    [
        (
            Case("quadratic", lambda n: '"' + '\\"' * n, pairs, 2_500, seconds=10),
            "s of CPU at half the size",
        ),
        (Case("memory", int, squares, 4000, seconds=10, mebibytes=99), "MiB at half the size"),
        (Case("slow", int, lambda n: sum(range(n)), 2 * 10**5, seconds=0.0001), "s of CPU, where"),
        (Case("large", int, bytes, 9 * 2**20), "MiB of 8"),
        (Case("taken", str, str, 10, refused=ValueError), "was taken, not refused"),
    ],
    ids=str,
)
def test_the_measure_finds_what_it_is_for(case: Case, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(case)


def test_the_measure_lets_pass_what_is_linear() -> None:
    check(Case("linear", lambda n: "[" * n, lambda text: [*map(ord, text)], 200_000, seconds=1))
