"""Commands in the documents can be pasted into a shell, one block after the other."""

import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

pytestmark = pytest.mark.once

PASTED: Final = ("heads.md", "replays.md", "fairness.md")
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
SET: Final = re.compile(r"^([A-Z]+)=", re.MULTILINE)
USED: Final = re.compile(r"\$\{?([A-Z_]+)")
PYTHON: Final = re.compile(r"(\S*\bpython3?|\S*manage\.py) ")
STRANGE: Final = ("uuidgen", "jq ")
"""Programs that not everybody has."""


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
