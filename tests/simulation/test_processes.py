"""Ports for servers of tests."""

import pytest

from simulation.processes import PORTS, free_port

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_no_port_is_given_twice() -> None:
    """Its first server may not listen yet, so that it looks free."""
    given = [free_port() for _ in range(500)]
    assert len({*given}) == len(given)
    assert {*given} <= {*PORTS}
