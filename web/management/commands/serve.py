"""``manage.py serve``: what ``make run`` does."""

import errno
import fcntl
import logging
import os
import signal
import socket
import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import connections

from web import catalogues

PATIENCE_SECONDS = 60
"""How long the addresses wait for the server to answer."""
GRACE_SECONDS = 2
"""How long requests may take to finish once the server is stopping."""


class Command(BaseCommand):
    """Migrates, has the demo made, and becomes a web server; nothing if the port is taken."""

    # Later, when the translations are compiled: a fresh clone would be warned of those.
    requires_system_checks = ()
    help = "Compile translations, migrate, serve, and make the demo once; for development only."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", default="8000")

    def handle(self, *args: object, **options: object) -> None:
        """Does not return. Raises CommandError when it cannot listen there."""
        host, port = str(options["host"]), as_port(str(options["port"]))
        check_free(host, port)
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        # Ctrl-C while the demo is made needs no traceback; the server has handlers of its own.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        self._say("Preparing translations and the database ...")
        with alone("preparing"):
            catalogues.compile_all()
            self.check()
            call_command("migrate", verbosity=0)
            connections.close_all()
        self._say("Starting the server ...")
        if os.fork() == 0:
            make_demo(f"http://{place}", self.stdout, listening=(host, port))
        os.environ.setdefault("SITE_URL", f"http://{place}")
        # The server takes the place of this process, so signals reach it.
        command = [sys.executable, "-m", "uvicorn", *server_arguments(host, port)]
        os.execv(sys.executable, command)  # noqa: S606 - no word of it is a shell's

    def _say(self, sentence: str) -> None:
        self.stdout.write(f"  {sentence}")
        self.stdout.flush()


def make_demo(url: str, stdout: OutputWrapper, *, listening: tuple[str, int]) -> NoReturn:
    """Make what the demo lacks, in a process of its own: bots play longer than one likes to wait.

    Before that it says where the server is, once that answers. Games appear all at once, and so do
    tournaments.
    """
    # What bots do meanwhile would bury the addresses.
    logging.disable(logging.INFO)
    status = 1
    try:
        if answers(*listening, patience=PATIENCE_SECONDS):
            stdout.write(
                f"  Serving {url}/, which Ctrl-C ends. A new demo takes half a minute to appear."
            )
            stdout.flush()
        with alone("demo"):
            for command in ("demo", "demo_tournaments"):
                call_command(command, url=url, stdout=stdout)
                stdout.flush()
        status = 0
    finally:
        if status:
            traceback.print_exc()
        # Nothing that the server has registered for its end is this process's to do.
        os._exit(status)


def answers(host: str, port: int, *, patience: float) -> bool:
    """Whether somebody listens there, within so many seconds."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            socket.create_connection((here, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False


@contextmanager
def alone(task: str) -> Iterator[None]:
    """Let one server of this checkout do something at a time; another one waits, and finds it done.

    The lock is gone with its process, however that ends.
    """
    settings.VAR_DIR.mkdir(exist_ok=True)
    with (settings.VAR_DIR / f"{task}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def server_arguments(host: str, port: int) -> list[str]:
    """One process, because embedded the cache is in its memory; streams run on its loop."""
    return [
        *("caledonia.asgi:application", "--host", host, "--port", str(port)),
        *("--http", "caledonia.http_protocol:BoundedProtocol"),
        *("--timeout-graceful-shutdown", str(GRACE_SECONDS), "--log-level", "warning"),
        # Who the proxy is, TRUST_PROXY and NUM_PROXIES say.
        *("--no-proxy-headers", "--no-server-header", "--no-access-log"),
    ]


def as_port(text: str) -> int:
    """The number of a port. Raises CommandError."""
    if text.isascii() and text.isdecimal() and 0 < int(text) < 1 << 16:
        return int(text)
    raise CommandError(f"PORT is a number from 1 to 65535, not {text!r}: PORT=8001 make run")


def check_free(host: str, port: int) -> None:
    """Raises CommandError unless a server can listen there."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            # Connections of a server that has just stopped do not count.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as error:
        why = f"Cannot listen on {host}, port {port}: {error.strerror}."
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < 65535 else port - 1
            why = (
                f"Port {port} is taken, perhaps by a server that still runs. "
                f"Stop it, or take another port: PORT={other} make run"
            )
        raise CommandError(why) from error
