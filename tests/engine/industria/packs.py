"""The built-in pack without one of its groups, as packs were before there was such a group."""

import re

from games.engine import packs
from games.engine.content import Content
from tests.engine.test_content import builtin_files, canonical


def without_group(name: str, **files: str) -> Content:
    """The content without a group of ``pack.toml``; ``files`` are texts by name without ending."""
    changed = builtin_files()
    group = rf"\[{name}\]\n(?:[^\[\n].*\n)*"
    changed["pack.toml"] = re.sub(group, "", changed["pack.toml"])
    assert f"[{name}]" not in changed["pack.toml"]
    changed |= {f"{file}.csv": text for file, text in files.items()}
    return packs.from_bytes(canonical(changed)).content
