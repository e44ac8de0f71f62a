"""Whole tournaments by chance keep every invariant, and a broken one is found."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from simulation.tournament_invariants import Remembered, broken_rules
from simulation.tournaments import SimulatedTournament, all_of, figures, simulated
from tests.marks import first_of, in_one_test, sample
from tournaments.formats import FORMATS
from tournaments.log.events import ResultRecorded, RoundDrawn
from tournaments.state import TableDraw

pytestmark = [pytest.mark.engine, pytest.mark.no_cover]


@pytest.mark.parametrize("number", first_of(range(sample(whole=12, usual=3))))
def test_simulated_tournaments_keep_the_invariants(number: int) -> None:
    seen = set[str]()
    for form, played in all_of(len(FORMATS), f"test {number}"):
        seen.add(form)
        assert broken_rules(played.events, played.seed, played.remembered) == [], played.name
        assert figures(played)["event result"] > 0
    assert seen == set(FORMATS)


def moved(played: SimulatedTournament) -> None:
    """Two rows that change their places."""
    first, second, *others = played.remembered[-1].rows
    rows = [replace(second, place=1), replace(first, place=2), *others]
    played.remembered[-1] = Remembered(played.remembered[-1].version, rows)


def redrawn(played: SimulatedTournament) -> None:
    """A table that was not drawn like this."""
    at = next(index for index, one in enumerate(played.events) if isinstance(one, RoundDrawn))
    event = played.events[at]
    assert isinstance(event, RoundDrawn)
    first, *others = event.draw.tables
    tables = (TableDraw((first.seats[0], *first.seats[:-1])), *others)
    played.events[at] = replace(event, draw=replace(event.draw, tables=tables))


def rescored(played: SimulatedTournament) -> None:
    """A result that was another one when the standings were remembered."""
    at = next(index for index, one in enumerate(played.events) if isinstance(one, ResultRecorded))
    event = played.events[at]
    assert isinstance(event, ResultRecorded)
    assert event.result
    other = replace(event.result, places=event.result.places[::-1], forfeited=(), resigned=())
    assert other.places != event.result.places
    played.events[at] = replace(event, result=other)


@in_one_test(
    ("spoil", "found"),
    [
        (moved, "standings as of then are not those of then"),
        (redrawn, "the draw derived again is another one"),
        (redrawn, "an entrant has two seats of a table"),
        (rescored, "standings as of then are not those of then"),
    ],
)
@pytest.mark.long
def test_what_is_broken_is_found(spoil: Callable[[SimulatedTournament], None], found: str) -> None:
    played = simulated("to be spoiled", "heats")
    assert broken_rules(played.events, played.seed, played.remembered) == []
    spoil(played)
    wrong = broken_rules(played.events, played.seed, played.remembered)
    assert any(found in text for text in wrong), wrong
