"""The share of a process that one caller gets, before Django sees the request."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import RequestFactory

from caledonia.bridge import answer_of
from caledonia.fair_shares import KnownCallers, RequestShare
from games.runtime import computing
from tests.caledonia.asking import OTHER, Asked, Environ, asked, bearer, cookie, never, small_shares

__all__ = ["asked", "small_shares"]

pytestmark = [pytest.mark.uncounted, pytest.mark.usefixtures("small_shares")]


def test_an_address_has_so_many_requests_at_once(asked: Asked) -> None:
    assert [asked.ask() for _ in range(3)] == [200, 200, 429]
    assert asked.ask(REMOTE_ADDR=OTHER) == 200
    asked.close()
    assert asked.ask() == 200


def test_one_address_fills_neither_the_threads_nor_what_waits(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three are answered, seven wait without a thread, and no other address waits behind them."""
    settings.REQUESTS_PER_ADDRESS, settings.REQUESTS_WAITING = 3, 7
    settings.REQUESTS_WAIT_SECONDS = 60
    asked = Asked(threads=4)
    try:
        assert [asked.ask() for _ in range(3)] == [200] * 3
        waiting = [asked.waits() for _ in range(7)]
        status, headers, _ = asked.response("/api/v1/me")
        assert (status, headers["retry-after"]) == (429, "1")
        assert "connection" not in headers
        assert asked.ask(REMOTE_ADDR=OTHER) == 200
        assert asked.begun == ["127.0.0.1"] * 3 + [OTHER]
        assert not any(task.done() for task in waiting)
        asked.close()
        assert asked.begun.count("127.0.0.1") == 10
    finally:
        asked.end()


def test_a_convention_behind_one_address_checks_in_at_once(settings: LazySettings) -> None:
    """Each player has a session, some of which this process has not seen yet."""
    settings.REQUESTS_PER_USER, settings.REQUESTS_PER_ADDRESS = 2, 3
    settings.REQUESTS_WAITING, settings.REQUESTS_WAITING_ADDRESS = 7, 64
    settings.REQUESTS_WAIT_SECONDS = 0.01
    settings.REQUESTS_WAIT_SIGNED_IN_SECONDS = 60
    asked = Asked(threads=12)
    try:
        for number in range(64):
            asked.shares.known.learn(f"session s{number}", number)
        assert [asked.ask() for _ in range(3)] == [200] * 3
        waiting = [asked.waits(**cookie(f"s{number}")) for number in range(64)]
        waiting += [asked.waits(**cookie(f"new{number}")) for number in range(64)]
        assert asked.ask(**cookie("s1")) == 429
        assert asked.ask(**cookie("junk")) == 429
        assert asked.ask() == 429
        assert asked.ask(REMOTE_ADDR=OTHER) == 200
        asked.close()
        assert asked.begun.count("127.0.0.1") == 3 + 2 * 64
        assert all(task.done() for task in waiting)
    finally:
        asked.end()


def test_a_user_fills_no_room_of_others(settings: LazySettings) -> None:
    settings.REQUESTS_WAITING, settings.REQUESTS_WAITING_ADDRESS = 1, 64
    settings.REQUESTS_WAIT_SIGNED_IN_SECONDS = 60
    asked = Asked()
    try:
        asked.shares.known.learn("session anna", 1)
        asked.shares.known.learn("session bruce", 2)
        assert [asked.ask() for _ in range(2)] == [200] * 2
        asked.waits(**cookie("anna"))
        assert asked.ask(**cookie("anna")) == 429
        asked.waits(**cookie("bruce"))
        asked.close()
    finally:
        asked.end()


