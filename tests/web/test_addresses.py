"""Mail addresses: given, verified, changed, taken away, and what names may say in mail to them."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.validators import validate_email
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services
from games.errors import ChangedMeanwhile
from tests.games.test_races import at_once
from tests.marks import first_of
from tests.web.conftest import PASSWORD, Rates, user_of
from tests.web.mailing import ANNA, in_force, link_in, path_in, sent_to
from web import addresses, existing_addresses
from web.address_state import state_of, verification_tokens
from web.forms.account import ProfileForm
from web.mail import account_mail
from web.models import AccountMail, MailAddress
from web.untrusted_names import safe_in_mail

NEW = "moss-and-oats-22"
OTHER = "other@example.org"
DAY = timedelta(days=1)


pytestmark = [pytest.mark.usefixtures("mail_at_once"), pytest.mark.once, pytest.mark.uncounted]


def sign_up(client: Client, name: str, address: str) -> str:
    """Make an account; the page that follows, without what differs between any two pages."""
    given = {"username": name, "password1": NEW, "password2": NEW, "email": address}
    page = client.post("/signup/", given, follow=True).content.decode().replace(name, "NAME")
    return re.sub(r'(csrfmiddlewaretoken" value=|nonce=|X-CSRFToken": )"[^"]+"', "", page)


def change(client: Client, address: str, password: str = PASSWORD) -> int:
    """Give another address in the profile."""
    name = user_of(client).get_username()
    given = {"username": name, "email": address, "language": "", "password": password}
    return client.post("/profile/", given).status_code


UNSENDABLE = (
    "a@" + "\u00fc" * 62 + ".example",
    "a@\u00ad.example",
    "\u212aelvin@example.org",
)
"""Valid to Django, but the domain has no name in ASCII, or the mailbox has other letters."""


# --- signing up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("address", UNSENDABLE, ids=ascii)
def test_an_address_that_no_mail_can_be_sent_to_is_refused(anna: Client, address: str) -> None:
    validate_email(address)
    assert change(anna, address) == 422
    page = sign_up(Client(), "fiona", address)
    assert page.count("Enter a valid email address.") == 1
    assert not User.objects.filter(username="fiona").exists()
    assert in_force(anna) == (ANNA, True, "")
    assert not AccountMail.objects.exists()


def test_signing_up_sends_one_mail_and_its_button_verifies(stranger: Client) -> None:
    sign_up(stranger, "fiona", OTHER)
    assert in_force(stranger) == ("", False, OTHER)
    (sent,) = mail.outbox
    assert sent.to == [OTHER]
    assert "for the account “fiona”" in sent.body
    assert link_in(sent).startswith("https://caledonia.example.org/mail/verify/")
    # Who reads the mail may do so in another browser; programs follow links, and press no button.
    reader = Client()
    for _ in range(2):
        page = reader.get(path_in(sent))
        assert "Does other@example.org belong to the account fiona?" in page.content.decode()
    assert in_force(stranger) == ("", False, OTHER)
    done = reader.post(path_in(sent))
    assert "other@example.org is now the address of the account fiona" in done.content.decode()
    assert in_force(stranger) == (OTHER, True, "")
    assert len(mail.outbox) == 1
    assert "_auth_user_id" not in reader.session


def test_somebody_elses_address_reveals_nothing_and_gets_one_mail(anna: Client) -> None:
    used = sign_up(Client(), "fiona", ANNA)
    unused = sign_up(Client(), "gavin", OTHER)
    fiona, gavin = (User.objects.get(username=name).pk for name in ("fiona", "gavin"))
    own = f'data-user="{gavin}"'
    assert used.replace(ANNA, OTHER).replace(f'data-user="{fiona}"', own) == unused
    assert [len(sent_to(address)) for address in (ANNA, OTHER)] == [1, 1]
    assert in_force(anna) == (ANNA, True, "")
    # The account that does not own the address gets no mail there, and no way in.
    Client().post("/password/reset/", {"email": ANNA})
    assert [sent.body.splitlines()[0] for sent in sent_to(ANNA)[1:]] == ["Hello anna,"]


def test_without_an_address_nothing_is_sent(stranger: Client) -> None:
    sign_up(stranger, "fiona", "")
    assert mail.outbox == []
    assert in_force(stranger) == ("", False, "")


@pytest.mark.long
def test_an_account_without_verified_mail_plays_as_others_do(stranger: Client) -> None:
    sign_up(stranger, "fiona", OTHER)
    made = stranger.post("/games/quick/", {"players": "2"})
    assert made.status_code == 302
    assert made.headers["Location"].startswith("/games/")


# --- the link -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how", first_of(["twice", "too late", "other user", "other address", "junk", "gone"], quick=3)
)
def test_a_link_is_for_one_address_of_one_user_once(
    stranger: Client, bruce: Client, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(stranger, "fiona", OTHER)
    path = path_in(mail.outbox[0])
    _, _, _, uid, token, _ = path.split("/")
    if how == "twice":
        Client().post(path)
    elif how == "too late":
        later = verification_tokens._now() + 3 * DAY + timedelta(minutes=1)
        monkeypatch.setattr(verification_tokens, "_now", lambda: later)
    elif how == "other address":
        change(stranger, "third@example.org", NEW)
    elif how == "other user":
        change(bruce, OTHER)
        other = path_in(sent_to(OTHER)[-1]).split("/")[3]
        path = path.replace(uid, other)
    elif how == "junk":
        path = path.replace(token, "x-y")
    else:
        User.objects.filter(username="fiona").update(is_active=False)
    before = [in_force(client) for client in (stranger, bruce)]
    for send in (Client().get, Client().post):
        void = send(path)
        assert void.status_code == 404
        assert "This link was used before" in void.content.decode()
    assert [in_force(client) for client in (stranger, bruce)] == before


def test_the_token_is_looked_at_under_the_lock(stranger: Client) -> None:
    sign_up(stranger, "fiona", OTHER)
    user, now = user_of(stranger), timezone.now()
    token = verification_tokens.make_token(user)
    assert not addresses.verify(user=user, token="x-y", now=now)  # noqa: S106
    assert addresses.verify(user=user, token=token, now=now)
    assert not addresses.verify(user=user, token=token, now=now)


def test_an_account_that_is_gone_stays_gone(anna: Client) -> None:
    user = user_of(anna)
    form = ProfileForm({"username": "anna", "email": ANNA, "language": "pl"}, instance=user)
    assert form.is_valid()
    User.objects.filter(pk=user.pk).delete()
    for work in (form.save, lambda: addresses.ask_again(user=user, now=timezone.now())):
        with pytest.raises(ChangedMeanwhile):
            work()
    assert not User.objects.exists()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", range(3))
def test_leaving_and_mail_do_not_get_in_each_others_way(anna: Client, number: int) -> None:
    user, now = user_of(anna), timezone.now()
    MailAddress.objects.update(verified="", awaited=ANNA, grace_until=now + DAY)
    asked = account_mail.store(
        kind=AccountMail.Kind.RESET_REQUEST, user=None, address=ANNA, language="en", now=now
    )
    results = at_once(
        [
            lambda: services.delete_account(user=user, now=now),
            lambda: addresses.give(user=user, address=OTHER, now=now),
            lambda: addresses.ask_again(user=user, now=now),
            lambda: existing_addresses.ask(now),
            lambda: account_mail.send(mail_id=asked.pk, now=now),
        ]
    )
    wrong = [one for one in results if isinstance(one, Exception)]
    assert {type(one) for one in wrong} <= {ChangedMeanwhile}, results
    assert not User.objects.exists()
    assert not AccountMail.objects.exclude(user=None).exists()


def test_a_form_of_another_site_does_not_verify(stranger: Client) -> None:
    sign_up(stranger, "fiona", OTHER)
    assert Client(enforce_csrf_checks=True).post(path_in(mail.outbox[0])).status_code == 403
    assert in_force(stranger) == ("", False, OTHER)


# --- changing it ----------------------------------------------------------------------------------


def test_the_former_address_stays_until_the_new_one_is_verified(anna: Client) -> None:
    assert change(anna, OTHER) == 302
    assert in_force(anna) == (ANNA, True, OTHER)
    Client().post("/password/reset/", {"email": OTHER})
    Client().post("/password/reset/", {"email": ANNA})
    asked, reset = mail.outbox
    assert (asked.to, reset.to) == ([OTHER], [ANNA])
    Client().post(path_in(asked))
    assert in_force(anna) == (OTHER, True, "")
    # The former one is told, and a link that went there is good no more.
    letter = mail.outbox[-1]
    assert (letter.to, letter.subject) == ([ANNA], "Caledonia: your e-mail address was changed")
    assert "was used before" in Client().get(path_in(reset), follow=True).content.decode()


def test_a_change_can_be_called_off(anna: Client) -> None:
    change(anna, OTHER)
    (asked,) = mail.outbox
    change(anna, ANNA)
    assert in_force(anna) == (ANNA, True, "")
    assert Client().post(path_in(asked)).status_code == 404
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("by", ["reset", "page"])
def test_an_address_that_waits_ends_with_the_password_that_gave_it(anna: Client, by: str) -> None:
    """An intruder who knew the former password may have given it."""
    change(anna, OTHER)
    asked = mail.outbox[-1]
    if by == "reset":
        Client().post("/password/reset/", {"email": ANNA})
        owner = Client()
        form = owner.get(path_in(mail.outbox[-1]), follow=True).request["PATH_INFO"]
        given = {"new_password1": NEW, "new_password2": NEW}
    else:
        owner, form = anna, "/password/change/"
        given = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert owner.post(form, given).status_code == 302
    assert Client().post(path_in(asked)).status_code == 404
    known = state_of(User.objects.get(username="anna"))
    # After a change on the page, the owner sees the address that waits and may call it off.
    assert (known.in_force, known.awaited) == (ANNA, "" if by == "reset" else OTHER)


def test_an_address_can_be_taken_away(anna: Client) -> None:
    change(anna, "")
    assert in_force(anna) == ("", False, "")
    (letter,) = mail.outbox
    assert letter.to == [ANNA]
    Client().post("/password/reset/", {"email": ANNA})
    assert len(mail.outbox) == 1


def test_saving_the_profile_asks_nothing_again(anna: Client) -> None:
    change(anna, OTHER)
    for password in ("", PASSWORD):
        assert change(anna, OTHER, password) == 302
    assert len(mail.outbox) == 1


def test_another_case_is_another_address(anna: Client) -> None:
    change(anna, ANNA.upper())
    assert in_force(anna) == (ANNA, True, "ANNA@example.org".upper())


def test_an_address_that_is_too_long_is_refused(anna: Client, stranger: Client) -> None:
    long = f"{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 60}.example"
    assert change(anna, long) == 422
    sign_up(stranger, "fiona", long)
    assert User.objects.count() == 1


def test_the_link_is_sent_again_but_not_for_ever(anna: Client, rates: Rates) -> None:
    rates["mail"] = "3/day"
    change(anna, OTHER)
    pages = [anna.post("/profile/mail/", follow=True).content.decode() for _ in range(3)]
    assert ["on its way to you" in page for page in pages] == [True, True, False]
    assert "Too many tries" in pages[-1]
    assert len(sent_to(OTHER)) == 3
    refused = anna.post(
        "/profile/",
        {"username": "anna", "email": "x@example.org", "language": "pl", "password": PASSWORD},
    )
    assert refused.status_code == 429
    assert in_force(anna) == (ANNA, True, OTHER)


def test_nobody_uses_up_the_mails_of_somebody_elses_address(
    anna: Client, bruce: Client, rates: Rates
) -> None:
    """Three a day for each account and for each network; and whoever gets none reads so."""
    change(bruce, OTHER)
    for _ in range(12):
        bruce.post("/profile/mail/")
    assert len(sent_to(OTHER)) == 3
    assert change(anna, OTHER) == 429, "another account of the same network"
    more = {"username": "gil", "password1": PASSWORD, "password2": PASSWORD, "email": OTHER}
    refused = Client().post("/signup/", more)
    assert refused.status_code == 429
    assert not User.objects.filter(username="gil").exists()
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    anna.defaults |= elsewhere
    assert change(anna, OTHER) == 302
    bruce.defaults |= {"REMOTE_ADDR": "203.0.113.9"}
    bruce.post("/profile/mail/")
    assert len(sent_to(OTHER)) == 4
    rates["mail"] = "4/day"
    page = anna.post("/profile/mail/", follow=True).content.decode()
    assert "on its way to you" not in page
    assert "Too many tries" in page
    assert len(sent_to(OTHER)) == 4


def test_there_is_nothing_to_send_again_for_a_verified_address(anna: Client) -> None:
    page = anna.post("/profile/mail/", follow=True).content.decode()
    assert 'class="notice success"' not in page
    assert mail.outbox == []
    assert Client().post("/profile/mail/").headers["Location"].startswith("/login/")


def test_the_profile_says_how_it_stands(anna: Client) -> None:
    again = reverse("web:ask_again")
    page = anna.get("/profile/").content.decode()
    assert ANNA in page
    assert f'action="{again}"' not in page
    change(anna, OTHER)
    page = anna.get("/profile/").content.decode()
    assert {ANNA, OTHER} <= set(re.findall(r"[\w.]+@example\.org", page))
    assert f'action="{again}"' in page


# --- words of others ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Glen & Ben", "Glen & Ben"),
        ("St. Andrews v1.2, 20:30", "St. Andrews v1.2, 20:30"),
        ("グラスゴー", "グラスゴー"),
        ("https://evil.example/x", "https: / / evil. example/ x"),
        ("www.evil.example", "www. evil. example"),
        ("evil\uff0eexample", "evil\uff0e example"),
        ("evil\u3002example", "evil\u3002 example"),
        ("evil\u2024example", "evil\u2024 example"),
        ("192.168.1.1/x", "192. 168.1.1/ x"),
        ("Round 1.5, 24.12.2026, 19:30", "Round 1.5, 24.12.2026, 19:30"),
        ("me@evil.example", "me@ evil. example"),
        ("mailto:me", "mailto: me"),
        ("evil\u200b.example", "evil . example"),
        ("a” (click) “b", "a' (click) 'b"),
        ("「a」", "'a'"),
        ("one\r\nBcc: two\u2028three\x00four", "one Bcc: two three four"),
        ("abc\u202edcba", "abc dcba"),
        ("x" * 100, "x" * 59 + "…"),
        ("." * 100, "." * 59 + "…"),
    ],
)
def test_words_of_others_are_one_short_line_without_links(written: str, shown: str) -> None:
    assert safe_in_mail(written) == shown


def test_a_name_cannot_speak_through_the_mail(stranger: Client) -> None:
    sign_up(stranger, "free-money@evil.example", "victim@example.org")
    (sent,) = mail.outbox
    assert "“free-money@ evil. example”" in sent.body
    assert "evil.example" not in sent.message().as_string()
