"""Kinds of moves that list what is legal without asking ``check`` of each list what it allows.

CALEDONIA_POSITIONS is the number of positions of the long test; ``make listing`` looks at 100,000.
"""

import os
from collections import Counter
from collections.abc import Iterator

import pytest

from games import engine
from games.engine.clans import clan_of
from games.engine.moves import move_types
from games.engine.moves.base import MoveBase
from games.engine.rules.admission import admitted
from simulation.random_options import random_options
from simulation.random_play import steps
from tests.marks import sample
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

POSITIONS = int(os.environ.get("CALEDONIA_POSITIONS", sample(whole="3000", usual="1000")))
SAMPLE = 1_000


def positions(prefix: str) -> Iterator[engine.State]:
    """The states of games by chance over all options in which somebody has to decide, for ever."""
    number = 0
    while True:
        options = random_options(f"{prefix}/{number}")
        for state, _event in steps(options.players, f"{prefix}/{number}", options=options):
            if state.open_decisions():
                yield state
        number += 1


def compared(state: engine.State) -> Iterator[str]:
    """The kinds of moves that find theirs all at once, each compared with ``check``."""
    decision = state.open_decisions()[0]
    for name in admitted(state, decision):
        kind = move_types()[name]
        if kind.legal.__func__ is MoveBase.legal.__func__:  # type: ignore[attr-defined]
            continue
        listed, checked = list(kind.legal(state, decision)), list(kind.checked(state, decision))
        clan = clan_of(state.players[decision.seat]).name
        assert listed == checked, (name, clan, state.version)
        yield name


def compare(prefix: str, number: int) -> Counter[str]:
    found = Counter[str]()
    for looked, state in enumerate(positions(prefix)):
        if looked == number:
            break
        found.update(compared(state))
    return found


@rule("CMD-24")
def test_what_is_listed_at_once_is_what_check_allows() -> None:
    found = compare("listed at once", SAMPLE)
    assert min(found.values()) >= 10, found
    assert {"expand", "place_worker", "trade", "take_contracts", "use_port"} <= set(found)


@rule("CMD-24")
@pytest.mark.long
def test_that_holds_in_many_positions() -> None:
    compare("listed at once, in many games", POSITIONS)
