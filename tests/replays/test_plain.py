"""What stands in a file cannot forge what its verification prints."""

from pathlib import Path

import pytest

from replays import verify
from replays.files.plain import plain
from tests.replays.game_files import changed, sound

pytestmark = pytest.mark.engine

FORGED = "\x1b[2J\x1b[H\r\n  chain       ok\x9b8m\u202e\u2028"
SHOWN = r"\x1b[2J\x1b[H\r\n  chain       ok\x9b8m\u202e\u2028"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


def test_what_a_terminal_obeys_is_written_out() -> None:
    assert plain(FORGED) == SHOWN
    assert plain("\ud800") == r"\ud800"


@pytest.mark.parametrize("name", ["Ærøskøbing 3", "日本", f"{SCOTLAND} Ann", "क्\u200dष"])
def test_what_names_may_have_stays_as_it_is(name: str) -> None:
    assert plain(name) == name


@pytest.mark.parametrize("number", [1, 2, 4, 0], ids=["header", "pack", "event", "end"])
def test_no_field_of_a_file_reaches_the_terminal_as_it_is(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(changed(sound("files-short"), number, lambda line: line.update({FORGED: 1})))
    assert verify.main([str(path)]) == verify.UNREADABLE
    said = capsys.readouterr().out
    assert r"\x1b[2J" in said
    assert all(line.isprintable() for line in said.splitlines())
    assert len(said.splitlines()) == 2


def test_no_field_of_an_origin_or_a_head_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    origin, head = tmp_path / "origin.jsonl", tmp_path / "head.json"
    origin.write_bytes(changed(sound("files-short"), 1, lambda line: line.update({FORGED: 1})))
    head.write_text('{"number": "\\u001b[2J", "\\u001b[2J": "\\u001b[2J"}')
    for options in (["--origin", str(origin), str(origin)], ["--head", str(head)]):
        assert verify.main(options) == verify.UNREADABLE
        said = capsys.readouterr().out
        assert said
        assert all(line.isprintable() for line in said.splitlines())
