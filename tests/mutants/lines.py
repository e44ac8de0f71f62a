"""Which tests run a line: one run of the suite with coverage's contexts, kept in ``var/``."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

import msgspec
from coverage import CoverageData

from tests.mutants.sites import ROOMS, ROOT, Mutant

COVERAGE = ROOT / "var/mutants.coverage"
SOURCES = COVERAGE.with_suffix(".sources")
"""The texts that were measured: lines may have moved since."""
IMPORTING = ""
"""The context of what runs outside of tests."""


class Lines:
    """Which tests run a line, by the contexts that coverage has noted."""

    def __init__(self, path: Path) -> None:
        data = CoverageData(str(path))
        data.read()
        self._by_file = {
            name: {
                line: {one.partition("|")[0] for one in contexts}
                for line, contexts in data.contexts_by_lineno(name).items()
            }
            for name in data.measured_files()
        }
        self._width: Counter[str] = Counter()
        for lines in self._by_file.values():
            for tests in lines.values():
                self._width.update(tests)
        self._sources = known_sources()

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that run the line of a mutant; those first that run least beside it.

        A line that runs while modules are imported belongs to every test: to those of its file.
        """
        lines = self._by_file.get(str(ROOT / mutant.path), {})
        tests = lines.get(self._measured(mutant), set())
        if tests == {IMPORTING}:
            tests = set().union(*lines.values())
        return sorted(tests - {IMPORTING}, key=lambda one: (self._width[one], one))

    def _measured(self, mutant: Mutant) -> int:
        """Where the line stood when it was measured; for a new one, that of the last before it."""
        before = self._sources.get(mutant.path, "").splitlines()
        now = (ROOT / mutant.path).read_text().splitlines()
        line = mutant.line
        if before == now:
            return line
        for block in SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks():
            if block.b < mutant.line:
                line = block.a + min(mutant.line - block.b, block.size)
        return line


def measure(files: Sequence[str]) -> None:
    """Run the quick tests once and note which of them runs which line.

    With files of tests only those run, and what is known of the others stays, as long as no line of
    the project has moved.
    """
    COVERAGE.parent.mkdir(exist_ok=True)
    if files and sources() != known_sources():
        sys.exit("The code has changed since it was measured: measure all of it.")
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal"),
        *("--ignore=tests/browser", "--ignore=tests/faults", "--cov-context=test"),
        # The long ones run the same lines; a child of a forking process cannot run schemathesis.
        *("-p", "no:schemathesis", "-m", "not long"),
        *(f"--cov={room}" for room in sorted({room.partition("/")[0] for room in ROOMS})),
        *("--cov-report=", *(["--cov-append", *files] if files else [])),
    ]
    print("The quick tests run once, to see which of them runs which line; that is kept in var/.")
    environment = {**os.environ, "COVERAGE_FILE": str(COVERAGE)}
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        COVERAGE.unlink(missing_ok=True)
        sys.exit("The suite has to pass before anything is broken on purpose.")
    SOURCES.write_bytes(msgspec.json.encode(sources()))


def sources() -> dict[str, str]:
    """The texts of the files in which something can be broken."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }


def known_sources() -> dict[str, str]:
    """The same as they were when they were measured."""
    if not SOURCES.exists():
        return {}
    return msgspec.json.decode(SOURCES.read_bytes(), type=dict[str, str])
