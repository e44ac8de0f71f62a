"""Games with any combination of options: decided again, without what is hidden too, as files."""

from pathlib import Path

import msgspec
import pytest

from games import engine
from replays import checking, files, importing, verify
from replays.files.deciding import decide
from replays.files.record import write_record
from replays.files.record_reading import read_record
from simulation.random_options import random_options
from tests.marks import first_of
from tests.replays.game_files import LATER, file_of
from tests.replays.streams import Stored, stored
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

GAMES = 12


def game_of(number: int) -> Stored:
    """A game with options by chance in which much was taken back."""
    name = f"any/{number}"
    chosen = msgspec.structs.asdict(random_options(name))
    return stored(name, chosen.pop("players"), undo_every=6, **chosen)


@rule("VAR-00", "UNDO-07")
@pytest.mark.parametrize("number", first_of(range(GAMES), quick=3))
@pytest.mark.long
def test_it_can_be_decided_again_with_and_without_what_is_hidden(number: int) -> None:
    game = game_of(number)
    assert checking.check(game.subject, game.rows).status == "passed"
    subject = msgspec.structs.replace(game.subject, server_seed=None, salt=None)
    rows = [msgspec.structs.replace(row, secret=None) for row in game.rows]
    report = checking.check(subject, rows)
    assert report.difference is None
    assert report.status == "passed"


@rule("VAR-00")
@pytest.mark.parametrize("number", first_of(range(GAMES), quick=3))
@pytest.mark.long
def test_its_file_and_its_record_come_in_and_are_verified(number: int, tmp_path: Path) -> None:
    game = game_of(number)
    data = file_of(game)
    (path := tmp_path / "game.jsonl").write_bytes(files.write(data))
    assert verify.main([str(path)]) == 0
    importing.read(path.read_bytes(), now=LATER)
    again = decide(read_record(write_record(data, {}).encode()), engine.packs.get)
    assert again.header.options == data.header.options
    assert again.end.scores == data.end.scores
    assert [engine.read_payload(row.public).effects for row in again.rows] == [
        engine.read_payload(row.public).effects for row in data.rows
    ]


@rule("OPT-11")
def test_a_record_of_an_edition_with_a_switch_of_its_own_is_not_filled_again() -> None:
    game = stored("edition", 2, edition="rules-2017", buchanan_2017=True, port7_different=False)
    data = file_of(game)
    again = decide(read_record(write_record(data, {}).encode()), engine.packs.get)
    assert again.header.options == data.header.options
    assert msgspec.json.decode(bytes(again.header.options)).get("kickstarter", True)
