"""Mail servers that are slow, or never say anything: a mail takes a bounded time."""

import time
from collections.abc import Iterator
from smtplib import SMTPException
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage

from tests.mail_servers import MailServer, drips, each_command_after, hangs

pytestmark = pytest.mark.uncounted


@pytest.fixture(autouse=True)
def _settings(settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "caledonia.smtp.EmailBackend"
    settings.EMAIL_HOST = "localhost"
    settings.EMAIL_USE_TLS = False
    settings.EMAIL_TIMEOUT = 0.6
    settings.MAIL_SECONDS = 1


@pytest.fixture
def server(settings: LazySettings) -> Iterator[MailServer]:
    """A mail server on a port of its own."""
    with MailServer() as made:
        settings.EMAIL_PORT = made.port
        yield made


def send() -> float:
    """Send a mail; how many seconds that took, also where it was in vain."""
    began = time.monotonic()
    with pytest.raises((SMTPException, OSError)):
        EmailMessage("hello", "text", None, ["anna@example.org"]).send()
    return time.monotonic() - began


def test_a_server_that_answers_gets_the_mail(server: MailServer) -> None:
    EmailMessage("hello", "text", None, ["anna@example.org"]).send()
    assert server.recipients == ["anna@example.org"]


def test_a_server_that_says_nothing_has_the_time_of_one_answer(
    server: MailServer, settings: LazySettings
) -> None:
    settings.MAIL_SECONDS = 20
    server.behaviour = hangs
    assert 0.5 < send() < 10


@pytest.mark.parametrize("behaviour", [each_command_after(0.4), drips], ids=["slow", "drips"])
def test_a_mail_as_a_whole_has_a_time(
    server: MailServer, settings: LazySettings, behaviour: object
) -> None:
    """Every single answer comes in time; without that limit the slow server would take the mail."""
    settings.EMAIL_TIMEOUT = 5
    server.behaviour = behaviour
    assert 0.9 < send() < 10
    assert server.recipients == []


def test_all_addresses_of_a_server_share_the_time(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: sum(tried))

    def silent(address: tuple[str, int], timeout: float) -> None:
        tried.append(timeout)
        raise TimeoutError

    found = [(0, 0, 0, "", (f"192.0.2.{number}", 25)) for number in range(9)]
    monkeypatch.setattr("caledonia.smtp.socket.getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr("caledonia.smtp.socket.create_connection", silent)
    monkeypatch.setattr("caledonia.smtp.time", clock)
    send()
    assert tried == [0.6, pytest.approx(0.4)]
