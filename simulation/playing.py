"""Games of bots for statistics: the bot of each seat follows from the name of the game."""

import time
from collections.abc import Sequence

from games import bots, engine
from games.engine.randomness import Stream
from simulation.random_play import Chooser, seed_of, steps
from simulation.tables import Finished, finished


def drawn(players: int, name: str) -> list[str]:
    """A kind of bot for each seat, drawn anew for each game."""
    stream = Stream(seed_of(name), "kinds of bots")
    return [stream.choice(sorted(bots.BOTS)) for _ in range(players)]


def chooser(kinds: Sequence[str], name: str) -> Chooser:
    """Each seat's moves as its bot chooses them, the same for the same name.

    Clans are drafted by chance, or stewards would never play those that they think little of.
    """
    seed = seed_of(name)

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        drafting = state.phase == "draft"
        return bots.choose("random" if drafting else kinds[seat], state, seat, seed)

    return choose


def with_clan(kinds: Sequence[str], name: str, bot: str, clan: str) -> Chooser:
    """The same, but that of those who draft only ``bot`` takes a clan, and no other."""
    other, stream = chooser(kinds, name), Stream(seed_of(name), "draft")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        if state.phase != "draft":
            return other(state, seat)
        moves = engine.legal_moves(state, seat)
        taken = [state.draft[move.pair_taken() or 0].clan == clan for move in moves]
        wanted = kinds[seat] == bot
        return stream.choice([m for m, own in zip(moves, taken, strict=True) if own is wanted])

    return choose


def play(
    kinds: Sequence[str],
    name: str,
    timed: str = "",
    *,
    choose: Chooser | None = None,
    options: engine.Options | None = None,
) -> tuple[Finished, list[float]]:
    """A whole game, and the milliseconds of CPU time of each decision of the bot ``timed``."""
    choose, times = choose or chooser(kinds, name), []

    def clocked(state: engine.State, seat: engine.Seat) -> engine.Move:
        began = time.process_time_ns()
        move = choose(state, seat)
        if kinds[seat] == timed:
            times.append((time.process_time_ns() - began) / 1_000_000)
        return move

    state, order = engine.State(), list[engine.Seat]()
    for state, _ in steps(len(kinds), name, clocked, options):
        order = order or list(state.turn_order)
    return finished(state, order, kinds), times
