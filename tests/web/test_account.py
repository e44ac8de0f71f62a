"""Signing up and in, resetting a password, the profile, leaving for good."""

from math import ceil
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.models import Game
from tests.api.conftest import basic
from tests.marks import first_of
from tests.web.conftest import PASSWORD, MakeTable, Rates, user_of
from web.models import Profile

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NEW = "moss-and-oats-22"
ELSEWHERE = ("https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)")


def sign_up(client: Client, name: str = "fiona", **more: str) -> object:
    given = {"username": name, "password1": NEW, "password2": NEW, **more}
    return client.post("/signup/", given)


def test_who_signs_up_is_signed_in(stranger: Client) -> None:
    answered = sign_up(stranger, email="fiona@example.org")
    assert answered.headers["Location"] == "/"
    assert user_of(stranger).username == "fiona"
    assert "Welcome!" in stranger.get("/").content.decode()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *(
            ("fiona", "Fiona"),
            ("\u00e9mile", "\u00c9mile"),
            ("\u0436\u043e\u0440\u0430", "\u0416\u043e\u0440\u0430"),
        ),
        *(
            ("stra\u00dfe", "STRASSE"),
            ("stra\u00dfe", "STRA\u1e9eE"),
            ("\u03c3\u03b1\u03c2", "\u03a3\u0391\u03a3"),
        ),
    ],
)
def test_names_differ_by_more_than_case(first: str, second: str, anna: Client) -> None:
    sign_up(Client(), first)
    for page in (
        sign_up(Client(), second),
        anna.post("/profile/", {"username": second, "password": PASSWORD}),
    ):
        assert page.status_code == 422
        assert "This name is taken" in page.content.decode()
    assert set(User.objects.values_list("username", flat=True)) == {"anna", first}


def test_a_name_that_was_given_up_is_free(anna: Client) -> None:
    sign_up(Client(), "\u00e9mile")
    owner = Client()
    owner.force_login(User.objects.get(username="\u00e9mile"))
    for name in ("\u00c9mile", "emile"):  # one's own name in another case is one's own
        assert owner.post("/profile/", {"username": name, "password": NEW}).status_code == 302
    assert (
        anna.post("/profile/", {"username": "\u00c9mile", "password": PASSWORD}).status_code == 302
    )


def wide(name: str) -> str:
    """The name in full-width letters, which are normalised to the usual ones."""
    return "".join(chr(ord(letter) + 0xFEE0) for letter in name)


NAMES_THAT_NORMALISE_BADLY = pytest.mark.parametrize(
    "name",
    first_of(
        [
            *(wide("anna"), wide(".."), "\ufdfa" * 10, "\u3164", wide("ANNA")),
            *("\u2474", "\ufc5e", "x\u00bd", "anna\u3164", "\u115fanna"),
            *(".", ".."),
        ],
        quick=4,
    ),
)
"""To that of another account or what looks like it, to more than 150 characters, or to what no name
may hold or would lead elsewhere in an address."""


@NAMES_THAT_NORMALISE_BADLY
def test_nobody_signs_up_by_a_name_that_normalises_badly(
    anna: Client, stranger: Client, name: str
) -> None:
    page = sign_up(stranger, name)
    assert page.status_code == 422
    assert "username" in page.context["form"].errors
    assert User.objects.count() == 1


@NAMES_THAT_NORMALISE_BADLY
def test_no_account_is_renamed_to_what_normalises_badly(
    anna: Client, bruce: Client, name: str
) -> None:
    given = {"username": name, "email": "bruce@example.org", "password": PASSWORD}
    page = bruce.post("/profile/", given)
    assert page.status_code == 422
    assert "username" in page.context["form"].errors
    assert user_of(bruce).username == "bruce"


def test_a_name_is_stored_normalised_and_signs_in_as_it_was_typed(
    anna: Client, stranger: Client
) -> None:
    given = {"username": wide("zoe"), "email": "anna@example.org", "password": PASSWORD}
    assert anna.post("/profile/", given).status_code == 302
    assert user_of(anna).username == "zoe"
    assert sign_up(stranger, wide("fiona")).status_code == 302
    assert user_of(stranger).username == "fiona"
    for name, password in ((wide("zoe"), PASSWORD), (wide("fiona"), NEW)):
        typed = {"username": name, "password": password}
        assert Client().post("/login/", typed).status_code == 302
        by_password = {"Authorization": basic(name, password)}
        made = Client().post("/api/v1/tokens", {}, "application/json", headers=by_password)
        assert made.status_code == 201
        deleted = Client()
        deleted.post("/login/", typed)
        assert deleted.post("/profile/delete/", typed).headers["Location"] == "/"
    assert not User.objects.exists()


