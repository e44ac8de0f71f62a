"""Signing in by two steps, and the pages on which users switch that on and off."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from io import StringIO
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from api import tokens
from api.models import Token
from games.accounts import devices, second_factors
from tests.authenticator import code_at, key_of, set_up
from tests.web.conftest import PASSWORD, Rates, user_of
from tests.web.mailing import path_in, sent_to
from web import second_steps
from web.models import MailAddress
from web.pages.site.qr import qr_code

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NEW = "moss-and-oats-22"
RIGHT = {"username": "anna", "password": PASSWORD}
SETUP = re.compile(r'name="setup" value="([^"]+)"')
SECRET = re.compile(r'<code class="secret"[^>]*>([A-Z2-7 ]+)</code>')
CODES = re.compile(r"<li><code>([a-z2-7-]{19})</code></li>")
ANY = "/profile/"
"""A page for who has signed in."""


def now_code(key: bytes | None = None) -> str:
    return code_at(timezone.now(), key) if key else code_at(timezone.now())


@pytest.fixture
def recovery(anna: Client) -> list[str]:
    """The recovery codes of anna, whose second factor is on."""
    return set_up(user_of(anna))


def half_way(**more: str) -> Client:
    """A browser that has sent anna's password and no code yet."""
    client = Client(**more)
    answer = client.post("/login/", RIGHT)
    assert answer["Location"].startswith("/login/code/")
    return client


def send_code(client: Client, code: str, **more: str) -> HttpResponse:
    return client.post("/login/code/", {"code": code, **more})


def codes_left(client: Client) -> int:
    """How many recovery codes the page of the two steps says are left."""
    page = client.get("/profile/two-step/").content.decode()
    (found,) = re.findall(r'id="codes-left">(\d+) ', page)
    return int(found)


def signed_in(client: Client) -> bool:
    return client.get(ANY).status_code == 200


# --- signing in -----------------------------------------------------------------------------------


def test_the_password_alone_opens_no_session(recovery: list[str]) -> None:
    client = Client()
    answer = client.post("/login/?next=/rules/", RIGHT)
    assert answer["Location"] == "/login/code/?next=/rules/"
    assert devices.COOKIE not in client.cookies
    assert "_auth_user_id" not in client.session
    assert not signed_in(client)
    before = client.session.session_key
    page = client.get(answer["Location"])
    assert page["Cache-Control"] == "private, no-store"
    assert 'autocomplete="one-time-code"' in page.content.decode()
    assert 'inputmode="numeric"' in page.content.decode()
    assert send_code(client, "no").status_code == 422
    assert not signed_in(client)
    assert send_code(client, now_code(), next="/rules/")["Location"] == "/rules/"
    assert user_of(client).username == "anna"
    assert client.session.session_key != before
    assert second_steps.KEY not in client.session
    assert client.cookies[devices.COOKIE].value


def test_nobody_can_fix_the_session_before(recovery: list[str]) -> None:
    client = Client()
    client.post("/games/new/", {})
    session = client.session
    session["of"] = "a thief"
    session.save()
    client.cookies["sessionid"] = session.session_key
    client.post("/login/", RIGHT)
    assert client.cookies["sessionid"].value != session.session_key
    thief = Client()
    thief.cookies["sessionid"] = session.session_key
    assert send_code(thief, now_code()).status_code == 302
    assert not signed_in(thief)


def test_a_code_of_the_app_works_once(recovery: list[str]) -> None:
    code = now_code()
    first, second = half_way(), half_way()
    assert send_code(first, code).status_code == 302
    assert send_code(second, code).status_code == 422
    assert signed_in(first)
    assert not signed_in(second)


def test_a_recovery_code_works_once_and_mail_tells_of_it(
    recovery: list[str], mail_at_once: None
) -> None:
    assert send_code(half_way(), recovery[0]).status_code == 302
    assert send_code(half_way(), recovery[0]).status_code == 422
    # What waited goes out too: that two-step sign-in was switched on.
    about = {path_in(sent) for sent in sent_to("anna@example.org")}
    used = [sent for sent in sent_to("anna@example.org") if "was used" in sent.body]
    assert (len(used), about) == (1, {"/profile/two-step/"})


