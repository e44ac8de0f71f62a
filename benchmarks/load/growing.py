"""The growth run: what requests cost with more and more games, and the plans of their queries."""

import argparse
from typing import Final

import msgspec

from benchmarks.load.growth.sizes import CONTROL, Size
from benchmarks.load.stores import NAME, Stores
from simulation.text import table

MOST: Final = 1.3
"""How much more a request may cost with the most games than with the fewest."""
PATIENCE: Final = 4 * 3600.0
CODE: Final = """
from benchmarks.load.growth.measuring import measure
measure({sizes})
"""
SHOWN: Final = 110


def run(stores: Stores, args: argparse.Namespace) -> int:
    """Status 1 when a request grows with the games, or a query reads a growing table whole."""
    stores.env.update({"LOG_LEVEL": "WARNING", "ALLOWED_HOSTS": f"{NAME},localhost"})
    printed = stores.python(CODE.format(sizes=sorted(args.sizes)), patience=PATIENCE)
    sizes = msgspec.json.decode(printed, type=list[Size])
    grown = print_costs(sizes)
    whole = print_plans(sizes[-1])
    return 1 if grown or whole else 0


def print_costs(sizes: list[Size]) -> list[str]:
    """A column for each size; what costs too much more at the end than at the beginning.

    Other work on the machine makes everything dearer, so all is judged beside the bare insert.
    """
    for size in sizes:
        stored = f"{size.events:,} events, {size.gigabytes:.1f} GB, filled in {size.seconds:.0f} s"
        print(f"{size.games:,} games: {stored}")
    first, last = sizes[0], sizes[-1]
    control = last.cost_of(CONTROL) / first.cost_of(CONTROL)
    rows, grown = [], []
    for number, cost in enumerate(first.costs):
        times = last.costs[number].ms / cost.ms / control
        if times > MOST:
            grown.append(cost.what)
        shown = [f"{size.costs[number].ms:.1f}" for size in sizes]
        rows.append((cost.what, *shown, f"{times:.2f}", "ok" if times <= MOST else "MISSED"))
    head = (
        "ms of CPU, median",
        *(f"{size.games:,}" for size in sizes),
        "times",
        f"at most {MOST}",
    )
    print("\n" + table(head, rows))
    return grown


def print_plans(size: Size) -> list[str]:
    """How each query is carried out with the most games; the ones that read a table whole."""
    print(f"\nQueries with {size.games:,} games:")
    whole = []
    for plan in size.plans:
        mark = f"  READS WHOLE {', '.join(plan.whole)}" if plan.whole else ""
        print(f"  {plan.what}: {plan.query[:SHOWN]}\n      {plan.plan}{mark}")
        if plan.whole:
            whole.append(plan.query)
    print(f"\nqueries that read a growing table whole: {len(whole) or 'none'}")
    return whole
