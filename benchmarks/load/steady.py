"""Many games for minutes, with the server's core at 60 to 80 %."""

import argparse
import time
from typing import Final

from benchmarks.load.checking import accounts_of, come_to_rest, outcome, stored_events
from benchmarks.load.crowd import Crowd
from benchmarks.load.pacing import Pacer, for_seconds
from benchmarks.load.report import Window, print_outcome, print_window
from benchmarks.load.served import LoadSite
from benchmarks.load.watching import Watcher

FIRST_RATE: Final = 10.0
WARM_UP: Final = 30.0
"""Seconds in which the rate is found, of a long run; of a short one a quarter."""


async def run(site: LoadSite, args: argparse.Namespace) -> int:
    """Play, print what was found, and say whether all of it is there."""
    seconds = args.minutes * 60
    began_all = time.monotonic()
    crowd = Crowd(site, games=args.games, pages=args.pages, seed=args.seed)
    async with crowd:
        made = time.monotonic() - began_all
        print(f"{args.games} games of {args.clients} users, made in {made:.0f} s", flush=True)
        pacer = Pacer(crowd, crowd.play_once, FIRST_RATE)
        watcher = Watcher(site)
        await for_seconds(min(WARM_UP, seconds / 4), pacer.run, pacer.follow_core, watcher.run)
        began, since, begun = time.monotonic(), time.time(), pacer.begun
        await for_seconds(seconds, pacer.run, pacer.follow_core, watcher.run)
        ended = time.monotonic()
        watcher.look()
        waited = await come_to_rest(crowd)
        window = Window(crowd, watcher, began, ended)
        print_window(window, begun=pacer.begun - begun, idle=pacer.idle)
        found = outcome(accounts_of(crowd), stored_events(site), since=since, waited=waited)
    print_outcome(found)
    kept = found.whole and not crowd.meter.failed(began, ended) and not site.dead()
    return 0 if kept else 1