@pytest.mark.parametrize("what", ["time", "password", "inactive", "off", "forged"])
def test_half_a_sign_in_ends(
    recovery: list[str], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = half_way()
    anna = User.objects.get(username="anna")
    if what == "time":
        monkeypatch.setattr(second_steps, "GOOD_FOR", timedelta(0))
    elif what == "password":
        anna.set_password(NEW)
        anna.save()
    elif what == "inactive":
        User.objects.update(is_active=False)
    elif what == "off":
        second_factors.switch_off(user=anna, now=timezone.now())
    else:
        session = client.session
        session[second_steps.KEY] = session[second_steps.KEY][:-1] + "~"
        session.save()
    answer = send_code(client, now_code())
    assert not signed_in(client)
    if what != "off":
        assert answer["Location"] == "/login/?next=/"
        assert client.get("/login/code/").status_code == 302


@pytest.mark.long
def test_a_stranger_cannot_spend_the_tries(recovery: list[str], rates: Rates) -> None:
    rates["second-factor"] = "2/hour"
    for _ in range(5):
        stranger = Client()
        stranger.post("/login/", {**RIGHT, "password": "no"})
        assert send_code(stranger, "000000")["Location"].startswith("/login/")
    assert send_code(half_way(), now_code()).status_code == 302


def test_wrong_codes_are_counted_in_the_database(recovery: list[str], rates: Rates) -> None:
    rates["second-factor"] = "2/hour"
    known = half_way()
    assert send_code(known, recovery[0]).status_code == 302
    known.post("/logout/")
    thief = half_way(REMOTE_ADDR="198.51.100.7")
    tries = [send_code(thief, "no") for _ in range(3)]
    assert [answer.status_code for answer in tries] == [422, 422, 429]
    assert int(tries[-1]["Retry-After"]) > 3000
    assert send_code(half_way(), recovery[1]).status_code == 429
    # The owner's own device has tries of its own.
    known.post("/login/", RIGHT)
    assert send_code(known, recovery[1]).status_code == 302


def locked_mails() -> list[str]:
    return [
        letter.body for letter in sent_to("anna@example.org") if "wrong codes" in letter.subject
    ]


@pytest.mark.long
def test_one_mail_tells_that_wrong_codes_have_locked_it(
    recovery: list[str], rates: Rates, mail_at_once: None
) -> None:
    rates["second-factor"] = "3/hour"
    thief = half_way()
    send_code(thief, "no")
    assert send_code(thief, now_code()).status_code == 302
    send_code(half_way(), "no")
    assert locked_mails() == []
    assert send_code(half_way(), "no").status_code == 422
    (letter,) = locked_mails()
    assert "/password/change/" in letter
    assert [send_code(half_way(), "no").status_code for _ in range(3)] == [429] * 3
    assert len(locked_mails()) == 1


def test_many_passwords_of_one_address_tell_nobody_of_wrong_codes(
    recovery: list[str], rates: Rates, mail_at_once: None
) -> None:
    rates["sign-in"] = "2/min"
    client = half_way()
    send_code(client, "no")
    assert send_code(client, "no").status_code == 429
    assert locked_mails() == []


def test_the_page_after_a_recovery_code_says_how_many_are_left(recovery: list[str]) -> None:
    def notices_in(answer: HttpResponse, client: Client) -> list[str]:
        assert answer.status_code == 302
        return [str(message) for message in client.get("/profile/").context["messages"]]

    client = half_way()
    assert "9 are left" in notices_in(send_code(client, recovery[0]), client)[0]
    by_app = half_way()
    assert notices_in(send_code(by_app, now_code()), by_app) == []
    wanted = {"name": "bot", "scopes": ["read"], "days": "7", "password": PASSWORD}
    page = client.post("/profile/tokens/", {**wanted, "code": recovery[1]})
    assert "8 are left" in page.content.decode()


def test_a_reset_password_leaves_it_on(recovery: list[str], mail_at_once: None) -> None:
    client = Client()
    client.post("/password/reset/", {"email": "anna@example.org"})
    form = client.get(path_in(sent_to("anna@example.org")[-1]))["Location"]
    assert client.post(form, {"new_password1": NEW, "new_password2": NEW}).status_code == 302
    answer = client.post("/login/", {"username": "anna", "password": NEW})
    assert answer["Location"].startswith("/login/code/")
    assert not signed_in(client)
    assert send_code(client, now_code()).status_code == 302


# --- switching it on and off ----------------------------------------------------------------------


def setup(client: Client) -> tuple[bytes, dict[str, str]]:
    """The key that the page shows, and what its form sends along."""
    page = client.get("/profile/two-step/").content.decode()
    (secret,), (signed,) = SECRET.findall(page), SETUP.findall(page)
    return key_of(secret), {"setup": unescape(signed), "password": PASSWORD}


def test_switching_it_on(anna: Client, mail_at_once: None) -> None:
    elsewhere = Client()
    elsewhere.post("/login/", RIGHT)
    _, token = tokens.issue(user=user_of(anna), name="bot", now=timezone.now())
    key, form = setup(anna)
    page = anna.post("/profile/two-step/", {**form, "code": now_code(key)})
    codes = CODES.findall(page.content.decode())
    assert len(set(codes)) == 10
    assert all(code in unquote(page.content.decode()) for code in codes)
    assert page["Cache-Control"] == "private, no-store"
    assert signed_in(anna)
    assert not signed_in(elsewhere)
    assert tokens.recognise(token, now=timezone.now())
    # The device was made known anew, under the new hash of the password.
    assert devices.recognise(anna.cookies[devices.COOKIE].value, "anna")
    assert "switched on" in sent_to("anna@example.org")[-1].subject
    assert codes_left(anna) == 10
    assert send_code(half_way(), codes[0]).status_code == 302
    assert codes_left(anna) == 9


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"password": "no"}, 422),
        ({"password": ""}, 422),
        ({"code": "000000"}, 422),
        ({"code": ""}, 422),
        ({"setup": "forged"}, 302),
        ({"setup": ""}, 302),
    ],
)
def test_nothing_is_switched_on_by_half(anna: Client, changed: dict[str, str], status: int) -> None:
    key, form = setup(anna)
    sent = {**form, "code": now_code(key), **changed}
    answer = anna.post("/profile/two-step/", sent)
    assert answer.status_code == status
    assert not second_factors.is_on(user_of(anna))
    if status == 422:  # the page goes on with the key that was scanned
        assert key_of(SECRET.findall(answer.content.decode())[0]) == key


