"""Authentication: tokens, passwords, sessions; and what each of them may do."""

import base64
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from api import tokens
from api.models import Token
from games.models import Game
from tests.api.conftest import PASSWORD, Caller, Turn, basic, problem
from tests.marks import in_one_test


def sign_in(client: Client, path: str, password: str, **headers: str) -> HttpResponse:
    """A POST without a body, with a password."""
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.generic("POST", f"/api/v1/{path}", headers={"Authorization": password} | more)


@pytest.mark.once
@pytest.mark.uncounted
def test_me(alice: Caller) -> None:
    body = alice.get("me").json()
    assert body["username"] == "alice"
    assert body["id"] == alice.user.pk


def test_me_needs_an_account(anonymous: Caller) -> None:
    refused = anonymous.get("me")
    problem(refused, 401, "not_authenticated")
    assert refused["WWW-Authenticate"] == 'Bearer realm="caledonia"'


@pytest.mark.parametrize("word", ["Bearer", "bearer", "Token"])
def test_token_is_accepted_under_both_names(alice: Caller, word: str) -> None:
    answered = Client().get("/api/v1/me", headers={"Authorization": f"{word} {alice.token}"})
    assert answered.json()["username"] == "alice"


@in_one_test(
    "header",
    ["Bearer", "Bearer a b", "Bearer wrong", "Bearer caf\xe9", "Token \0", "Bearer " * 500],
)
def test_wrong_token_is_no_anonymous_caller(alice: Caller, header: str) -> None:
    refused = Client().get("/api/v1/games", headers={"Authorization": header})
    problem(refused, 401, "authentication_failed")
    assert refused["WWW-Authenticate"].startswith("Bearer")


def test_first_token_comes_from_name_and_password(alice: Caller) -> None:
    made = Client().post(
        "/api/v1/tokens",
        content_type="application/json",
        headers={"Authorization": basic("alice", PASSWORD)},
    )
    assert made.status_code == 201
    assert made["Cache-Control"] == "private, no-store"
    token = made.json()["token"]
    answer = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["username"] == "alice"


@in_one_test(
    "header",
    [
        basic("alice", "wrong"),
        basic("zoe", PASSWORD),
        basic("al\0ice", PASSWORD),
        "Basic",
        "Basic !!!",
        "Basic " + base64.b64encode(b"\xff\xfe:x").decode(),
        "Basic " + base64.b64encode(b"no-colon").decode(),
    ],
)
def test_wrong_password(alice: Caller, header: str) -> None:
    refused = sign_in(Client(), "tokens", header)
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"] == 'Bearer realm="caledonia"'
    assert Token.objects.count() == 1


def test_password_opens_nothing_else(alice: Caller) -> None:
    header = {"Authorization": basic("alice", PASSWORD)}
    problem(Client().get("/api/v1/me", headers=header), 401)
    problem(Client().get("/api/v1/tokens", headers=header), 401)
    problem(Client().post("/api/v1/games", headers=header), 401)


def test_token_is_shown_once_and_stored_hashed(alice: Caller) -> None:
    text = alice.by_password("POST", "tokens", {"name": "laptop"}).json()["token"]
    stored = Token.objects.get(name="laptop")
    assert text not in str(vars(stored))
    assert stored.digest == tokens.digest_of(text)
    listed = alice.get("tokens")
    assert text not in listed.content.decode()
    assert [token["name"] for token in listed.json()["results"]] == ["test", "laptop"]
    assert listed.json()["results"][1]["prefix"] == text[:10]


def test_tokens_of_others_are_theirs(alice: Caller, bob: Caller) -> None:
    foreign = Token.objects.get(user=bob.user)
    assert len(alice.get("tokens").json()["results"]) == 1
    problem(alice.delete(f"tokens/{foreign.pk}"), 404)
    assert bob.get("me").status_code == 200


def test_revoke_by_id_and_by_itself(alice: Caller) -> None:
    made = alice.by_password("POST", "tokens", {"name": "old"}).json()
    assert alice.delete(f"tokens/{made['id']}").status_code == 204
    assert alice.delete("tokens").status_code == 204
    problem(alice.get("me"), 401)


@pytest.mark.parametrize("number", ["0", "9" * 30])
def test_revoke_what_is_not_there(alice: Caller, number: str) -> None:
    problem(alice.delete(f"tokens/{number}"), 404)


def test_tokens_are_limited(alice: Caller) -> None:
    for number in range(tokens.MOST_TOKENS - 1):
        tokens.issue(user=alice.user, name=str(number), now=timezone.now())
    problem(alice.by_password("POST", "tokens", {}), 409, "too_many_tokens")


def test_use_is_noted_now_and_then(alice: Caller) -> None:
    began = timezone.now()
    token = tokens.recognise(alice.token, now=began)
    tokens.recognise(alice.token, now=began + timedelta(seconds=10))
    assert token is not None
    token.refresh_from_db()
    assert token.last_used_at == began
    tokens.recognise(alice.token, now=began + tokens.USE_NOTED_EVERY)
    token.refresh_from_db()
    assert token.last_used_at == began + tokens.USE_NOTED_EVERY


def test_user_who_was_shut_out(alice: Caller) -> None:
    User.objects.update(is_active=False)
    problem(alice.get("me"), 401)


