"""``python -m benchmarks.load`` plays many games against a whole server of its own, and measures.

The server has one core and the clients another. Everything is on this machine's loopback, and
everything is gone at the end.
"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from benchmarks.load import saturation, steady
from benchmarks.load.cores import pinned, two_cores
from benchmarks.load.served import LoadSite, lacking

RUNS = {"steady": steady.run, "knee": saturation.run}


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    made.add_argument("--run", choices=RUNS, nargs="+", default=["steady"])
    made.add_argument("--games", type=int, default=500, help="games that run at once (500)")
    made.add_argument("--clients", type=int, default=200, help="users who play (200)")
    made.add_argument("--minutes", type=float, default=10.0, help="of the steady run (10)")
    made.add_argument("--step", type=float, default=15.0, help="seconds of each try (15)")
    made.add_argument("--overload", type=float, default=60.0, help="seconds of too much (60)")
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
    if min(args.step, args.overload) < 1:
        made.error("--step and --overload are at least 1 second")
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
    clients, server = two_cores()
    with pinned(clients), LoadSite(users=args.clients, core=server) as site:
        return max(asyncio.run(RUNS[name](site, args)) for name in args.run)


def _ended(_signal: int, _frame: FrameType | None) -> None:
    """Leave by way of everything that cleans up."""
    sys.exit(143)


if __name__ == "__main__":
    sys.exit(main())
