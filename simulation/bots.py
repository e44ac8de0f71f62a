"""``python -m simulation.bots``: how well the steward plays, and how fast.

Stewards among themselves, with 4, 3 and 2 players; a steward alone; then one steward against three
bots that play by chance, on every seat in turn; and the same with each clan, of Industria too.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from statistics import fmean, median

from games import engine
from games.engine.clans import all_clans
from simulation.playing import play, with_clan
from simulation.random_play import seed_of
from simulation.tables import Finished, percentile, render, summarise
from simulation.text import table

BOT, OTHER = "steward", "random"
COUNTS = (4, 3, 2)
ALONE = 200
"""Games of a steward alone."""
AGAINST = 4
"""Seats of a table at which one steward meets players by chance."""

ALL_CLANS = engine.Options(players=AGAINST, expansions=["new_clans"])
"""Games in which every clan may be drawn."""

Game = tuple[list[str], str]
"""The kinds of bots by seat, and the name that chance is drawn from."""


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


def of_clan(clan: str, games: int, seed: str) -> list[Game]:
    """Games as against chance in whose draft a clan lies."""
    pack = engine.packs.builtin()
    found: list[Game] = []
    for number in count():
        if len(found) == games:
            break
        name = f"bots/{seed}/{clan}/{number}"
        state, _ = engine.new_game(ALL_CLANS, seed_of(name), pack)
        if clan in {pair.clan for pair in state.draft}:
            seat = len(found) % AGAINST
            found.append(([BOT if n == seat else OTHER for n in range(AGAINST)], name))
    return found


def played_as(clan: str, game: Game) -> Finished:
    """A game in which the steward plays a clan, in a process of the pool."""
    kinds, name = game
    return play(kinds, name, choose=with_clan(kinds, name, BOT, clan), options=ALL_CLANS)[0]


def clan_table(games: int, seed: str, processes: int) -> str:
    """How the steward does with each clan against three players by chance."""
    rows = []
    with ProcessPoolExecutor(processes) as pool:
        for clan in sorted(all_clans()):
            done = list(pool.map(partial(played_as, clan), of_clan(clan, games, seed)))
            scores = [
                sheet.total
                for game in done
                for sheet, kind in zip(game.sheets, game.bots, strict=True)
                if kind == BOT
            ]
            mean, share = fmean(scores), 100 * wins(done) / games
            rows.append([clan, str(games), f"{share:.1f}", f"{mean:.1f}"])
    return table(["steward as", "games", "won, %", "mean"], rows)


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


def main() -> int:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m simulation.bots", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--alone", type=int, default=ALONE, help="of a steward by itself")
    parser.add_argument("--clans", type=int, default=20, help="with each clan against chance")
    parser.add_argument("--seed", default="1", help="any text; another one gives other games")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if min(args.games, args.alone, args.clans) < 1 or args.processes < 1:
        parser.error("at least one game of each kind and one process")
    games, times = play_all(among_themselves(args.games, args.seed), args.processes)
    print(f"Stewards among themselves\n\n{render(summarise(games))}\n\n{timing(times)}\n")
    games, _ = play_all(alone(args.alone, args.seed), args.processes)
    print(f"A steward alone\n\n{render(summarise(games))}\n")
    games, times = play_all(against_chance(args.games, args.seed), args.processes)
    print(f"One steward against three players by chance\n\n{render(summarise(games))}\n")
    print(f"{timing(times)}\n\nwon: {wins(games):g} of {len(games)}\n")
    print(f"By clan\n\n{clan_table(args.clans, args.seed, args.processes)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
