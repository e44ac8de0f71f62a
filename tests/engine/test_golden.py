"""Golden games are decided as they were recorded."""

from pathlib import Path

import msgspec
import pytest

from games import engine
from tests import golden

GAMES = sorted(golden.FOLDER.glob("*.txt"))

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_golden_game_comes_out_as_recorded(path: Path) -> None:
    record = golden.read(path)
    decided = golden.decide(record)
    if decided["pack"] != record.trailer["pack"]:
        pytest.fail(
            f"{path.name} was recorded with other values than the built-in pack has now. If that "
            "is meant, write the records again with 'python -m tests.golden'."
        )
    if decided != record.trailer and record.trailer["rules"] == str(engine.RULES_VERSION):
        pytest.fail(
            f"{path.name} comes out differently under rules version {engine.RULES_VERSION}: "
            f"recorded {record.trailer}, decided {decided}. If that is meant, raise "
            "RULES_VERSION and write the records again with 'python -m tests.golden'."
        )
    assert decided == record.trailer


def test_there_are_golden_games_for_every_number_of_players() -> None:
    options = [golden.read(path).header["options"] for path in GAMES]
    assert {msgspec.json.decode(text, type=engine.Options).players for text in options} == {2, 3, 4}
