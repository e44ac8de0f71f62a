"""What listing moves costs with every expansion, beside the base game in the same run."""

from functools import partial
from typing import Final

from benchmarks.engine import load_and_list
from benchmarks.measure import NANOSECONDS, Figure, Thunk, cpu_times
from games import engine
from games.engine.expansions import by_name
from simulation.random_play import steps
from simulation.tables import percentile

PLAYERS: Final = 4
GAMES: Final = 8
ROUNDS: Final = 3
MOST_TIMES: Final = 2
"""How many times as long as in the base game a listing may take."""


def listing() -> list[Figure]:
    """The 95th percentile of one listing in random games, and how many times as long it takes."""
    base = _p95("of the base game", engine.Options(players=PLAYERS))
    grown = _p95("with every expansion", engine.Options(players=PLAYERS, expansions=[*by_name()]))
    times = grown.median / base.median
    return [base, grown, Figure("how many times as long", "x", times, target=MOST_TIMES)]


def _p95(what: str, options: engine.Options) -> Figure:
    """The 95th percentile, where other tables have the median."""
    times = cpu_times(_listings(options), rounds=ROUNDS)
    most = percentile(times, 95) / NANOSECONDS["ms"]
    return Figure(f"one listing {what}, p95", "ms", most, samples=len(times))


def _listings(options: engine.Options) -> list[Thunk]:
    """A listing of a state just loaded, for every decision of the games."""
    found: list[Thunk] = []
    for number in range(GAMES):
        for state, _ in steps(options.players, f"bench/{number}", options=options):
            if waiting := state.open_decisions():
                found.append(partial(load_and_list, engine.dump(state), waiting[0].seat))
    return found
