"""Values of every setting that refuse to start a server, and unusual ones that do not."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.runtime import environment, metrics
from tests.marks import in_one_test
from tests.test_settings import SECRET, documented, load, refusal, run

pytestmark = pytest.mark.once

ANY: Final = {"EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"}
"""What they may be is for the mail server to say."""
ELSEWHERE: Final = {"PROMETHEUS_MULTIPROC_DIR"}
"""Read before the settings are."""

SECRETS: Final = {
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "METRICS_TOKEN", "HEADS_KEY"),
    *("DATABASE_URL", "REPLICA_DATABASE_URL", "REDIS_URL", "HEADS_WEBHOOK"),
}
"""Not shown, as they hold secrets or may hold a password."""

FLAG: Final = ["2", "maybe", "-1"]
WHOLE: Final = ["-1", "1.5", "1e3", "many", "\u0663", "9999999999", "0x10"]
POSITIVE: Final = [*WHOLE, "0"]
SECONDS: Final = [*POSITIVE, "1000000"]
PORT: Final = [*WHOLE, "65536", "99999"]
RATE: Final = ["0/min", "-5/min", "5/fortnight", "20", "1.5/min", "1e9/min", "many", "\u0663/day"]
HOST: Final = ["https://a.example", "a.example:25", "a..b", "a b", "-a.example", "a.example/x"]
FILE: Final = ["relative/file", "/", "/etc/", "/etc"]

SENSELESS: Final[dict[str, list[str]]] = {
    "CALEDONIA_DEV": FLAG,
    "SECRET_KEY": ["short"],
    "SECRET_KEY_FALLBACKS": [",", "short"],
    "ALLOWED_HOSTS": [",", *HOST, "a.example,http://x", "*.example.org", "[::1", "[1.2.3]"],
    "CSRF_TRUSTED_ORIGINS": [",", "a.example", "ftp://a.example", "https://", "https://a/b"],
    "HTTPS": FLAG,
    "TRUST_PROXY": FLAG,
    "NUM_PROXIES": [*WHOLE, "1000"],
    "DATABASE_URL": [
        "nonsense",
        "mysql://a/b",
        "postgres://host",
        "postgres://host/",
        "postgres://host:port/name",
        "postgres://host:99999/name",
        "postgres://host:0/name",
        "postgres://host/name?sslmod=require",
        "postgres://host/name?sslmode=please",
        "postgres://host/name?connect_timeout=soon",
        "postgres://host/name?novalue",
        "sqlite://",
        "sqlite:////dev/null/db.sqlite3",
        "sqlite:///db.sqlite3?timeout=5",
    ],
    "DATABASE_POOLED": FLAG,
    "REPLICA_DATABASE_URL": [
        "nonsense",
        "postgres://host:port/name",
        "postgres://host/name?sslmode=please",
        "sqlite:////tmp/db.sqlite3",
        "postgres://standby/without-a-database",
    ],
    "DATABASE_STATEMENT_SECONDS": SECONDS,
    "REDIS_URL": [
        "nonsense",
        "http://x",
        "redis://",
        "redis:///0",
        "redis://127.0.0.1:6379/notanumber",
        "redis://127.0.0.1:6379/-1",
        "redis://127.0.0.1:port/0",
        "redis://127.0.0.1:0/0",
        "redis://127.0.0.1/0?db=3",
        "redis://127.0.0.1/0?socket_timeout=soon",
        "redis://127.0.0.1/0?ssl_nonsense=1",
        "rediss://127.0.0.1/0?ssl_cert_reqs=maybe",
        "unix:///run/redis.sock",
    ],
    "CALEDONIA_NAMESPACE": ["a b", "..", "a*", "{a}", "a" * 101, "\u0141"],
    "SWEEP_SECONDS": SECONDS,
    "CONTENT_PACK": ["/dev/null/pack", "/etc/hostname"],
    "BOT_MOVES_AT_ONCE": POSITIVE,
    "REQUESTS_PER_USER": WHOLE,
    "REQUESTS_PER_ADDRESS": WHOLE,
    "REQUESTS_WAITING": WHOLE,
    "REQUESTS_WAITING_ADDRESS": WHOLE,
    "MOST_OPEN_TABLES": WHOLE,
    "TABLES_PER_HOUR": WHOLE,
    "MOST_BOT_GAMES": WHOLE,
    "FORKS_PER_HOUR": WHOLE,
    "MOST_TOURNAMENTS": WHOLE,
    "TOURNAMENTS_PER_DAY": WHOLE,
    "TOURNAMENT_BYTES_PER_DAY": WHOLE,
    "UNDOS_PER_TURN": WHOLE,
    "EVENTS_PER_GAME": WHOLE,
    "EVENTS_PER_DAY": WHOLE,
    "MESSAGES_PER_DAY": WHOLE,
    "MOVE_KEY_HOURS": [*POSITIVE, "87601"],
    "TOKEN_DAYS": [*POSITIVE, "366"],
    "TOKEN_DAYS_MAX": [*POSITIVE, "3651"],
    "IMPORT_CPU_SECONDS": SECONDS,
    "IMPORT_SECONDS": [*SECONDS, "301"],
    "IMPORT_MEMORY_MB": [*POSITIVE, "63", "1000001"],
    "IMPORT_BYTES_PER_HOUR": WHOLE,
    "IMPORT_EVENTS_PER_HOUR": WHOLE,
    "IMPORTED_EVENTS": WHOLE,
    "IMPORTED_PACK_BYTES": WHOLE,
    "MOST_OPEN_IMPORTS": WHOLE,
    "MOST_OPEN_VALIDATIONS": WHOLE,
    "MOST_OPEN_JOBS_PER_ADDRESS": WHOLE,
    "LONG_JOBS": [*POSITIVE, "1001"],
    "HEADS_KEY": ["0123", "0" * 64],
    "HEADS_FILE": FILE,
    "HEADS_WEBHOOK": [
        *("nonsense", "http://heads.example.org/", "https://"),
        *("https://heads..example/", f"https://{'a' * 64}.example/"),
    ],
    "SITE_URL": [
        "a.example",
        "javascript:alert",
        "https://a.example/here",
        "https://a.example?x",
        "https://user@a.example",
        "https://a.example:port",
        "https://a.example:0",
        "https://a.example:",
        "https://",
        "https://a b",
        "https://a<b",
    ],
    "TURN_MAIL_AFTER_SECONDS": SECONDS,
    "TURN_MAIL_EVERY_SECONDS": SECONDS,
    "EMAIL_HOST": HOST,
    "EMAIL_PORT": [*PORT, "0"],
    "EMAIL_USE_TLS": FLAG,
    "EMAIL_FROM": [
        "nonsense",
        "a b c",
        "a@",
        "@a.example",
        "a@b@c",
        "a@b, c@d",
        "Games <games>",
        "Games games@example.org",
        "Games <games@example.org> more",
        "a@b\nBcc: c@d",
    ],
    "STREAMS_PER_USER": POSITIVE,
    "STREAMS_PER_ADDRESS": POSITIVE,
    "STREAMS_PER_PROCESS": POSITIVE,
    "STREAM_OPENINGS_PER_ADDRESS": POSITIVE,
    "STREAM_OPENINGS": POSITIVE,
    "STREAM_HEARTBEAT_SECONDS": SECONDS,
    "STREAM_POLL_SECONDS": SECONDS,
    "STREAM_WRITE_SECONDS": SECONDS,
    "STREAM_WAITERS": WHOLE,
    "LOG_LEVEL": ["LOUD", "10"],
    "LOG_FORMAT": ["xml"],
    "METRICS_TOKEN": ["short", "two words of a token that is long", "\u0141" * 30],
    "METRICS_PORT": PORT,
    "WORKER_HEARTBEAT": [*FILE, "/dev/null/worker"],
    **{name: RATE for name in documented() if name.startswith("THROTTLE_")},
}


def test_every_setting_has_values_that_make_no_sense() -> None:
    assert set(SENSELESS) | ANY | ELSEWHERE == set(documented())
    assert all(SENSELESS.values())


@in_one_test("name", SENSELESS)
@pytest.mark.long
def test_they_refuse_to_start(name: str) -> None:
    for value in SENSELESS[name]:
        known = {} if name == "CALEDONIA_DEV" else {"CALEDONIA_DEV": "0"}
        why = refusal(**{"SECRET_KEY": SECRET, **known, name: value})
        assert why.startswith(name), (value, why)
        assert name not in SECRETS or repr(value) not in why


@pytest.mark.uncounted
@in_one_test(
    ("name", "values"),
    {
        "ALLOWED_HOSTS": ["*", ".a.example", "a.example, b_c", "10.0.0.1,[::1]", "localhost,"],
        "CSRF_TRUSTED_ORIGINS": ["https://a.example:8443", "https://*.a.example", "http://[::1]"],
        "DATABASE_URL": [
            "postgres:///name",
            "postgresql://user:p%40ss@db:5432/name?connect_timeout=2&sslmode=verify-full",
            "postgres://db/name?options=-c%20lock_timeout%3D5s",
            "postgres://u@%2Fvar%2Frun%2Fpostgresql/name",
            "sqlite:///db.sqlite3",
        ],
        "REDIS_URL": [
            "redis://host",
            "redis://:secret@host:6379/0",
            "rediss://user:p%40ss@host/15?ssl_cert_reqs=required",
            "redis://[::1]:6379/",
        ],
        "CALEDONIA_NAMESPACE": ["a", "test-0a_b.c"],
        "EMAIL_HOST": ["localhost", "10.0.0.1", "::1", "mail_1"],
        "EMAIL_FROM": ["a@localhost", "<a@b.example>", "Ben & \u0141ukasz <games@example.org>"],
        "EMAIL_PORT": ["25", "65535"],
        "HEADS_FILE": ["/dev/null/away/heads.jsonl"],
        "LONG_JOBS": ["1000"],
        "METRICS_PORT": ["0", "9100"],
        "MOST_OPEN_IMPORTS": ["0"],
        "SITE_URL": ["http://[::1]:8000", "https://A.example:8443/"],
        "STREAM_WAITERS": ["0"],
        "THROTTLE_READ": ["999999999/d"],
    }.items(),
)
def test_unusual_values_that_make_sense_do_not(name: str, values: list[str]) -> None:
    for value in values:
        load(**{"SECRET_KEY": SECRET, "SITE_URL": "https://a.example", name: value})


@pytest.mark.long
def test_a_directory_for_metrics_is_made_or_refuses_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = tmp_path / "new" / "metrics"
    for value in ("relative", str(tmp_path / "file" / "x"), str(tmp_path / "file")):
        (tmp_path / "file").touch()
        monkeypatch.setenv(metrics.DIRECTORY, value)
        with pytest.raises(ImproperlyConfigured, match=r"^PROMETHEUS_MULTIPROC_DIR must be"):
            environment.new_directory(metrics.DIRECTORY)
    made = run("", CALEDONIA_DEV="1", PROMETHEUS_MULTIPROC_DIR=str(wanted))
    assert (made.returncode, wanted.is_dir()) == (0, True)


@pytest.mark.long
def test_a_server_does_not_start_with_a_pack_that_cannot_be_used(tmp_path: Path) -> None:
    started = [sys.executable, "-c", "import caledonia.asgi"]
    refused = subprocess.run(
        started,
        env={"CALEDONIA_DEV": "1", "CONTENT_PACK": str(tmp_path), "PATH": ""},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode
    assert "ImproperlyConfigured: CONTENT_PACK: The content pack cannot be used" in refused.stderr
