"""Nothing that people read stands outside of the catalogues.

Pages are made in a language in which every message stands in brackets; what is left outside of
them has to be a name, a number, or the notation of the game.
"""

import re
from datetime import timedelta
from itertools import product
from typing import Any, Final

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlsafe_base64_encode

from replays.heads import signing
from tests.authenticator import add_passkey, set_up
from tests.marks import in_one_test
from tests.web import pseudo, tournaments
from tests.web.brackets import (
    LINK,
    PROPER,
    WORDS,
    bracketed,
    in_brackets,
    left,
    read,
    users,
)
from tests.web.conftest import PASSWORD, MakeTable, user_of
from tournaments import services
from tournaments.state import Settings
from web import addresses
from web.address_state import verification_tokens
from web.mail import account_mail
from web.models import AccountMail, MailAddress, Profile
from web.tasks import send_account_mail

__all__ = ["bracketed", "in_brackets", "users"]

pytestmark = [
    *(pytest.mark.long, pytest.mark.once, pytest.mark.uncounted),
    pytest.mark.usefixtures("in_brackets"),
]

OPTIONS: Final = re.compile(r'data-options="[^"]*"')
"""What a script asks the browser for."""

# --- pages ----------------------------------------------------------------------------------------

FOR_EVERYBODY: Final = (
    "/",
    "/games/",
    "/games/?show=finished&name=nothing",
    "/signup/",
    "/login/",
    "/password/reset/",
    "/password/sent/",
    "/password/done/",
    "/password/reset/MQ/no-such-link/",
    "/mail/verify/MQ/no-such-link/",
    "/rules/",
    "/rules/?q=market",
    "/rules/NBR-09/",
    "/help/",
    "/heads/",
    "/nowhere/",
)
FOR_USERS: Final = (
    "/",
    "/games/",
    "/games/new/",
    "/games/new/?preset=experts",
    "/profile/",
    "/profile/delete/",
    "/profile/orders/",
    "/profile/tokens/",
    "/profile/two-step/",
    "/password/change/",
)
FORMS: Final = {
    "/signup/": {"username": "a b", "password1": "1234", "password2": "123"},
    "/login/": {"username": "nobody", "password": "nothing"},
    "/password/reset/": {"email": "no address"},
    "/profile/": {"username": "", "email": "no address", "language": "7"},
    "/profile/delete/": {"username": "other", "password": "wrong"},
    "/profile/tokens/": {"name": "x" * 200},
    "/profile/two-step/": {"code": "no", "password": "wrong"},
    "/password/change/": {"old_password": "x", "new_password1": "1", "new_password2": "2"},
}


@in_one_test("path", FOR_EVERYBODY)
def test_pages_for_everybody(stranger: Client, path: str) -> None:
    assert left(read(stranger, path)) == []


@in_one_test("path", FOR_USERS)
def test_pages_for_users(anna: Client, open_table: MakeTable, path: str) -> None:
    open_table()
    assert left(read(anna, path)) == []


@in_one_test("path", FORMS)
def test_what_is_wrong_with_a_form(stranger: Client, anna: Client, path: str) -> None:
    client = stranger if path in FOR_EVERYBODY else anna
    assert left(read(client, path, data=FORMS[path])) == []


@pytest.mark.long
@in_one_test(
    "sent",
    [
        {"auction": "open", "clans": "-"},
        {"auction_order": "clan"},
        {"players": "3", "two_player_scoring": "true"},
        {"map": ["A1", "", "", ""]},
        {"map": ["A1", "B1", "C1", "Z9"]},
        {"covered": "F3"},
        {"tight_map": "true", "covered": "F3"},
        {"tight_map": "true", "covered": "F3 F3", "map": ["A1", "B1", "C1", "D1"]},
        {"players": "9"},
        {"name": "x" * 200},
        {"name": "a\u202eb"},
        {"name": "\u2800"},
    ],
)
def test_what_is_wrong_with_a_new_table(anna: Client, sent: dict[str, Any]) -> None:
    page = read(anna, "/games/new/", data={"players": "2", "clans": "true", **sent})
    assert 'role="alert"' in page or "errors" in page
    assert left(page) == []


def test_an_address_that_waits(anna: Client, stranger: Client, mailoutbox: list[Any]) -> None:
    user, now = user_of(anna), timezone.now()
    addresses.give(user=user, address="b@example.org", now=now)
    assert left(read(anna, "/profile/")) == []
    MailAddress.objects.update(verified="", grace_until=now + timedelta(days=1))
    # Django knows how Esperanto writes a day.
    day = date_format(now + timedelta(days=1), "DATE_FORMAT")
    for page in (read(anna, "/profile/"), read(anna, "/profile/mail/", data={})):
        assert left(page.replace(day, "")) == []
    token = verification_tokens.make_token(user)
    path = f"/mail/verify/{urlsafe_base64_encode(str(user.pk).encode())}/{token}/"
    assert left(read(stranger, path)) == []
    assert left(read(stranger, path, data={})) == []


def test_signed_heads(stranger: Client, settings: LazySettings) -> None:
    settings.HEADS_KEY = "0123456789abcdef" * 4
    (head,) = signing.sign_heads(clock=timezone.now)
    page = read(stranger, "/heads/")
    assert head.root in page
    # Django knows how Esperanto writes a time.
    assert left(page.replace(date_format(head.signed_at, "DATETIME_FORMAT"), "")) == []


