"""Passkeys in the second step of signing in, with an authenticator made of software."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from html import unescape
from threading import Barrier, BrokenBarrierError
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from fido2 import cbor
from fido2.utils import websafe_decode, websafe_encode

from games.accounts import passkeys, second_factors
from games.models import AttemptCount, Passkey
from tests.authenticator import Authenticator, code_at, set_up
from tests.games.test_races import at_once
from tests.marks import case, in_one_test
from tests.web.conftest import PASSWORD, user_of
from tests.web.mailing import sent_to
from web.pages.site import passkeys_views as views

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PAGE = "/profile/two-step/passkeys/"
OPTIONS = re.compile(r'data-options="([^"]+)"')


def options_on(page: HttpResponse) -> dict[str, Any]:
    (found,) = OPTIONS.findall(page.content.decode())
    options: dict[str, Any] = json.loads(unescape(found))
    return options


def add(client: Client, device: Authenticator, **changed: str) -> HttpResponse:
    answer = device.create(options_on(client.get(PAGE)))
    (code,) = second_factors.renew_codes(user=user_of(client), now=timezone.now())[:1]
    sent = {"name": "Phone", "password": PASSWORD, "code": code, "passkey": answer, **changed}
    return client.post(PAGE, sent)


def half_way() -> Client:
    """A browser after the password, which is not asked to wait for what others have tried."""
    AttemptCount.objects.all().delete()
    client = Client()
    client.post("/login/", {"username": "anna", "password": PASSWORD})
    return client


def sign_in(client: Client, device: Authenticator) -> HttpResponse:
    answer = device.get(options_on(client.get("/login/code/")))
    return client.post("/login/code/", {"passkey": answer})


def removal(passkey: int) -> str:
    return f"{PAGE}{passkey}/remove/"


def remove(client: Client, passkey: int, **changed: str) -> HttpResponse:
    (code,) = second_factors.renew_codes(user=user_of(client), now=timezone.now())[:1]
    return client.post(removal(passkey), {"password": PASSWORD, "code": code, **changed})


@pytest.fixture
def device(anna: Client) -> Authenticator:
    """The authenticator of anna, with a passkey that she has added."""
    set_up(user_of(anna))
    made = Authenticator()
    assert add(anna, made).status_code == 302
    return made


def test_a_passkey_takes_the_place_of_a_code(anna: Client, device: Authenticator) -> None:
    for _ in range(2):
        client = half_way()
        assert sign_in(client, device).status_code == 302
        assert user_of(client).username == "anna"
        assert views.CHALLENGE not in client.session
    assert Passkey.objects.get().sign_count == 2
    # By the app it still goes, too; without a passkey there is no offer.
    assert half_way().post("/login/code/", {"code": code_at(timezone.now())}).status_code == 302
    passkeys.remove(user=user_of(anna), passkey_id=Passkey.objects.get().pk, now=timezone.now())
    assert not OPTIONS.findall(half_way().get("/login/code/").content.decode())


def test_without_the_password_it_opens_nothing(device: Authenticator) -> None:
    options = options_on(half_way().get("/login/code/"))
    stranger = Client()
    answer = stranger.post("/login/code/", {"passkey": device.get(options)})
    assert answer["Location"].startswith("/login/?")


@in_one_test(
    "spoilt",
    [
        {"origin": "https://caledonia.example.net"},
        {"origin": "http://testserver:8000"},
        {"host": "example.net"},
        {"count": -1},
        {"count": 4},
        {"flags": 0},
        {"id": b"unknown-passkey"},
        {"key": ec.generate_private_key(ec.SECP256R1())},
    ],
)
def test_what_is_not_quite_right_is_refused(device: Authenticator, spoilt: dict[str, Any]) -> None:
    Passkey.objects.update(sign_count=0 if "count" not in spoilt else 5)
    used = copy(device)
    for name, value in spoilt.items():
        setattr(used, name, value)
    client = half_way()
    assert sign_in(client, used).status_code == 422
    assert "_auth_user_id" not in client.session


def test_a_challenge_is_good_once_for_one_browser_and_for_a_while(
    device: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = half_way(), half_way()
    answer = device.get(options_on(first.get("/login/code/")))
    second.get("/login/code/")
    assert second.post("/login/code/", {"passkey": answer}).status_code == 422
    assert first.post("/login/code/", {"passkey": answer}).status_code == 302
    replayed = half_way()
    assert replayed.post("/login/code/", {"passkey": answer}).status_code == 422
    monkeypatch.setattr(views, "GOOD_FOR", -views.GOOD_FOR)
    assert sign_in(half_way(), device).status_code == 422


@pytest.mark.long
def test_nor_is_it_good_again_where_a_session_still_has_it(device: Authenticator) -> None:
    """As one that was read at the same moment. Many passkeys count nothing."""
    device.count = -1
    first, second = half_way(), half_way()
    answer = device.get(options_on(first.get("/login/code/")))
    read = second.session
    read[views.CHALLENGE] = first.session[views.CHALLENGE]
    read.save()
    assert first.post("/login/code/", {"passkey": answer}).status_code == 302
    assert second.post("/login/code/", {"passkey": answer}).status_code == 422


def test_the_passkey_of_somebody_else(anna: Client, bruce: Client, device: Authenticator) -> None:
    set_up(user_of(bruce))
    assert add(bruce, device).status_code == 422  # it is anna's already
    other = Authenticator()
    assert add(bruce, other).status_code == 302
    assert sign_in(half_way(), other).status_code == 422
    theirs = Passkey.objects.get(user=user_of(anna)).pk
    for answer in (bruce.get(removal(theirs)), remove(bruce, theirs)):
        assert answer.status_code == 404
    assert Passkey.objects.filter(pk=theirs).exists()


def test_adding_one_needs_password_and_code(anna: Client) -> None:
    set_up(user_of(anna))
    for changed in ({"password": "no"}, {"code": "no"}, {"name": ""}, {"passkey": ""}):
        with case(changed):
            answer = add(anna, Authenticator(), **changed)
            assert answer.status_code == 422
            assert 'name="passkey" value' not in answer.content.decode()
            assert not Passkey.objects.exists()
    assert add(anna, Authenticator()).status_code == 302


@pytest.mark.long
def test_so_does_removing_one(anna: Client, device: Authenticator, mail_at_once: None) -> None:
    own = Passkey.objects.get().pk
    page = anna.get(removal(own)).content.decode()
    assert "Phone" in page
    assert 'name="password"' in page
    for changed in ({"password": "no"}, {"code": "no"}, {"code": ""}):
        with case(changed):
            assert remove(anna, own, **changed).status_code == 422
            assert Passkey.objects.exists()
    assert not [letter for letter in sent_to("anna@example.org") if "removed" in letter.subject]
    assert remove(anna, own)["Location"] == PAGE
    assert not Passkey.objects.exists()
    assert "removed" in sent_to("anna@example.org")[-1].subject


@pytest.mark.long
def test_mail_tells_of_it_and_switching_off_removes_it(anna: Client, mail_at_once: None) -> None:
    set_up(user_of(anna))
    add(anna, Authenticator())
    assert "passkey was added" in sent_to("anna@example.org")[-1].subject
    second_factors.switch_off(user=user_of(anna), now=timezone.now())
    assert not Passkey.objects.exists()
    assert anna.get(PAGE)["Location"] == "/profile/two-step/"


@in_one_test(
    ("host", "named"),
    [
        ("127.0.0.1:8000", "http://localhost:8000"),
        ("[::1]:8000", "http://localhost:8000"),
        ("192.0.2.7", "https://caledonia.example.org"),
        ("[2001:db8::7]", "https://caledonia.example.org"),
    ],
)
@pytest.mark.long
def test_at_an_ip_address_the_pages_say_why_there_are_none(
    anna: Client, device: Authenticator, settings: LazySettings, host: str, named: str
) -> None:
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "https://caledonia.example.org"
    here = {"headers": {"host": host}}
    client = Client()
    client.post("/login/", {"username": "anna", "password": PASSWORD}, **here)
    for browser, path in ((anna, PAGE), (client, "/login/code/?next=/rules/")):
        page = browser.get(path, **here).content.decode()
        assert f'<a href="{named}{path}">' in page
        assert "data-passkey" not in page
        assert "data-passkey" in browser.get(path).content.decode()
    assert removal(Passkey.objects.get().pk) in anna.get(PAGE, **here).content.decode()
    # Nor is there a link to a name that the site has not.
    settings.SITE_URL = "https://192.0.2.7"
    assert "https://192" not in anna.get(PAGE, **here).content.decode()


@in_one_test(
    "answer",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "[" * 10_000,
        '{"id": 1, "rawId": "é", "response": 7}',
        "9" * 9000,
    ]
    + [
        json.dumps({"id": "a", "rawId": "a", "type": "public-key", "response": {part: "oA"}})
        for part in ("clientDataJSON", "authenticatorData", "attestationObject", "signature")
    ]
    + [
        json.dumps(
            {
                "id": "YQ",
                "rawId": "YQ",
                "response": dict.fromkeys(
                    ("clientDataJSON", "authenticatorData", "attestationObject", "signature"), raw
                ),
            }
        )
        for raw in ("", "oA", websafe_encode(b"{}"), websafe_encode(bytes(40)), 5)
    ],
)
@pytest.mark.long
def test_no_answer_breaks_anything(anna: Client, device: Authenticator, answer: str) -> None:
    client = half_way()
    client.get("/login/code/")
    assert client.post("/login/code/", {"passkey": answer}).status_code == 422
    assert add(anna, Authenticator(), passkey=answer).status_code == 422


@pytest.mark.long
def test_no_spoilt_byte_breaks_anything(anna: Client) -> None:
    """Nor a key that is none, which shows only once it is used."""
    user, now, device = user_of(anna), timezone.now(), Authenticator()
    set_up(user)
    site = passkeys.Site("http://testserver", "testserver")
    kept = {"challenge": "YQ", "user_verification": "preferred"}
    made, used = (json.loads(act(kept)) for act in (device.create, device.get))
    raw = websafe_decode(made["response"]["attestationObject"])
    for at in range(0, len(raw), 2):
        spoilt = raw[:at] + bytes([raw[at] ^ 0xFF]) + raw[at + 1 :]
        made["response"]["attestationObject"] = websafe_encode(spoilt)
        passkeys.add(user=user, site=site, kept=kept, response=json.dumps(made), name="x", now=now)
        passkeys.prove(user=user, site=site, kept=kept, response=json.dumps(used), now=now)
        Passkey.objects.all().delete()


HUGE: Final = 2**62
"""As a number of bytes, more than any machine has."""


@in_one_test(
    "field", ["id", "rawId", "clientDataJSON", "authenticatorData", "signature", "userHandle"]
)
@pytest.mark.long
def test_a_number_in_place_of_bytes_takes_no_memory(device: Authenticator, field: str) -> None:
    client = half_way()
    answer = json.loads(device.get(options_on(client.get("/login/code/"))))
    spoilt = answer if field in answer else answer["response"]
    spoilt[field] = HUGE
    sent = client.post("/login/code/", {"passkey": json.dumps(answer)})
    assert sent.status_code == (302 if field == "userHandle" else 422)


@in_one_test(
    "attestation",
    [
        cbor.encode({"fmt": "none", "attStmt": {}, "authData": HUGE}),
        cbor.encode(HUGE),
        cbor.encode([HUGE]),
        b"\x9b" + bytes([0x7F]) * 8,
        b"\x81" * 9_000,
    ],
)
@pytest.mark.long
def test_nor_does_one_inside_of_an_attestation(anna: Client, attestation: bytes) -> None:
    AttemptCount.objects.all().delete()
    if not second_factors.is_on(user_of(anna)):
        set_up(user_of(anna))
    device = Authenticator()
    options = options_on(anna.get(PAGE))
    answer = json.loads(device.create(options))
    answer["response"]["attestationObject"] = websafe_encode(attestation)
    (code,) = second_factors.renew_codes(user=user_of(anna), now=timezone.now())[:1]
    sent = {"name": "Phone", "password": PASSWORD, "code": code, "passkey": json.dumps(answer)}
    assert anna.post(PAGE, sent).status_code == 422
    assert not Passkey.objects.exists()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_passkey_that_two_accounts_add_at_once_is_that_of_one(
    anna: Client, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, both = Authenticator(), Barrier(2)
    announce = second_factors.announce

    def meet(*given: Any) -> None:
        """Before either of them has stored it, and after both have looked for it."""
        if not both.broken and given[1] == second_factors.SecondFactorChange.PASSKEY_ADDED:
            with suppress(BrokenBarrierError):
                both.wait(5)
                both.abort()
        announce(*given)

    def adding(client: Client) -> Callable[[], object]:
        (code, *_) = set_up(user_of(client))
        answer = device.create(options_on(client.get(PAGE)))
        sent = {"name": "Phone", "password": PASSWORD, "code": code, "passkey": answer}
        return lambda: client.post(PAGE, sent).status_code

    calls = [adding(anna), adding(bruce)]
    monkeypatch.setattr(second_factors, "announce", meet)
    assert sorted(map(str, at_once(calls))) == ["302", "422"]
    assert Passkey.objects.count() == 1
