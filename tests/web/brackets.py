"""Pages in a language in which every message stands in brackets, and what is left outside of them.

That has to be a name, a number, or the notation of the game.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as configured
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from tests.web import pseudo

NAMES: Final = ("Anna", "Bruce", "Catriona", "Donald")
PROPER: Final = re.compile(
    r"""\w+@example\.org | \b(?: Caledonia | Industria | API | English | polski | 日本語 | Esperanto
    | BG[ ]Stats
    | anna | bruce | nobody | Anna | Bruce | Catriona | Donald | Glen | Test
    | alice | bob | steward | random | host | guest
    | UTC | CSV | TRF
    | EO
    | Enter | Esc | Home | End | PageUp | PageDown | Space | Shift
    | [A-Z][A-Z0-9]+(?:-[A-Z0-9]+)+[a-z]?     # the id of a rule
    | [A-M][1-9] | [A-D]
    )\b
    | \{\w+\}                                 # what a module puts in""",
    re.VERBOSE,
)
"""Names of people, games, bots, languages and keys; ids of rules; spaces and sides of the map."""
WORDS: Final = re.compile(r"[^\W\d_]{2,}|£")
LINK: Final = re.compile(r"https?://\S+")


@pytest.fixture(scope="session")
def bracketed(tmp_path_factory: pytest.TempPathFactory, extracted: Path) -> Path:
    folder = tmp_path_factory.mktemp("brackets")
    pseudo.make(folder, extracted)
    return folder


@pytest.fixture
def in_brackets(bracketed: Path, settings: Any) -> Iterator[None]:
    """Everything in that language."""
    settings.LOCALE_PATHS = [bracketed]
    settings.LANGUAGES = [*configured.LANGUAGES, (pseudo.LANGUAGE, "Esperanto")]
    with translation.override(pseudo.LANGUAGE):
        yield


def left(page: str) -> list[str]:
    """The words of a page that no catalogue has."""
    return [text for text in pseudo.untranslated(page) if WORDS.search(PROPER.sub("", text))]


def read(client: Client, path: str, **sent: Any) -> str:
    """A page, or the answer to a form, in the language of brackets."""
    headers = {"accept-language": pseudo.LANGUAGE, **sent.pop("headers", {})}
    if "data" in sent:
        answer = client.post(path, headers=headers, follow=True, **sent)
    else:
        answer = client.get(path, headers=headers, follow=True, **sent)
    assert answer.status_code < 500
    text = answer.content.decode()
    assert pseudo.OPEN in text
    return text


@pytest.fixture
def users(db: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("alice", "bob")]
