"""Reads of tournaments that compute for long leave the threads to others."""

import pytest
from django.conf import LazySettings

from caledonia import costly_reads
from caledonia.costly_reads import CostlyReads, read_by
from tests.caledonia.asking import Asked
from tests.marks import in_one_test

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
        assert reads.measured(asked, lambda: "answer") == "answer"
        assert reads.is_one(asked) == long
    monkeypatch.setattr(costly_reads, "MOST_KNOWN", 1)

    def broken() -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        reads.measured(other, broken)
    assert (reads.is_one(asked), reads.is_one(other)) == (False, True)


def test_what_is_costly_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly_reads, "LONG", 0.0)
    monkeypatch.setattr(costly_reads, "KEPT", 0.0)
    reads = CostlyReads()
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": RULINGS}
    reads.measured(asked, lambda: None)
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
