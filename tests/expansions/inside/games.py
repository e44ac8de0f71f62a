"""Games with the example, and single moves in them."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from games import engine
from games.engine.randomness import Stream
from simulation.random_play import seed_of

OPTIONS = engine.Options(players=2, expansions=["apiary"])
OWN = ("set_up_hive", "keep_tile", "sell_honey")


def choose(name: str) -> Callable[[engine.State, engine.Seat], engine.Move]:
    """By chance, but a move of the example every second time that there is one."""
    stream = Stream(seed_of(name), "apiary play")

    def pick(state: engine.State, seat: engine.Seat) -> engine.Move:
        moves = engine.legal_moves(state, seat)
        own = [move for move in moves if move.type_name() in OWN]
        return stream.choice(own if own and stream.below(2) else moves)

    return pick


def states(rows: Sequence[engine.StoredEvent], *, secrets: bool = True) -> Iterator[engine.State]:
    """The state after each event, replayed from what is stored."""
    replayer = engine.StreamReplayer()
    for row in rows:
        yield replayer.take(row if secrets else msgspec.structs.replace(row, secret=None))


def playing(state: engine.State, *lines: str) -> engine.State:
    """A copy of a state once the player to decide has made these moves."""
    state = engine.copy(state)
    for line in lines:
        engine.play(state, state.open_decisions()[0].seat, engine.parse(line))
    return state
