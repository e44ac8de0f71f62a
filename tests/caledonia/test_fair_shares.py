"""The share of a process that one caller gets, before Django sees the request."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.utils import timezone

from api import tokens
from caledonia.fair_shares import FairShares, KnownCallers
from caledonia.middleware import USER
from caledonia.wsgi import django_application
from games.runtime import computing
from tests.database import empty_cache

Environ = dict[str, Any]
Started = list[tuple[str, dict[str, str]]]


@pytest.fixture(autouse=True)
def _shares(settings: LazySettings) -> None:
    empty_cache()
    settings.REQUESTS_PER_USER, settings.REQUESTS_PER_ADDRESS = 1, 2
    settings.REQUESTS_WAITING = 0


class Asked:
    """Requests to an application whose answers are closed when a test says so."""

    def __init__(self, application: Any = None) -> None:
        self.shares = FairShares(application or self.answer)
        self.open: list[Any] = []

    def answer(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        environ[USER] = environ.get("test.user")
        return [b"answer"]

    def ask(self, path: str = "/games/", **given: Any) -> int:
        """The status of one more request, which goes on."""
        status, _, _ = self.told(path, **given)
        return status

    def told(self, path: str = "/games/", **given: Any) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body."""
        started: Started = []
        body = self.shares(
            RequestFactory().get(path).environ | given,
            lambda status, headers: started.append((status, dict(headers))),  # type: ignore[arg-type, func-returns-value]
        )
        self.open.append(body)
        return int(started[0][0].split()[0]), started[0][1], b"".join(body)

    def close(self) -> None:
        """The server is done with all answers."""
        while self.open:
            getattr(self.open.pop(), "close", lambda: None)()


@pytest.fixture
def asked() -> Iterator[Asked]:
    made = Asked()
    yield made
    made.close()


def bearer(token: str) -> Environ:
    return {"HTTP_AUTHORIZATION": f"Bearer {token}"}


def cookie(session: str) -> Environ:
    return {"HTTP_COOKIE": f"messages=x; sessionid={session}"}


def test_an_address_has_so_many_requests_at_once(asked: Asked) -> None:
    assert [asked.ask() for _ in range(3)] == [200, 200, 429]
    assert asked.ask(REMOTE_ADDR="192.0.2.7") == 200
    asked.close()
    assert asked.ask() == 200


def test_an_answer_counts_until_it_is_closed_though_all_of_it_was_sent(asked: Asked) -> None:
    assert asked.told()[2] == b"answer"
    assert [asked.ask() for _ in range(2)] == [200, 429]


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
    assert asked.ask(path, REMOTE_ADDR="192.0.2.7", **credential("other"), **anna) == 429
    assert asked.ask(path, REMOTE_ADDR="192.0.2.8") == 200


def test_a_token_says_nothing_about_who_asks_for_a_page(asked: Asked) -> None:
    asked.ask(**cookie("of anna"), **{"test.user": 1})
    asked.close()
    assert asked.ask(**cookie("of anna"), **bearer("junk")) == 200
    assert asked.ask(REMOTE_ADDR="192.0.2.7", **cookie("of anna"), **bearer("junk too")) == 429


def test_what_the_application_raises_gives_the_share_back() -> None:
    def broken(environ: Environ, start_response: object) -> Iterable[bytes]:
        raise OSError

    asked = Asked(broken)
    for _ in range(5):
        with pytest.raises(OSError):  # noqa: PT011 - it has no text
            asked.ask()


def test_files_and_probes_do_not_count(asked: Asked, settings: LazySettings) -> None:
    paths = ("/healthz", "/readyz", "/metrics", f"{settings.STATIC_URL}web/icon.svg")
    assert [asked.ask(path) for path in paths * 3] == [200] * 12


def test_a_program_gets_a_problem_and_a_browser_a_page_in_its_language(asked: Asked) -> None:
    for _ in range(2):
        asked.ask()
    status, headers, body = asked.told("/api/v1/me")
    assert (status, headers["Content-Type"]) == (429, "application/problem+json")
    assert b'"code":"throttled"' in body
    assert headers["Retry-After"] == "1"
    assert f'"request_id":"{headers["X-Request-ID"]}"'.encode() in body
    status, headers, body = asked.told(HTTP_ACCEPT_LANGUAGE="pl")
    assert (status, headers["Content-Language"], headers["Retry-After"]) == (429, "pl", "1")
    assert "Za dużo takich zapytań".encode() in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "private, no-store"
    assert len(body) == int(headers["Content-Length"])


def test_computing_time_is_that_of_the_call_of_the_body_and_of_its_end(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("caledonia.fair_shares.time.thread_time", lambda: next(clock))
    settings.COMPUTING_RATES = dict.fromkeys(("user", "address", "anonymous"), "4/d")
    asked = Asked()
    assert asked.ask() == 200
    assert not computing.wait_of(None, "127.0.0.1")
    asked.close()
    # One second each for the call, the part, the end of the parts, and the close.
    assert computing.wait_of(None, "127.0.0.1")
    status, headers, _ = asked.told()
    assert status == 429
    assert 0 < int(headers["Retry-After"]) <= 86_400
    assert asked.ask(REMOTE_ADDR="192.0.2.7") == 200


def test_computing_time_of_strangers_keeps_no_user_out(
    asked: Asked, settings: LazySettings
) -> None:
    settings.COMPUTING_RATES = dict.fromkeys(("user", "address", "anonymous"), "1/d")
    computing.spent_by(None, "127.0.0.1", 1)
    assert asked.ask() == 429
    assert asked.ask(**cookie("of anna"), **{"test.user": 1}) == 200
    asked.close()
    assert asked.ask(**cookie("of anna"), **{"test.user": 1}) == 200
    asked.close()
    computing.spent_by(1, "192.0.2.7", 1)
    assert asked.ask(**cookie("of anna")) == 429


@pytest.mark.django_db
def test_behind_it_django_looks_whose_a_token_or_session_is(settings: LazySettings) -> None:
    settings.COMPUTING_RATES = dict.fromkeys(("user", "address", "anonymous"), "1/d")
    computing.spent_by(None, "127.0.0.1", 1)
    anna = User.objects.create_user("anna")
    _, token = tokens.issue(user=anna, name="t", now=timezone.now())
    client = Client()
    client.force_login(anna)
    assert client.get("/games/").status_code == 200
    client.cookies["sessionid"] = "x" * 32
    assert client.get("/games/").status_code == 429
    assert client.get("/api/v1/games").status_code == 429
    headers = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/v1/games", headers=headers).status_code == 200
    computing.spent_by(anna.pk, "127.0.0.1", 1)
    assert client.get("/api/v1/games", headers=headers).status_code == 429


@pytest.mark.django_db(transaction=True)  # closing an answer closes the connection
def test_who_has_asked_is_learnt_from_django() -> None:
    asked = Asked(django_application)
    anna = User.objects.create_user("anna")
    _, token = tokens.issue(user=anna, name="t", now=timezone.now())
    assert asked.ask("/api/v1/me", **bearer(token)) == 200
    asked.close()
    assert asked.shares.known.user_of(f"token {token}") == anna.pk
    assert asked.ask("/api/v1/me", **bearer("junk")) == 401
    asked.close()
    assert asked.shares.known.user_of("token junk") is None


def test_the_latest_callers_are_known() -> None:
    known = KnownCallers(most=2)
    for number in (1, 2, 1, 3):
        known.learn(f"token {number}", number)
    assert [known.user_of(f"token {number}") for number in (1, 2, 3)] == [1, None, 3]
