"""Reads of tournaments that compute for long leave the threads to others."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.conf import LazySettings

from caledonia import costly_reads
from caledonia.costly_reads import CostlyReads, read_by
from tests.caledonia.asking import Asked, asked
from tests.marks import in_one_test

__all__ = ["asked"]

pytestmark = pytest.mark.uncounted

CUP = "3f0c5d1e-0000-4000-8000-00000000c0de"
OTHER_CUP = "3f0c5d1e-0000-4000-8000-00000000beef"
RULINGS = f"/tournaments/{CUP}/rulings/"


def test_reads_of_what_has_computed_long_take_one_thread(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight addresses that asked for rulings of a large tournament kept others from any answer."""
    settings.REQUESTS_WAIT_SECONDS = 60
    monkeypatch.setattr(costly_reads, "SECONDS", 60)
    monkeypatch.setattr(costly_reads, "LONG", 0.0)
    asked = Asked(threads=4)
    try:
        assert asked.ask(RULINGS) == 200
        asked.close()
        monkeypatch.setattr(costly_reads, "LONG", 60.0)
        assert asked.ask(RULINGS, REMOTE_ADDR="192.0.2.1") == 200
        for path in (RULINGS, f"/tournaments/{CUP}/tables/7/", f"/api/v1/tournaments/{CUP}"):
            for number in (1, 2, 3):
                asked.waits(path, REMOTE_ADDR=f"192.0.2.{number}")
        assert asked.ask("/api/v1/me", REMOTE_ADDR="192.0.2.9") == 200
        assert asked.ask(f"/tournaments/{OTHER_CUP}/", REMOTE_ADDR="192.0.2.7") == 200
        register = f"/api/v1/tournaments/{CUP}/register"
        assert asked.ask(register, REQUEST_METHOD="POST", REMOTE_ADDR="192.0.2.8") == 200
        asked.close()
        assert len(asked.begun) == 14
    finally:
        asked.end()


def test_which_tournaments_are_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((0.0, 0.3, 1.0, 1.5, 2.0, 3.0))
    reads = CostlyReads(clock=lambda: next(times))
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": RULINGS}
    other = {"REQUEST_METHOD": "GET", "PATH_INFO": f"/tournaments/{OTHER_CUP}/"}
    for long in (False, True):
        assert reads.measured(asked, lambda: Answer(200)) == Answer(200)
        assert reads.is_one(asked) == long
    monkeypatch.setattr(costly_reads, "MOST_KNOWN", 1)

    def broken() -> Answer:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        reads.measured(other, broken)
    assert (reads.is_one(asked), reads.is_one(other)) == (False, True)


def test_what_is_costly_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly_reads, "LONG", 0.0)
    monkeypatch.setattr(costly_reads, "KEPT", 0.0)
    reads = CostlyReads()
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": RULINGS}
    reads.measured(asked, lambda: Answer(200))
    assert not reads.is_one(asked)


@in_one_test(
    ("method", "path", "read"),
    [
        ("GET", RULINGS, CUP),
        ("HEAD", f"/tournaments/{CUP}/", CUP),
        ("GET", f"/api/v1/tournaments/{CUP}", CUP),
        ("GET", f"/api/v1/tournaments/{CUP}/standings", CUP),
        ("POST", f"/api/v1/tournaments/{CUP}/register", None),
        ("GET", "/tournaments/", None),
        ("GET", f"/games/{CUP}/", None),
    ],
)
def test_what_is_read(method: str, path: str, read: str | None) -> None:
    assert read_by({"REQUEST_METHOD": method, "PATH_INFO": path}) == read


@pytest.fixture
def waiting(
    asked: Asked, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> Callable[[int, int], None]:
    """Have the first read of a tournament, by its number, wait that comes from an address.

    It does so for as long as a test takes.
    """
    settings.REQUESTS_WAIT_SECONDS = 60
    monkeypatch.setattr(costly_reads, "FIRST_SECONDS", 60)

    def wait(number: int, address: int) -> None:
        asked.waits(cross(number), REMOTE_ADDR=f"192.0.2.{address}")

    return wait


def first_read(asked: Asked, number: int, address: int) -> int:
    """The status of the first read of a tournament."""
    return asked.ask(cross(number), REMOTE_ADDR=f"192.0.2.{address}")


def test_first_reads_of_many_tournaments_leave_the_threads_to_others(
    asked: Asked, waiting: Callable[[int, int], None]
) -> None:
    """Twelve addresses that asked a fresh process for large ones had all its threads at once."""
    for number in range(costly_reads.FIRST_READS):
        assert first_read(asked, number, number) == 200
    for number in range(costly_reads.FIRST_READS, 12):
        waiting(number, number)
    assert asked.ask("/api/v1/me", REMOTE_ADDR="192.0.2.99") == 200
    asked.close()
    assert len(asked.begun) == 13


def test_of_one_address_one_first_read_is_answered_at_a_time(
    asked: Asked, waiting: Callable[[int, int], None]
) -> None:
    assert first_read(asked, 1, 1) == 200
    waiting(2, 1)
    assert first_read(asked, 3, 2) == 200
    asked.close()
    assert len(asked.begun) == 3


def test_first_reads_of_few_addresses_let_those_of_others_between(
    asked: Asked, waiting: Callable[[int, int], None]
) -> None:
    """Each has as many requests at once as an address may: those that wait come after others."""
    few = range(costly_reads.FIRST_READS)
    for address in few:
        assert first_read(asked, address, address) == 200
    for number in range(1, 3):
        for address in few:
            waiting(10 * number + address, address)
    waiting(99, 99)
    asked.close()
    assert asked.begun.index("192.0.2.99") <= 2 * len(few)


def test_first_reads_that_wait_too_long_are_refused(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costly_reads, "FIRST_SECONDS", 0.01)
    assert first_read(asked, 1, 1) == 200
    assert first_read(asked, 2, 1) == 503


@pytest.mark.parametrize(
    ("status", "cpu", "quick"), [(200, 0.1, True), (200, 0.5, False), (304, 0.0, False)]
)
def test_what_was_read_whole_and_quickly_is_no_first_read(
    status: int, cpu: float, quick: bool
) -> None:
    """Whoever may not see a tournament, or has its page already, does not show what it takes."""
    times = iter((0.0, cpu))
    reads = CostlyReads(clock=lambda: next(times))
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": RULINGS, "QUERY_STRING": "page=2"}
    assert reads.is_first(asked)
    reads.measured(asked, lambda: Answer(status))
    assert reads.is_first(asked) == (not quick and cpu < costly_reads.LONG)
    assert reads.is_first({**asked, "QUERY_STRING": "page=3"}) == (cpu < costly_reads.LONG)
    assert not reads.is_first({**asked, "REQUEST_METHOD": "POST"})


def test_what_was_quick_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = CostlyReads(clock=lambda: 0.0)
    asked = [
        {"REQUEST_METHOD": "GET", "PATH_INFO": cross(number), "QUERY_STRING": ""}
        for number in (1, 2)
    ]
    monkeypatch.setattr(costly_reads, "MOST_QUICK", 1)
    for one in asked:
        reads.measured(one, lambda: Answer(200))
    assert [reads.is_first(one) for one in asked] == [True, False]
    monkeypatch.setattr(costly_reads, "KEPT", 0.0)
    reads.measured(asked[1], lambda: Answer(200))
    assert reads.is_first(asked[1])


class Answer(NamedTuple):
    """What is known of an answer here."""

    status: int


def cross(number: int) -> str:
    """The cross table of one of many tournaments."""
    return f"/tournaments/3f0c5d1e-0000-4000-8000-{number:012x}/cross/"
