"""The engine hosts an expansion that nothing in the project knows of."""

from pathlib import Path

import pytest

from tests.expansions.running import run_inside

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


@pytest.mark.long
def test_games_with_the_example_are_played_in_a_process_of_its_own() -> None:
    """From its beginning the engine has one expansion more; nothing is added to it later."""
    run_inside("not browser")


def test_no_other_file_names_it() -> None:
    rooms = ("api", "benchmarks", "caledonia", "games", "replays", "simulation", "tests", "web")
    files = [path for room in rooms for path in (ROOT / room).rglob("*") if path.is_file()]
    known = [path for path in files if path.suffix in (".py", ".html", ".js", ".css", ".md")]
    naming = {path for path in known if "apiar" in path.read_text("utf-8").lower()}
    assert HERE / "example" / "expansion.py" in naming
    assert not {path for path in naming if not path.is_relative_to(HERE)}