def test_weak_passwords_are_refused(stranger: Client) -> None:
    sign_up(stranger, password1="12345678", password2="12345678")
    assert not User.objects.exists()


def test_signing_in_leads_back(anna: Client) -> None:
    other = Client()
    given = {"username": "anna", "password": PASSWORD, "next": "/games/new/"}
    assert other.post("/login/", given).headers["Location"] == "/games/new/"
    assert user_of(other) == user_of(anna)


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
@pytest.mark.parametrize("path", ["/login/", "/signup/"])
def test_nothing_leads_elsewhere(anna: Client, path: str, elsewhere: str) -> None:
    given = {"username": "anna", "password": PASSWORD, "next": elsewhere}
    if path == "/signup/":
        given = {"username": "fiona", "password1": NEW, "password2": NEW, "next": elsewhere}
    assert Client().post(path, given).headers["Location"] == "/"
    assert anna.get(path, {"next": elsewhere}).headers["Location"] == "/"


def test_passwords_are_not_guessed_for_long(anna: Client, rates: Rates) -> None:
    rates["sign-in"] = "3/min"
    guesser = Client()
    for _ in range(3):
        assert guesser.post("/login/", {"username": "anna", "password": "no"}).status_code == 422
    held = guesser.post("/login/", {"username": "anna", "password": PASSWORD})
    assert held.status_code == 429
    assert "Too many tries. Wait a minute, then try again." in held.content.decode()
    assert 0 < int(held.headers["Retry-After"]) <= 60
    assert "_auth_user_id" not in guesser.session


def test_who_has_a_network_is_one_caller(anna: Client, rates: Rates) -> None:
    rates["sign-in"] = "2/min"
    wrong = {"username": "anna", "password": "no"}
    tries = [
        Client(REMOTE_ADDR=f"2001:db8::{n}").post("/login/", wrong).status_code for n in range(3)
    ]
    assert tries == [422, 422, 429]


def test_api_and_pages_count_together(anna: Client, rates: Rates) -> None:
    rates["sign-in-user"] = "2/hour"
    basic = {"Authorization": "Basic YW5uYTpubw=="}
    for _ in range(2):
        assert (
            Client().post("/api/v1/session", b"", "application/json", headers=basic).status_code
            == 401
        )
    held = Client().post("/login/", {"username": "anna", "password": PASSWORD})
    assert held.status_code == 429
    minutes = ceil(int(held.headers["Retry-After"]) / 60)
    assert f"Wait {minutes} minutes" in held.content.decode() or minutes == 1


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/signup/", {"username": "fiona", "password1": NEW, "password2": NEW}),
        ("/password/reset/", {"email": "anna@example.org"}),
        ("/password/change/", {"old_password": PASSWORD, "new_password1": NEW}),
        ("/profile/", {"username": "annie", "password": PASSWORD}),
        ("/profile/delete/", {"username": "anna", "password": PASSWORD}),
    ],
)
def test_every_form_with_a_password_says_how_long_to_wait(
    anna: Client, rates: Rates, path: str, sent: dict[str, str]
) -> None:
    rates["sign-in"] = "1/min"
    Client().post("/login/", {"username": "somebody", "password": "else"})
    client = Client() if path in ("/signup/", "/password/reset/") else anna
    held = client.post(path, sent)
    assert "Too many tries. Wait a minute, then try again." in held.content.decode()
    assert held.status_code == 429
    assert int(held.headers["Retry-After"]) > 0
    assert not mail.outbox
    assert User.objects.get().check_password(PASSWORD)


def test_signing_out_takes_a_post(anna: Client) -> None:
    assert anna.get("/logout/").status_code == 405
    assert anna.post("/logout/").status_code == 302
    assert "_auth_user_id" not in anna.session


