"""Style sheets and modules of a page in one file each, so that a page needs few requests.

There is no build step: a finder makes them of the files as they are, for a server of development
when it is asked for one, for a public server when static files are collected. Comments stay behind.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

STATIC: Final = Path(__file__).parent / "static"
SITE: Final = ("tokens", "base", "forms")
TABLE: Final = (
    *("board", "table", "players", "panel", "chat"),
    *("table-grid", "compare", "info", "guide", "touch"),
)
SCRIPTS: Final = (
    "site",
    "table",
    "parts",
    "spaces",
    "play",
    "fold",
    "keys",
    "back",
    "keep",
    "live",
    "others",
    "about",
)
BUNDLES: Final[Mapping[str, tuple[str, ...]]] = {
    "web/css/all-pages.css": tuple(f"web/css/{name}.css" for name in SITE),
    "web/css/table-page.css": tuple(f"web/css/{name}.css" for name in TABLE),
    "web/js/table-page.js": tuple(f"web/js/{name}.js" for name in SCRIPTS),
}
"""By bundle its files, in order; modules bring those that they import."""
IMPORT: Final = re.compile(r'^import (?:\{ ([\w, ]+) \}|\* as (\w+)) from "(\.[^"]+)";\n', re.M)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.M)
COMMENT: Final = {
    ".css": re.compile(r"/\*.*?\*/\n*", re.S),
    ".js": re.compile(r"^ *// .*\n", re.M),
}
"""In scripts only comments on lines of their own."""


class NotAModule(ValueError):
    """A script imports or exports in a way that bundles do not know."""


def bundle(name: str) -> str:
    """The text of a bundle. Raises KeyError, NotAModule."""
    parts = BUNDLES[name]
    if name.endswith(".css"):
        return "".join(_read(part) for part in parts)
    listed = [*with_imports(parts)]
    return "".join(_wrapped(part, listed) for part in listed)


def _read(name: str) -> str:
    file = STATIC / name
    return COMMENT[file.suffix].sub("", file.read_text(encoding="utf-8"))


def with_imports(names: tuple[str, ...], *, before: tuple[str, ...] = ()) -> Iterator[str]:
    """Modules, each behind those that it imports."""
    seen: set[str] = set()
    for name in names:
        if name in before:
            raise NotAModule(f"{name} imports itself")
        imported = tuple(_path(name, found[3]) for found in IMPORT.finditer(_read(name)))
        for one in (*with_imports(imported, before=(*before, name)), name):
            if one not in seen:
                seen.add(one)
                yield one


def _path(name: str, written: str) -> str:
    return normpath(join(dirname(name), written))


def _wrapped(name: str, listed: list[str]) -> str:
    """A module as a function that is called at once and returns what it exports."""
    text = _read(name)
    exported = EXPORT.findall(text)
    plain = EXPORT.sub("", IMPORT.sub(lambda found: _imported(name, found, listed), text))
    if re.search(r"^(import|export)\b", plain, re.M):
        raise NotAModule(name)
    returned = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"/* {name} */\nconst m{listed.index(name)} = (() => {{\n{plain}{returned}}})();\n"


def _imported(name: str, found: re.Match[str], listed: list[str]) -> str:
    names, whole, written = found.groups()
    wanted = whole or "{ " + names.replace(" as ", ": ") + " }"
    return f"const {wanted} = m{listed.index(_path(name, written))};\n"


class BundleFinder(BaseFinder):
    """Finds the bundles; it writes one into a folder whenever its text has changed."""

    def __init__(self, app_names: object = None, *args: Any, **kwargs: Any) -> None:
        self.folder = Path(settings.VAR_DIR) / "bundles"
        self.storage = FileSystemStorage(location=self.folder)

    def check(self, **kwargs: Any) -> list[Any]:
        """There are no settings to check."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The file of a bundle; an empty list for any other name."""
        if path not in BUNDLES:
            return []
        file = self._written(path)
        return [str(file)] if find_all or kwargs.get("all") else str(file)

    def list(self, ignore_patterns: object) -> Iterator[tuple[str, FileSystemStorage]]:
        """All bundles, for ``collectstatic``."""
        for name in BUNDLES:
            self._written(name)
            yield name, self.storage

    def _written(self, name: str) -> Path:
        file, text = self.folder / name, bundle(name)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            fresh = file.with_name(f"{file.name}.{id(self)}.new")
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(file)
        return file
