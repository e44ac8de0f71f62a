"""What all tests share: which pass this is, and what it leaves out.

Nothing here needs Django; the fixtures that do are in ``tests.database``.
"""

import gc
import os
import re
import sys
from collections.abc import Generator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from simulation.random_play import FINISHED
from simulation.tables import Finished, render, summarise
from tests import compiling, marks

ONCE = ("engine", "browser", "once")
"""The markers of tests to which the database makes no difference."""
ON_MODULE = re.compile(r"^pytestmark = (\[[^]]*\]|.*)$", re.MULTILINE)
UNUSED = {
    *("_django_setup_unittest", "_django_set_urlconf", "_django_isolate_apps"),
    *("_django_clear_site_cache", "_template_string_if_invalid_marker"),
}
"""What pytest-django begins and ends around each test for things that no test here has."""
SERVICES = bool(os.environ.get("DATABASE_URL"))


def pytest_configure(config: pytest.Config) -> None:
    """The tests of the engine run without Django too: ``-p no:django``."""
    gc.disable()
    marks.LEFT_OUT = leaves_out_long(config)
    if config.pluginmanager.hasplugin("django"):
        config.pluginmanager.register(import_module("tests.database"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each process compiles its share of the tests first, where that was not done yet."""
    given = getattr(session.config, "workerinput", None)
    if given is not None and not sys.dont_write_bytecode:
        number = int(given["workerid"].removeprefix("gw"))
        compiling.compile_share(number, given["workercount"], session.config, left_out)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Let `no_cover` stop the tracing in a process of xdist.

    pytest-cov starts coverage there twice, and where the second is paused the first would go on: it
    keeps nothing and makes each test take twice as long.
    """
    if hasattr(session.config, "workerinput") and session.config.pluginmanager.hasplugin("_cov"):
        first = import_module("coverage").Coverage.current()
        if first is not None:
            first.stop()


def pytest_report_header(config: pytest.Config) -> list[str]:
    """What this run is, and what it leaves out."""
    where = "on PostgreSQL, Redis and a worker" if SERVICES else "on SQLite, without services"
    header = [f"caledonia: {where}"]
    if leaves_out_long(config):
        header.append(
            "caledonia: quick tests only, at most 150 s on two quiet cores. `make test-all` adds "
            "long games, fuzzing and schemathesis; `make browser` the pages in Chromium."
        )
    return header


def leaves_out_long(config: pytest.Config) -> bool:
    """Whether no long test is wanted, whatever else it is."""
    wanted = config.option.markexpr
    return "not long" in wanted and " or " not in wanted


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A module all of whose tests are left out is not even imported."""
    return left_out(collection_path, config) or None


def left_out(collection_path: Path, config: pytest.Config) -> bool:
    """Whether all tests of this file are."""
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return False
    if not (SERVICES or leaves_out_long(config)):
        return False
    text = collection_path.read_text("utf-8")
    marked = ON_MODULE.search(text)
    if marked is None:
        return False
    markers = set(re.findall(r"\bpytest\.mark\.(\w+)", marked[1]))
    if "long" in markers and leaves_out_long(config):
        return True
    return SERVICES and not markers.isdisjoint(ONCE) and "mark.services" not in text


def pytest_itemcollected(item: pytest.Item) -> None:
    """Spare each test fixtures that would do nothing: they take longer than most tests of rules."""
    if isinstance(item, pytest.Function):
        unused = UNUSED if "live_server" in item.fixturenames else {*UNUSED, "_live_server_helper"}
        item.fixturenames[:] = [name for name in item.fixturenames if name not in unused]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """The services pass leaves out what the embedded pass has shown already."""
    draw_from_no_source()
    # `make mutants`, which asks for the context, wants to know of all tests.
    if config.pluginmanager.hasplugin("_cov") and not config.getoption("cov_context", None):
        for item in items:
            if item.get_closest_marker("uncounted"):
                item.add_marker(pytest.mark.no_cover)
    if SERVICES:
        config.hook.pytest_deselected(items=[item for item in items if runs_once(item)])
        items[:] = [item for item in items if not runs_once(item)]
    yield
    # First, so that xdist gives all of them to one process, which starts one server for them.
    items.sort(key=lambda item: "faults" not in item.path.parts)


def draw_from_no_source() -> None:
    """Hypothesis would parse every module that is imported, for constants to try.

    That takes seconds in a new clone, and what it draws would depend on what else was imported.
    """
    if providers := sys.modules.get("hypothesis.internal.conjecture.providers"):
        nothing = import_module("hypothesis.internal.constants_ast").Constants()
        providers._get_local_constants = lambda: nothing


def pytest_collection_finish() -> None:
    """The garbage collector need not walk through modules and tests again, nor that often."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


def runs_once(item: pytest.Item) -> bool:
    """Whether the embedded pass is enough."""
    marked = any(item.get_closest_marker(marker) for marker in ONCE)
    return marked and item.get_closest_marker("services") is None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test whose services are missing; in CI that is a failure."""
    if item.get_closest_marker("services") is None:
        return
    missing = [name for name in ("DATABASE_URL", "REDIS_URL") if not os.environ.get(name)]
    if not missing:
        return
    reason = f"needs PostgreSQL, Redis and a worker: {' and '.join(missing)} not set"
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lengths, scores and wins of the random games that the suite has played."""
    games = [
        msgspec.json.decode(str(value), type=Finished)
        for report in terminalreporter.stats.get("passed", [])
        for name, value in report.user_properties
        if name == FINISHED
    ]
    if games:
        terminalreporter.section("random games")
        terminalreporter.write_line(render(summarise(games)))
