"""The catalogues of translations."""

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import polib
import pytest
from django.core.management import call_command
from django.utils import timezone, translation

from games import packs
from games.engine import option_list
from games.engine.clans import all_clans
from games.engine.tiles import PORTS, SCORING
from games.engine.tiles.scoring import BORDER_EACH, MEAT_SINGLE
from web import catalogues
from web.checks import check_catalogues
from web.pages.common import games

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

ENTRY = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Board"
msgstr "Plansza"
"""


def engine_texts() -> Iterator[str]:
    """All that the engine has to say to people, save for what is wrong with options."""
    for clan in all_clans().values():
        yield from clan.text
    for tile in (*PORTS.values(), *SCORING.values(), BORDER_EACH, MEAT_SINGLE):
        yield tile.text
    for info in option_list.describe(list(packs.current().content.sides)):
        yield info.meaning
    for preset in option_list.PRESETS:
        yield preset.meaning


@pytest.mark.long
def test_texts_of_the_engine_can_be_translated(extracted: Path) -> None:
    assert set(engine_texts()) <= {entry.msgid for entry in polib.pofile(str(extracted))}


def test_meaning_of_clans_by_experience_names_them() -> None:
    (meaning,) = (one.meaning for one in option_list.VARIANTS if one.name == "clan_experience")
    for experience in ("easier", "harder"):
        names = [
            type(clan).__name__ for clan in all_clans().values() if clan.experience == experience
        ]
        assert f"({', '.join(names[:-1])} and {names[-1]})" in meaning


def test_how_long_ago_follows_the_language() -> None:
    now = timezone.now()
    for language, shown in (("en", "2 hours"), ("pl", "2 godziny"), ("ja", "2時間")):
        with translation.override(language):
            assert games.age(now - timedelta(hours=2, minutes=5), now).replace("\xa0", " ") == shown
    with translation.override("pl"):
        # As it stands before "temu", not "1 godzina".
        assert games.age(now - timedelta(hours=1), now).replace("\xa0", " ") == "1 godzinę"
        assert games.age(now, now) == ""


# --- compiling ------------------------------------------------------------------------------------


@pytest.fixture
def source(tmp_path: Path, settings: Any) -> Path:
    """A catalogue of its own, not compiled."""
    settings.LOCALE_PATHS = [tmp_path]
    path = tmp_path / "pl" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(ENTRY)
    return path


def test_catalogues_are_compiled_when_they_change(source: Path) -> None:
    assert catalogues.compile_all() == 1
    assert catalogues.compile_all() == 0
    (entry,) = polib.mofile(str(source.with_suffix(".mo")))
    assert (entry.msgid, entry.msgstr) == ("Board", "Plansza")
    later = source.stat().st_mtime + 5
    os.utime(source, (later, later))
    call_command("compilemessages", verbosity=0)
    assert [path.suffix for path in sorted(source.parent.iterdir())] == [".mo", ".po"]


def test_what_is_not_compiled_is_told(source: Path) -> None:
    (warning,) = check_catalogues(None)
    assert warning.id == "web.W001"
    catalogues.compile_all()
    assert check_catalogues(None) == []


def test_what_is_fuzzy_or_empty_stays_english(source: Path) -> None:
    source.write_text(ENTRY.replace('msgid "Board"', '#, fuzzy\nmsgid "Board"'))
    catalogues.compile_all()
    assert list(polib.mofile(str(source.with_suffix(".mo")))) == []
