"""Values with which games of the example are played: the built-in ones, and its clan."""

import shutil
from pathlib import Path

from games.engine.content.packs import BUILTIN
from tests.expansions.example.clan import Apiarist


def write(folder: Path) -> Path:
    """The directory of the pack, made in a folder."""
    made = folder / "pack"
    shutil.copytree(BUILTIN, made)
    named = made / "pack.toml"
    text = named.read_text("utf-8")
    assert '"stewart",' in text
    named.write_text(text.replace('"stewart",', f'"stewart", "{Apiarist.name}",'), "utf-8")
    return made
