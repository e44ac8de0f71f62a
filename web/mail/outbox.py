"""The mails that wait, and whose turn it is: all workers together send one at a time.

So a mail server that is slow, or hangs, holds one process and no more. Mail about accounts goes
before mail about turns, and a mail that was tried in vain goes after those that were not.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal, NamedTuple

from games.runtime import places
from web.mail import account_mail, mail_server, turn_mail

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


class Mail(NamedTuple):
    """A mail about an account, by the id of its row; or about turns, by the id of its reader."""

    about: Literal["account", "turns"]
    id: int

    def send(self, now: datetime) -> None:
        """Send it, unless that was done meanwhile.

        A mail that cannot even be written is put off, so that it keeps no other one back.
        """
        source = SOURCES[self.about]
        try:
            sent = source.send(self.id, now)
        except Exception:
            log.exception("the mail about %s %s raises an error", self.about, self.id)
            source.put_off(self.id, now)
            return
        if sent:
            log.info("the mail about %s %s was sent", self.about, self.id)


class MailSource(NamedTuple):
    """Where mails of a kind come from."""

    next_one: Callable[[datetime], int | None]
    send: Callable[[int, datetime], bool]
    put_off: Callable[[int, datetime], None]


SOURCES: Final[dict[Literal["account", "turns"], MailSource]] = {
    "account": MailSource(
        account_mail.next_one,
        lambda mail_id, now: account_mail.send(mail_id=mail_id, now=now),
        account_mail.put_off,
    ),
    "turns": MailSource(
        turn_mail.next_one,
        lambda user_id, now: turn_mail.send(user_id=user_id, now=now),
        turn_mail.put_off,
    ),
}
"""Their order is that of the mails."""


def next_mail(now: datetime) -> Mail | None:
    """The mail whose turn it is; None when none waits, or none is tried now."""
    if mail_server.pausing(now):
        return None
    for about, source in SOURCES.items():
        found = source.next_one(now)
        if found is not None:
            return Mail(about, found)
    return None


def send_next(clock: Clock) -> Mail | None:
    """Send the next mail unless another process is sending one; returns the mail that waits next.

    A caller that finds the place taken can leave: its mail is in the table, and the holder of the
    place looks for the next mail after leaving it.
    """
    if mail_server.pausing(clock()):
        return None
    with places.place(places.MAIL) as free:
        if not free:
            return None
        mail = next_mail(clock())
        if mail is not None:
            mail.send(clock())
    return next_mail(clock())
