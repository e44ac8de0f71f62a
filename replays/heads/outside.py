"""Heads where the owner of the database cannot rewrite them alone: a file, and an address.

Both get every head in order, once or again after a failure, until they have it.
"""

import fcntl
import hashlib
import http.client
import io
import logging
import os
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Timer
from typing import Final
from urllib.parse import urlsplit

import msgspec
from django.conf import settings

from replays.heads.errors import HeadsFileUnreadable
from replays.heads.models import HeadDelivery, SignedHead
from replays.heads.proofs import statement
from replays.heads.statements import Head

log = logging.getLogger(__name__)

AT_ONCE: Final = 500
"""Heads that one run sends to one place."""
SECONDS: Final = 10
"""How long the address may take for one head, from the name to the end of its answer."""
SECONDS_OF_A_RUN: Final = 120
"""After which one run sends no other head to the address: a worker ends tasks that take long."""
TAIL: Final = 64 * 1024
"""Bytes at the end of the file in which its last head is looked for."""


class NotDelivered(Exception):
    """The address did not take a head."""


def deliver(*, now: datetime) -> bool:
    """Send to each place the heads that it lacks; returns whether each has them all now."""
    done = []
    if settings.HEADS_FILE:
        done.append(_carried_out("file", _add_to_file))
    if settings.HEADS_WEBHOOK:
        done.append(_carried_out("webhook", lambda: _send(now)))
    return all(done)


def _carried_out(place: str, work: Callable[[], None]) -> bool:
    try:
        work()
    except (OSError, http.client.HTTPException, HeadsFileUnreadable, NotDelivered) as error:
        log.error("not all heads were delivered to the %s: %s", place, error)  # noqa: TRY400
        return False
    return True


def _add_to_file() -> None:
    """The file itself says what it has, so one that was lost, or is back, gets what it misses."""
    last = last_written()
    for head in _waiting(0 if last is None else last.number):
        write(head)


def _send(now: datetime) -> None:
    # The address may hold a password, which is not for the database.
    target = f"webhook:{hashlib.sha256(settings.HEADS_WEBHOOK.encode()).hexdigest()}"
    known = HeadDelivery.objects.filter(pk=target).values_list("number", flat=True).first()
    end = time.monotonic() + SECONDS_OF_A_RUN
    for sent, head in enumerate(_waiting(known or 0)):
        if sent and time.monotonic() > end:
            raise NotDelivered(f"it is slow, so head {head.number} comes with the next run")
        post(head)
        HeadDelivery.objects.update_or_create(
            pk=target, defaults={"number": head.number, "at": now}
        )


def _waiting(known: int) -> list[Head]:
    found = SignedHead.objects.filter(number__gt=known).order_by("number")[:AT_ONCE]
    return [statement(head) for head in found]


# --- the file -------------------------------------------------------------------------------------


def write(head: Head) -> None:
    """Add a head to the file as a line of JSON, and wait until it is on the disk. Raises OSError.

    One that the file ends with or has gone beyond is not added again.
    """
    with Path(settings.HEADS_FILE).open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        end, last = _end(file)
        if last is not None and last.number >= head.number:
            return
        # What was torn by a crash gets a line of its own.
        start = b"" if end in (b"", b"\n") else b"\n"
        file.write(start + msgspec.json.encode(head) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def last_written() -> Head | None:
    """The last head in the file; None without one.

    Raises HeadsFileUnreadable.
    """
    if not settings.HEADS_FILE:
        return None
    try:
        with Path(settings.HEADS_FILE).open("rb") as file:
            return _end(file)[1]
    except FileNotFoundError:
        return None
    except OSError as error:
        raise HeadsFileUnreadable(error) from error


def _end(file: io.BufferedIOBase) -> tuple[bytes, Head | None]:
    """The last byte of the file, and the last head in it; other lines are passed over."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - TAIL))
    data = file.read()
    for line in reversed(data.splitlines()):
        try:
            return data[-1:], msgspec.json.decode(line, type=Head)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return data[-1:], None


# --- the address ----------------------------------------------------------------------------------


def post(head: Head) -> None:
    """Send a head to the address. Redirects are not followed: any answer but 2xx is a failure.

    Raises OSError, HTTPException, NotDelivered.
    """
    url = urlsplit(settings.HEADS_WEBHOOK)
    secure = url.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    assert url.hostname is not None
    connection = kind(url.hostname, url.port)
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    headers = {"Content-Type": "application/json", "User-Agent": "caledonia"}
    with _connected(connection.host, connection.port) as plain:
        if secure:
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(plain, server_hostname=url.hostname)
        else:
            connection.sock = plain
        try:
            connection.request("POST", path, body=msgspec.json.encode(head), headers=headers)
            status = connection.getresponse().status
        finally:
            connection.close()
    if not 200 <= status < 300:
        raise NotDelivered(f"the answer was {status}")


@contextmanager
def _connected(host: str, port: int) -> Iterator[socket.socket]:
    """A connection that is ended ``SECONDS`` after it was asked for. Raises TimeoutError then.

    A timeout of the socket bounds each wait for a byte, not how long all of them take.
    """
    deadline = time.monotonic() + SECONDS
    addresses = len(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    # One after the other is tried, each for this long.
    with socket.create_connection((host, port), timeout=SECONDS / addresses) as plain:
        plain.settimeout(SECONDS)
        # What is wrapped for TLS gives up its own descriptor.
        with plain.dup() as same:
            timer = Timer(max(deadline - time.monotonic(), 0), _shut_down, [same])
            timer.start()
            try:
                yield plain
            finally:
                timer.cancel()
                timer.join()
    # An answer that was cut off in its headers looks complete.
    if time.monotonic() >= deadline:
        raise TimeoutError(f"it took more than {SECONDS} seconds")


def _shut_down(connection: socket.socket) -> None:
    with suppress(OSError):  # it has ended by itself
        connection.shutdown(socket.SHUT_RDWR)
