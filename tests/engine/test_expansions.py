"""The registry of expansions: who is asked, and in what order."""

import re
from pathlib import Path

import pytest

from games.engine import Options
from games.engine.assembly import SHIPPED
from games.engine.expansions import by_name, in_play
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def names(options: Options) -> list[str]:
    return [expansion.name for expansion in in_play(options)]


def test_a_plain_game_asks_none() -> None:
    assert names(Options()) == []


@rule("VAR-FUTURE-09")
def test_alone_a_contract_goes_before_the_row_is_filled() -> None:
    """That order is the registry's, whatever the options say first."""
    assert names(Options(players=1, future_contracts=True, tight_map=True)) == [
        "solo",
        "tight_map",
        "future_contracts",
    ]


def test_every_expansion_has_a_name_of_its_own_and_is_in_play_somewhere() -> None:
    every = [
        Options(players=1),
        Options(tight_map=True, future_contracts=True, auction="blind", most_glory=True),
        *(Options(expansions=[name]) for name in by_name()),
    ]
    assert {name for options in every for name in names(options)} == {
        expansion.name for expansion in SHIPPED
    }
    assert len({expansion.name for expansion in SHIPPED}) == len(SHIPPED)


def test_what_expansions_add_to_is_read_with_the_types_of_the_registry() -> None:
    """Read as it stands in the modules, an effect or a decision would lose its kind unnoticed."""
    kinds = r"(?:\w+\.)*(?:PayloadEffects|Payload|Secret|Secrets|State|Effect|Move|Decision)\b"
    bare = re.compile(rf"type=(?:list\[)?{kinds}|Decoder\((?:list\[)?{kinds}|convert\(\w+, {kinds}")
    root = Path(__file__).parents[2]
    read = [
        f"{path.relative_to(root)}: {found[0]}"
        for room in ("games", "replays", "api", "web", "tests", "simulation", "benchmarks")
        for path in sorted((root / room).rglob("*.py"))
        if path != Path(__file__)
        for found in bare.finditer(path.read_text())
    ]
    assert read == []
