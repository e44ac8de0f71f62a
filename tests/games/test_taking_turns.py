"""Turns: asking more often does not keep others away."""

from collections.abc import Callable
from threading import Thread
from time import monotonic, sleep

from games.runtime.taking_turns import Turns

PATIENCE = 60.0


class Callers:
    """Callers that wait in threads of their own, and what came of it."""

    def __init__(self, most_waiting: int) -> None:
        self.turns = Turns(most_waiting, clock=self.now)
        self.moment = 1.0
        self.served: list[str] = []
        self.refused: list[str] = []
        self.threads: list[Thread] = []

    def now(self) -> float:
        self.moment += 1
        return self.moment

    def serve(self, *callers: str) -> None:
        """Each of them has a turn, and leaves."""
        for caller in callers:
            assert self.turns.take(caller, 0)
            self.turns.leave()

    def wait(self, caller: str) -> None:
        """The caller waits for its turn, has it and leaves."""

        def take() -> None:
            if self.turns.take(caller, PATIENCE):
                self.served.append(caller)
                self.turns.leave()
            else:
                self.refused.append(caller)

        before = len(self.turns._waiting), len(self.refused)
        thread = Thread(target=take)
        thread.start()
        self.threads.append(thread)
        until(lambda: (len(self.turns._waiting), len(self.refused)) != before)

    def end(self) -> None:
        """Leave the turn; no thread waits any more."""
        self.turns.leave()
        for thread in self.threads:
            thread.join(PATIENCE)


def until(holds: Callable[[], bool]) -> None:
    """Wait until it holds."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end
        sleep(0.001)


def test_next_is_who_had_the_turn_longest_ago() -> None:
    callers = Callers(most_waiting=3)
    callers.serve("first", "second")
    assert callers.turns.take("holder", 0)
    for caller in ("second", "new", "first"):
        callers.wait(caller)
    callers.end()
    assert (callers.served, callers.refused) == (["new", "first", "second"], [])


def test_a_caller_waits_once_and_not_for_itself() -> None:
    callers = Callers(most_waiting=3)
    assert callers.turns.take("holder", 0)
    assert not callers.turns.take("holder", PATIENCE)
    callers.wait("other")
    assert not callers.turns.take("other", PATIENCE)
    callers.end()
    assert callers.served == ["other"]


def test_where_too_many_wait_who_had_the_turn_last_is_refused() -> None:
    callers = Callers(most_waiting=2)
    callers.serve("old", "greedy")
    assert callers.turns.take("holder", 0)
    for caller in ("greedy", "old", "new"):
        callers.wait(caller)
    until(lambda: callers.refused == ["greedy"])
    assert not callers.turns.take("greedy", PATIENCE)
    callers.end()
    assert callers.served == ["new", "old"]


def test_who_has_waited_long_enough_is_refused_and_stands_in_nobodys_way() -> None:
    callers = Callers(most_waiting=2)
    assert callers.turns.take("holder", 0)
    assert not callers.turns.take("impatient", 0.01)
    assert not callers.turns.take("never", 0)
    callers.wait("patient")
    callers.end()
    assert callers.served == ["patient"]
    assert callers.turns.take("impatient", 0)
