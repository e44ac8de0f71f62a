"""Checks that a game that goes on from a position reaches its end.

No list of checks on a position is complete, so the rest is tried: it is played to the end several
times, and what stops the rules there would have stopped them in a game of people.
"""

from typing import Final

from games.engine.game import advance, fork, legal_moves, play
from games.engine.positions.plausible import NO_LEGAL_MOVE, BadPosition
from games.engine.randomness import Stream
from games.engine.rules.leaving import default_move
from games.engine.sealing import copy
from games.engine.state import State
from games.engine.terms import Seat

SEED: Final = bytes(32)
"""Always the same, so that a position is refused every time or never."""
GAMES: Final = 3
"""Played by chance, after one in which every seat does as little as it may."""
MOST_EVENTS: Final = 1500
"""Of one game; those that are played by chance have fewer than 500."""


def check_goes_on(position: State) -> None:
    """Raises BadPosition when the rules do not lead from a position to the end of a game.

    The position has passed ``check_position``. Takes about 40 ms of CPU a game.
    """
    try:
        _play_to_the_end(position, None)
        for number in range(GAMES):
            _play_to_the_end(position, Stream(SEED, f"playing on {number}"))
    except (BadPosition, MemoryError):
        raise
    except Exception as error:
        raise BadPosition(f"the rules stop later with {type(error).__name__}") from error


def _play_to_the_end(position: State, chance: Stream | None) -> None:
    """One game: by chance, or with the default moves."""
    state, _ = fork(position, SEED)
    while not state.over:
        if state.version >= MOST_EVENTS:
            raise BadPosition(f"its game does not end within {MOST_EVENTS} events")
        if advance(state) is None:
            decisions = state.open_decisions()
            if not decisions:
                raise BadPosition("its game has no open decision")
            _decide(state, decisions[0].seat, chance)
        # What cannot be stored and read again would stop the game as much as a rule.
        state = copy(state)


def _decide(state: State, seat: Seat, chance: Stream | None) -> None:
    moves = legal_moves(state, seat)
    if not moves:
        raise BadPosition(NO_LEGAL_MOVE)
    move = chance.choice(moves) if chance else default_move(state, seat)
    assert move is not None
    play(state, seat, move)
