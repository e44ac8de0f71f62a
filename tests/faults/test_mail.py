"""A mail server that hangs: what people wait for goes on."""

import threading
from collections.abc import Iterator

import pytest

from simulation.processes import wait_until
from tests.faults.players import Player
from tests.faults.site import Site
from tests.mail_servers import MailServer, hangs

pytestmark = pytest.mark.services

MAILS = 20
SIGN_UP = f"""
import django; django.setup()
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from web.mail import account_mail
from web.mail.mail_queue import send_soon
from web.models import AccountMail
now = timezone.now()
user = User.objects.get(username="alice")
with transaction.atomic():
    for one in range({MAILS}):
        send_soon(account_mail.store(kind=AccountMail.Kind.CHANGED, user=user,
                  address=f"{{one}}@example.org", language="en", now=now))
"""


@pytest.fixture
def silent(site: Site) -> Iterator[MailServer]:
    """A mail server that says nothing, and a worker that sends its mail there."""
    site.stop("worker")
    with MailServer(hangs) as server:
        mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(server.port), "EMAIL_USE_TLS": "0"}
        site.env.update(mail)
        site.start_worker()
        try:
            yield server
        finally:
            for name in mail:
                del site.env[name]
            site.stop("worker")
            for table in ("web_accountmail", "web_mailoutage"):
                site.cluster.query(f"DELETE FROM {table} RETURNING id")  # noqa: S608


def test_a_bot_plays_while_mail_waits_for_a_server_that_hangs(
    site: Site, silent: MailServer
) -> None:
    player = Player(site, "alice", threading.Event())
    site.python(SIGN_UP)
    wait_until("a mail is tried", lambda: silent.connections)
    for _ in range(4):
        bot_has_played(player)
    assert len(silent.connections) == 1, "all of that took less time than one mail has"


def bot_has_played(player: Player) -> None:
    """Open a game with a bot and wait until it is the turn of the player."""
    game = player.post("games", {"name": "mail", "options": {"players": 2}})["id"]
    player.post(f"games/{game}/bots", {"bot": "random"})
    player.post(f"games/{game}/start", {})

    def placed() -> bool:
        found = player.get(f"games/{game}")
        return any(seat["waiting"] and seat["user"] == player.name for seat in found["seats"])

    wait_until("it is the turn of the player", placed)