def test_the_profile_says_whether_it_is_on(anna: Client) -> None:
    def badge() -> str:
        page = anna.get("/profile/").content.decode()
        return page.partition('href="/profile/two-step/"')[2].partition("</li>")[0]

    assert ">off</span>" in badge()
    set_up(user_of(anna))
    assert ">on</span>" in badge()


def test_the_form_of_somebody_else_switches_nothing_on(anna: Client, bruce: Client) -> None:
    key, form = setup(bruce)
    assert anna.post("/profile/two-step/", {**form, "code": now_code(key)}).status_code == 302
    assert not second_factors.is_on(user_of(anna))


@pytest.mark.parametrize("path", ["codes", "off"])
def test_what_weakens_it_needs_password_and_code(
    anna: Client, recovery: list[str], path: str
) -> None:
    path, user = f"/profile/two-step/{path}/", user_of(anna)
    wrong = [{"code": now_code()}, {"password": PASSWORD}, {"password": "no", "code": now_code()}]
    for sent in (*wrong, {"password": PASSWORD, "code": "no"}):
        assert anna.post(path, sent).status_code == 422
    assert second_factors.is_on(user)
    # None of that has used the code up.
    answer = anna.post(path, {"password": PASSWORD, "code": now_code()})
    assert answer.status_code in (200, 302)
    assert not second_factors.prove(user=user, code=recovery[0], now=timezone.now())


