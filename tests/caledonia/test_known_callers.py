"""Whose a request is, by the token or the session that it brings."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, Final

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.utils import timezone
from rest_framework.settings import api_settings

from api import tokens
from caledonia.bridge import answer_of
from caledonia.callers import caller_of, credential_of
from caledonia.fair_shares import KnownCallers, RequestShare
from caledonia.wsgi import application as django_application
from games.runtime import computing
from games.runtime.limits import address_of
from tests.caledonia.asking import OTHER, Asked, Environ, asked, bearer, cookie, small_shares
from tests.marks import in_one_test

__all__ = ["asked", "small_shares"]

pytestmark = [pytest.mark.uncounted, pytest.mark.usefixtures("small_shares")]


@in_one_test(
    ("written", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:1000", "192.0.2.7"),
        ("[::ffff:192.0.2.7]:1000", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::"),
        ("[2001:db8::1]:443", "2001:db8::"),
        ("[2001:db8::1]", "2001:db8::"),
        ("[192.0.2.7:1", "[192.0.2.7:1"),
        ("192.0.2.7:1:1", "192.0.2.7:1:1"),
    ],
)
def test_the_port_that_a_proxy_writes_is_no_part_of_the_caller(
    monkeypatch: pytest.MonkeyPatch, written: str, address: str
) -> None:
    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)
    claimed = f"198.51.100.1, {written}"
    request = RequestFactory().get("/", headers={"X-Forwarded-For": claimed})
    assert address_of(request) == address
    assert caller_of({"headers": [(b"x-forwarded-for", claimed.encode())]}) == address


@pytest.mark.parametrize("cookies", ["sessionid=a", "x=1;sessionid=a", "sessionid=b; sessionid=a"])
def test_a_session_is_found_where_django_finds_it(asked: Asked, cookies: str) -> None:
    given = {"HTTP_COOKIE": cookies, "test.user": 1}
    asked.ask(**given)
    asked.close()
    assert asked.shares.known.user_of("session a") == 1


BLANKS: Final = (" ", "  ", "\t", " \t ", "\x0b", "\x0c")
WAYS: Final[dict[str, Callable[[str, str], Environ]]] = {
    **{
        f"{word!r} {blank!r}": lambda token, _, word=word, blank=blank: {
            "HTTP_AUTHORIZATION": f"{blank}{word}{blank}{token}{blank}"
        }
        for word in ("Bearer", "tOKEN")
        for blank in BLANKS
    },
    "header of another kind": lambda _, key: {"HTTP_AUTHORIZATION": "Basic eDp5", **cookie(key)},
    "header of no kind": lambda _, key: {"HTTP_AUTHORIZATION": "\xa0x y", **cookie(key)},
    **{
        text: lambda _, key, text=text: {"HTTP_COOKIE": text.format(key=key)}
        for text in (
            "sessionid ={key}",
            "x=1;\tsessionid\t=\t{key}\t",
            'sessionid="{key}"',
            'ses\\sionid= "\\{key}" ;x',
            "sessionid=other; sessionid={key}",
            "\xc2\xa0sessionid={key}; y=sessionid=z; sessionidx=w",
        )
    },
}


@pytest.fixture
def signed_in(transactional_db: None) -> tuple[User, str, str]:
    """A user with a token and the key of a session. Closing an answer closes the connection."""
    anna = User.objects.create_user("anna")
    _, token = tokens.issue(user=anna, name="t", now=timezone.now())
    client = Client()
    client.force_login(anna)
    return anna, token, client.cookies["sessionid"].value


@pytest.mark.once
@in_one_test("way", WAYS)
def test_what_django_takes_is_found_however_it_is_written(
    way: str, signed_in: tuple[User, str, str]
) -> None:
    anna, token, key = signed_in
    known = KnownCallers()
    environ = RequestFactory().get("/api/v1/me").environ
    environ.pop("HTTP_COOKIE", None)
    environ |= WAYS[way](token, key)
    share = RequestShare(known, environ, "127.0.0.1")
    with closing(share.measured(partial(answer_of, django_application, environ)).body) as body:
        assert b"anna" in b"".join(body)
    assert share.credential in (f"token {token}", f"session {key}")
    assert known.user_of(share.credential) == anna.pk


@pytest.mark.parametrize(
    "cookies", ["sessionid", "sessionid=", 'sessionid="', "sessionid=a b", "xsessionid=a", "=a"]
)
def test_what_is_no_session_is_none(cookies: str) -> None:
    assert credential_of({"PATH_INFO": "/games/", "HTTP_COOKIE": cookies}) == ""


def test_a_credential_that_signs_nobody_in_any_more_is_not_its_owner(asked: Asked) -> None:
    """The holder of a revoked token takes one round of the owner's places, no more."""
    for token in ("leaked", "good"):
        asked.ask("/api/v1/me", **bearer(token), **{"test.user": 1})
        asked.close()
    assert asked.ask("/api/v1/me", REMOTE_ADDR=OTHER, **bearer("leaked")) == 200
    assert asked.ask("/api/v1/me", **bearer("good")) == 429
    asked.close()
    assert asked.ask("/api/v1/me", REMOTE_ADDR=OTHER, **bearer("leaked")) == 200
    assert asked.ask("/api/v1/me", **bearer("good")) == 200


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
    known = KnownCallers()
    anna = User.objects.create_user("anna")
    issued, token = tokens.issue(user=anna, name="t", now=timezone.now())

    def status(path: str, **given: Any) -> int:
        environ = RequestFactory().get(path).environ | given
        answered = partial(answer_of, django_application, environ)
        with closing((answer := RequestShare(known, environ, "127.0.0.1").measured(answered)).body):
            return answer.status

    assert status("/api/v1/me", **bearer(token)) == 200
    assert known.user_of(f"token {token}") == anna.pk
    assert status("/api/v1/me", **bearer("junk")) == 401
    assert known.user_of("token junk") is None
    issued.delete()
    known.learn(f"token {token}", anna.pk)
    assert status("/api/v1/me", **bearer(token)) == 401
    assert known.user_of(f"token {token}") is None
    # Without authentication it is forgotten too, or a token that was revoked would count for ever.
    known.learn(f"token {token}", anna.pk)
    assert status("/api/v1/nothing", **bearer(token)) == 404
    assert known.user_of(f"token {token}") is None
    client = Client()
    client.force_login(anna)
    session = client.cookies["sessionid"].value
    assert status("/games/", **cookie(session)) == 200
    assert known.user_of(f"session {session}") == anna.pk
    client.logout()
    assert status("/games/", **cookie(session)) == 200
    assert known.user_of(f"session {session}") is None


def test_the_latest_callers_are_known() -> None:
    known = KnownCallers(most=2)
    for number in (1, 2, 1, 3):
        known.learn(f"token {number}", number)
    assert [known.user_of(f"token {number}") for number in (1, 2, 3)] == [1, None, 3]
    known.learn("token 1", None)
    known.learn("token 1", None)
    assert [known.user_of(f"token {number}") for number in (1, 3)] == [None, 3]
