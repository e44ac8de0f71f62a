"""Pairs of calls about one tournament, made at the same moment by two processes. (`make races`)

With CALEDONIA_RACES every pair meets, that often; without it a part of them meets once.
"""

import random
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import combinations_with_replacement
from typing import Final

import pytest

from tests.races.calls import carry_out
from tests.races.cups import MAKERS, Cup, wrong
from tests.races.shapes import Call
from tests.races.test_matrix import ROUNDS, Racers, is_raced
from tests.races.tournament_calls import BY_NAME, NOT_RACED, STAGE_OF, STAGES
from tournaments import services

SAMPLE: Final = 24


def made(*calls: Call) -> Cup:
    """A tournament for these calls, which are of one stage."""
    needs = {need for call in calls for need in call.needs}
    return MAKERS[STAGE_OF[calls[0].name]](needs)


def pairs() -> list[tuple[Call, Call]]:
    """The pairs that are to meet."""
    every = [pair for calls in STAGES.values() for pair in combinations_with_replacement(calls, 2)]
    if ROUNDS:
        return [pair for pair in every if is_raced(pair)] * ROUNDS
    named = [("register", "draw"), ("draw", "draw_by_cara"), ("withdraw", "draw")]
    named += [("draw", "delete_player"), ("draw", "delete_director"), ("game_over", "record")]
    named += [
        ("check_in_all", "draw"),
        ("check_in_all", "withdraw"),
        ("check_in_all", "delete_player"),
        ("challenge", "challenge_back"),
        ("game_over", "erase_ended"),
        ("play", "draw_again"),
        ("play", "substitute"),
        ("forfeit", "delete_alice"),
        ("erase", "forfeit"),
        ("play", "stop"),
    ]
    chance = random.Random(2)  # noqa: S311 - the same pairs every time
    chosen = [(BY_NAME[one], BY_NAME[other]) for one, other in named]
    return chosen + chance.sample(every, SAMPLE - len(chosen))


@pytest.fixture
def racers() -> Iterator[Racers]:
    both = Racers(BY_NAME)
    yield both
    both.end()


def noting(name: str, called: set[str]) -> Callable[..., object]:
    """A service that notes that it was called."""
    service = getattr(services, name)

    @wraps(service)
    def run(**known: object) -> object:
        called.add(name)
        return service(**known)

    return run


@pytest.mark.long
@pytest.mark.django_db
def test_every_call_does_something_when_it_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """And every service is among them: a new one needs a row, or a reason in NOT_RACED."""
    assert len(BY_NAME) == sum(map(len, STAGES.values()))
    raced, called = set(services.__all__) - set(NOT_RACED), set[str]()
    for call in BY_NAME.values():
        with monkeypatch.context() as noted:
            cup = made(call)
            for name in raced:
                noted.setattr(services, name, noting(name, called))
            outcome = carry_out(call, cup)
        assert outcome.said == "done", (call.name, outcome)
    assert called == raced


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_any_two_calls_about_a_tournament_leave_it_whole(racers: Racers) -> None:
    found = []
    for pair in pairs():
        cup = made(*pair)
        outcomes = racers.meet(pair, cup)
        crashes = [outcome.crash for outcome in outcomes if outcome.crash]
        broken = list(wrong(cup))
        if crashes or broken:
            names = " and ".join(call.name for call in pair)
            said = [outcome.said for outcome in outcomes]
            found.append("\n".join([f"{names}: {said}", *crashes, *broken]))
    assert not found, f"{len(found)} pairs\n" + "\n\n".join(found)
