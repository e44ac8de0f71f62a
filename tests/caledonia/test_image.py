"""What the Dockerfile puts into the image: enough, and nothing secret. No engine is needed."""

import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import redis
import yaml
from django.conf import settings

from simulation.processes import Running, free_port, listens, wait_until

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

ROOT = settings.BASE_DIR
DOCKERFILE = (ROOT / "Dockerfile").read_text()
RUNTIME = DOCKERFILE.rpartition("\nFROM ")[2]


def copied() -> list[str]:
    """The files and folders that come from the repository into the last stage."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", RUNTIME, re.MULTILINE)
    return [name for line in lines for name in line.split()]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A folder with what the image has, and nothing else of the repository."""
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name)
        else:
            shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def manage(image: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env={**kept, "SECRET_KEY": secrets.token_urlsafe(50), "ALLOWED_HOSTS": "a.example"},
        cwd=image,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_ignore_file_lets_through_what_is_copied() -> None:
    admitted = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    stages = set(re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE))
    assert {name for line in stages for name in line.split()} == admitted
    assert (ROOT / ".dockerignore").read_text().startswith("*\n")


@pytest.mark.long
def test_the_image_has_all_that_it_runs(image: Path) -> None:
    (image / "var").mkdir()
    collected = manage(image, "collectstatic", "--no-input", "--verbosity", "0")
    assert collected.returncode == 0, collected.stderr
    assert (image / "var/static/staticfiles.json").exists()
    imported = {
        name
        for module in (image / "var/static/web/js").rglob("*.????????????.js")
        for name in re.findall(r'^import .* from "(.+)";$', module.read_text(), re.MULTILINE)
    }
    assert imported
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", name) for name in imported), imported
    checked = manage(image, "check", "--deploy", "--fail-level", "WARNING")
    assert checked.returncode == 0, checked.stderr
    for file in re.findall(r"deploy/[\w.]+", RUNTIME + (ROOT / "docker-compose.yml").read_text()):
        assert (ROOT / file).exists(), file


@pytest.mark.services
def test_redis_of_the_compose_file_asks_for_a_password_that_no_process_shows(
    tmp_path: Path,
) -> None:
    service = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["redis"]
    port, password = free_port(), secrets.token_hex(24)
    command = [
        re.sub(r"\$\{\w+:-(\w+)\}", r"\1", part)
        .replace("$$", "$")
        .replace("exec redis-server", f"exec redis-server --port {port} --bind 127.0.0.1")
        for part in service["command"]
    ]
    assert (service["environment"], service["user"]) == (
        *({"REDISCLI_AUTH": "${REDIS_PASSWORD}"}, "redis"),
    )
    env = {"PATH": os.environ.get("PATH", ""), "REDISCLI_AUTH": password}
    server = Running(command, log=tmp_path / "redis.log", env=env)
    try:
        wait_until("Redis answers", lambda: listens(port))
        with redis.Redis(port=port) as stranger, pytest.raises(redis.AuthenticationError):
            stranger.ping()
        with redis.Redis(port=port, password=password) as client:
            assert client.config_get("maxmemory*") == {
                **client.config_get("maxmemory*"),
                "maxmemory": str(256 * 1024**2),
                "maxmemory-policy": "volatile-lru",
            }
        assert password not in Path(f"/proc/{server.pid}/cmdline").read_text()
        assert service["healthcheck"]["test"] == ["CMD", "redis-cli", "ping"]
        ping = subprocess.run(
            ["redis-cli", "-p", str(port), "ping"], env=env, capture_output=True, check=True
        )
        assert ping.stdout == b"PONG\n"
    finally:
        server.kill()


def test_it_runs_as_nobody_in_particular_and_keeps_no_secret() -> None:
    assert re.search(r"^USER (?!root)", RUNTIME, re.MULTILINE)
    assert "HEALTHCHECK" in RUNTIME
    assert not re.search(r"^(ENV|ARG) .*(KEY|TOKEN|PASSWORD)", DOCKERFILE, re.MULTILINE)
    for line in re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE):
        assert re.search(r":\d+\.\d+\.\d+-slim-\w+$", line), f"{line} is not pinned"
