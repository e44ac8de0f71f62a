"""``python -m benchmarks.load`` plays many games against a whole server of its own, and measures.

The server has one core and the clients another. Everything is on this machine's loopback, and
everything is gone at the end.
"""

import argparse
import asyncio
import resource
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from benchmarks.load import growing, orders, saturation, steady
from benchmarks.load.cores import pinned, two_cores
from benchmarks.load.served import LoadSite
from benchmarks.load.stores import Stores, lacking

RUNS = {"steady": steady.run, "knee": saturation.run}
GROWTH = "growth"
ORDERS = "orders"
FILES = 8192


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    made.add_argument("--run", choices=[*RUNS, ORDERS, GROWTH], nargs="+", default=["steady"])
    made.add_argument("--games", type=int, default=500, help="games that run at once (500)")
    made.add_argument("--clients", type=int, default=200, help="users who play (200)")
    made.add_argument("--minutes", type=float, default=10.0, help="of the steady run (10)")
    made.add_argument("--step", type=float, default=15.0, help="seconds of each try (15)")
    made.add_argument("--overload", type=float, default=60.0, help="seconds of too much (60)")
    made.add_argument("--flood", type=float, default=60.0, help="seconds of orders (60)")
    made.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[1_000, 10_000, 100_000],
        help="numbers of games of the growth run, of about 0.15 MB each (1000 10000 100000)",
    )
    made.add_argument("--pages", type=float, default=0.2, help="part that plays on pages (0.2)")
    made.add_argument("--seed", type=int, default=1, help="of what is drawn (1)")
    return made


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments; ends the program where they make no sense."""
    made = parser()
    args = made.parse_args(given)
    if args.games < 1:
        made.error(f"--games is at least 1, not {args.games}")
    if not 2 <= args.clients <= 10_000:
        made.error(f"--clients is between 2 and 10000, not {args.clients}")
    if not 0 < args.minutes <= 1440:
        made.error(f"--minutes is more than 0 and at most 1440, not {args.minutes:g}")
    if min(args.sizes) < 100:
        made.error(f"--sizes are at least 100, not {min(args.sizes)}")
    if min(args.step, args.overload, args.flood) < 1:
        made.error("--step, --overload and --flood are at least 1 second")
    if not 0 <= args.pages <= 1:
        made.error(f"--pages is between 0 and 1, not {args.pages:g}")
    return args


def main(given: Sequence[str] | None = None) -> int:
    """Status 1 when an event was lost or doubled, or something failed."""
    args = arguments(given)
    if missing := lacking():
        print(f"A load needs a server of its own; this machine lacks {missing}.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _ended)
    _allow_files()
    clients, server = two_cores()
    with pinned(clients):
        return max(_run(name, args, server) for name in args.run)


def _run(name: str, args: argparse.Namespace, core: set[int]) -> int:
    if name == GROWTH:
        with Stores(core=core) as stores:
            return growing.run(stores, args)
    if name == ORDERS:
        with LoadSite(users=orders.USERS, core=core) as site:
            return asyncio.run(orders.run(site, args))
    with LoadSite(users=args.clients, core=core) as site:
        return asyncio.run(RUNS[name](site, args))


def _allow_files() -> None:
    """As many open files as containers have: a stream is one here, one there and two in between."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _ended(_signal: int, _frame: FrameType | None) -> None:
    """Leave by way of everything that cleans up."""
    sys.exit(143)


if __name__ == "__main__":
    sys.exit(main())
