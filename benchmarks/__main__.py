"""``python -m benchmarks`` prints what things cost beside what they may cost.

CPU time of one process. With a database: once embedded (SQLite), and once more with DATABASE_URL
(and REDIS_URL) when it is set. Throw-away databases only. ``--goals`` prints the first table alone,
in which things stand beside ceilings; ``--table`` measures the page of a table, in a browser too.
"""

import argparse
import importlib
import os
import platform
import subprocess
import sys

import msgspec

from benchmarks import goals, rows
from benchmarks.engine import BENCHMARKS, Corpus
from benchmarks.expansions import listing
from benchmarks.measure import Figure, render
from benchmarks.profiling import profile

SERVICES = ("DATABASE_URL", "REDIS_URL")
DATABASE = (
    *("move", "move-uncached", "api", "page-move"),
    *("validate", "step", "import", "page", "click", "total"),
    *(name for names in rows.STORED.values() for name in names),
)
"""Names of the benchmarks that need a database; they run in a process of their own."""
CLICKS = ("Clicks in a four-player game, whole requests, CPU time", ["--measure", "clicks"])
TABLES: tuple[tuple[str, list[str]], ...] = (
    ("A move of a four-player game", []),
    ("Validation of finished four-player games", ["--measure", "validation"]),
    ("Stepping through four-player games, whole requests, CPU time", ["--measure", "stepping"]),
    ("Files of finished four-player games, CPU time", ["--measure", "files"]),
    ("Pages of a four-player game, whole requests, CPU time", ["--measure", "pages"]),
    CLICKS,
    ("Statistics over all games, wall clock", ["--measure", "totals"]),
)
"""What is measured with a database: the title, and the argument of ``benchmarks.database``."""
BUSY = 0.5


def main() -> int:
    """Measure everything, or profile one benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    by_name = {benchmark.name: benchmark for benchmark in BENCHMARKS}
    parser.add_argument("--profile", choices=[*by_name, *DATABASE], help="where its time goes")
    parser.add_argument("--goals", action="store_true", help="the table with ceilings alone")
    parser.add_argument("--table", action="store_true", help="the page of a table, in Chromium")
    parser.add_argument("--engine", action="store_true", help="leave the databases out")
    args = parser.parse_args()
    if args.profile in by_name:
        chosen = by_name[args.profile]
        profile(chosen.thunks(Corpus()), rounds=min(chosen.rounds, 4))
    elif args.profile:
        _database(["--profile", args.profile], embedded="DATABASE_URL" not in os.environ)
    elif args.table:
        _measure_table()
    elif args.goals:
        print(_machine(), end="\n\n")
        _measure_goals()
    else:
        _measure(databases=not args.engine)
    return 0


def _measure_goals() -> None:
    """Print the goals beside their ceilings."""
    found = [_goals("benchmarks.alone", name, embedded=True) for name in rows.ALONE]
    for embedded in _passes():
        found += [_goals("benchmarks.database", name, embedded=embedded) for name in rows.STORED]
    print(f"Goals beside ceilings, medians of CPU time\n\n{goals.render(found)}\n", flush=True)


def _goals(module: str, name: str, *, embedded: bool) -> goals.Rows:
    printed = _run(module, ["--measure", name], embedded=embedded, captured=True)
    return msgspec.json.decode(printed, type=goals.Rows)


def _passes() -> list[bool]:
    """Whether embedded, for each time that something is measured with a database."""
    return [True, False] if os.environ.get("DATABASE_URL") else [True]


def _measure(*, databases: bool) -> None:
    print(_machine(), end="\n\n")
    if databases:
        _measure_goals()
    corpus = Corpus()
    _print_table("Engine, four players, CPU time", [one.measure(corpus) for one in BENCHMARKS])
    _print_table("The same with every expansion, CPU time", listing())
    if not databases:
        return
    for embedded in _passes():
        for title, more in TABLES:
            _measure_stored(title, more, embedded=embedded)


def _measure_table() -> None:
    # A browser is needed for that alone.
    table_page = importlib.import_module("benchmarks.table_page")

    print(_machine(), end="\n\n")
    _print_table("The page of a four-player game, 1366 x 768", table_page.run())
    _measure_stored(*CLICKS, embedded=True)


def _measure_stored(title: str, more: list[str], *, embedded: bool) -> None:
    printed = _database(more, embedded=embedded, captured=True)
    stores, figures = msgspec.json.decode(printed, type=tuple[str, list[Figure]])
    _print_table(f"{title}, {stores}", figures)


def _database(more: list[str], *, embedded: bool, captured: bool = False) -> bytes:
    """Run the benchmarks with a database; what they printed, when it is captured."""
    return _run("benchmarks.database", more, embedded=embedded, captured=captured)


def _run(module: str, more: list[str], *, embedded: bool, captured: bool) -> bytes:
    """Run a module in a process of its own; what it printed, when it is captured."""
    left_out = SERVICES if embedded else ()
    done = subprocess.run(
        [sys.executable, "-m", module, *more],
        env={name: value for name, value in os.environ.items() if name not in left_out},
        stdout=subprocess.PIPE if captured else None,
        check=True,
    )
    return done.stdout or b""


def _print_table(title: str, figures: list[Figure]) -> None:
    print(f"{title}\n\n{render(figures)}\n", flush=True)


def _machine() -> str:
    load = os.getloadavg()[0]
    noise = ": other work is going on, so the figures are noisy" if load > BUSY else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {os.cpu_count()} cores, load {load:.2f} before the start{noise}"


if __name__ == "__main__":
    sys.exit(main())