def test_who_has_waited_long_enough_is_refused(
    asked: Asked, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REQUESTS_WAITING = 1
    settings.REQUESTS_WAIT_SECONDS = 0.01
    assert [asked.ask() for _ in range(3)] == [200, 200, 429]


def test_addresses_with_all_threads_let_the_next_one_go_first(settings: LazySettings) -> None:
    settings.REQUESTS_PER_ADDRESS = 3
    asked = Asked(threads=2)
    try:
        assert [asked.ask(), asked.ask()] == [200, 200]
        asked.waits()
        asked.waits(REMOTE_ADDR=OTHER)
        asked.close()
        assert asked.begun == ["127.0.0.1", "127.0.0.1", OTHER, "127.0.0.1"]
    finally:
        asked.end()


@pytest.mark.parametrize(
    ("method", "session", "goes_first"),
    [
        ("POST", "of-anna", True),
        ("DELETE", "of-anna", True),
        ("GET", "of-anna", False),
        ("HEAD", "of-anna", False),
        ("POST", "new", False),
        ("POST", "", False),
    ],
)
def test_what_a_known_user_writes_gets_a_thread_before_reads(
    method: str, session: str, goes_first: bool
) -> None:
    asked = Asked(threads=1)
    try:
        asked.shares.known.learn("session of-anna", 1)
        assert asked.ask(REMOTE_ADDR="192.0.2.8") == 200
        asked.waits()
        sent = cookie(session) if session else {}
        asked.waits(REQUEST_METHOD=method, REMOTE_ADDR=OTHER, **sent)
        asked.close()
        assert asked.begun[1] == (OTHER if goes_first else "127.0.0.1")
    finally:
        asked.end()


def test_a_body_without_its_end_takes_no_share(asked: Asked) -> None:
    for _ in range(5):
        asked.waits("/login/", CONTENT_LENGTH="9", **{"test.receive": never})
    assert asked.ask() == 200


def test_an_answer_that_nobody_reads_takes_no_share(asked: Asked) -> None:
    for _ in range(2):
        asked.ask(**{"test.sent": never})
    assert asked.ask() == 429
    asked.make_answers()
    assert [asked.ask() for _ in range(3)] == [200, 200, 429]


def test_one_network_is_one_address(asked: Asked) -> None:
    statuses = [asked.ask(REMOTE_ADDR=f"2001:db8::{n}") for n in range(3)]
    assert statuses == [200, 200, 429]
    assert asked.ask(REMOTE_ADDR="2001:db8:0:1::1") == 200


@pytest.mark.parametrize(
    ("path", "credential"), [("/games/", cookie), ("/api/v1/me", bearer), ("/api/v1/me", cookie)]
)
def test_junk_is_no_way_around_it(
    asked: Asked, path: str, credential: Callable[[str], Environ]
) -> None:
    statuses = [asked.ask(path, **credential(f"junk{n}")) for n in range(4)]
    assert statuses == [200, 200, 429, 429]


@pytest.mark.parametrize(
    ("path", "credential"), [("/games/", cookie), ("/api/v1/me", bearer), ("/api/v1/me", cookie)]
)
def test_a_user_who_was_seen_has_so_many_from_any_address(
    asked: Asked, path: str, credential: Callable[[str], Environ]
) -> None:
    anna = {"test.user": 1}
    for name in ("one", "other"):
        asked.ask(path, **credential(name), **anna)
        asked.close()
    assert asked.ask(path, **credential("one"), **anna) == 200
    assert asked.ask(path, REMOTE_ADDR=OTHER, **credential("other"), **anna) == 429
    assert asked.ask(path, REMOTE_ADDR="192.0.2.8") == 200


def test_a_token_says_nothing_about_who_asks_for_a_page(asked: Asked) -> None:
    asked.ask(**cookie("of-anna"), **{"test.user": 1})
    asked.close()
    assert asked.ask(**cookie("of-anna"), **bearer("junk")) == 200
    assert asked.ask(REMOTE_ADDR=OTHER, **cookie("of-anna"), **bearer("junk too")) == 429


def test_what_the_application_raises_gives_the_share_back() -> None:
    def broken(environ: Environ, start_response: object) -> Iterable[bytes]:
        raise OSError

    asked = Asked(broken)
    for _ in range(5):
        with pytest.raises(OSError):  # noqa: PT011 - it has no text
            asked.ask()
    asked.end()


def test_files_and_probes_do_not_count(asked: Asked, settings: LazySettings) -> None:
    paths = ("/readyz", "/metrics", f"{settings.STATIC_URL}web/icon.svg")
    assert [asked.ask(path) for path in ("/healthz", *paths * 2)] == [200] * 7


def test_a_program_gets_a_problem_and_a_browser_a_page_in_its_language(asked: Asked) -> None:
    for _ in range(2):
        asked.ask()
    status, headers, body = asked.response("/api/v1/me")
    assert (status, headers["content-type"]) == (429, "application/problem+json")
    assert b'"code":"throttled"' in body
    assert headers["retry-after"] == "1"
    assert f'"request_id":"{headers["x-request-id"]}"'.encode() in body
    status, headers, body = asked.response(HTTP_ACCEPT_LANGUAGE="pl")
    assert (status, headers["content-language"], headers["retry-after"]) == (429, "pl", "1")
    assert "Zbyt wiele żądań".encode() in body
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cache-control"] == "private, no-store"
    assert len(body) == int(headers["content-length"])
    _, headers, _ = asked.response(
        HTTP_ACCEPT_LANGUAGE="pl", HTTP_COOKIE="x=1; django_language=ja; y=2"
    )
    assert headers["content-language"] == "ja"


def test_computing_time_is_that_of_the_thread(
    asked: Asked, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("caledonia.fair_shares.time.thread_time", lambda: next(clock))
    settings.COMPUTING_RATES = dict.fromkeys(("user", "address", "anonymous"), "1/d")
    assert asked.ask() == 200
    assert not computing.wait_of(None, "127.0.0.1")
    asked.close()
    assert computing.wait_of(None, "127.0.0.1")
    status, headers, _ = asked.response()
    assert status == 429
    assert 0 < int(headers["retry-after"]) <= 86_400
    assert asked.ask(REMOTE_ADDR=OTHER) == 200


def test_computing_time_is_that_of_the_call_of_the_body_and_of_its_end(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when it raises."""
    clock = [0]
    monkeypatch.setattr("caledonia.fair_shares.time.thread_time", lambda: clock[0])
    settings.COMPUTING_RATES = dict.fromkeys(("user", "address", "anonymous"), "3/d")

    class Body:
        def __iter__(self) -> Iterator[bytes]:
            clock[0] += 1
            yield b""

        def close(self) -> None:
            clock[0] += 1
            raise OSError

    def application(environ: Environ, start_response: Callable[..., Any]) -> Body:
        clock[0] += 1
        start_response("200 OK", [])
        return Body()

    environ = RequestFactory().get("/games/").environ
    share = RequestShare(KnownCallers(), environ, "127.0.0.1")
    with pytest.raises(OSError):  # noqa: PT011 - it has no text
        share.measured(partial(answer_of, application, environ))
    assert computing.wait_of(None, "127.0.0.1")


def test_computing_time_of_strangers_keeps_no_user_out(
    asked: Asked, settings: LazySettings
) -> None:
    settings.COMPUTING_RATES = dict.fromkeys(("user", "address", "anonymous"), "1/d")
    computing.spent_by(None, "127.0.0.1", 1)
    assert asked.ask() == 429
    assert asked.ask(**cookie("of-anna"), **{"test.user": 1}) == 200
    asked.close()
    assert asked.ask(**cookie("of-anna"), **{"test.user": 1}) == 200
    asked.close()
    computing.spent_by(1, OTHER, 1)
    assert asked.ask(**cookie("of-anna")) == 429
