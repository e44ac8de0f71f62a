"""Rows of the table of goals that need no database, in a process of their own."""

import argparse
import importlib
import sys

from benchmarks import rows


def main() -> int:
    """Measure the rows of one module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", choices=rows.ALONE, required=True)
    args = parser.parse_args()
    measured = importlib.import_module(f"benchmarks.rows.{args.measure}")
    sys.stdout.buffer.write(measured.run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
