"""Having a mail sent that stands in the table, without the request that asked for it waiting."""

import logging
from threading import Thread

from django.conf import settings
from django.db import connections, transaction
from kombu.exceptions import OperationalError

from web.models import AccountMail
from web.tasks import send_account_mail

log = logging.getLogger(__name__)


def send_soon(mail: AccountMail) -> None:
    """Send a mail once it is committed: by a worker, or from here while the queue is away.

    What goes wrong is logged. The mail stands in the table, and the sweep sends it.
    """

    # A function, because Django asks what failed for its name.
    def run() -> None:
        _start(mail.pk)

    transaction.on_commit(run, robust=True)


def _start(mail_id: int) -> None:
    if not settings.EMBEDDED:
        try:
            send_account_mail.delay(mail_id)
        except OperationalError as error:
            log.warning("mail cannot be queued: %s", error)
        else:
            return
    if settings.BACKGROUND_TASKS:
        # The time of the answer must not tell whether there was mail to send.
        Thread(target=_send, args=(mail_id,), name="account mail").start()
    else:
        send_account_mail(mail_id)


def _send(mail_id: int) -> None:
    try:
        send_account_mail(mail_id)
    except Exception:
        log.exception("mail %s cannot be sent", mail_id)
    finally:
        connections.close_all()
