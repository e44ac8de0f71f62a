"""Having mail about accounts sent, reading it, and which address is in force."""

import re
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from tests.web.conftest import user_of
from web.address_state import state_of
from web.mail import account_mail
from web.models import AccountMail

ANNA = "anna@example.org"
LINK = re.compile(r"^https?://\S+$", re.MULTILINE)


def sent_to(address: str) -> list[EmailMessage]:
    """The mails to one address, the oldest first."""
    return [sent for sent in mail.outbox if sent.to == [address]]


def link_in(sent: EmailMessage) -> str:
    """The one link of a mail."""
    (link,) = LINK.findall(sent.body)
    return link


def path_in(sent: EmailMessage) -> str:
    """The path of the one link of a mail."""
    return urlsplit(link_in(sent)).path


def requested(kind: AccountMail.Kind) -> AccountMail:
    """The newest mail of a kind that stands in the table."""
    return AccountMail.objects.filter(kind=kind).latest("pk")


def in_force(client: Client) -> tuple[str, bool, str]:
    """The address of a browser's user, whether it is verified, and the one that waits."""
    known = state_of(user_of(client))
    return known.in_force, known.verified, known.awaited


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks that are sent from here on are lost."""
    monkeypatch.setattr("web.mail.mail_queue._start", print)


def ask(address: str = ANNA, **headers: str) -> None:
    """Ask for a link, as the page does."""
    asked = Client(**headers).post("/password/reset/", {"email": address})
    assert asked.headers["Location"] == "/password/sent/"


def put_off(address: str = ANNA) -> AccountMail:
    """A mail with a link that was requested and not sent."""
    user = User.objects.get(email=address)
    return account_mail.store(
        kind=AccountMail.Kind.RESET, user=user, address=address, language="en", now=timezone.now()
    )
