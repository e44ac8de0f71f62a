"""Every error under /api/ is a problem document, wherever it arises."""

import base64
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from io import BytesIO

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.test import Client, override_settings

from api import problems
from api.middleware import CHUNK, MOST_DRAINED, drain
from games.models import Game
from games.runtime import ratelimit
from games.runtime.sealed_cache import CACHE_ERRORS
from tests.api.conftest import PASSWORD, Caller, problem
from tests.marks import in_one_test


@in_one_test(
    "path",
    [
        "/api/",
        "/api/v1/",
        "/api/v1/nothing",
        "/api/v2/games",
        "/api/v1/games/",
        "/api/v1/me/",
        "/api/v1/%00",
        "/api/v1/%ff%fe",
        "/api/v1/content/abc",
        "/api/v1/content/" + "0" * 64,
        "/api/v1/content/%00",
    ],
)
def test_unknown_address(anonymous: Caller, path: str) -> None:
    problem(anonymous.client.get(path), 404)


def test_content_is_named_by_its_hash(anonymous: Caller) -> None:
    for name in ("abc", "0" * 63, "0" * 65, "g" * 64):
        refusal = problem(anonymous.get(f"content/{name}"), 404)
        assert "64 hexadecimal digits" in refusal["detail"]
    refusal = problem(anonymous.get(f"content/{'0' * 64}"), 404)
    assert "64 hexadecimal digits" not in refusal["detail"]


@pytest.mark.uncounted
@in_one_test(
    "game_id",
    ["1", "F5", "00000000-0000-0000-0000-00000000000g", "%00", "0" * 5000, "A" * 8 + "-0" * 12],
)
@in_one_test("rest", ["", "/state", "/moves"])
def test_bad_game_id(alice: Caller, game_id: str, rest: str) -> None:
    refusal = problem(alice.get(f"games/{game_id}{rest}"), 404, "no_such_game")
    assert "UUID" in refusal["detail"]


def test_a_refused_body_is_read_piece_by_piece_and_not_for_ever() -> None:
    class Endless:
        sizes: list[int] = []

        def read(self, size: int) -> bytes:
            self.sizes.append(size)
            return bytes(size)

    drain(Endless())  # type: ignore[arg-type]
    assert max(Endless.sizes) == CHUNK
    assert sum(Endless.sizes) == MOST_DRAINED


def test_unknown_game(alice: Caller) -> None:
    unknown = "games/00000000-0000-4000-8000-000000000000"
    for path in ["", "/state", "/map", "/events", "/moves", "/standing-order"]:
        problem(alice.get(unknown + path), 404, "no_such_game")
    for path in ["/join", "/leave", "/start", "/bots", "/undo"]:
        problem(alice.post(unknown + path), 404, "no_such_game")
    body = {"version": 1, "notation": "pass"}
    problem(alice.post(unknown + "/moves", body), 404, "no_such_game")
    problem(alice.put(unknown + "/standing-order", {}), 404, "no_such_game")


def test_wrong_method_names_the_right_ones(alice: Caller) -> None:
    refused = alice.send("PATCH", "games", {})
    problem(refused, 405, "method_not_allowed")
    assert refused["Allow"] == "GET, POST, HEAD"
    problem(alice.send("OPTIONS", "games"), 405)
    problem(alice.send("TRACE", "games"), 405)
    problem(alice.post("options", {}), 405)


@pytest.mark.parametrize("path", ["games", "me", "options", "tokens", "nowhere"])
def test_what_no_address_does_is_no_reason_to_sign_in(
    anonymous: Caller, alice: Caller, path: str
) -> None:
    for method in ("OPTIONS", "TRACE", "PATCH"):
        expected = 404 if path == "nowhere" else 405
        for caller in (anonymous, alice):
            refused = problem(caller.send(method, path), expected)
            assert "WWW-Authenticate" not in refused


def test_head_is_like_get(anonymous: Caller) -> None:
    assert anonymous.send("HEAD", "games?status=open").status_code == 200
    assert anonymous.send("HEAD", "games?status=lost").status_code == 400


def test_not_acceptable(alice: Caller) -> None:
    problem(alice.get("games", Accept="text/html"), 406, "not_acceptable")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "a", "/"])
def test_body_that_is_not_json(alice: Caller, kind: str) -> None:
    refusal = problem(alice.raw("games", b'{"name": "x"}', kind), 415, "unsupported_media_type")
    assert refusal["detail"].endswith("Send application/json.")


def test_body_that_is_too_large(alice: Caller) -> None:
    body = b'{"name": "' + b"x" * (64 * 1024) + b'"}'
    refusal = problem(alice.raw("games", body), 413, "too_large")
    assert "65536" in refusal["detail"]


