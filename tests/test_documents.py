"""Commands in the documents can be pasted, and the files and sections that they name are there."""

import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from tests import hops
from tests.marks import in_one_test
from tests.test_architecture import ROOMS

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PASTED: Final = ("heads.md", "replays.md", "fairness.md")
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
SET: Final = re.compile(r"^([A-Z]+)=", re.MULTILINE)
USED: Final = re.compile(r"\$\{?([A-Z_]+)")
PYTHON: Final = re.compile(r"(\S*\bpython3?|\S*manage\.py) ")
STRANGE: Final = ("uuidgen", "jq ")
"""Programs that not everybody has."""
TARGET: Final = re.compile(r"^([a-z-]+):.*## ", re.MULTILINE)
LINK: Final = re.compile(r"\]\(([\w./-]+\.md)?(?:#([\w-]+))?\)")
DOCUMENTS: Final = [
    Path(settings.BASE_DIR, "README.md"),
    *sorted(Path(settings.BASE_DIR, "docs").glob("*.md")),
]


def test_a_target_is_made_although_a_folder_has_its_name() -> None:
    """`make tournaments` would say that it is up to date, as there is a folder tournaments/."""
    lines = Path(settings.BASE_DIR, "Makefile").read_text()
    targets = set(TARGET.findall(lines))
    assert {"run", "tournaments"} <= targets
    assert targets == set(lines.split(".PHONY: ")[1].split())


@pytest.mark.parametrize("name", PASTED)
def test_blocks_can_be_pasted(name: str) -> None:
    """What they name is set in them, and Python is the one with the packages and settings."""
    blocks = BLOCK.findall((Path(settings.BASE_DIR) / "docs" / name).read_text())
    assert blocks
    for block in blocks:
        assert set(USED.findall(block)) <= set(SET.findall(block)), block
        assert not [word for word in STRANGE if word in block], block
        plain = block.replace("$(", " ").replace("CALEDONIA_DEV=1 .venv/bin/python manage.py ", "")
        assert {*PYTHON.findall(plain)} <= {".venv/bin/python"}, block


def broken_names(text: str) -> list[tuple[str, str]]:
    """Files of the project that a text names, with a name in them or an empty one, but are gone."""
    return [
        (path, name)
        for path, name in hops.NAMED.findall(text)
        if path.partition("/")[0] in ROOMS and not hops.exists(path, name)
    ]


@in_one_test("document", DOCUMENTS)
def test_files_that_are_named_are_there(document: Path) -> None:
    assert broken_names(document.read_text()) == []


def test_a_file_that_is_gone_is_found() -> None:
    text = "`games/engine/game.py:play`, `games/engine/game.py:gone`, `web/gone/`, `text/plain`"
    assert broken_names(text) == [("games/engine/game.py", "gone"), ("web/gone/", "")]


def anchors(document: Path) -> set[str]:
    """The names by which links lead to sections of a document."""
    titles = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@in_one_test("document", DOCUMENTS)
def test_links_lead_to_sections(document: Path) -> None:
    for name, anchor in LINK.findall(document.read_text()):
        there = document.parent / name if name else document
        assert there.is_file(), name
        assert not anchor or anchor in anchors(there), f"{name}#{anchor}"