def test_pages_of_the_second_factor(anna: Client, stranger: Client) -> None:
    recovery, *_ = set_up(user_of(anna))
    _, passkey = add_passkey(user_of(anna), "-")
    asked = ["codes/", "off/", "passkeys/", f"passkeys/{passkey.pk}/remove/"]
    wrong = {"password": PASSWORD, "code": "no", "name": "x"}
    day = date_format(passkey.created_at, "DATE_FORMAT")  # Django knows Esperanto
    for path, sent in (("", {}), *product(asked, ({}, {"data": wrong}))):
        page = read(anna, f"/profile/two-step/{path}", **sent)
        assert left(OPTIONS.sub("", page.replace(day, ""))) == []
    right = {"password": PASSWORD, "code": recovery}
    shown = read(anna, "/profile/two-step/codes/", data=right)
    assert left(re.sub(r"(<code>|%0A|-8,)[a-z2-7-]{19}", "", shown)) == []
    stranger.post("/login/", {"username": "anna", "password": PASSWORD})
    for path in ("/login/code/", "/login/code/?recovery=1"):
        assert left(read(stranger, path)) == []
    assert left(read(stranger, "/login/code/", data={"code": "no"})) == []


def test_pages_when_something_is_broken() -> None:
    for name in ("400.html", "500.html", "503.html"):
        page = render_to_string(name)
        assert pseudo.OPEN in page
        assert left(page) == []


# --- mail -----------------------------------------------------------------------------------------


def wait_at_a_table(users: list[User]) -> None:
    """The users are to end a table of a tournament within a day; a mail says so."""
    settings = Settings(format="series", played_here=False, round_hours=12)
    who = {"user": users[0], "now": timezone.now()}
    made = services.create_tournament(name="1746", settings=settings, **who).pk
    services.open_registration(tournament_id=made, **who)
    for user in users:
        services.register(tournament_id=made, user=user, now=timezone.now())
    services.publish_draw(tournament_id=made, **who)


def test_mail_is_in_the_language_of_who_reads_it(users: list[User], mailoutbox: list[Any]) -> None:
    alice, bob = users
    Profile.objects.create(user=alice, language=pseudo.LANGUAGE)
    Profile.objects.create(user=bob)
    wait_at_a_table(users)
    kinds = AccountMail.Kind
    written = [kind for kind in kinds if kind != kinds.RESET_REQUEST]
    for kind in written:
        for user in users:
            address = f"{user}@example.org"
            User.objects.filter(pk=user.pk).update(email=address)
            verified = address if kind in (kinds.RESET, kinds.DEADLINE) else ""
            MailAddress.objects.update_or_create(user=user, defaults={"verified": verified})
            mail = account_mail.store(
                kind=kind, user=user, address=address, language="en", now=timezone.now()
            )
            send_account_mail(mail.pk)
        message, plain = mailoutbox[-2:]
        for text in (message.subject, message.body):
            assert pseudo.OPEN in text
            assert WORDS.findall(PROPER.sub("", LINK.sub("", pseudo.outside(text)))) == []
        assert pseudo.OPEN not in plain.body
    assert len(mailoutbox) == 2 * len(written)


# --- tournaments ----------------------------------------------------------------------------------

TOURNAMENT_PAGES: Final = (
    "",
    *("rounds/", "standings/", "standings/?as_of=never", "cross/", "entrants/", "rulings/"),
    *("about/", "tables/1/", "tables/2/", "direct/", "direct/edit/", "direct/draw/"),
)
MOMENT: Final = re.compile(r"<time.*?</time>")
ADDRESS: Final = re.compile(r"http://testserver[^<\s]*")
"""Dates are Django's to translate."""


def test_pages_of_tournaments(anna: Client, bruce: Client, stranger: Client) -> None:
    """A draft, one that is open, a running one with a ruling; and what is wrong in its forms."""
    director, other = user_of(anna), user_of(bruce)
    names = ["Catriona", "Donald", "Glen", "Test"]
    running = tournaments.drawn(director, director, other, labels=names, name="Glen")
    tournaments.result(running, 1, [90, 80, 70, 60])
    rule = {**{f"place-{seat}": str(4 - seat) for seat in range(4)}, "reason": "Glen"}
    read(anna, tournaments.url(running, "tables/1/do/rule"), data=rule)
    assert left(read(stranger, "/tournaments/?name=x")) == []
    opened = tournaments.tournament(director, name="Glen", settings=Settings(format="ladder"))
    draft = tournaments.tournament(director, name="Glen", opened=False)
    for path in ("/tournaments/", "/tournaments/new/", *map(tournaments.url, (opened, draft))):
        assert left(ADDRESS.sub("", read(anna, path))) == [], path
    for page in TOURNAMENT_PAGES:
        text = ADDRESS.sub("", MOMENT.sub("", read(anna, tournaments.url(running) + page)))
        assert left(text) == [], page
    for action in ("drop", "substitute", "add-players", "deadline", "cancel", "co-directors"):
        sent = {"names": "\u2800", "moment": "x", "entrant": "99", "by": "x"}
        page = read(anna, tournaments.url(running, f"do/{action}"), data=sent)
        assert left(page) == [], action
    assert left(read(anna, "/tournaments/new/", data={"points-4": "x", "format": "x"})) == []
