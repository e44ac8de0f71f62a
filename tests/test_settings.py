"""The settings of a public server, in a process of its own."""

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python code in a process with this environment and nothing else of ours."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {code}"],
        env={**kept, "DJANGO_SETTINGS_MODULE": "caledonia.settings", **environment},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_public_server_needs_a_secret() -> None:
    refused = run("")
    assert refused.returncode
    assert "SECRET_KEY is not set" in refused.stderr


@pytest.mark.parametrize("command", ["map", "check", "help"])
def test_a_command_without_a_secret_ends_with_one_line(command: str) -> None:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    refused = subprocess.run(
        [sys.executable, "manage.py", command],
        env=kept,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1, refused.stderr
    assert refused.stderr.startswith("manage.py: SECRET_KEY is not set.")


def test_a_public_server_speaks_https_only() -> None:
    shown = run(
        "from django.test import Client; c = Client(); "
        "print(c.get('/', headers={'host': 'a.example'}).headers['Location']); "
        "print(c.get('/', headers={'host': 'b.example'}).status_code)",
        SECRET_KEY="x" * 60,
        ALLOWED_HOSTS="a.example",
        LOG_LEVEL="CRITICAL",
    )
    assert shown.stdout.split() == ["https://a.example/", "400"], shown.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("NUM_PROXIES", "one"),
        ("NUM_PROXIES", "-1"),
        ("THROTTLE_READ", "many"),
        ("THROTTLE_WRITE", "10/fortnight"),
        ("THROTTLE_ANONYMOUS", "0/min"),
        ("THROTTLE_SIGN_IN", "20"),
        ("TRUST_PROXY", "maybe"),
        ("SWEEP_SECONDS", "0"),
        ("SWEEP_SECONDS", "a minute"),
    ],
)
def test_a_value_that_makes_no_sense_refuses_to_start(name: str, value: str) -> None:
    refused = run("", CALEDONIA_DEV="1", **{name: value})
    assert refused.returncode
    last = refused.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert f"{name} must be" in last
    assert repr(value) in last


def test_an_empty_variable_is_one_that_is_not_set() -> None:
    names = ["LOG_LEVEL", "NUM_PROXIES", "THROTTLE_READ", "THROTTLE_SIGN_IN", "CALEDONIA_NAMESPACE"]
    code = (
        "from django.conf import settings as s; rest = s.REST_FRAMEWORK; "
        "print(s.LOGGING['root']['level'], rest['NUM_PROXIES'], s.NAMESPACE, "
        "rest['DEFAULT_THROTTLE_RATES']['read'], rest['DEFAULT_THROTTLE_RATES']['sign-in'])"
    )
    shown = run(code, CALEDONIA_DEV="1", **dict.fromkeys(names, ""))
    assert shown.stdout.split() == ["INFO", "0", "caledonia", "6000/min", "20/min"], shown.stderr


def test_the_compose_file_passes_every_variable_of_the_table() -> None:
    """Those of the README that are not about development."""
    readme, compose = (
        (settings.BASE_DIR / name).read_text() for name in ("README.md", "docker-compose.yml")
    )
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", readme, re.MULTILINE)
    named = set(re.findall(r"[A-Z_]+", " ".join(rows)))
    passed = set(re.findall(r"^    ([A-Z_]+): ", compose, re.MULTILINE))
    assert "THROTTLE_SIGN_IN" in named
    assert named - passed == {"CALEDONIA_DEV"}
