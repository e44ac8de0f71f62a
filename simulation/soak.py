"""``python -m simulation.soak``: thousands of games of bots with every invariant at every event.

Which bot sits where is drawn for each game, or it is always the one that is named. The options of
a game are drawn too, any combination that is allowed; some games more are played as usual, and the
tables of places, clans and lines are of those. Prints what the games were like, with a line for
each value of an option. Ends with 1 and the game and event of the first broken invariant.
"""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from msgspec import Struct

from games import bots, engine
from simulation.invariants import broken, progress, went_back
from simulation.playing import chooser, drawn
from simulation.random_options import away_from_default, random_options
from simulation.random_play import steps
from simulation.tables import Finished, by_option, finished, render, summarise

COUNTS = (2, 3, 4)
"""Numbers of players; the usual games are spread evenly over them."""
ANY_COUNTS = (1, 2, 3, 4)
"""The same for games with options by chance."""
ALONE = "steward"
"""The bot of solo games."""
AT_ONCE = 8
"""Games that a process is given at a time."""


class Broken(Struct, frozen=True):
    """Where a game went wrong, and how."""

    bots: list[str]
    name: str
    drawn: bool
    version: int
    kind: str
    wrong: list[str]

    def __str__(self) -> str:
        """With what it takes to see it again."""
        choose = f'chooser({self.bots}, "{self.name}")'
        options = f', options_of({len(self.bots)}, "{self.name}", True)' if self.drawn else ""
        game = f'steps({len(self.bots)}, "{self.name}", {choose}{options})'
        where = f"event {self.version} ({self.kind})"
        return "\n  ".join([f"BROKEN: {game}, {where}", *self.wrong])


class SoakGame(NamedTuple):
    """A game to be played: the bots by seat, its name, and whether its options are drawn."""

    bots: list[str]
    name: str
    drawn: bool


def tables(
    games: int, seed: str, bot: str = "", *, usual: int = 0, alone: int = 0
) -> list[SoakGame]:
    """All games: so many with options by chance, then the usual ones, spread over the counts.

    Last come games that a steward, or the bot that is named, plays alone.
    """
    return [
        *_tables(games, f"{seed}/any", bot, drawn_options=True),
        *_tables(usual, seed, bot, drawn_options=False),
        *(SoakGame([bot or ALONE], f"soak/{seed}/alone/{n}", drawn=False) for n in range(alone)),
    ]


def _tables(games: int, seed: str, bot: str, *, drawn_options: bool) -> Iterator[SoakGame]:
    """Games whose name is what chance is drawn from."""
    counts = ANY_COUNTS if drawn_options else COUNTS
    for number in range(games):
        players = counts[number % len(counts)]
        name = f"soak/{seed}/{players}/{number // len(counts)}"
        yield SoakGame([bot] * players if bot else drawn(players, name), name, drawn_options)


def options_of(players: int, name: str, drawn_options: bool) -> engine.Options:
    """The options of a game of the soak."""
    return random_options(name, players) if drawn_options else engine.Options(players=players)


def play(game: SoakGame) -> Finished | Broken:
    """One game to its end, or to the first event after which something is wrong."""
    order: list[engine.Seat] = []
    before: list[tuple[int, ...]] = []
    state, version, kind = engine.State(), 0, "nothing yet"
    options = options_of(len(game.bots), game.name, game.drawn)
    try:
        choose = chooser(game.bots, game.name)
        for state, event in steps(len(game.bots), game.name, choose, options):
            version, kind = event.version, event.kind
            order = order or list(state.turn_order)
            after = progress(state)
            if wrong := broken(state) + went_back(before, after):
                return Broken(*game, version, kind, wrong)
            before = after
    except Exception:  # noqa: BLE001 - whatever it is, it belongs into the report
        return Broken(*game, version, f"after {kind}", traceback.format_exc().splitlines())
    away = away_from_default(options) if game.drawn else None
    return finished(state, order, game.bots, away)


def play_all(games: Sequence[SoakGame], processes: int) -> Iterator[Finished | Broken]:
    """All games, in order; closing the iterator stops the rest."""
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from pool.map(play, games, chunksize=AT_ONCE)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def main() -> int:
    """Play, print the tables, and say whether all was well."""
    parser = argparse.ArgumentParser(prog="python -m simulation.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="with options by chance")
    parser.add_argument("--usual", type=int, default=500, help="with the usual options")
    parser.add_argument("--alone", type=int, default=200, help="that a steward plays alone")
    parser.add_argument("--seed", default="1", help="any text; another one gives other games")
    parser.add_argument("--bot", choices=sorted(bots.BOTS), default="", help="on every seat")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    numbers = args.games, args.usual, args.alone
    if min(numbers) < 0 or not sum(numbers) or args.processes < 1:
        parser.error("at least one game and one process")
    began = time.monotonic()
    kept: list[Finished] = []
    games = tables(args.games, args.seed, args.bot, usual=args.usual, alone=args.alone)
    for result in play_all(games, args.processes):
        if isinstance(result, Broken):
            print(result)
            return 1
        kept.append(result)
    if usual := [game for game in kept if game.options is None]:
        print(render(summarise(usual)), end="\n\n")
    if args.games:
        print(by_option(kept))
    events = sum(game.length for game in kept)
    seconds = time.monotonic() - began
    print(f"\n{len(kept)} games, {events} events, every invariant at each: {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
