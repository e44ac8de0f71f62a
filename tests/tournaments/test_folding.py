"""States out of logs: the same as event by event, and in time that goes with the events."""

import time
from random import Random

import pytest

from tournaments.log import Entry, fold, rebuild
from tournaments.log.events import Changed, Created, Registered, Substituted, Withdrew
from tournaments.state import Settings

pytestmark = pytest.mark.engine


def seeded(left: int, active: int, seedings: int) -> list[Entry]:
    """A log in which so many left, and the others were seeded again and again."""
    chance = Random(1)  # noqa: S311 - a test, not a secret
    events: list[Entry] = [Created(settings=Settings(format="swiss"), director=1)]
    events += [Registered(entrant=one, person=one) for one in range(1, left + active + 1)]
    events += [Withdrew(entrant=one) for one in range(1, left + 1)]
    order = [*range(left + 1, left + active + 1)]
    for _ in range(seedings):
        chance.shuffle(order)
        events.append(Changed(order=tuple(order)))
    return events


def test_only_the_last_seeding_stays() -> None:
    """Also where other things happened in between, or with it."""
    first, second = Changed(order=(1, 2, 3), paused=True), Changed(order=(3, 2))
    entered: list[Entry] = [Registered(entrant=one, person=one) for one in (1, 2, 3)]
    last: list[Entry] = [Registered(entrant=4, person=4), Substituted(entrant=3, person=5)]
    begun = Created(settings=Settings(format="swiss"), director=1)
    events = [begun, *entered, first, Withdrew(entrant=1), second, *last]
    for upto in range(1, len(events) + 1):
        state = None
        for event in events[:upto]:
            state = fold(state, event)
        assert rebuild(events[:upto]) == state
    assert [one.seed for one in rebuild(events).entrants.values()] == [0, 2, 1, 0]
    assert rebuild(events).paused


@pytest.mark.no_cover
def test_many_seedings_of_very_many_who_have_left_take_no_longer() -> None:
    """Each was gone through for each seeding: 12,000 of them made every page take two seconds."""
    events = seeded(3600, 40, 4000)
    began = time.process_time()
    state = rebuild(events)
    assert time.process_time() - began < 0.25
    assert sorted(one.seed for one in state.entrants.values())[-1] == 40