def test_authentication_costs_one_query(
    alice: Caller, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    alice.get("me")
    with django_assert_num_queries(1):
        alice.get("me")


def test_session_reads_without_and_writes_with_csrf_token(alice: Caller) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice.user)
    assert browser.get("/api/v1/me").json()["username"] == "alice"
    body = {"name": "From a browser"}
    refused = browser.post("/api/v1/games", body, content_type="application/json")
    problem(refused, 403, "csrf_failed")
    secret = "c" * 32
    browser.cookies["csrftoken"] = secret
    made = browser.post(
        "/api/v1/games",
        body,
        content_type="application/json",
        headers={"X-CSRFToken": secret},
    )
    assert made.status_code == 201, made.content
    assert made.json()["host"] == "alice"


def test_session_has_no_token_to_revoke(alice: Caller) -> None:
    browser = Client()
    browser.force_login(alice.user)
    problem(browser.delete("/api/v1/tokens"), 400)


def test_session_from_a_password_reads_and_writes_with_its_csrf_token(alice: Caller) -> None:
    browser = Client(enforce_csrf_checks=True)
    opened = sign_in(browser, "session", basic("alice", PASSWORD))
    assert (opened.status_code, opened.json()["username"]) == (201, "alice")
    assert browser.get("/api/v1/me").json()["username"] == "alice"
    body = {"name": "x", "options": {"players": 2}, "visibility": "public"}
    write = {"data": body, "content_type": "application/json"}
    problem(browser.post("/api/v1/games", **write), 403, "csrf_failed")
    csrf = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    assert browser.post("/api/v1/games", **write, headers=csrf).status_code == 201
    assert browser.delete("/api/v1/session", headers=csrf).status_code == 204
    problem(browser.get("/api/v1/me"), 401, "not_authenticated")


def test_no_session_without_the_right_password(alice: Caller) -> None:
    browser = Client()
    wrong = basic("alice", "wrong")
    problem(sign_in(browser, "session", wrong), 401, "authentication_failed")
    problem(browser.post("/api/v1/session"), 401, "not_authenticated")
    assert "sessionid" not in browser.cookies


@pytest.mark.parametrize("path", ["tokens", "session"])
@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Sec_Fetch_Site", "cross-site", 403),
        ("Origin", "https://elsewhere.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://testserver.elsewhere.example", 403),
        ("Content_Type", "application/x-www-form-urlencoded", 415),
        ("Content_Type", "multipart/form-data; boundary=x", 415),
        ("Content_Type", "text/plain", 415),
        ("Sec_Fetch_Site", "same-origin", 201),
        ("Origin", "http://testserver", 201),
        ("Origin", "https://trusted.example", 201),
        ("Content_Type", "application/json; charset=utf-8", 201),
    ],
)
@override_settings(CSRF_TRUSTED_ORIGINS=["https://trusted.example"])
@pytest.mark.long
def test_password_is_not_taken_from_forms_of_other_sites(
    alice: Caller, path: str, header: str, value: str, status: int
) -> None:
    browser = Client()
    sent = sign_in(browser, path, basic("alice", PASSWORD), **{header: value})
    assert sent.status_code == status, sent.content
    if status != 201:
        problem(sent, status)
        assert "sessionid" not in browser.cookies
        assert Token.objects.count() == 1


def test_tokens_are_not_a_matter_of_sites(alice: Caller) -> None:
    """A token is sent by programs only, never by a browser on its own."""
    made = alice.post("games", {"name": "x"}, Origin="https://elsewhere.example")
    assert made.status_code == 201


# --- deleting the account -------------------------------------------------------------------------


def farewell(user: Caller, username: str, **headers: str) -> HttpResponse:
    """A request to delete an account, with other headers than the token."""
    return user.client.generic(
        "DELETE",
        "/api/v1/me",
        b'{"username": "%s"}' % username.encode(),
        content_type="application/json",
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


def test_an_account_is_deleted_with_the_password(alice: Caller, bob: Caller) -> None:
    problem(farewell(alice, "alice", Authorization=basic("alice", "wrong")), 401)
    assert farewell(alice, "alice", Authorization=basic("alice", PASSWORD)).status_code == 204
    assert [user.username for user in User.objects.all()] == ["bob"]
    problem(alice.get("me"), 401, "authentication_failed")


@pytest.mark.parametrize("body", [None, {}, {"username": "bob"}, {"username": "alice", "x": 1}])
def test_the_own_name_has_to_be_repeated(alice: Caller, bob: Caller, body: object) -> None:
    problem(alice.by_password("DELETE", "me", body), 400, "malformed")
    assert User.objects.count() == 2


def test_nobody_is_deleted_without_an_account(anonymous: Caller, db: None) -> None:
    problem(anonymous.send("DELETE", "me", {"username": "alice"}), 401, "not_authenticated")


def test_running_games_are_named(turn: Turn, alice: Caller) -> None:
    refusal = problem(
        alice.by_password("DELETE", "me", {"username": "alice"}), 409, "still_playing"
    )
    assert refusal["facts"] == {"games": [str(turn.game.pk)]}


@pytest.mark.uncounted
def test_who_left_is_anonymous_everywhere(turn: Turn, alice: Caller, bob: Caller) -> None:
    Game.objects.filter(pk=turn.game.pk).update(status="finished")
    assert alice.by_password("DELETE", "me", {"username": "alice"}).status_code == 204
    body = bob.get(turn.path).json()
    assert body["host"] is None
    assert body["seats"][0]["user"] is None
    assert body["seats"][0]["label"].startswith("former player ")
    for path in (f"{turn.path}/state", f"replays/{turn.game.pk}/frames", turn.path, "games"):
        answered = bob.get(path)
        assert answered.status_code == 200
        assert b"alice" not in answered.content, path
