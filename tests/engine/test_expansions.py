"""The registry of expansions: who is asked, and in what order."""

import pytest

from games.engine import Options
from games.engine.assembly import SHIPPED
from games.engine.expansions import in_play
from tests.rules import rule

pytestmark = pytest.mark.engine


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
    ]
    assert {name for options in every for name in names(options)} == {
        expansion.name for expansion in SHIPPED
    }
    assert len({expansion.name for expansion in SHIPPED}) == len(SHIPPED)
