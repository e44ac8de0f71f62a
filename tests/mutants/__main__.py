"""Breaks one place after the other and runs the tests that pass there."""

import argparse
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from tests.mutants.lines import COVERAGE, Lines, measure
from tests.mutants.sites import Mutant, chosen
from tests.mutants.trying import Outcome, Tree

SURVIVORS = Path(__file__).with_name("survivors.toml")


def try_all(mutants: Sequence[Mutant], lines: Lines, jobs: int, seconds: float) -> list[Outcome]:
    """Try every mutant, each in one of as many copies of the tree as there are jobs."""
    with tempfile.TemporaryDirectory(prefix="caledonia-mutants-") as folder:
        trees: Queue[Tree] = Queue()
        for number in range(jobs):
            trees.put(Tree(Path(folder) / str(number), seconds))

        def one(mutant: Mutant) -> Outcome:
            tree = trees.get()
            try:
                outcome = tree.attempt(mutant, lines.tests(mutant))
            finally:
                trees.put(tree)
            word = "found   " if outcome.found else "SURVIVES"
            print(f"{word} {outcome.seconds:4.0f} s  {mutant.name}: {outcome.how}", flush=True)
            return outcome

        try:
            with ThreadPoolExecutor(jobs) as pool:
                outcomes = list(pool.map(one, mutants))
            tree = trees.get()
            trees.put(tree)
            return tree.confirmed(outcomes)
        finally:
            while not trees.empty():
                trees.get().close()


def named(only: Sequence[str], number: int) -> list[Mutant]:
    """The mutants whose name contains one of the texts; without texts all."""
    return [one for one in chosen(number) if not only or any(text in one.name for text in only)]


def main(words: Sequence[str] | None = None) -> int:
    """0 when every mutant was found, or it is explained why none can be."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--number", type=int, default=100, help="how many places to break")
    parser.add_argument("--only", nargs="*", default=(), help="those whose name contains a text")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument("--seconds", type=float, default=300, help="for the tests of one mutant")
    parser.add_argument("--list", action="store_true", help="only say what would be broken")
    parser.add_argument(
        "--measure",
        nargs="*",
        metavar="TEST_FILE",
        help="measure again which test runs which line: all, or these files beside what is known",
    )
    given = parser.parse_args(words)
    mutants = named(given.only, given.number)
    if given.list:
        print("\n".join(mutant.name for mutant in mutants))
        return 0
    if given.measure is not None or not COVERAGE.exists():
        measure(given.measure or ())
    began = time.monotonic()
    outcomes = try_all(mutants, Lines(COVERAGE), given.jobs, given.seconds)
    explained = tomllib.loads(SURVIVORS.read_text())
    survivors = [outcome for outcome in outcomes if not outcome.found]
    for outcome in survivors:
        why = explained.get(outcome.mutant.name, "NOT EXPLAINED")
        print(f"\n{outcome.mutant.name} (line {outcome.mutant.line})\n  {outcome.how}: {why}")
    open_ones = [one for one in survivors if one.mutant.name not in explained]
    print(
        f"\n{len(outcomes)} mutants in {time.monotonic() - began:.0f} s: "
        f"{len(outcomes) - len(survivors)} found, {len(survivors)} survived, "
        f"{len(open_ones)} of those not explained"
    )
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())
