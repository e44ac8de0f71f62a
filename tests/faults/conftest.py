"""One server for all of these tests; each finds it whole."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults import site as sites
from tests.faults.site import Site

SaidSince = Callable[[str], str]
"""The fixture ``said``."""


@pytest.fixture(scope="session")
def machine() -> Iterator[Site]:
    """The server, started once: it has to come through all faults one after the other."""
    lacking = sites.missing()
    if lacking:
        reason = f"needs a server that can be broken; this machine lacks {lacking}"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="caledonia-faults-"))
    # The user that PostgreSQL runs as has to get to its own folder in it.
    folder.chmod(0o755)
    try:
        made = Site(folder)
        yield made
        made.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def site(machine: Site, request: pytest.FixtureRequest) -> Iterator[Site]:
    """The server, with everything running; a failure prints its log."""
    machine.mend()
    failed = request.session.testsfailed
    yield machine
    if request.session.testsfailed > failed:
        print(machine.said())


@pytest.fixture
def said(site: Site) -> SaidSince:
    """What the processes of a name have said since the test began: earlier ones broke things."""
    before = {path: path.stat().st_size for path in site.folder.glob("*.log")}

    def since(name: str) -> str:
        path = site.folder / f"{name}.log"
        return path.read_bytes()[before.get(path, 0) :].decode()

    return since
