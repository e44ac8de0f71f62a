"""Which types of moves a decision admits for the player who has it."""

from collections.abc import Iterator

from msgspec.structs import replace

from games.engine.clans import clan_of
from games.engine.decisions import (
    Decision,
    DeploymentBonusesDecision,
    ExportBonus,
    ExportBonusesDecision,
)
from games.engine.expansions import in_play
from games.engine.moves import move_types
from games.engine.rules.bonuses import OPENS
from games.engine.state import State
from games.engine.terms import Hex


def admitted(state: State, decision: Decision) -> tuple[str, ...]:
    """The types of moves: of the decision, of expansions, and of the clan alone. (FREE-01)"""
    added = _of_expansions(state, decision) if in_play(state.options) else ()
    return (*decision.ADMITS, *added, *_free_moves(state, decision))


def offered(state: State, decision: Decision) -> tuple[str, ...]:
    """Like ``admitted``, but without types of which no move could be made now.

    Left out are moves of the clan and of expansions of which none can be made, and what a game is
    played without, such as ports. (VAR-NOPORT-01)
    """
    kinds = move_types()
    printed = (name for name in decision.ADMITS if kinds[name].in_play(state.options))
    added = (*_of_expansions(state, decision), *_free_moves(state, decision))
    return (*printed, *(name for name in added if anything(state, decision, name)))


def anything(state: State, decision: Decision, move_type: str) -> bool:
    """Whether a decision admits a legal move of a type."""
    return any(True for _ in move_types()[move_type].legal(state, decision))


def anything_to_come(state: State, decision: Decision, move_type: str) -> bool:
    """Whether there is a legal move of a type, now or after what the clan may always do. (FREE-03)

    A barrel may bring the money or the whisky that is missing.
    """
    if anything(state, decision, move_type):
        return True
    best = _at_best(state, decision)
    return best is not state and anything(best, decision, move_type)


def usable(state: State, decision: Decision) -> bool:
    """Whether what an optional decision offers can be used, now or by ``anything_to_come``."""
    own = clan_of(state.players[decision.seat]).own_actions(decision)
    return any(anything_to_come(state, decision, name) for name in (*decision.uses, *own))


def usable_beside(state: State, decision: Decision) -> bool:
    """Whether what expansions add to a decision can be used, now or by ``anything_to_come``."""
    added = _of_expansions(state, decision)
    return any(anything_to_come(state, decision, name) for name in added)


def usable_places(state: State, window: DeploymentBonusesDecision) -> list[Hex]:
    """The places beside new units at which there is something to sell, each once. (IND-FM-12)"""
    places = dict.fromkeys(window.places)
    return [one for one in places if usable_beside(state, replace(window, places=[one]))]


def usable_bonuses(state: State, pending: ExportBonusesDecision) -> list[ExportBonus]:
    """The kinds of export bonuses that would not be forfeited at once if they came next. (BONUS-05)

    To choose another is allowed; what stands before it may still make it usable. (BONUS-11)
    """
    opened = {kind: OPENS[kind](pending.id, pending) for kind in pending.bonuses}
    return [kind for kind, decision in opened.items() if usable(state, decision)]


def _of_expansions(state: State, decision: Decision) -> Iterator[str]:
    """The types of moves that the expansions in play add to a decision."""
    for expansion in in_play(state.options):
        yield from expansion.admits(state, decision)


def _free_moves(state: State, decision: Decision) -> tuple[str, ...]:
    """The types of moves that a decision admits for the player's clan alone."""
    clan = clan_of(state.players[decision.seat])
    return (*clan.own_actions(decision), *clan.free_moves(decision))


def _at_best(state: State, decision: Decision) -> State:
    """The state after everything that the clan may do at any time."""
    player = state.players[decision.seat]
    best = clan_of(player).at_best(state.content, player)
    if best is player:
        return state
    players = [best if other is player else other for other in state.players]
    return replace(state, players=players)
