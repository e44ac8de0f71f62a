"""Markers, names and numbers for the cases of one test."""

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final, TypeVar

import pytest

T = TypeVar("T")

THOROUGH: Final = bool(os.environ.get("CALEDONIA_THOROUGH"))
"""Whether `make thorough` asks for all that there is to try."""
LEFT_OUT = False
"""Whether this run leaves out what is long; ``tests.conftest`` says so before it collects."""


def sample(*, whole: T, usual: T) -> T:
    """What `make thorough` tries, and what every run of the whole suite does."""
    return whole if THOROUGH else usual


def first_of(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Cases of which `make test` runs the first ``quick`` ones, and `make test-all` every one."""
    cases = list(values)
    if LEFT_OUT:
        return cases[:quick]
    return [*cases[:quick], *(long(value) for value in cases[quick:])]


def long(*values: Any) -> Any:
    """A case that only `make test-all` runs."""
    return pytest.param(*values, marks=pytest.mark.long)


@contextmanager
def case(name: object) -> Iterator[None]:
    """One case of a table that one test tries; where it fails, the failure names it."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(f"in the case {name!r:.200}")
        raise


def in_one_test(
    names: str | tuple[str, ...], values: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like ``pytest.mark.parametrize``, but all cases are tried in one test, with its fixtures.

    For tables whose cases change nothing: a test of its own, with its users and its game, takes
    longer than most of them.
    """
    several = names if isinstance(names, tuple) else (names,)
    cases = [value if isinstance(names, tuple) else (value,) for value in values]
    assert cases

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        asked = inspect.signature(test)
        fixtures = [one for one in asked.parameters.values() if one.name not in several]

        @wraps(test)
        def run(**given: Any) -> None:
            for values_of_case in cases:
                with case(values_of_case):
                    test(**given, **dict(zip(several, values_of_case, strict=True)))

        run.__signature__ = asked.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return run

    return decorate
