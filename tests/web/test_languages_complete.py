"""The catalogues are complete: every message of the project, translated, with nothing lost."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import polib
import pytest
from django.conf import settings

from tests.marks import in_one_test

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LANGUAGES: Final = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
PLACE: Final = re.compile(r"%(?:\(\w+\))?[a-z]|%%|\{\w+\}")
TAG: Final = re.compile(r"</?\w+")
NUMBER_OF_FORMS: Final = re.compile(r"nplurals=(\d+);")
MEND: Final = "make messages, translate, and see docs/translating.md"

Key = tuple[str | None, str, str]


@pytest.fixture(params=LANGUAGES)
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    """The catalogue of a language."""
    path = settings.LOCALE_PATHS[0] / request.param / "LC_MESSAGES" / "django.po"
    read = polib.pofile(str(path))
    assert read.metadata["Language"] == request.param
    return read


def keys(entries: polib.POFile) -> set[Key]:
    return {(one.msgctxt, one.msgid, one.msgid_plural) for one in entries}


def forms(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Each translation with the English that it stands for."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    several = [text for _, text in sorted(entry.msgstr_plural.items())]
    if len(several) == 1:
        return [(entry.msgid_plural, several[0])]
    return [(entry.msgid, several[0]), *((entry.msgid_plural, text) for text in several[1:])]


def damaged(entry: polib.POEntry) -> Iterator[str]:
    """The translations that have lost something of the message, or have gained it."""
    for english, text in forms(entry):
        needed, has = set(PLACE.findall(english)), set(PLACE.findall(text))
        if english == entry.msgid and entry.msgid_plural:
            # The form for one may name the number or leave it out, whatever English does.
            number = set(PLACE.findall(entry.msgid_plural)) - needed or needed - has
            needed, has = needed - number, has - number
        alike = needed == has and Counter(TAG.findall(english)) == Counter(TAG.findall(text))
        if not alike or (english == english.strip() and text != text.strip()):
            yield text


@pytest.mark.long
def test_messages_are_those_of_the_project(catalogue: polib.POFile, extracted: Path) -> None:
    project, known = keys(polib.pofile(str(extracted))), keys(catalogue)
    assert sorted(str(key) for key in project - known) == [], f"new ones: {MEND}"
    assert sorted(str(key) for key in known - project) == [], f"no longer used: {MEND}"


def test_every_message_is_translated(catalogue: polib.POFile) -> None:
    number = NUMBER_OF_FORMS.search(catalogue.metadata["Plural-Forms"])
    assert number
    missing = [
        entry.msgid
        for entry in catalogue
        if not all(text.strip() for _, text in forms(entry))
        or (entry.msgid_plural and len(entry.msgstr_plural) != int(number[1]))
    ]
    assert missing == [], MEND
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == [], MEND
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == [], MEND


def test_translations_keep_the_places_and_marks_of_the_message(catalogue: polib.POFile) -> None:
    assert [text for entry in catalogue for text in damaged(entry)] == []


@in_one_test(
    ("english", "text", "sound"),
    [
        ("%(a)s buys %(b)s", "%(b)s: %(a)s", True),
        ("%(a)s buys %(b)s", "%(a)s", False),
        ("%(a)s", "%(a)s %(c)s", False),
        ('<a href="%(url)s">Log</a>', '<a href="%(url)s">Dziennik</a>', True),
        ('<a href="%(url)s">Log</a>', "%(url)s", False),
        ("Log", " Dziennik", False),
    ],
)
def test_damage_is_found(english: str, text: str, *, sound: bool) -> None:
    assert (list(damaged(polib.POEntry(msgid=english, msgstr=text))) == []) is sound


@in_one_test(
    ("texts", "sound"),
    [
        (["gracz", "%(n)s graczy"], True),
        (["%(n)s gracz", "%(n)s graczy"], True),
        (["gracz", "graczy"], False),
        (["%(n)s graczy"], True),
        (["%(m)s gracz", "%(n)s graczy"], False),
    ],
)
def test_damage_of_plural_forms_is_found(texts: list[str], *, sound: bool) -> None:
    for singular in ("a player", "%(n)s player"):
        entry = polib.POEntry(
            msgid=singular, msgid_plural="%(n)s players", msgstr_plural=dict(enumerate(texts))
        )
        assert (list(damaged(entry)) == []) is sound
