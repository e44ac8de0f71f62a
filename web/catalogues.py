"""Catalogues of translations: where they lie, and how they become what Django reads."""

import os
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings


def sources() -> list[Path]:
    """The ``.po`` files, which people write; the compiled ones lie beside them and in no commit."""
    return sorted(path for root in settings.LOCALE_PATHS for path in Path(root).glob("*/*/*.po"))


def stale() -> Iterator[Path]:
    """The sources that were changed since they were compiled, or never were."""
    for source in sources():
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            yield source


def compile_all() -> int:
    """Compile what is stale and say how many that were; several processes may do it at once."""
    found = list(stale())
    for source in found:
        compiled = source.with_suffix(".mo")
        unfinished = source.with_suffix(f".{os.getpid()}.tmp")
        polib.pofile(str(source)).save_as_mofile(str(unfinished))
        unfinished.replace(compiled)
    return len(found)
