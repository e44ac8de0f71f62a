"""Links that reset passwords: to verified addresses only, and the request says nothing of them."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.web.mailing import ANNA, ask, link_in, lost, path_in, put_off, requested, sent_to
from web.mail import account_mail
from web.models import AccountMail, MailAddress

__all__ = ["lost"]

pytestmark = [pytest.mark.once, pytest.mark.uncounted, pytest.mark.usefixtures("mail_at_once")]

Kind = AccountMail.Kind
NEW = "moss-and-oats-22"
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def test_password_by_mail(anna: Client) -> None:
    other = Client()
    ask()
    (sent,) = sent_to(ANNA)
    assert sent.extra_headers["Auto-Submitted"] == "auto-generated"
    form = other.get(path_in(sent), follow=True)
    assert "A new password" in form.content.decode()
    given = {"new_password1": NEW, "new_password2": NEW}
    assert other.post(form.redirect_chain[-1][0], given).headers["Location"] == "/password/done/"
    assert other.login(username="anna", password=NEW)
    assert "was used before" in Client().get(path_in(sent), follow=True).content.decode()


@override_settings(ALLOWED_HOSTS=["*"], USE_X_FORWARDED_HOST=True)
@pytest.mark.parametrize("header", ["HTTP_HOST", "HTTP_X_FORWARDED_HOST"])
def test_the_link_begins_with_the_address_of_the_site(anna: Client, header: str) -> None:
    ask(**{header: "evil.example"})
    (sent,) = mail.outbox
    assert link_in(sent).startswith("https://caledonia.example.org/password/reset/")
    assert "evil" not in sent.message().as_string()


@pytest.mark.parametrize("address", ["somebody@example.org", "ANNA@example.org"])
def test_the_request_is_the_same_whether_an_account_has_the_address(
    anna: Client, lost: None, address: str
) -> None:
    ask(address)
    row = AccountMail.objects.get()
    assert (row.user, row.kind, row.address) == (None, Kind.RESET_REQUEST, address)


def test_the_answer_costs_the_same_whether_an_account_has_the_address(
    anna: Client, lost: None
) -> None:
    def queries(address: str) -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            ask(address)
        return [query["sql"].partition(" ")[0] for query in captured]

    ask("first@example.org")
    assert queries(ANNA) == queries("somebody@example.org")


def test_an_address_without_an_account_gets_nothing(anna: Client) -> None:
    ask("somebody@example.org")
    assert mail.outbox == []
    assert requested(Kind.RESET_REQUEST).done_at is not None


def test_the_address_is_that_of_the_account_and_not_what_was_typed(anna: Client) -> None:
    ask("ANNA@EXAMPLE.ORG")
    (sent,) = mail.outbox
    assert sent.to == [ANNA]


def test_each_account_with_the_address_gets_its_own_link(anna: Client, bruce: Client) -> None:
    User.objects.filter(username="bruce").update(email=ANNA)
    MailAddress.objects.update(verified=ANNA)
    ask()
    first, second = sent_to(ANNA)
    assert {"Hello anna,", "Hello bruce,"} == {
        sent.body.splitlines()[0] for sent in (first, second)
    }
    assert link_in(first) != link_in(second)


@pytest.mark.parametrize("state", ["unverified", "changed by hand", "inactive", "no row"])
def test_only_verified_addresses_get_a_link(anna: Client, state: str) -> None:
    if state == "unverified":
        MailAddress.objects.update(verified="", awaited=ANNA)
    elif state == "changed by hand":
        MailAddress.objects.update(verified="before@example.org")
    elif state == "inactive":
        User.objects.update(is_active=False)
    else:
        MailAddress.objects.all().delete()
    ask()
    assert mail.outbox == []


@pytest.mark.parametrize(("left", "mails"), [(SECOND, 1), (-SECOND, 0)])
def test_addresses_from_before_get_links_for_a_while(
    anna: Client, left: timedelta, mails: int
) -> None:
    row = put_off()
    grace_until = row.requested_at + left
    MailAddress.objects.update(verified="", awaited=ANNA, grace_until=grace_until)
    assert account_mail.send(mail_id=row.pk, now=row.requested_at) == mails


def test_following_the_link_verifies_the_address(anna: Client) -> None:
    grace_until = timezone.now() + HOUR
    MailAddress.objects.update(verified="", awaited=ANNA, grace_until=grace_until)
    ask()
    other = Client()
    form = other.get(path_in(mail.outbox[0]), follow=True)
    assert MailAddress.objects.get().verified == ""
    other.post(form.redirect_chain[-1][0], {"new_password1": NEW, "new_password2": NEW})
    row = MailAddress.objects.get()
    assert (row.verified, row.awaited, row.grace_until) == (ANNA, "", None)
