"""A process that has imported every library but nothing of the project, and forks to run tests.

    python -m tests.mutants.forking

reads one ``Order`` a line, as JSON, and answers each with one ``Answer``. A child imports the
project as it then lies in the current directory, so a place that was broken a moment ago is broken
in it, and what a child does to its modules is gone with it.
"""

import importlib
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import FrameType
from typing import BinaryIO

import msgspec
import pytest

ROOMS = ("api", "benchmarks", "caledonia", "games", "release", "replays", "simulation", "web")
CPU_SECONDS, LONG_CPU_SECONDS = 25, 240
"""What a test may take of the processor, and what one that is marked as long."""
PATIENCE = 600.0
"""Seconds of the clock that a test may take, whatever it waits for."""
OPTIONS = (
    *("-x", "-q", "--no-header", "--tb=no", "-o", "addopts=--strict-markers"),
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest_cov"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
WITHOUT_DJANGO = ("-p", "no:django", "-W", "ignore::pytest.PytestConfigWarning")
PASSED, FAILED, NONE_CHOSEN, STUCK, DIED = 0, 1, 5, 70, 71


class Order(msgspec.Struct):
    """Tests to run, in this order, until one fails or the seconds are over.

    Without Django where none needs it.
    """

    tests: list[str]
    django: bool = True
    seconds: float = 3600


class Answer(msgspec.Struct):
    """``status`` is pytest's, ``STUCK`` or ``DIED``; ``test`` failed or never ended, if one did.

    ``ran`` have run.
    """

    status: int
    test: str = ""
    ran: int = 0
    seconds: float = 0
    output: str = ""


class Chosen:
    """Runs the tests of an order only, and writes how that ended to ``report_fd``."""

    def __init__(self, order: Order, report_fd: int) -> None:
        self.places = {test: place for place, test in enumerate(order.tests)}
        self.answer = Answer(PASSED)
        self.report_fd = report_fd
        self.end = time.monotonic() + order.seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Iterator[None]:
        """In the order of the list; pytest-django then puts those last that commit."""
        others = [item for item in items if item.nodeid not in self.places]
        items[:] = sorted(
            (item for item in items if item.nodeid in self.places),
            key=lambda item: self.places[item.nodeid],
        )
        config.hook.pytest_deselected(items=others)
        yield

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """No test takes the processor, or waits, for ever."""
        if time.monotonic() > self.end:
            item.session.shouldstop = "the time is over"
        long = item.get_closest_marker("long") is not None
        self.answer.test = item.nodeid
        signal.signal(signal.SIGPROF, self.stuck)
        signal.setitimer(signal.ITIMER_PROF, LONG_CPU_SECONDS if long else CPU_SECONDS)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.answer.ran += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.answer.status == PASSED:
            self.answer.status = FAILED
            self.answer.test = report.nodeid

    def stuck(self, number: int, frame: FrameType | None) -> None:
        """The test that runs has used up its share of the processor."""
        self.answer.status = STUCK
        self.write_report()
        os._exit(STUCK)

    def write_report(self) -> None:
        os.pwrite(self.report_fd, msgspec.json.encode(self.answer), 0)


def child(order: Order, report_fd: int, said: int) -> None:
    """Run the tests of an order in this process, which ends with that."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(said, 1)
    os.dup2(said, 2)
    chosen = Chosen(order, report_fd)
    files = sorted({test.partition("::")[0] for test in order.tests})
    without = () if order.django else WITHOUT_DJANGO
    status = int(pytest.main([*OPTIONS, *without, *files], plugins=[chosen]))
    if chosen.answer.status == PASSED:
        interrupted = status == pytest.ExitCode.INTERRUPTED and time.monotonic() > chosen.end
        chosen.answer.status = PASSED if interrupted else status
        chosen.answer.test = ""
    chosen.write_report()
    # Not by the ways of Python: what tests have left running need not be waited for.
    os._exit(0)


def run(order: Order) -> Answer:
    """Fork, run the tests of an order, and say what came of it."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as report, tempfile.TemporaryFile() as said:
        number = os.fork()
        if not number:
            try:
                child(order, report.fileno(), said.fileno())
            finally:
                traceback.print_exc()
                os._exit(1)
        ended = _wait(number, order.seconds + PATIENCE)
        with suppress(ProcessLookupError):
            os.killpg(number, signal.SIGKILL)
        answer = _read(report, ended)
        said.seek(0)
        answer.output = said.read()[-4000:].decode(errors="replace")
    answer.seconds = time.monotonic() - began
    return answer


def _wait(number: int, seconds: float) -> bool:
    """Whether a child has ended by itself; otherwise it is ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if os.waitpid(number, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    with suppress(ProcessLookupError):
        os.killpg(number, signal.SIGKILL)
    os.waitpid(number, 0)
    return False


def _read(report: BinaryIO, ended: bool) -> Answer:
    report.seek(0)
    if text := report.read():
        return msgspec.json.decode(text, type=Answer)
    return Answer(DIED if ended else STUCK)


def libraries() -> list[str]:
    """The modules of others that the project and its tests import, as a child has seen them."""
    with tempfile.TemporaryFile() as report:
        number = os.fork()
        if not number:
            with suppress(BaseException):
                os.dup2(os.open(os.devnull, os.O_RDWR), 1)
                os.dup2(1, 2)
                pytest.main([*OPTIONS, "--collect-only", "tests/web/test_base.py"])
                importlib.import_module("caledonia.urls")
                names = [name for name, module in sys.modules.items() if _is_library(module)]
                os.pwrite(report.fileno(), msgspec.json.encode(names), 0)
            os._exit(0)
        os.waitpid(number, 0)
        return msgspec.json.decode(report.read() or b"[]", type=list[str])


def _is_library(module: object) -> bool:
    place = getattr(module, "__file__", None) or ""
    return "site-packages" in place or (bool(place) and place.startswith(sys.base_prefix))


def preload(names: Sequence[str]) -> None:
    """Import what can be imported without settings, and nothing of the project."""
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)
    for name in names:
        if name not in sys.modules:
            with suppress(Exception):
                importlib.import_module(name)
    own = [name for name in sys.modules if name.partition(".")[0] in ROOMS]
    assert not own, f"a child would not import these anew: {own}"


def main() -> None:
    """Answer orders until there are no more."""
    preload(libraries())
    encoder = msgspec.json.Encoder()
    for line in sys.stdin.buffer:
        answer = run(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(encoder.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
