"""``python -m simulation.bots``: how well the steward plays, and how fast.

Stewards among themselves, with 4, 3 and 2 players; a steward alone; then one steward against three
bots that play by chance, on every seat in turn; and the same with each clan, of Industria too.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, median
from typing import Final

from games.engine.clans import all_clans
from simulation.clan_games import AGAINST, BOT, OTHER, Game, clan_table
from simulation.playing import play
from simulation.tables import Finished, percentile, render, summarise
from simulation.text import table

COUNTS = (4, 3, 2)
ALONE = 200
"""Games of a steward alone."""


def among_themselves(games: int, seed: str) -> list[Game]:
    """As many games for each number of players."""
    return [
        ([BOT] * players, f"bots/{seed}/{players}/{number}")
        for players in COUNTS
        for number in range(games)
    ]


def alone(games: int, seed: str) -> list[Game]:
    """A steward by itself."""
    return [([BOT], f"bots/{seed}/1/{number}") for number in range(games)]


def against_chance(games: int, seed: str) -> list[Game]:
    """One steward and three others; the seat of the steward goes round."""
    return [
        ([BOT if seat == number % AGAINST else OTHER for seat in range(AGAINST)], name)
        for number in range(games)
        for name in [f"bots/{seed}/against/{number}"]
    ]


def played(game: Game) -> tuple[Finished, list[float]]:
    """A game with the times of the steward's decisions, in a process of the pool."""
    kinds, name = game
    return play(kinds, name, timed=BOT)


def play_all(games: Sequence[Game], processes: int) -> tuple[list[Finished], list[float]]:
    """All games in order, and the times of all decisions together."""
    with ProcessPoolExecutor(processes) as pool:
        results = list(pool.map(played, games, chunksize=2))
    return [game for game, _ in results], [ms for _, times in results for ms in times]


def wins(games: Sequence[Finished]) -> float:
    """How many games the stewards won; a shared win is a part of one."""
    return sum(
        game.win(seat) for game in games for seat, kind in enumerate(game.bots) if kind == BOT
    )


def timing(times: Sequence[float]) -> str:
    """The table of times of a decision."""
    head = ["a decision", "samples", "mean", "median", "p99", "max"]
    found = [fmean(times), median(times), percentile(times, 99), max(times)]
    return table(head, [["ms", str(len(times)), *(f"{ms:.2f}" for ms in found)]])


def stewards_table(args: argparse.Namespace) -> str:
    """Stewards among themselves."""
    games, times = play_all(among_themselves(args.games, args.seed), args.processes)
    return f"Stewards among themselves\n\n{render(summarise(games))}\n\n{timing(times)}"


def alone_table(args: argparse.Namespace) -> str:
    """The solo game."""
    games, _ = play_all(alone(args.alone, args.seed), args.processes)
    return f"A steward alone\n\n{render(summarise(games))}"


def chance_table(args: argparse.Namespace) -> str:
    """One steward against three players by chance."""
    games, times = play_all(against_chance(args.games, args.seed), args.processes)
    title = "One steward against three players by chance"
    won = f"won: {wins(games):g} of {len(games)}"
    return f"{title}\n\n{render(summarise(games))}\n\n{timing(times)}\n\n{won}"


def clans_table(args: argparse.Namespace) -> str:
    """The same with each clan."""
    clans = args.clan or sorted(all_clans())
    return f"By clan\n\n{clan_table(clans, args.clans, args.seed, args.processes, args.keep)}"


PARTS: Final[Mapping[str, Callable[[argparse.Namespace], str]]] = {
    "stewards": stewards_table,
    "alone": alone_table,
    "chance": chance_table,
    "clans": clans_table,
}


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m simulation.bots", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--alone", type=int, default=ALONE, help="of a steward by itself")
    parser.add_argument("--clans", type=int, default=20, help="with each clan against chance")
    parser.add_argument("--only", action="append", choices=PARTS, help="this table alone")
    parser.add_argument("--clan", action="append", choices=sorted(all_clans()), help="not all")
    parser.add_argument("--keep", type=Path, help="file of games with clans, to go on from")
    parser.add_argument("--seed", default="1", help="any text; another one gives other games")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if min(args.games, args.alone, args.clans) < 1 or args.processes < 1:
        parser.error("at least one game of each kind and one process")
    return args


def main() -> int:
    """Play and print the tables."""
    args = arguments()
    for name, part in PARTS.items():
        if not args.only or name in args.only:
            print(f"{part(args)}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
