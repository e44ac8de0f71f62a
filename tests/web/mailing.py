"""Reading the mail about accounts that a test has caused."""

import re
from urllib.parse import urlsplit

from django.core import mail
from django.core.mail import EmailMessage

from web.models import AccountMail

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
