"""A language in which every message stands in brackets, and what of a page stands outside them."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import django
import polib

LANGUAGE: Final = "eo"
"""One that Django knows and the project does not speak, so that nothing of it is kept by others."""

OPEN, CLOSE = "⟦", "⟧"
PLACE: Final = re.compile(r"%(?:\(\w+\))?[sd]")
EMPTY: Final = frozenset(
    {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
)
"""Elements without an end."""
UNSPOKEN: Final = frozenset({"script", "style", "code", "pre", "kbd", "template"})
"""Elements whose text is no language."""
READ_ALOUD: Final = frozenset(
    {"alt", "aria-description", "aria-label", "label", "placeholder", "title"}
)
"""Attributes that are read to people."""


def make(folder: Path, source: Path) -> None:
    """Write the language into a folder of catalogues; ``source`` has the project's messages."""
    package = Path(django.__file__).parent
    entries = [
        entry
        for path in (
            source,
            package / "conf/locale/en/LC_MESSAGES/django.po",
            package / "contrib/auth/locale/en/LC_MESSAGES/django.po",
            package / "contrib/humanize/locale/en/LC_MESSAGES/django.po",
        )
        for entry in polib.pofile(str(path))
    ]
    made = polib.POFile()
    made.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=n != 1;",
    }
    made.extend({(one.msgctxt, one.msgid): _bracketed(one) for one in entries}.values())
    into = folder / LANGUAGE / "LC_MESSAGES"
    into.mkdir(parents=True)
    made.save_as_mofile(str(into / "django.mo"))


def _bracketed(entry: polib.POEntry) -> polib.POEntry:
    words = {"msgctxt": entry.msgctxt, "msgid": entry.msgid}
    if not entry.msgid_plural:
        return polib.POEntry(msgstr=_brackets(entry.msgid), **words)
    several = {0: _brackets(entry.msgid), 1: _brackets(entry.msgid_plural)}
    return polib.POEntry(msgid_plural=entry.msgid_plural, msgstr_plural=several, **words)


def _brackets(message: str) -> str:
    """What is put into a message has to bring brackets of its own."""
    return OPEN + PLACE.sub(rf"{CLOSE}\g<0>{OPEN}", message) + CLOSE


def outside(text: str) -> str:
    """What of a text stands outside brackets."""
    return "".join(_Brackets().outside(text))


class _Brackets:
    """Follows brackets over the pieces of a text."""

    def __init__(self) -> None:
        self._depth = 0

    def outside(self, text: str) -> Iterator[str]:
        for sign in text:
            if sign == OPEN:
                self._depth += 1
                yield " "
            elif sign == CLOSE:
                self._depth -= 1
            elif not self._depth:
                yield sign


class _Page(HTMLParser):
    """Collects what is read to people outside of brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._brackets = _Brackets()
        self._silent: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        unspoken = tag in UNSPOKEN or given.get("translate") == "no" or "lang" in given
        if self._silent or (unspoken and tag != "html"):
            if tag not in EMPTY:
                self._silent.append(tag)
            return
        for name, value in attrs:
            read_aloud = name in READ_ALOUD or (
                name == "value" and given.get("type") in ("submit", "button")
            )
            if value and (read_aloud or _for_a_module(name, value)):
                self._find(outside(value))

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._find("".join(self._brackets.outside(data)))

    def _find(self, text: str) -> None:
        if text.strip():
            self.found.append(" ".join(text.split()))


def _for_a_module(name: str, value: str) -> bool:
    """Whether an attribute keeps a text for JavaScript, and no JSON, notation or number."""
    programs = name in {"data-value", "data-query"} or value.startswith(("{", "["))
    return name.startswith("data-") and " " in value and not programs


def untranslated(page: str) -> list[str]:
    """The texts of a page that stand in no bracket, in their order."""
    parser = _Page()
    parser.feed(page)
    parser.close()
    return parser.found
