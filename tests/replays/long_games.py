"""Games with as many events as a server lets them have, and more."""

from functools import cache

import msgspec

from games import engine
from games.engine.moves.trading import Trade
from games.engine.randomness import Stream
from simulation.random_play import seed_of
from tests.replays.streams import Stored, append, subject_of


@cache
def long_game(events: int, players: int = 4) -> Stored:
    """A finished game of a few more events: one move was played and taken back again and again."""
    options, server, pack = engine.Options(players=players), seed_of("long"), engine.packs.builtin()
    made, chance = Stored(subject_of(options, server, pack)), Stream(server, "long")
    state, event = engine.new_game(options, engine.randomness.game_seed(server), pack)
    barrier, last = b"", event.move
    while True:
        append(made, state, event)
        if state.undo_to == state.version:
            barrier = made.states[-1]
        made.states[-1] = b""
        if state.over:
            made.subject = msgspec.structs.replace(made.subject, version=len(made.rows))
            return made
        again = len(made.rows) < events
        if again and state.phase == "action" and state.undo_to < state.head:
            event = engine.undo(state, state.open_decisions()[0].seat, made.rows)
            state = engine.load(barrier)
            state.version = event.version
        elif event.kind == "undo" and again:
            event = engine.play(state, state.open_decisions()[0].seat, last)
        else:
            event = engine.advance(state) or _moved(state, chance, undoable=again)
            last = event.move or last


def _moved(state: engine.State, chance: Stream, *, undoable: bool) -> engine.Event:
    """A move by chance, which can be taken back if there is one that can."""
    seat = state.open_decisions()[0].seat
    moves = engine.legal_moves(state, seat)
    trades = [move for move in moves if isinstance(move, Trade)]
    return engine.play(state, seat, chance.choice(trades if undoable and trades else moves))
