"""Celery tasks of the pages: mail, pictures and animations, made outside of requests."""

import logging
from typing import Final
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from web import existing_addresses
from web.mail import account_mail, mail_server, outbox, turn_mail
from web.pages.share import making
from web.pages.share.drawings import Drawings

log = logging.getLogger(__name__)

DRAWING_SECONDS: Final = 60
"""The time limit of a task; the process that it starts ends long before."""


@shared_task
def send_account_mail(mail_id: int) -> None:
    """Send the mail of a row of ``AccountMail``, or another one whose turn it is."""
    _send_in_turn()


@shared_task
def mail_turns_of(user_id: int) -> None:
    """Send a user the mail about waiting games, or another mail whose turn it is."""
    _send_in_turn()


@shared_task
def sweep_account_mail() -> int:
    """Send what was requested and not sent, and ask the next users for whom it is time.

    Returns how many mails were late. One task is enough: each mail is followed by the next.
    """
    now = timezone.now()
    account_mail.forget(now)
    existing_addresses.ask(now)
    late = account_mail.due(now)
    if late and not mail_server.pausing(now):
        send_account_mail.delay(late[0])
    return len(late)


@shared_task
def send_password_reset(*args: object, **more: object) -> None:
    """Does nothing: messages of this name held the address of a link, and may still be queued."""
    log.warning("a message of an earlier version was dropped: it named the address of a mail")


@shared_task
def mail_turns() -> int:
    """Have mail sent to everybody for whom a game has waited long enough; to how many."""
    now = timezone.now()
    users = turn_mail.due(now)
    if users and not mail_server.pausing(now):
        mail_turns_of.delay(users[0])
    return len(users)


def _send_in_turn() -> None:
    """Send one mail, then the task of the next one that waits.

    Without workers, or while the queue is away, this sends the others too.
    """
    following = outbox.send_next(timezone.now)
    while following is not None:
        if not settings.EMBEDDED and _is_queued(following):
            return
        following = outbox.send_next(timezone.now)


def _is_queued(mail: outbox.Mail) -> bool:
    task = send_account_mail if mail.about == "account" else mail_turns_of
    try:
        task.delay(mail.id)
    except OperationalError as error:
        log.warning("mail cannot be queued: %s", error)
        return False
    return True


@shared_task(time_limit=DRAWING_SECONDS)
def draw_games() -> None:
    """Draw one game that waits for it, then start the task for the next one."""
    others = True  # also after a failure
    try:
        others = making.draw_next(timezone.now)
    finally:
        if others:
            _draw()


def ask_for(kind: Drawings, game_id: UUID) -> None:
    """Have a worker draw a game; without a broker it is drawn when it is asked for again."""
    if kind.ask(game_id, timezone.now()):
        _draw()


def _draw() -> None:
    try:
        draw_games.delay()
    except OperationalError as error:
        log.warning("a drawing cannot be queued: %s", error)
