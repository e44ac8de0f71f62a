"""Writers of one game or tournament, who wait for its lock, leave the threads to others."""

import pytest
from django.conf import LazySettings

from caledonia import long_requests
from caledonia.fair_shares import READING
from caledonia.long_requests import computes_long
from caledonia.turns_to_write import row_of
from tests.caledonia.asking import Asked, cookie
from tests.marks import in_one_test

pytestmark = pytest.mark.uncounted

CUP = "3f0c5d1e-0000-4000-8000-00000000c0de"
OTHER_CUP = "3f0c5d1e-0000-4000-8000-00000000beef"
REGISTER = f"/api/v1/tournaments/{CUP}/register"


def written(asked: Asked, path: str, address: int) -> int:
    return asked.ask(path, REQUEST_METHOD="POST", REMOTE_ADDR=f"192.0.2.{address}")


def test_writers_of_one_tournament_take_two_threads(settings: LazySettings) -> None:
    settings.REQUESTS_WAIT_SECONDS = 60
    asked = Asked(threads=4)
    try:
        assert [written(asked, REGISTER, number) for number in (1, 2)] == [200] * 2
        for number in range(3, 20):
            asked.waits(REGISTER, REQUEST_METHOD="POST", REMOTE_ADDR=f"192.0.2.{number}")
        assert asked.ask("/api/v1/me", REMOTE_ADDR="192.0.2.90") == 200
        assert written(asked, f"/tournaments/{OTHER_CUP}/do/register/", 91) == 200
        asked.close()
        assert len(asked.begun) == 21
        assert written(asked, REGISTER, 1) == 200
    finally:
        asked.end()


def test_a_user_writes_before_strangers_who_wait(settings: LazySettings) -> None:
    """Who is not known may write to no game, but could line up for any."""
    settings.REQUESTS_WAIT_SECONDS = settings.REQUESTS_WAIT_SIGNED_IN_SECONDS = 60
    asked = Asked(threads=4)
    try:
        asked.shares.known.learn("session of-anna", 1)
        assert [written(asked, REGISTER, number) for number in (1, 2)] == [200] * 2
        for number in (3, 4):
            asked.waits(REGISTER, REQUEST_METHOD="POST", REMOTE_ADDR=f"192.0.2.{number}")
        known = {"REMOTE_ADDR": "192.0.2.90", **cookie("of-anna")}
        asked.waits(REGISTER, REQUEST_METHOD="POST", **known)
        asked.close()
        assert asked.begun[2] == "192.0.2.90"
    finally:
        asked.end()


def test_a_writer_that_has_waited_long_enough_is_refused_unbegun(settings: LazySettings) -> None:
    settings.REQUESTS_WAIT_SECONDS = 0.01
    asked = Asked()
    try:
        assert [written(asked, REGISTER, number) for number in (1, 2, 3)] == [200, 200, 503]
        assert len(asked.begun) == 2
        assert asked.ask(REGISTER, REMOTE_ADDR="192.0.2.4") == 200
    finally:
        asked.end()


def test_a_process_lives_that_has_no_thread_left(settings: LazySettings) -> None:
    settings.REQUESTS_WAIT_SECONDS = 0.01
    asked = Asked(threads=2)
    try:
        assert [asked.ask(REMOTE_ADDR=f"192.0.2.{number}") for number in (1, 2)] == [200] * 2
        assert asked.ask("/readyz") == 503
        assert asked.ask("/healthz") == 200
    finally:
        asked.end()


DRAW = f"/api/v1/tournaments/{CUP}/draw"


def test_draws_take_one_thread_by_turns_of_their_callers(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They compute for seconds, so with several at once none of them is over in time."""
    monkeypatch.setattr(long_requests, "SECONDS", 60)
    asked = Asked(threads=2)
    try:
        assert asked.ask(DRAW, REMOTE_ADDR="192.0.2.1") == 200
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            asked.waits(DRAW, REMOTE_ADDR=address)
        results = f"/api/v1/tournaments/{OTHER_CUP}/results/csv"
        asked.waits(results, REQUEST_METHOD="POST", REMOTE_ADDR="192.0.2.3")
        assert asked.ask("/api/v1/me", REMOTE_ADDR="192.0.2.9") == 200
        # Who has no right to draw there stands in nobody's way either.
        assert written(asked, REGISTER, 10) == 200
        asked.close()
        last = [one[-1] for one in asked.begun]
        assert [one for one in last if one in "123"] == ["1", "1", "2", "3", "1"]
    finally:
        asked.end()


@in_one_test(
    ("method", "path", "long"),
    [
        ("GET", DRAW, True),
        ("POST", DRAW, True),
        ("GET", f"/tournaments/{CUP}/direct/draw/", True),
        ("POST", f"/tournaments/{CUP}/direct/results/", True),
        ("GET", f"/tournaments/{CUP}/direct/results/", False),
        ("POST", f"/tournaments/{CUP}/do/paste-results/", True),
        ("POST", f"/tournaments/{CUP}/do/add-players/", True),
        ("POST", f"/tournaments/{CUP}/do/register/", False),
        ("POST", f"/api/v1/tournaments/{CUP}/entrants", True),
        ("GET", f"/api/v1/tournaments/{CUP}/entrants", False),
        ("POST", REGISTER, False),
        ("GET", "/api/v1/me", False),
    ],
)
def test_which_requests_compute_long(method: str, path: str, long: bool) -> None:
    assert computes_long({"REQUEST_METHOD": method, "PATH_INFO": path}) == long


@in_one_test(
    ("path", "row"),
    [
        (f"/api/v1/tournaments/{CUP}/draw", CUP),
        (f"/api/v1/tournaments/{CUP}", CUP),
        (f"/api/v1/games/{CUP}/moves", CUP),
        (f"/games/{CUP}/play/", CUP),
        (f"/tournaments/{CUP}/tables/{3}/do/report/", CUP),
        (f"/invite/{CUP}/code/", CUP),
        (f"/games/{CUP.upper()}/play/", None),
        ("/api/v1/games", None),
        ("/login/", None),
        (f"/api/v1/imports/{CUP}", None),
    ],
)
def test_who_writes_to_a_row_is_known_by_its_address(path: str, row: str | None) -> None:
    assert row_of({"REQUEST_METHOD": "POST", "PATH_INFO": path}) == row
    assert all(row_of({"REQUEST_METHOD": one, "PATH_INFO": path}) is None for one in READING)
