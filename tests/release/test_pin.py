"""Digests come from the registry or not at all."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from release import pin
from simulation.processes import free_port

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

DB, CACHE, BASE = (f"sha256:{letter * 64}" for letter in "abc")
OLD = f"sha256:{'0' * 64}"
TOKEN = "anonymous"  # noqa: S105 - of the registry of this test
COMPOSE = f"""services:
  db:
    image: postgres:15.19-bookworm
  redis:
    image: redis:7.4.11-bookworm@{OLD}
  web:
    image: caledonia
  proxy:
    image: caddy:2.11.4-alpine
"""
DOCKERFILE = """FROM python:3.11.16-slim-bookworm AS build
RUN true
FROM python:3.11.16-slim-bookworm
"""


class Registry(BaseHTTPRequestHandler):
    """Wants a token, knows some images, and says of one what is no digest."""

    known = {
        "/v2/library/postgres/manifests/15.19-bookworm": DB,
        "/v2/library/redis/manifests/7.4.11-bookworm": CACHE,
        "/v2/library/python/manifests/3.11.16-slim-bookworm": BASE,
        "/v2/library/caddy/manifests/2.11.4-alpine": "sha256:too-short",
    }

    def log_message(self, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        assert self.path.startswith("/token?service=here&scope=")
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"token": TOKEN}).encode())

    def do_HEAD(self) -> None:
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            realm = f"http://127.0.0.1:{self.server.server_address[1]}/token"
            self.send_response(401)
            self.send_header(
                "WWW-Authenticate", f'Bearer realm="{realm}",service="here",scope="repository:x"'
            )
        else:
            assert "application/vnd.oci.image.index.v1+json" in self.headers["Accept"]
            known = self.known.get(self.path)
            self.send_response(200 if known else 404)
            self.send_header("Docker-Content-Digest", known or "")
        self.end_headers()


@pytest.fixture
def registry() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docker-compose.yml").write_text(COMPOSE)
    (tmp_path / "Dockerfile").write_text(DOCKERFILE)
    return tmp_path


def run(folder: Path, registry: str) -> int:
    return pin.main(["--folder", str(folder), "--registry", registry])


def test_what_the_registry_says_is_written(
    folder: Path, registry: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A digest that stands there is replaced; what is no digest is not written."""
    assert run(folder, registry) == pin.COULD_NOT_ASK
    services = yaml.safe_load((folder / "docker-compose.yml").read_text())["services"]
    assert {name: one["image"] for name, one in services.items()} == {
        "db": f"postgres:15.19-bookworm@{DB}",
        "redis": f"redis:7.4.11-bookworm@{CACHE}",
        "web": "caledonia",
        "proxy": "caddy:2.11.4-alpine",
    }
    based = f"FROM python:3.11.16-slim-bookworm@{BASE}"
    assert (folder / "Dockerfile").read_text() == f"{based} AS build\nRUN true\n{based}\n"
    assert "caddy:2.11.4-alpine is left as it is: the registry says no digest but 'sha256:too" in (
        capsys.readouterr().out
    )


def test_all_that_answer(folder: Path, registry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Registry.known | {"/v2/library/caddy/manifests/2.11.4-alpine": DB}
    monkeypatch.setattr(Registry, "known", known)
    assert run(folder, registry) == pin.PINNED
    first = (folder / "docker-compose.yml").read_text()
    assert run(folder, registry) == pin.PINNED
    assert (folder / "docker-compose.yml").read_text() == first


def test_without_a_registry_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, f"http://127.0.0.1:{free_port()}") == pin.COULD_NOT_ASK
    assert (folder / "docker-compose.yml").read_text() == COMPOSE
    assert (folder / "Dockerfile").read_text() == DOCKERFILE
    assert capsys.readouterr().out.count("is left as it is: ") == 4


def test_it_finds_every_image_of_the_project() -> None:
    texts = [(settings.BASE_DIR / name).read_text() for name in pin.FILES]
    found = {each["name"] for text in texts for each in pin.IMAGE.finditer(text)}
    assert found == {"postgres", "redis", "caddy", "python"}
