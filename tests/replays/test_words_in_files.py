"""Words of players in the seed: exported, verified, imported, and none of them changed."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

from games.engine.randomness import contribution, seal_of
from replays import checking, importing, verify
from replays.exporting import json_lines, text_record
from replays.files import BadFile, read_game
from replays.validation.examining import examine
from tests.marks import in_one_test
from tests.recorded.plans import WORDS
from tests.replays.game_files import (
    LATER,
    changed,
    file_of,
    half_played,
    lines_of,
    played_with_words,
    rechecked,
    running,
    with_words,
)
from tests.replays.servers import fetched, imported
from tests.replays.streams import Stored

pytestmark = pytest.mark.once

ADDED = [contribution(word).hex() for word in WORDS]
OTHERS: dict[str, list[str]] = {
    "one is changed": [ADDED[0], contribution("another").hex()],
    "one is left out": ADDED[:1],
    "all are left out": [],
    "another order": ADDED[::-1],
    "twice the same": [ADDED[0], ADDED[0]],
}


def with_others(contributions: list[str]) -> bytes:
    """The file with other contributions; the line has no checksum of its own."""

    def change(line: dict[str, Any]) -> None:
        line["contributions"] = contributions

    data = with_words()
    return changed(data, len(lines_of(data)), change)


def verified(data: bytes, directory: Path) -> int:
    path = directory / "game.jsonl"
    path.write_bytes(data)
    return verify.main([str(path)])


@pytest.fixture
def printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[bytes], str]:
    """What the verifier says of a file, its exit status in front."""

    def run(data: bytes) -> str:
        status = verified(data, tmp_path)
        return f"{status}\n{capsys.readouterr().out}"

    return run


@pytest.mark.engine
def test_the_file_has_what_words_added_and_not_the_words() -> None:
    assert read_game(with_words()).end.contributions == ADDED
    for word in WORDS:
        assert word.encode() not in with_words()


@pytest.mark.engine
def test_the_verifier_uses_them_and_shows_their_seals(printed: Callable[[bytes], str]) -> None:
    output = printed(with_words())
    assert output.startswith("0\n")
    for word in WORDS:
        seal = hashlib.sha256(hashlib.sha256(word.encode()).digest()).hexdigest()
        assert f"A player's word is in the seed whose seal is {seal}." in output
        assert seal == seal_of(contribution(word))


@pytest.mark.uncounted
@pytest.mark.engine
@pytest.mark.parametrize("name", OTHERS)
def test_other_contributions_are_found(name: str, printed: Callable[[bytes], str]) -> None:
    data = with_others(OTHERS[name])
    output = printed(data)
    assert output.startswith("1\n")
    failed = {line.split()[0] for line in output.splitlines() if " FAILED " in line}
    assert failed == {"rules", "seed", "deck"}
    assert output.count("(seed_differs)") == 3
    with pytest.raises(BadFile) as caught:
        importing.read(data, now=LATER)
    assert caught.value.code == "seed_differs"


@pytest.mark.uncounted
@pytest.mark.engine
@in_one_test("name", OTHERS)
def test_the_checker_finds_them_too(name: str) -> None:
    game = played_with_words()
    assert checking.check(game.subject, game.rows).status == "passed"
    other = [bytes.fromhex(text) for text in OTHERS[name]]
    subject = msgspec.structs.replace(game.subject, contributions=other)
    found = checking.check(subject, game.rows).difference
    assert found is not None
    assert (found.version, found.code) == (1, "seed_differs")


@pytest.mark.engine
def test_no_more_words_than_players_and_none_while_the_game_runs() -> None:
    with pytest.raises(BadFile) as caught:
        importing.read(with_others([ADDED[0]] * 3), now=LATER)
    assert caught.value.code == "end_differs"
    game = read_game(running())
    early = msgspec.structs.replace(game.end, contributions=ADDED[:1])
    with pytest.raises(BadFile) as caught:
        verify.soundness.check_header(msgspec.structs.replace(game, end=early))
    assert caught.value.code == "end_differs"


@pytest.mark.engine
def test_a_running_game_keeps_them_to_itself() -> None:
    contributions = [contribution(word) for word in WORDS]
    subject = msgspec.structs.replace(half_played().subject, contributions=contributions)
    game = Stored(subject, half_played().rows)
    assert file_of(game).end.contributions == ADDED
    assert file_of(game, finished=False).end.contributions == []


@pytest.mark.django_db
def test_export_import_export_gives_the_same_bytes(dora: User) -> None:
    game = imported(with_words(), dora)
    assert game.contributions == ADDED
    assert (game.rated, game.seed_chosen) == (False, False)
    assert json_lines(fetched(game)) == with_words()
    assert examine(fetched(game)).status == "passed"


@pytest.mark.django_db
def test_a_text_record_has_them_too(dora: User) -> None:
    record = text_record(fetched(imported(with_words(), dora)))
    assert f"contributions: {' '.join(ADDED)}\n".encode() in record
    again = imported(record, dora)
    assert again.contributions == ADDED
    assert examine(fetched(again)).status == "passed"
    with pytest.raises(BadFile) as caught:
        importing.read(record.replace(ADDED[1].encode(), b"0" * 64), now=LATER)
    assert caught.value.version is not None


@pytest.mark.engine
def test_the_checksum_does_not_cover_the_end_line() -> None:
    """So what is changed there is found by what it means."""
    assert rechecked(with_others([])) == with_others([])
