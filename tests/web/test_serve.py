"""What `make run` checks before it becomes a server."""

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from tests.marks import in_one_test
from web.management.commands import serve
from web.management.commands.serve import alone, check_free

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens, and would share it."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_taken_port_is_told_about_before_anything_is_done(
    taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a database fixture: no migration is tried either."""
    with pytest.raises(CommandError, match=rf"Port {taken} is taken.*PORT={taken + 1} make run"):
        call_command("serve", "--port", str(taken))
    assert capsys.readouterr().out == ""


@in_one_test("port", ["", "abc", "0", "-1", "65536", "8000.5", "\u0664\u0662"])
def test_a_port_is_a_number(port: str) -> None:
    with pytest.raises(CommandError, match="PORT is a number"):
        call_command("serve", f"--port={port}")


def test_a_place_that_is_not_ours_is_told_about() -> None:
    with pytest.raises(CommandError, match=r"Cannot listen on 192\.0\.2\.1, port 8000"):
        call_command("serve", "--host", "192.0.2.1")


def test_a_port_that_a_server_has_just_left_is_free() -> None:
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            server.accept()[0].close()
    check_free("127.0.0.1", port)


@pytest.mark.parametrize("child", [False, True])
def test_the_server_does_not_wait_for_the_demo(
    child: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called: list[str] = []
    hushed: list[int] = []

    class Gone(Exception):
        """This process has become another one, or has ended."""

    def became(*args: object) -> None:
        called.append("ended" if args == (0,) else "server")
        raise Gone

    monkeypatch.setattr(serve, "call_command", lambda name, **_: called.append(name))
    monkeypatch.setattr(serve.catalogues, "compile_all", list)
    monkeypatch.setattr(serve.Command, "check", list)
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    monkeypatch.setattr(logging, "disable", hushed.append)
    monkeypatch.setattr(serve, "answers", lambda *_, **__: True)
    monkeypatch.setattr(os, "fork", lambda: 0 if child else 1)
    monkeypatch.setattr(os, "execv", became)
    monkeypatch.setattr(os, "_exit", became)
    monkeypatch.setenv("SITE_URL", "http://127.0.0.1:24998")
    with pytest.raises(Gone):
        call_command("serve", "--port", "24998")
    rest = ["demo", "demo_tournaments", "ended"] if child else ["server"]
    assert called == ["migrate", *rest]
    assert hushed == ([logging.INFO] if child else [])
    said = capsys.readouterr().out
    assert ("Serving http://127.0.0.1:24998/" in said) == child, "only once the server answers"


@pytest.mark.long
def test_two_servers_of_one_checkout_prepare_one_after_the_other(
    tmp_path: Path, settings: LazySettings
) -> None:
    settings.VAR_DIR = tmp_path / "var"
    waiting = f"""
import django; django.setup()
from pathlib import Path
from django.conf import settings
from web.management.commands.serve import alone
settings.VAR_DIR = Path({str(settings.VAR_DIR)!r})
print("here", flush=True)
with alone("preparing"):
    print("done", flush=True)
"""
    with alone("preparing"), alone("demo"):
        other = subprocess.Popen(
            [sys.executable, "-c", waiting],
            stdout=subprocess.PIPE,
            text=True,
            cwd=settings.BASE_DIR,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "caledonia.settings"},
        )
        assert other.stdout is not None
        assert other.stdout.readline() == "here\n"
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.5)
    assert other.communicate() == ("done\n", None)
    assert other.returncode == 0
