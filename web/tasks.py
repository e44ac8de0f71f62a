"""Celery tasks of the pages: mail, for which nobody who looks at a page should wait."""

import logging

from celery import shared_task
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from web import turn_mail
from web.models import Profile

log = logging.getLogger(__name__)

SUBJECT = "web/mail/password_reset_subject.txt"
TEXT = "web/mail/password_reset.txt"


@shared_task
def send_password_reset(
    user_id: int, address: str, *, protocol: str, domain: str, language: str
) -> None:
    """Send a user the link that resets the password; the link itself passes through no queue.

    ``language`` is that of the page, for users who have chosen none.
    """
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    context = {
        "user": user,
        "uid": urlsafe_base64_encode(force_bytes(user.pk)),
        "token": default_token_generator.make_token(user),
        "protocol": protocol,
        "domain": domain,
    }
    with translation.override(Profile.language_of(user, otherwise=language)):
        # It logs what goes wrong: whoever asked must not learn whether there was mail to send.
        PasswordResetForm().send_mail(SUBJECT, TEXT, context, None, address)


@shared_task
def mail_turns() -> int:
    """Have mail sent to everybody for whom a game has waited long enough; to how many."""
    users = turn_mail.due(timezone.now())
    for user_id in users:
        mail_turns_of.delay(user_id)
    return len(users)


@shared_task
def mail_turns_of(user_id: int) -> None:
    """Send a user the mail about waiting games that is due, if one still is."""
    if turn_mail.send(user_id=user_id, now=timezone.now()):
        log.info("user %s was told by mail of the games that wait", user_id)
