"""Celery tasks of the pages: mail, for which nobody who looks at a page should wait."""

import logging

from celery import shared_task
from django.utils import timezone

from web import account_mail, existing_addresses, turn_mail

log = logging.getLogger(__name__)


@shared_task
def send_account_mail(mail_id: int) -> None:
    """Send the mail of a row of ``AccountMail``, unless it was sent or is too late."""
    if account_mail.send(mail_id=mail_id, now=timezone.now()):
        log.info("mail %s was sent", mail_id)


@shared_task
def sweep_account_mail() -> int:
    """Send what was requested and not sent, and ask the next users for whom it is time.

    Returns how many tasks were sent.
    """
    now = timezone.now()
    account_mail.forget(now)
    existing_addresses.ask(now)
    waiting = account_mail.due(now)
    for mail_id in waiting:
        send_account_mail.delay(mail_id)
    return len(waiting)


@shared_task
def send_password_reset(*args: object, **more: object) -> None:
    """Does nothing: messages of this name held the address of a link, and may still be queued."""
    log.warning("a message of an earlier version was dropped: it named the address of a mail")


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
        log.info("user %s: mail about waiting games sent", user_id)
