"""What follows by itself once a move is done.

``settle`` looks at the decision on top of the stack and closes what cannot be used, until a
player really has to decide or the game has to take its own step. One function for each kind of
decision that can close by itself.
"""

from collections.abc import Callable

from games.engine import effects as fx
from games.engine.decisions import (
    Decision,
    DecisionBase,
    DeploymentBonusesDecision,
    ExportBonusesDecision,
    PlaceWorkerDecision,
)
from games.engine.expansions import in_play
from games.engine.recorder import Recorder
from games.engine.rules.admission import anything, usable, usable_beside
from games.engine.rules.bonuses import drop_export_bonuses, open_export_bonus
from games.engine.rules.setup import next_first_worker

Settler = Callable[[Recorder, Decision], bool]


def settle(game: Recorder) -> None:
    """Close or open decisions until the top one really is for a player to answer."""
    while game.state.decisions:
        top = game.state.decisions[-1]
        settler = _forfeit if top.LAPSES else SETTLERS.get(type(top), _of_expansion)
        if not settler(game, top):
            return


def _of_expansion(game: Recorder, decision: Decision) -> bool:
    """Ask the expansion that has brought this kind of decision."""
    return any(one.settle(game, decision) for one in in_play(game.state.options))


def _first_worker(game: Recorder, decision: Decision) -> bool:
    """A player who can afford no first worker is passed over. (SETUP-24)"""
    if not isinstance(decision, PlaceWorkerDecision):
        return False
    if any(anything(game.state, decision, name) for name in decision.ADMITS):
        return False
    game.close()
    game.emit(fx.PlacementSkipped(decision.seat))
    next_first_worker(game, decision.left)
    return True


def _deployment_bonuses(game: Recorder, decision: Decision) -> bool:
    """A window in which nothing can be used is closed. (FLOW-07, FLOW-08)

    It stays open for goods that only the money of the building bonus makes affordable. (NBR-19)
    """
    if not isinstance(decision, DeploymentBonusesDecision):
        return False
    if decision.building:
        return False
    if decision.goods and usable(game.state, decision):
        return False
    if decision.places and usable_beside(game.state, decision):
        return False
    game.close()
    return True


def _export_bonuses(game: Recorder, decision: Decision) -> bool:
    """Bonuses of one kind need no choice of order. (STATE-37)"""
    if not isinstance(decision, ExportBonusesDecision) or len(set(decision.bonuses)) > 1:
        return False
    if decision.bonuses:
        open_export_bonus(game, decision, decision.bonuses[0])
    else:
        drop_export_bonuses(game, decision)
    return True


def _forfeit(game: Recorder, decision: Decision) -> bool:
    """A bonus that cannot be used is forfeited. (BONUS-05, BONUS-10)"""
    if usable(game.state, decision):
        return False
    if decision.MAIN and usable_beside(game.state, decision):
        return False
    game.close()
    return True


SETTLERS: dict[type[DecisionBase], Settler] = {
    PlaceWorkerDecision: _first_worker,
    DeploymentBonusesDecision: _deployment_bonuses,
    ExportBonusesDecision: _export_bonuses,
}
