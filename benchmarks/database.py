"""The benchmarks that need a database, run by ``benchmarks`` in a process of their own.

``python -m benchmarks.database`` makes a database on the server of DATABASE_URL (or a SQLite
file), prints figures as JSON and removes the database.
"""

import argparse
import importlib
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import django
from django.db import connection

from benchmarks import rows

MODULES: Final = {
    "moves": "stored_moves",
    "validation": "stored_games",
    "stepping": "stepping",
    "files": "exchanging",
    "pages": "pages",
    "clicks": "clicks",
    "totals": "totals",
    **{name: f"rows.{name}" for name in rows.STORED},
}
PROFILES: Final = {
    "validate": "validation",
    "step": "stepping",
    "import": "files",
    "page": "pages",
    "click": "clicks",
    "total": "totals",
    **{name: module for module, names in rows.STORED.items() for name in names},
}
"""Benchmarks by name that are not of moves, and what they measure."""


@contextmanager
def throw_away_database() -> Iterator[None]:
    """A new, empty database for as long as this lasts; no existing one is opened."""
    with tempfile.TemporaryDirectory() as directory:
        test = connection.settings_dict["TEST"]
        test["NAME"] = f"benchmark_{secrets.token_hex(6)}"
        if connection.vendor == "sqlite":
            test["NAME"] = str(Path(directory) / "benchmark.sqlite3")
        own = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(own, verbosity=0)


def main() -> int:
    """Measure one kind of thing, or profile one of its benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile")
    parser.add_argument("--measure", choices=MODULES, default="moves")
    args = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    # Models can be imported from here on.
    kind = PROFILES.get(args.profile, args.measure)
    measured = importlib.import_module(f"benchmarks.{MODULES[kind]}")
    with throw_away_database():
        printed = measured.run(args.profile)
    sys.stdout.buffer.write(printed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