def test_new_codes_are_shown_once_and_mail_tells_of_them(
    anna: Client, recovery: list[str], mail_at_once: None
) -> None:
    sent = {"password": PASSWORD, "code": recovery[0]}
    codes = CODES.findall(anna.post("/profile/two-step/codes/", sent).content.decode())
    assert len(codes) == 10
    assert not set(codes) & set(recovery)
    assert "new recovery codes" in sent_to("anna@example.org")[-1].subject
    for path in ("", "codes/"):
        assert not CODES.findall(anna.get(f"/profile/two-step/{path}").content.decode())


def test_switched_off_the_password_is_enough(
    anna: Client, recovery: list[str], mail_at_once: None
) -> None:
    anna.post("/profile/two-step/off/", {"password": PASSWORD, "code": now_code()})
    assert "switched off" in sent_to("anna@example.org")[-1].subject
    client = Client()
    assert client.post("/login/", RIGHT)["Location"] == "/"
    assert signed_in(client)
    for path in ("codes", "off"):
        assert anna.get(f"/profile/two-step/{path}/")["Location"] == "/profile/two-step/"


@pytest.mark.parametrize("path", ["", "codes/", "off/"])
def test_the_pages_are_for_who_has_signed_in(recovery: list[str], path: str) -> None:
    for client in (Client(), half_way()):
        answer = client.get(f"/profile/two-step/{path}")
        assert answer["Location"].startswith("/login/?")


def test_mail_goes_to_verified_addresses_only(anna: Client, mail_at_once: None) -> None:
    MailAddress.objects.update(verified="")
    set_up(user_of(anna))
    assert not sent_to("anna@example.org")


def test_an_operator_who_removes_it_tells_the_owner(
    recovery: list[str], mail_at_once: None
) -> None:
    call_command("remove_second_factor", "anna", stdout=StringIO())
    assert "switched off" in sent_to("anna@example.org")[-1].subject


# --- what needs the code as well ------------------------------------------------------------------


def test_a_token_on_the_page_needs_a_code(anna: Client, recovery: list[str]) -> None:
    wanted = {"name": "bot", "scopes": ["read"], "days": "7", "password": PASSWORD}
    for code in ("", "no"):
        assert anna.post("/profile/tokens/", {**wanted, "code": code}).status_code == 422
    assert not Token.objects.exists()
    assert anna.post("/profile/tokens/", {**wanted, "code": now_code()}).status_code == 201


def test_deleting_the_account_needs_a_code(anna: Client, recovery: list[str]) -> None:
    for code in ("", "no"):
        assert anna.post("/profile/delete/", {**RIGHT, "code": code}).status_code == 422
    assert anna.post("/profile/delete/", {**RIGHT, "code": recovery[0]}).status_code == 302
    assert not User.objects.filter(username="anna").exists()


# --- the QR code ----------------------------------------------------------------------------------


def squares(path: str) -> Iterator[tuple[int, int]]:
    """The dark squares that a path fills."""
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        yield from ((int(x) + more, int(y)) for more in range(int(width)))


def test_the_qr_code_has_its_corners_and_a_quiet_zone() -> None:
    size, path = qr_code("otpauth://totp/Caledonia:anna?secret=ABCDEFGH")
    dark = set(squares(path))
    for left, top in ((4, 4), (size - 11, 4), (4, size - 11)):
        ring = {(left + n, top) for n in range(7)} | {(left, top + n) for n in range(7)}
        assert ring <= dark
        assert not {(left + n, top + 1) for n in range(1, 6)} & dark
    assert all(4 <= x < size - 4 and 4 <= y < size - 4 for x, y in dark)
