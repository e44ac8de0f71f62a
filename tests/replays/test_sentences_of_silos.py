"""What the log says of clan Gordon's silos."""

import pytest

from tests.engine.clans.test_gordon import producing, red
from tests.replays.telling import sentence_of, sentence_of_step
from tests.rules import rule

pytestmark = pytest.mark.once


@rule("CLAN-GORDON-3")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("silo 1", "Ada discards the grain of silo 1 for a space with free land."),
        ("silo 2", "Ada discards the grain of silo 2 for an upgrade."),
        ("silo 3 wool", "Ada discards the grain of silo 3 and receives 1 wool."),
    ],
)
def test_what_the_grain_of_a_silo_is_discarded_for_is_said(line: str, said: str) -> None:
    assert sentence_of(red(1, 1, 1), line) == said


@rule("CLAN-GORDON-4")
def test_grain_is_taken_out_of_a_silo() -> None:
    assert sentence_of(red(1, 0, 1), "empty 1") == "Ada takes grain out of silo 1."


@rule("CLAN-GORDON-2")
def test_production_says_which_silos_are_emptied_and_filled() -> None:
    table = producing("field D4", silos=(0, 1, 0))
    assert sentence_of(table, "produce silos empty2 fill1").startswith(
        "Ada decides to take grain out of silo 2 and put grain into silo 1"
    )
    said = sentence_of_step(table, "processing")
    assert said.endswith("Ada takes grain out of silo 2 and puts grain into silo 1.")
