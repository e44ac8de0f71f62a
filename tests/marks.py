"""Markers for the cases of one test."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_of(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Cases of which `make test` runs the first ``quick`` ones, and `make test-all` every one."""
    return [value if number < quick else long(value) for number, value in enumerate(values)]


def long(*values: Any) -> Any:
    """A case that only `make test-all` runs."""
    return pytest.param(*values, marks=pytest.mark.long)
