"""Which values new games use."""

import shutil
from pathlib import Path

import msgspec
import pytest
from pytest_django import Settings

from games import engine, packs
from games.checks import check_content
from games.engine.content.packs import BUILTIN, PACKS_KEPT

pytestmark = pytest.mark.once


def _own(folder: Path, old: str, new: str, file: str = "pack.toml") -> Path:
    pack = folder / "own"
    shutil.copytree(BUILTIN, pack)
    path = pack / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return pack


def test_an_own_pack_replaces_the_house_values(tmp_path: Path, settings: Settings) -> None:
    settings.CONTENT_PACK = str(_own(tmp_path, "built-in values", "values of my own copy"))
    assert check_content(None) == []
    assert packs.current().content.name.endswith("values of my own copy")
    assert packs.current().hash != engine.packs.builtin().hash
    assert packs.pack(packs.current().hash) == packs.current()


def test_a_request_keeps_its_pack_whatever_others_ask_for_meanwhile(tmp_path: Path) -> None:
    """Other threads ask for as many other packs as a process keeps while this one works."""
    own = engine.load_pack(_own(tmp_path, "built-in values", "values of an import"))
    number = own.hash
    packs.pack(number)
    state = engine.State(pack=number)
    del own
    _ask_for_many()
    assert state.content.name.endswith("values of an import")


def test_the_pack_of_new_games_stays(tmp_path: Path, settings: Settings) -> None:
    settings.CONTENT_PACK = str(_own(tmp_path, "built-in values", "values of my own copy"))
    own = packs.current()
    _ask_for_many()
    _ask_for_many()
    assert packs.pack(own.hash) is own


def _ask_for_many() -> None:
    builtin = engine.packs.builtin()
    for number in range(PACKS_KEPT):
        engine.packs.register(msgspec.structs.replace(builtin, hash=f"{number:064x}"))


def test_without_a_pack_of_ones_own_the_built_in_one_is_used(settings: Settings) -> None:
    settings.CONTENT_PACK = ""
    assert packs.current() == engine.packs.builtin()


def test_a_pack_with_an_unknown_clan_is_refused_with_file_and_entry(
    tmp_path: Path, settings: Settings
) -> None:
    settings.CONTENT_PACK = str(_own(tmp_path, '"campbell"', '"macbeth"'))
    with pytest.raises(engine.PackError, match=r"pack\.toml: clans: has no rules for 'macbeth'"):
        packs.current()
    (error,) = check_content(None)
    assert error.id == "games.E001"
    assert "macbeth" in error.msg


def test_a_pack_with_an_unknown_tile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(engine.PackError, match=r"ports: has no rules for 77"):
        engine.load_pack(_own(tmp_path, "[1, 2, 3, 4, 5, 6", "[1, 2, 3, 4, 5, 77"))


def test_a_folder_without_a_pack_is_told_about(tmp_path: Path, settings: Settings) -> None:
    settings.CONTENT_PACK = str(tmp_path / "nowhere")
    (error,) = check_content(None)
    assert "holds no content pack" in error.msg