@pytest.mark.parametrize("size", [70_000, 2_000_000])
def test_body_that_is_too_large_is_read_to_its_end(alice: Caller, size: int) -> None:
    """Or the client would find its connection cut instead of an answer."""
    body = BytesIO(b"x" * size)
    sent = alice.client.generic(
        "POST",
        "/api/v1/games",
        headers=alice.headers({}),
        **{"wsgi.input": body, "CONTENT_LENGTH": str(size), "CONTENT_TYPE": "application/json"},
    )
    problem(sent, 413, "too_large")
    assert body.read() == b""


def test_our_own_defect(
    alice: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("the secret of the crash")

    monkeypatch.setattr("games.services.visit_games", crash)
    for debug in (False, True):
        with override_settings(DEBUG=debug):
            refused = alice.get("games")
        problem(refused, 500, "internal_server_error")
        assert b"secret of the crash" not in refused.content
    assert "Internal Server Error: /api/v1/games" in caplog.text


@pytest.mark.parametrize("lost", [OperationalError, InterfaceError])
def test_database_that_is_away(
    alice: Caller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    lost: type[Exception],
) -> None:
    def away(*_: object) -> None:
        raise lost("the password of the database")

    monkeypatch.setattr("games.services.visit_games", away)
    refused = alice.get("games")
    refusal = problem(refused, 503, "unavailable")
    assert "Idempotency-Key" in refusal["detail"]
    assert refused["Retry-After"] == "2"
    assert b"password" not in refused.content
    assert "the database does not answer" in caplog.text


def test_host_that_we_do_not_serve(anonymous: Caller) -> None:
    with override_settings(ALLOWED_HOSTS=["caledonia.example"]):
        refusal = problem(anonymous.get("games", Host="elsewhere.example"), 400)
    assert "check the host name" in refusal["detail"]


WRONG = PASSWORD[::-1]


@pytest.fixture
def rates() -> Iterator[Callable[..., None]]:
    """Sets rates of throttles for one test."""
    with ExitStack() as stack:

        def choose(**rates: str) -> None:
            named = {name.replace("_", "-"): rate for name, rate in rates.items()}
            own = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": named}
            attempts = {**settings.ATTEMPT_RATES, **named}
            stack.enter_context(override_settings(REST_FRAMEWORK=own, ATTEMPT_RATES=attempts))

        yield choose


def test_throttles_count_users_apart(
    alice: Caller, bob: Caller, rates: Callable[..., None]
) -> None:
    rates(read="2/hour", write="1/hour")
    assert [alice.get("me").status_code for _ in range(3)] == [200, 200, 429]
    refused = alice.get("me")
    problem(refused, 429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 3600
    body = {"name": "x"}
    assert alice.post("games", body).status_code == 201
    problem(alice.post("games", body), 429)
    assert bob.get("me").status_code == 200


def test_users_of_one_address_are_counted_together_too(
    alice: Caller, bob: Caller, rates: Callable[..., None]
) -> None:
    rates(read="9/hour", write="9/hour", read_address="3/hour", write_address="1/hour")
    assert [alice.get("me").status_code for _ in range(2)] == [200, 200]
    assert [bob.get("me").status_code for _ in range(2)] == [200, 429]
    assert bob.post("games", {"name": "x"}).status_code == 201
    refused = alice.post("games", {"name": "x"})
    problem(refused, 429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 3600
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get("/api/v1/me", headers=bob.headers({})).status_code == 200


def test_retry_after_is_never_at_once(
    alice: Caller, rates: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rates(read="1/min")
    monkeypatch.setattr("games.runtime.ratelimit.time.time", lambda: 1_799_999_999.9)
    assert alice.get("me").status_code == 200
    assert alice.get("me")["Retry-After"] == "1"


def test_throttle_of_strangers(
    anonymous: Caller, alice: Caller, rates: Callable[..., None]
) -> None:
    rates(anonymous="1/hour")
    assert anonymous.get("games").status_code == 200
    problem(anonymous.get("games"), 429)
    problem(anonymous.get("games", X_Forwarded_For="192.0.2.7"), 429)
    assert alice.get("games").status_code == 200


def test_throttle_of_wrong_tokens(
    anonymous: Caller, alice: Caller, rates: Callable[..., None]
) -> None:
    rates(anonymous="2/hour")
    wrong = {"Authorization": "Bearer coc_made-up"}
    assert [Client().get("/api/v1/me", headers=wrong).status_code for _ in range(3)] == [
        *(401, 401, 429),
    ]
    refused = problem(anonymous.get("me"), 429)
    assert "throttled" in refused["detail"]
    assert alice.get("me").status_code == 200


def test_throttle_of_requests_without_a_token(
    anonymous: Caller, rates: Callable[..., None]
) -> None:
    rates(anonymous="2/hour")
    assert [anonymous.post("games", {}).status_code for _ in range(3)] == [401, 401, 429]


@pytest.mark.once
@pytest.mark.long
def test_embedded_server_does_not_import_redis() -> None:
    """It takes half a second to import and is not used."""
    code = "import caledonia.wsgi, api.urls, sys; sys.exit('redis' in sys.modules)"
    known = {name: text for name, text in os.environ.items() if name != "REDIS_URL"}
    settings_ = {"DJANGO_SETTINGS_MODULE": "caledonia.settings", "CALEDONIA_DEV": "1"}
    subprocess.run([sys.executable, "-c", code], env={**known, **settings_}, check=True)


@pytest.mark.parametrize("counted", [None, -(10**9), 0, 1])
def test_a_limit_holds_in_each_process_without_the_cache(
    alice: Caller,
    rates: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    counted: int | None,
) -> None:
    """Also after the counters were reset: what the process has counted itself holds."""

    class Broken:
        def incr(self, *_: object, **__: object) -> int:
            if counted is None:
                raise CACHE_ERRORS[-1]("connection refused, or a value that is no number")
            return counted

        add = incr

        def count_in_turn(self, windows: Sequence[object]) -> list[int]:
            return [self.incr() for _ in windows]

    rates(read="2/hour")
    monkeypatch.setattr("games.runtime.ratelimit.cache", Broken())
    assert [alice.get("me").status_code for _ in range(3)] == [200, 200, 429]


def test_the_counts_of_a_process_take_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = ratelimit.OwnCounts(most=100)
    for number in range(1000):
        counts.count(f"address-{number}", 60)
        assert len(counts._calls) <= 101
    assert counts.count("address-999", 60) == 2
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 61)
    assert counts.count("address-999", 60) == 1


def test_guessing_one_password_from_many_addresses_is_throttled(
    alice: Caller, bob: Caller, rates: Callable[..., None]
) -> None:
    rates(sign_in="9/hour", sign_in_user="2/hour")

    def guess(name: str, address: str, password: str = WRONG) -> int:
        basic = base64.b64encode(f"{name}:{password}".encode()).decode()
        client = Client(REMOTE_ADDR=address)
        headers = {"Authorization": f"Basic {basic}"}
        return int(client.generic("POST", "/api/v1/tokens", headers=headers).status_code)

    names = ["alice", "ALICE", "alice"]
    tries = [guess(name, f"192.0.2.{n}") for n, name in enumerate(names)]
    assert tries == [401, 401, 429]
    assert guess("alice", "192.0.2.9", PASSWORD) == 429
    assert [guess("nobody here", f"192.0.2.{n}") for n in range(3)] == [401, 401, 429]
    assert guess("bob", "192.0.2.1", PASSWORD) == 201
    assert alice.get("me").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("unknown", "nobody", False),
    ],
)
def test_whose_address_is_whose(
    first: str, second: str, same: bool, rates: Callable[..., None]
) -> None:
    rates(anonymous="1/hour")
    assert Client(REMOTE_ADDR=first).get("/api/v1/statistics").status_code == 200
    status = Client(REMOTE_ADDR=second).get("/api/v1/statistics").status_code
    assert status == (429 if same else 200)


def test_guessing_passwords_is_throttled(alice: Caller, rates: Callable[..., None]) -> None:
    rates(sign_in="3/hour")
    header = {"Authorization": "Basic YWxpY2U6Z3Vlc3M="}
    tries = [
        Client().generic("POST", "/api/v1/tokens", headers=header).status_code for _ in range(4)
    ]
    assert tries == [401, 401, 401, 429]
    assert alice.post("games", {"name": "x"}).status_code == 201


def test_every_refusal_has_a_sentence_and_a_title() -> None:
    codes = [answer.code for answer in problems.ANSWERS]
    assert len(set(codes)) == len(codes)
    for answer in problems.ANSWERS:
        assert 400 <= answer.status < 500
        assert answer.title


def test_private_game_hides_from_strangers(
    table: Callable[..., Game], alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    path = f"games/{table(visibility='private').pk}"
    for stranger in (bob, anonymous):
        for rest in ["", "/state", "/map", "/events"]:
            problem(stranger.get(path + rest), 404, "no_such_game")
    problem(bob.get(path + "/moves"), 404, "no_such_game")
    for rest in ["/join", "/leave", "/start", "/bots", "/undo"]:
        problem(bob.post(path + rest), 404, "no_such_game")
    problem(bob.post(path + "/moves", {"version": 0, "notation": "pass"}), 404, "no_such_game")
    problem(bob.put(path + "/standing-order", {}), 404, "no_such_game")
    assert alice.get(path).status_code == 200
