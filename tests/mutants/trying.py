"""A copy of the tree, with a process that forks to run tests in it."""

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import msgspec

from tests.mutants.forking import DIED, FAILED, NONE_CHOSEN, PASSED, STUCK, Answer, Order
from tests.mutants.sites import ROOT, Mutant

NEAREST = 40
"""So many tests are tried first; they find most mutants."""
ALL_SECONDS = 3600
"""For the tests that have found mutants, where nothing is broken."""
PURE = "tests/engine/"
"""Where the tests lie that need no Django."""
IGNORED = shutil.ignore_patterns(".venv", ".git", "var", "node_modules", ".*_cache", ".hypothesis")


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: ``found`` by the test ``by``, or not; ``how`` says more.

    ``by`` is one of those that ran where no single test failed: the code could not be imported.
    """

    mutant: Mutant
    found: bool
    how: str
    by: str = ""
    seconds: float = 0


class Tree:
    """A copy of the project in which one place at a time is broken."""

    def __init__(self, folder: Path, seconds: float) -> None:
        """``seconds`` is what the tests of one mutant may take."""
        self.folder = folder
        self.seconds = seconds
        # With what is compiled already: the times of the files are copied too.
        shutil.copytree(ROOT, folder, ignore=IGNORED)
        self._times = count(time.time_ns(), 2 * 10**9)
        self._forking = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.forking"],
            cwd=folder,
            env={name: text for name, text in os.environ.items() if name not in LEFT_OUT},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def attempt(self, mutant: Mutant, tests: Sequence[str]) -> Outcome:
        """Break the place, run the tests, and mend it."""
        if not tests:
            return Outcome(mutant, False, "no test runs the line")
        path = self.folder / mutant.path
        source = path.read_bytes()
        before = path.stat()
        began = time.monotonic()
        path.write_bytes(mutant.broken(source))
        # A second of its own for each, by which Python tells what it has compiled from what not.
        moment = next(self._times)
        os.utime(path, ns=(moment, moment))
        try:
            outcome = self._tried(mutant, tests)
        finally:
            path.write_bytes(source)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        return replace(outcome, seconds=time.monotonic() - began)

    def _tried(self, mutant: Mutant, tests: Sequence[str]) -> Outcome:
        ran = 0
        for part in parts(tests):
            answer = self.ask(part, self.seconds)
            ran += answer.ran
            if answer.status not in {PASSED, NONE_CHOSEN}:
                return Outcome(mutant, True, how(answer), by=answer.test or part[0])
        return Outcome(mutant, False, f"{ran} of {len(tests)} tests that run the line pass")

    def confirmed(self, outcomes: Sequence[Outcome]) -> list[Outcome]:
        """What a test found counts only when that test passes where nothing is broken."""
        tests = {outcome.by for outcome in outcomes if outcome.by}
        pure = {test for test in tests if test.startswith(PURE)}
        wrong = {*self._failing(pure), *self._failing(tests - pure)}
        return [
            replace(one, found=False, how=f"{one.by} fails where nothing is broken")
            if one.by in wrong
            else one
            for one in outcomes
        ]

    def _failing(self, tests: set[str]) -> Iterator[str]:
        """Those that do not pass as the tree is now."""
        while tests and (answer := self.ask(sorted(tests), ALL_SECONDS)).status != PASSED:
            # Where it is not known which one it was, it may be any.
            wrong = {answer.test} & tests or tests
            yield from wrong
            tests = tests - wrong

    def ask(self, tests: Sequence[str], seconds: float) -> Answer:
        """Run tests in a child of the process that forks."""
        django = not all(test.startswith(PURE) for test in tests)
        order = Order(list(tests), django=django, seconds=seconds)
        assert self._forking.stdin is not None
        assert self._forking.stdout is not None
        self._forking.stdin.write(msgspec.json.encode(order) + b"\n")
        self._forking.stdin.flush()
        return msgspec.json.decode(self._forking.stdout.readline(), type=Answer)

    def close(self) -> None:
        """End the process that forks."""
        self._forking.communicate()


LEFT_OUT = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
"""Mutants are looked for without services, as `make test` runs."""


def parts(tests: Sequence[str]) -> Iterator[Sequence[str]]:
    """The nearest tests without Django, the nearest of the others, and then what is left.

    Of that one test of each file first, as those of one file often overlook the same.
    """
    pure = [test for test in tests if test.startswith(PURE)]
    others = [test for test in tests if not test.startswith(PURE)]
    near = (pure[:NEAREST], others[:NEAREST])
    rest = (spread(pure[NEAREST:]), spread(others[NEAREST:]))
    return (part for part in (*near, *rest) if part)


def spread(tests: Sequence[str]) -> list[str]:
    """The first test of each file, then the second of each, and so on."""
    met: Counter[str] = Counter()
    turns = []
    for test in tests:
        file = test.partition("::")[0]
        turns.append((met[file], test))
        met[file] += 1
    return [test for _, test in sorted(turns, key=lambda turn: turn[0])]


def how(answer: Answer) -> str:
    """In what way tests did not pass."""
    if answer.status == FAILED:
        return answer.test
    if answer.status == STUCK:
        return f"never ends: {answer.test or 'a test waits'}"
    if answer.status == DIED:
        return "the process of the tests died"
    last = answer.output.strip().splitlines()[-1:]
    return f"pytest ended with status {answer.status}: {''.join(last)[:100]}"
