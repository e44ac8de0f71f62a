"""Which types of moves a decision admits for the player who has it."""

from games.engine.clans import clan_of
from games.engine.decisions import Decision
from games.engine.state import State


def admitted(state: State, decision: Decision) -> tuple[str, ...]:
    """The types of moves: those of the decision, and those that only the clan has. (FREE-01)"""
    return decision.ADMITS + free_moves(state, decision)


def free_moves(state: State, decision: Decision) -> tuple[str, ...]:
    """The types of moves that a decision admits for the player's clan alone."""
    return clan_of(state.players[decision.seat]).free_moves(decision)
