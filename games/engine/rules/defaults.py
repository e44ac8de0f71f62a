"""The default answers for a seat that has resigned. (RESIGN-02)

One answer for each kind of decision: the one that changes least for the players who are left.
"""

from collections.abc import Callable, Mapping
from typing import Final

from games.engine import decisions
from games.engine.decisions import Decision, DecisionBase
from games.engine.expansions import in_play
from games.engine.moves import Move
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.moves.contracts import KeepContracts
from games.engine.moves.producing import Produce
from games.engine.moves.setting_up import ChooseClan, PlaceFirstWorker
from games.engine.moves.turns import EndTurn, Pass, Skip
from games.engine.rules.costs import deploy_cost
from games.engine.state import State
from games.engine.words import Seat

Default = Callable[[State, Decision], Move]


def default_move(state: State, seat: Seat) -> Move | None:
    """The move that the game makes for a seat which does not decide itself.

    It is always legal; None when the seat has no open decision.
    """
    waiting = (decision for decision in state.open_decisions() if decision.seat == seat)
    decision = next(waiting, None)
    if decision is None:
        return None
    return DEFAULTS.get(type(decision), _of_expansion)(state, decision)


def _of_expansion(state: State, decision: Decision) -> Move:
    """The answer of the expansion that has brought this kind of decision."""
    brought = (one for one in in_play(state.options) if type(decision) in one.decisions)
    return next(brought).default_move(state, decision)


def _first_pair(state: State, decision: Decision) -> Move:
    """The first pair that is not taken."""
    return next(ChooseClan.legal(state, decision))


def _cheapest_place(state: State, decision: Decision) -> Move:
    """The first worker that costs least; of equal ones the first by column, then by space."""
    player = state.players[decision.seat]

    def cost(move: PlaceFirstWorker) -> int:
        return deploy_cost(state, player, move.column, move.hex)

    return min(PlaceFirstWorker.legal(state, decision), key=cost)


def _always(move: Move) -> Default:
    """The same answer whatever the position."""

    def default(state: State, decision: Decision) -> Move:
        return move

    return default


DEFAULTS: Final[Mapping[type[DecisionBase], Default]] = {
    decisions.ChooseClanDecision: _first_pair,
    decisions.OpeningBidDecision: _always(Bid(0)),
    decisions.BidDecision: _always(DeclineBid()),
    decisions.SealedBidDecision: _always(Bid(0)),
    decisions.PlaceWorkerDecision: _cheapest_place,
    decisions.MainActionDecision: _always(Pass()),
    decisions.EndTurnDecision: _always(EndTurn()),
    decisions.DeploymentBonusesDecision: _always(Skip()),
    decisions.BuildingBonusDecision: _always(Skip()),
    decisions.KeepContractsDecision: _always(KeepContracts([])),
    decisions.ExportBonusesDecision: _always(Skip()),
    decisions.FulfilNextDecision: _always(Skip()),
    decisions.BrewDecision: _always(Skip()),
    decisions.FreeSpaceDecision: _always(Skip()),
    decisions.BonusUpgradeDecision: _always(Skip()),
    decisions.ProduceDecision: _always(Produce()),
}
"""By kind of a decision."""
