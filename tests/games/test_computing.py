"""Computing time of callers, summed over processes."""

import time
from functools import partial
from unittest.mock import patch

import pytest
from django.conf import LazySettings
from django.core.cache import cache

from games.runtime import computing
from games.runtime.computing import Computing
from tests.database import empty_cache

RATE = "2/d"
ADDRESS = "192.0.2.1"


@pytest.fixture(autouse=True)
def _nothing_spent() -> None:
    empty_cache()


def test_who_has_taken_more_waits_for_the_end_of_the_window() -> None:
    one = Computing()
    one.spend("user", "1", RATE, 1.5)
    assert one.wait("user", "1", RATE) == 0
    one.spend("user", "1", RATE, 0.5)
    assert 0 < one.wait("user", "1", RATE) <= 86_400
    assert one.wait("user", "2", RATE) == 0


def test_processes_add_up_in_the_cache() -> None:
    one, other = Computing(), Computing()
    one.spend("user", "1", RATE, 1.5)
    other.spend("user", "1", RATE, 0.6)
    assert other.wait("user", "1", RATE)
    one.spend("user", "1", RATE, 0.2)
    assert one.wait("user", "1", RATE)


def test_little_is_not_told_to_the_others_and_not_lost() -> None:
    one = Computing()
    with patch.object(cache, "incr", side_effect=AssertionError):
        for _ in range(100):
            one.spend("user", "1", "1/d", 0.0019)
    for _ in range(450):
        one.spend("user", "1", "1/d", 0.0019)
    assert one.wait("user", "1", "1/d")


def test_without_the_cache_a_process_counts_for_itself() -> None:
    one = Computing()
    with patch.object(cache, "incr", side_effect=OSError("away")):
        for _ in range(4):
            one.spend("user", "1", RATE, 0.5)
    assert one.wait("user", "1", RATE)


def test_who_has_spent_nothing_here_is_looked_up() -> None:
    """As by a process of the web, which sends what a worker then does."""
    one, other = Computing(), Computing()
    one.spend("games", "1", RATE, 1.9)
    assert not other.over("games", "1", RATE)
    one.spend("games", "1", RATE, 0.3)
    assert other.over("games", "1", RATE)
    assert not other.wait("games", "1", RATE)
    assert not other.over("games", "2", RATE)
    with patch.object(cache, "get", side_effect=OSError("away")):
        assert one.over("games", "1", RATE)
        assert not other.over("games", "1", RATE)
    with patch.object(cache, "get", return_value="junk"):
        assert not other.over("games", "1", RATE)


def test_who_goes_on_all_the_time_stays_over_in_the_next_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = Computing(), Computing()
    day = time.time() // 86_400
    one.spend("games", "1", RATE, 2.1)
    over = []
    for now in (day, day + 1, day + 2):
        monkeypatch.setattr(computing.time, "time", partial(float, now * 86_400 + 1))
        over.append((one.over("games", "1", RATE), other.over("games", "1", RATE)))
    assert over == [(True, True), (True, True), (False, False)]


def test_users_count_alone_and_with_those_of_the_address_and_strangers_apart(
    settings: LazySettings,
) -> None:
    settings.COMPUTING_RATES = {"user": "2/d", "address": "3/d", "anonymous": "1/d"}
    computing.spent_by(None, ADDRESS, 1)
    assert computing.wait_of(None, ADDRESS)
    assert not computing.wait_of(1, ADDRESS)
    computing.spent_by(1, ADDRESS, 2)
    assert computing.wait_of(1, ADDRESS)
    assert computing.wait_of(1, "192.0.2.2"), "a user is one caller wherever the user is"
    assert not computing.wait_of(2, ADDRESS)
    computing.spent_by(2, ADDRESS, 1)
    assert computing.wait_of(3, ADDRESS)
    assert not computing.wait_of(3, "192.0.2.2")
    assert not computing.wait_of(None, "192.0.2.2")
