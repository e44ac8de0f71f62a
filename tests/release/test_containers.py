"""Every container of docker-compose.yml is confined, and has a place for what it writes."""

import re
import runpy
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from django.conf import settings

from caledonia import bridge, request_bodies
from tests.marks import in_one_test

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

COMPOSE: dict[str, Any] = yaml.safe_load((settings.BASE_DIR / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (settings.BASE_DIR / "Dockerfile").read_text()
MAKEFILE = (settings.BASE_DIR / "Makefile").read_text()
ADDED = {"proxy": ["NET_BIND_SERVICE"]}
"""The only rights that are given to a container."""
PORTS = {"proxy": ["80:80", "443:443"]}
"""What the network reaches, by TCP alone: HTTP/3 would come by UDP."""
KEPT = {
    "db": {"/var/lib/postgresql/data"},
    "proxy": {"/data", "/config"},
    "migrate": {"/srv/static"},
}
"""What has to outlive its container."""
PER_CONNECTION = 100 * 1024
"""Bytes of a connection to the proxy; tests/caledonia/test_served.py measures."""
EXACT = r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+(@sha256:[0-9a-f]{64})?"


def writable(service: dict[str, Any]) -> set[str]:
    """The directories that the processes of a service can write to."""
    mounts = [*service.get("tmpfs", []), *service.get("volumes", [])]
    return {
        part
        for mount in mounts
        for part in mount.split(":")
        if part.startswith("/") and not mount.endswith(":ro")
    }


def named_twice(path: Path) -> list[str]:
    """The keys that a mapping of a YAML file has more than once: Python takes the last one."""
    loader = yaml.SafeLoader(path.read_text())
    waiting, seen, twice = [loader.get_single_node()], set[int](), list[str]()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            keys = Counter(key.value for key, _ in node.value)
            twice += [key for key, number in keys.items() if number > 1]
            waiting += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value
    return twice


@in_one_test("path", sorted(settings.BASE_DIR.glob("docker-compose*.yml")))
def test_no_key_stands_twice(path: Path) -> None:
    """Compose refuses such a file as a whole: mapping key already defined."""
    assert named_twice(path) == []


@in_one_test("name", SERVICES)
def test_a_container_is_confined(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == ADDED.get(name, [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"] == service["memswap_limit"]
    assert not service.get("privileged")
    assert not any("docker.sock" in volume for volume in service.get("volumes", []))
    assert service.get("ports", []) == PORTS.get(name, [])


@in_one_test("name", SERVICES)
def test_a_log_has_an_end(name: str) -> None:
    options = SERVICES[name]["logging"]["options"]
    assert int(options["max-size"].removesuffix("m")) * int(options["max-file"]) <= 100


@in_one_test("name", SERVICES)
def test_temporary_files_have_a_place_and_a_limit(name: str) -> None:
    service = SERVICES[name]
    assert KEPT.get(name, set()) <= writable(service)
    for mount in service.get("tmpfs", []):
        assert re.search(r"[:,]size=\d+m\b", mount) or mount.startswith("/run/postgresql:")
    if name != "redis":
        assert "/tmp" in writable(service)  # noqa: S108 - inside the container


@in_one_test("name", ["web", "worker", "beat"])
def test_what_a_process_is_told_to_write_is_writable(name: str) -> None:
    """Metrics, heartbeat, schedule; static files are made with the image."""
    service = SERVICES[name]
    environment = service["environment"]
    named = [environment.get("PROMETHEUS_MULTIPROC_DIR"), environment.get("WORKER_HEARTBEAT")]
    command = service.get("command", [])
    named += [word for word in command if word.startswith("/")]
    found = [PurePosixPath(path) for path in named if path]
    assert found
    for path in found:
        assert {str(parent) for parent in path.parents} & (writable(service) - {"/"}), path


def test_the_proxy_has_the_static_files() -> None:
    """Where its configuration looks for them, of a volume that only their maker can write to."""
    kept = {name: one.get("volumes", []) for name, one in SERVICES.items()}
    users = {
        name for name, volumes in kept.items() if any(v.startswith("static:") for v in volumes)
    }
    assert users == {"migrate", "proxy"}
    assert "static:/srv/static:ro" in kept["proxy"]
    assert "root * {$FILES:/srv}" in (settings.BASE_DIR / "deploy/Caddyfile").read_text()
    assert "mkdir -p /srv/static && chown caledonia /srv/static" in DOCKERFILE
    copied, migrated = SERVICES["migrate"]["command"][2].split("; ")
    assert (copied, migrated) == ("cp -rT var/static /srv/static", "exec python manage.py migrate")


def test_what_waits_for_clients_has_room() -> None:
    """Of each process of `web` in its files, and of all files of the proxy in its memory."""
    (size,) = re.findall(r"/tmp:size=(\d+)m", " ".join(SERVICES["web"]["tmpfs"]))  # noqa: S108 - inside the container
    largest = request_bodies.BodyLimits().held + bridge.ANSWERS
    workers = runpy.run_path(str(settings.BASE_DIR / "deploy/gunicorn.conf.py"))["workers"]
    assert workers * largest < int(size) * 2**20
    assert SERVICES["proxy"]["ulimits"]["nofile"] * PER_CONNECTION < 2**30
    assert SERVICES["proxy"]["mem_limit"] == "1g"
    # As many connections as the proxy may hand on, which takes a file for each side of one.
    for name in ("web", "stream"):
        assert SERVICES[name]["ulimits"]["nofile"] >= SERVICES["proxy"]["ulimits"]["nofile"] // 2


def test_no_process_runs_as_root_but_the_proxy() -> None:
    assert re.findall(r"^USER (\w+)$", DOCKERFILE, re.MULTILINE) == ["caledonia"]
    others = {name: one.get("user") for name, one in SERVICES.items() if "build" not in one}
    assert others == {"db": "postgres", "redis": "redis", "proxy": None}


def test_versions_are_exact() -> None:
    """Of images and of what installs the dependencies; those have theirs in uv.lock."""
    images = [one["image"] for one in SERVICES.values() if "build" not in one]
    images += re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(images) == 5
    for image in images:
        assert re.fullmatch(EXACT, image), image
    assert len(set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))) == 1
    versions = re.findall(r"\buv==(\d+\.\d+\.\d+)\b", DOCKERFILE + MAKEFILE)
    assert len(versions) == 2
    assert len(set(versions)) == 1
