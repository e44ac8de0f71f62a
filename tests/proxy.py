"""The proxy of deploy/, as a process in front of others."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from simulation.processes import Running

CONFIG = settings.BASE_DIR / "deploy/Caddyfile"


def needed() -> None:
    """Skip the test where there is no Caddy; in CI that is a failure."""
    if shutil.which("caddy") is None:
        reason = "needs the proxy: caddy is not installed"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


def adapted(site: str) -> dict[str, Any]:
    """What Caddy makes of its configuration for a site, as JSON."""
    command = ("caddy", "adapt", "--config", str(CONFIG), "--adapter", "caddyfile")
    env = {"PATH": os.environ["PATH"], "SITE": site, "ADMIN": "off"}
    made = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    config: dict[str, Any] = json.loads(made.stdout)
    return config


def start(folder: Path, *, port: int, web: int, stream: int, **more: str) -> Running:
    """Caddy on a port, in front of a web process and one for streams."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "SITE": f":{port}",
        "ADMIN": "off",
        "WEB_HOST": "localhost",
        "WEB_PORT": str(web),
        "STREAM_HOST": "localhost",
        "STREAM_PORT": str(stream),
        **more,
    }
    command = ("caddy", "run", "--config", str(CONFIG), "--adapter", "caddyfile")
    return Running(command, log=folder / "proxy.log", env=env)


def run(folder: Path, config: dict[str, Any]) -> Running:
    """Caddy with a configuration in JSON, and a place of its own for certificates."""
    path = folder / "caddy.json"
    path.write_text(json.dumps(config))
    env = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    return Running(("caddy", "run", "--config", str(path)), log=folder / "proxy.log", env=env)
