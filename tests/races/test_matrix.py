"""All pairs of calls that write, made at the same moment by two processes. (`make races`)

CALEDONIA_RACES is how often each pair meets; without it a part of the pairs meets once. Where
CALEDONIA_RACING names calls, only pairs with one of them meet.
"""

import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import connections
from rest_framework.settings import api_settings

from games import services, tasks
from replays.tasks import run_import
from tests.races.calls import CALLS, NOT_RACED, Call, Outcome, carry_out
from tests.races.invariants import wrong
from tests.races.world import make_template, make_world
from tournaments import tasks as tournament_tasks

ROUNDS: Final = int(os.environ.get("CALEDONIA_RACES", "0"))
RACING: Final = frozenset(os.environ.get("CALEDONIA_RACING", "").split())
SAMPLE: Final = 20
"""How many others meet in the quick form, beside all with the end of an account."""
NAMED: Final = (
    ("leave_guarded", "sign_in_by_code"),
    ("obey_order", "obey_bobs_order"),
    ("change_order", "end_round"),
    ("delete_order", "end_round"),
    ("leave_many_games", "play_bots"),
    ("leave_many_games", "fork_own"),
)
"""Pairs that meet in the quick form, too."""
BY_NAME: Final = {call.name: call for call in CALLS}
PATIENCE: Final = 60.0
DAWDLES: Final = 0.4
LONGEST_PAUSE: Final = 0.008
"""Seconds. Without pauses the shorter call is over before the longer one has locked anything."""


def test_every_service_is_raced() -> None:
    """A new service needs a row."""
    assert set(services.__all__) <= {*BY_NAME, *NOT_RACED}
    assert set(NOT_RACED) <= set(services.__all__)
    assert len(BY_NAME) == len(CALLS)


@pytest.mark.long
@pytest.mark.django_db
def test_every_call_does_something_when_it_is_alone() -> None:
    """Or the pairs would only show that two refusals get along."""
    template = make_template()
    for call in CALLS:
        outcome = carry_out(call, make_world(template, set(call.needs)))
        assert outcome.said in ("done", "200", "201", "202", "204", "302"), (call.name, outcome)


class Racers:
    """Two processes with connections of their own, which begin together what they are given.

    ``calls`` are those that they know, by name.
    """

    def __init__(self, calls: Mapping[str, Call] = BY_NAME) -> None:
        context = multiprocessing.get_context("fork")
        barrier = context.Barrier(2)
        # A socket that two processes share would carry the words of both.
        connections.close_all()
        self.pipes: list[Connection] = []
        self.processes = []
        for _ in range(2):
            here, there = context.Pipe()
            process = context.Process(target=race, args=(there, barrier, calls), daemon=True)
            process.start()
            self.pipes.append(here)
            self.processes.append(process)

    def meet(self, pair: tuple[Call, Call], world: Any) -> list[Outcome]:
        """What came of two calls that began together."""
        for pipe, call in zip(self.pipes, pair, strict=True):
            pipe.send((call.name, world))
        assert all(pipe.poll(PATIENCE) for pipe in self.pipes), "a process does not answer"
        return [pipe.recv() for pipe in self.pipes]

    def end(self) -> None:
        for process in self.processes:
            process.terminate()
            process.join()


def race(pipe: Connection, barrier: Barrier, calls: Mapping[str, Call]) -> None:
    """The life of a racer."""
    connections.close_all()
    api_settings.DEFAULT_THROTTLE_RATES.clear()
    settings.ATTEMPT_RATES = dict.fromkeys(settings.ATTEMPT_RATES, "100000/s")
    of_tournaments = (tournament_tasks.record_result, tournament_tasks.rate_games)
    for task in (tasks.run_round_end, tasks.run_bots, run_import, *of_tournaments):
        # What follows is in the matrix itself.
        task.delay = lambda *_: None
    while True:
        name, world = pipe.recv()
        connections["default"].ensure_connection()
        barrier.wait()
        with connections["default"].execute_wrapper(dawdle):
            pipe.send(carry_out(calls[name], world))


def dawdle(execute: Callable[..., object], *statement: object) -> object:
    """Stop for a moment after some statements, so that the two meet in the middle of each other."""
    result = execute(*statement)
    if random.random() < DAWDLES:  # noqa: S311 - no secret
        time.sleep(random.uniform(0, LONGEST_PAUSE))  # noqa: S311
    return result


def is_raced(pair: tuple[Call, Call]) -> bool:
    """Whether a pair is to meet when all of them are."""
    return not RACING or any(call.name in RACING for call in pair)


@pytest.fixture
def racers() -> Iterator[Racers]:
    both = Racers()
    yield both
    both.end()


def pairs() -> list[tuple[Call, Call]]:
    """The pairs that are to meet."""
    all_pairs = list(combinations_with_replacement(CALLS, 2))
    if ROUNDS:
        return [pair for pair in all_pairs if is_raced(pair)] * ROUNDS
    chance = random.Random(1)  # noqa: S311 - the same pairs every time
    ending = [pair for pair in all_pairs if BY_NAME["delete_account"] in pair]
    named = [(BY_NAME[one], BY_NAME[other]) for one, other in NAMED]
    return ending + named + chance.sample(all_pairs, SAMPLE)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_any_two_calls_at_once_leave_everything_whole(racers: Racers) -> None:
    template, found = make_template(), []
    for pair in pairs():
        world = make_world(template, {*pair[0].needs, *pair[1].needs})
        outcomes = racers.meet(pair, world)
        crashes = [outcome.crash for outcome in outcomes if outcome.crash]
        broken = wrong(world)
        if crashes or broken:
            names = " and ".join(call.name for call in pair)
            said = [outcome.said for outcome in outcomes]
            found.append("\n".join([f"{names}: {said}", *crashes, *broken]))
    assert not found, f"{len(found)} pairs\n" + "\n\n".join(found)
