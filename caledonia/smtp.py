"""Sending mail by SMTP in a bounded time.

Django bounds each read and write (``EMAIL_TIMEOUT``). A mail is a dozen of them, and a server that
sends single bytes resets the time with each. So a connection is also cut as a whole, after
``MAIL_SECONDS``; only looking up the name of the server is not counted.
"""

import smtplib
import socket
import time
from contextlib import suppress
from threading import Lock, Timer

from django.conf import settings
from django.core.mail.backends import console, smtp


class Cut:
    """Cuts a connection after a time, unless it is called off before."""

    def __init__(self, line: socket.socket, seconds: float) -> None:
        # A descriptor of its own: STARTTLS replaces the socket, and the number may be used again.
        self._line = line.dup()
        self._lock = Lock()
        self._timer = Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def call_off(self) -> None:
        """Leave the connection alone."""
        self._timer.cancel()
        with self._lock:
            self._line.close()

    def _cut(self) -> None:
        with self._lock, suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self.call_off()


class BoundedSMTP(smtplib.SMTP):
    """A connection to a mail server that ends after ``MAIL_SECONDS``, whatever the server does."""

    _bound: Cut | None = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        """Connect to the first address of the host that answers, all of them in one time."""
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        end = time.monotonic() + settings.MAIL_SECONDS
        failure: OSError = TimeoutError(f"{host} has no address")
        for *_, address in addresses:
            left = end - time.monotonic()
            if left <= 0:
                break
            try:
                line = socket.create_connection((str(address[0]), port), min(timeout, left))
            except OSError as error:
                failure = error
            else:
                line.settimeout(timeout)
                self._bound = Cut(line, max(0.0, end - time.monotonic()))
                return line
        raise failure

    def close(self) -> None:
        """Close the connection."""
        if self._bound is not None:
            self._bound.call_off()
        super().close()


class EmailBackend(smtp.EmailBackend):
    """Django's backend with connections that end after ``MAIL_SECONDS``."""

    connection_class = BoundedSMTP


ConsoleBackend = console.EmailBackend
"""Where there is no mail server."""
