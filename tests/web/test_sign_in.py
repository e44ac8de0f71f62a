"""Signing in and up over HTTP: devices that are known, and how often one address may sign up."""

import base64
from unittest.mock import Mock

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client, override_settings
from rest_framework.settings import api_settings

from games.accounts import devices
from games.accounts.hashers import PasswordsBusy
from games.models import AttemptCount, Game
from tests.web.conftest import PASSWORD, Rates, user_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NEW = "moss-and-oats-22"
RIGHT = {"username": "anna", "password": PASSWORD}
WRONG = {"username": "anna", "password": "no"}


def basic(name: str, password: str) -> dict[str, str]:
    return {"Authorization": f"Basic {base64.b64encode(f'{name}:{password}'.encode()).decode()}"}


def api(client: Client, password: str) -> int:
    made = client.post("/api/v1/session", b"", "application/json", headers=basic("anna", password))
    return made.status_code


def use_up(rates: Rates) -> None:
    """Let strangers try as many passwords for anna as anybody may."""
    rates["sign-in-user"] = "3/hour"
    stranger = Client(REMOTE_ADDR="198.51.100.7")
    assert [stranger.post("/login/", WRONG).status_code for _ in range(4)] == [422] * 3 + [429]


def sign_up(client: Client, name: str) -> int:
    given = {"username": name, "password1": NEW, "password2": NEW}
    return client.post("/signup/", given).status_code


def test_the_lock_out_is_no_weapon_against_the_owner(anna: Client, rates: Rates) -> None:
    known = Client()
    assert known.post("/login/", RIGHT).status_code == 302
    known.post("/logout/")
    use_up(rates)
    assert Client().post("/login/", RIGHT).status_code == 429
    assert api(Client(), PASSWORD) == 429
    assert known.post("/login/", WRONG).status_code == 422
    assert known.post("/login/", RIGHT).status_code == 302
    assert user_of(known).username == "anna"
    assert api(known, PASSWORD) == 201


def test_a_known_device_of_bruce_says_nothing_for_anna(
    anna: Client, bruce: Client, rates: Rates
) -> None:
    known = Client()
    known.post("/login/", {"username": "bruce", "password": PASSWORD})
    known.post("/logout/")
    use_up(rates)
    assert known.post("/login/", RIGHT).status_code == 429


def test_right_passwords_are_not_counted_for_the_name(anna: Client, rates: Rates) -> None:
    rates["sign-in-user"] = "2/hour"
    for _ in range(2):
        assert Client().post("/login/", RIGHT).status_code == 302
        assert api(Client(), PASSWORD) == 201
        assert anna.post("/profile/", {**RIGHT, "email": "", "language": ""}).status_code == 302
    assert [Client().post("/login/", WRONG).status_code for _ in range(3)] == [422, 422, 429]


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/password/change/", {"old_password": "no", "new_password1": NEW, "new_password2": NEW}),
        ("/profile/", {"username": "annie", "email": "", "language": "", "password": "no"}),
        ("/profile/delete/", {"username": "anna", "password": "no"}),
    ],
)
def test_an_open_browser_guesses_no_more_than_a_stranger(
    anna: Client, rates: Rates, path: str, sent: dict[str, str]
) -> None:
    rates["sign-in-user"] = "2/hour"
    tries = [anna.post(path, sent).status_code for _ in range(3)]
    assert tries[-1] == 429
    assert 429 not in tries[:-1]


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/login/", RIGHT),
        ("/password/change/", {"old_password": PASSWORD, "new_password1": NEW}),
        ("/profile/", {"username": "annie", "email": "", "language": "", "password": PASSWORD}),
        ("/profile/delete/", {"password": PASSWORD}),
        ("/api/v1/session", {}),
    ],
)
def test_what_the_server_was_too_busy_to_check_is_no_wrong_password(
    anna: Client, monkeypatch: pytest.MonkeyPatch, path: str, sent: dict[str, str]
) -> None:
    client = Client() if path == "/login/" else anna
    keep_hasher_busy(monkeypatch)
    if path.startswith("/api/"):
        assert api(client, PASSWORD) == 429
    else:
        assert client.post(path, sent).status_code == 429
    assert counted("password-name") + counted("password-device") == [0]


def test_nor_is_it_a_new_account(
    stranger: Client, monkeypatch: pytest.MonkeyPatch, rates: Rates
) -> None:
    rates["sign-up"] = "1/day"
    with monkeypatch.context() as meanwhile:
        keep_hasher_busy(meanwhile)
        assert sign_up(stranger, "fiona") == 429
    assert counted("sign-up") == [0]
    assert sign_up(stranger, "fiona") == 302


def keep_hasher_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each check of a password, and each new one, refused unread."""
    for name in ("encode", "verify"):
        monkeypatch.setattr(MD5PasswordHasher, name, Mock(side_effect=PasswordsBusy))


def counted(kind: str) -> list[int]:
    """The attempts of each caller of this kind."""
    return list(AttemptCount.objects.filter(kind=kind).values_list("attempts", flat=True))


@pytest.mark.parametrize("secure", [True, False])
def test_the_cookie_is_out_of_reach_of_scripts(anna: Client, secure: bool) -> None:
    with override_settings(SESSION_COOKIE_SECURE=secure):
        cookie = Client().post("/login/", RIGHT).cookies[devices.COOKIE]
    assert cookie["httponly"]
    assert bool(cookie["secure"]) == secure
    assert (cookie["samesite"], cookie["max-age"]) == ("Lax", 365 * 24 * 3600)


def test_another_password_forgets_all_devices_but_this_one(anna: Client, rates: Rates) -> None:
    other, this = Client(), Client()
    for client in (other, this):
        client.post("/login/", RIGHT)
    changed = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert this.post("/password/change/", changed).status_code == 302
    use_up(rates)
    for client, status in ((other, 429), (this, 302)):
        client.post("/logout/")
        assert client.post("/login/", {"username": "anna", "password": NEW}).status_code == status


def test_signing_up_makes_the_device_known(stranger: Client) -> None:
    assert sign_up(stranger, "fiona") == 302
    assert devices.recognise(stranger.cookies[devices.COOKIE].value, "fiona")


def test_sign_ups_of_an_address_and_day(db: None, rates: Rates) -> None:
    rates["sign-up"] = "2/day"
    network = [Client(REMOTE_ADDR=f"2001:db8::{number}") for number in range(4)]
    # What makes no account does not count.
    assert network[0].post("/signup/", {"username": "a b"}).status_code == 422
    assert [sign_up(client, f"user{n}") for n, client in enumerate(network)] == [302, 302, 429, 429]
    assert User.objects.count() == 2
    refused = network[2].post("/signup/", {"username": "more", "password1": NEW, "password2": NEW})
    assert int(refused.headers["Retry-After"]) > 23 * 3600
    assert "Too many accounts were made from your network today" in refused.content.decode()
    assert sign_up(Client(REMOTE_ADDR="2001:db8:1::1"), "elsewhere") == 302


def test_validations_are_counted_by_network(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "validation": "1/min"}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    path = f"/games/{running.pk}/replay/validate/"
    answers = [Client(REMOTE_ADDR=f"2001:db8::{n}").post(path).status_code for n in (1, 2)]
    assert answers[1] == 429
    assert answers[0] != 429
