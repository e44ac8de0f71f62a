"""The settings of a public server, in a process of its own."""

import os
import subprocess
import sys

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