def test_a_form_of_another_site_does_nothing(anna: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = anna.cookies
    assert strict.post("/logout/").status_code == 403


def test_profile_is_for_who_is_signed_in(stranger: Client) -> None:
    for path in ("/profile/", "/profile/delete/", "/password/change/"):
        assert stranger.get(path).headers["Location"] == f"/login/?next={path}"


def test_language_of_the_profile(anna: Client) -> None:
    given = {"username": "anna", "email": "anna@example.org", "language": "pl"}
    assert anna.post("/profile/", given).status_code == 302
    assert '<html lang="pl"' in anna.get("/").content.decode()
    other = Client()
    other.post("/login/", {"username": "anna", "password": PASSWORD})
    assert '<html lang="pl"' in other.get("/").content.decode()


def test_language_switch_changes_the_profile(anna: Client) -> None:
    anna.post("/language/", {"language": "ja"})
    assert Profile.objects.get(user=user_of(anna)).language == "ja"
    anna.post("/language/", {"language": "tlh"})
    assert Profile.objects.get(user=user_of(anna)).language == "ja"


@pytest.mark.parametrize("change", [{"email": "b@example.org"}, {"username": "annie"}])
def test_name_and_address_need_the_password(anna: Client, change: dict[str, str]) -> None:
    given = {"username": "anna", "email": "anna@example.org", "language": "", **change}
    refused = anna.post("/profile/", given)
    assert refused.status_code == 422
    assert "not your current password" in refused.content.decode()
    assert anna.post("/profile/", given | {"password": PASSWORD}).status_code == 302
    (value,) = change.values()
    assert value in anna.get("/profile/").content.decode()


def test_name_of_another_one(anna: Client, bruce: Client) -> None:
    given = {"username": "BRUCE", "email": "anna@example.org", "password": PASSWORD}
    refused = anna.post("/profile/", given)
    assert "This name is taken: choose another one." in refused.content.decode()


def test_another_password(anna: Client) -> None:
    given = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert anna.post("/password/change/", given).headers["Location"] == "/profile/"
    assert anna.get("/profile/").status_code == 200
    assert Client().login(username="anna", password=NEW)


def test_account_is_deleted(anna: Client, open_table: MakeTable) -> None:
    open_table()
    wrong = anna.post("/profile/delete/", {"username": "anna", "password": "no"})
    assert wrong.status_code == 422
    gone = anna.post("/profile/delete/", {"username": "anna", "password": PASSWORD})
    assert gone.headers["Location"] == "/"
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert "Your account is deleted." in anna.get("/").content.decode()


def test_account_stays_while_others_wait(anna: Client, running: Game) -> None:
    kept = anna.post("/profile/delete/", {"username": "anna", "password": PASSWORD})
    assert kept.status_code == 422
    assert f"/games/{running.pk}/" in kept.content.decode()
    assert User.objects.filter(username="anna").exists()


def test_cookie_of_the_language_is_as_careful_as_the_session(anna: Client) -> None:
    given = {"username": "anna", "email": "anna@example.org", "language": "pl"}
    cookie = anna.post("/profile/", given).cookies[settings.LANGUAGE_COOKIE_NAME]
    assert cookie["samesite"] == "Lax"


def test_unknown_game(stranger: Client) -> None:
    assert stranger.get(f"/games/{uuid4()}/").status_code == 404


def test_who_gives_an_address_is_told_of_the_mail(db: None) -> None:
    given = {"username": "fiona", "password1": NEW, "password2": NEW}
    for name, address in (("fiona", "fiona@example.org"), ("george", "")):
        sent = {**given, "username": name, "email": address}
        page = Client().post("/signup/", sent, follow=True)
        notices = " ".join(map(str, page.context["messages"]))
        assert ("fiona@example.org" in notices) == bool(address), notices


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/signup/", {"username": "fiona", "password1": NEW, "password2": "other"}),
        ("/login/", {"username": "anna", "password": "no"}),
        ("/password/reset/", {"email": "no address"}),
        ("/password/change/", {"old_password": "no", "new_password1": NEW, "new_password2": NEW}),
        ("{reset}", {"new_password1": NEW, "new_password2": "other"}),
    ],
)
def test_a_form_with_something_wrong_is_unprocessable(
    anna: Client, path: str, form: dict[str, str]
) -> None:
    user = user_of(anna)
    client = anna if path == "/password/change/" else Client()
    if path == "{reset}":
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        link = f"/password/reset/{uid}/{default_token_generator.make_token(user)}/"
        path = client.get(link).headers["Location"]
    assert client.get(path).status_code == 200
    page = client.post(path, form)
    assert page.status_code == 422
    assert 'class="errors' in page.content.decode()


def test_pages_for_a_new_password_speak_like_the_other_forms(anna: Client) -> None:
    page = anna.get("/password/change/").content.decode()
    for text in ("Current password", "New password again", "At least 8 characters"):
        assert text in page
    assert "commonly used" not in page
    wrong = {"old_password": "no", "new_password1": NEW, "new_password2": NEW}
    assert (
        "This is not your current password."
        in anna.post("/password/change/", wrong).content.decode()
    )
