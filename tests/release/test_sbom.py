"""The list of packages has each one of uv.lock that a server runs, with all that identifies it."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from release import sbom

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LOCKED = {
    one["name"]: one
    for one in tomllib.loads((settings.BASE_DIR / "uv.lock").read_text())["package"]
}
DEVELOPMENT = {"pytest", "mypy", "ruff", "hypothesis", "pip-audit"}


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `make sbom` writes."""
    written = tmp_path_factory.mktemp("sbom") / "folder" / "sbom.json"
    assert sbom.main(["--output", str(written)]) == 0
    found: dict[str, Any] = json.loads(Path(written).read_text())
    return found


def test_it_is_a_list_of_parts_of_this_version(listed: dict[str, Any]) -> None:
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.5")
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", listed["serialNumber"])
    described = listed["metadata"]["component"]
    assert (described["type"], described["licenses"]) == ("application", [{"expression": "MIT"}])
    assert (described["name"], described["version"]) == (
        "caledonia",
        LOCKED["caledonia"]["version"],
    )


def test_every_package_is_identified(listed: dict[str, Any]) -> None:
    for one in listed["components"]:
        name, version = one["name"], one["version"]
        locked = LOCKED[name]
        assert version == locked["version"]
        assert one["purl"].startswith(f"pkg:pypi/{name}@{version}")
        hashes = {
            f"{each['alg'].lower().replace('-', '')}:{each['content']}"
            for reference in one["externalReferences"]
            for each in reference.get("hashes", [])
        }
        files = [*locked.get("wheels", []), locked.get("sdist", {})]
        assert hashes == {each["hash"] for each in files if each}


def test_it_has_what_a_server_runs_and_nothing_else(listed: dict[str, Any]) -> None:
    names = {one["name"] for one in listed["components"]}
    own = {each["name"] for each in LOCKED["caledonia"]["dependencies"]}
    assert own <= names
    assert not names & DEVELOPMENT


def test_licences_are_those_that_packages_declare(listed: dict[str, Any]) -> None:
    found = {one["name"]: one.get("licenses") for one in listed["components"]}
    assert found["gunicorn"] == [{"expression": "MIT"}]
    assert found["django-filter"]
    unknown = [name for name, licences in found.items() if not licences]
    # Packages for other systems and the large extra need not be installed here.
    assert len(unknown) < len(found) / 4, unknown
    for licences in filter(None, found.values()):
        for one in licences:
            name = one.get("expression") or one["license"]["name"]
            assert 0 < len(name) <= sbom.LONGEST_NAME
