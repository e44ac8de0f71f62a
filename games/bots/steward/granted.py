"""What decisions are worth in which a port tile lets a player do something for nothing."""

from msgspec.structs import replace

from games.bots.steward.exports import Means, held_worth, lacking, order, reward, stand_ins
from games.bots.steward.income import income_worth, supply, unit_worth
from games.bots.steward.outlook import Outlook
from games.engine import Decision, Hex, State
from games.engine.rules.costs import expand_cost
from games.engine.rules.deploying import deployable
from games.engine.rules.granted_decisions import GrantedExpandDecision, WaivedFulfilDecision
from games.engine.rules.grants import ExpandGrant
from games.engine.state import Piece
from games.engine.terms import Column


def granted(out: Outlook, state: State, decision: Decision) -> float | None:
    """What such a decision is worth that waits for the seat's answer; None for all others."""
    match decision:
        case GrantedExpandDecision() if decision.grant.columns:
            return granted_unit(out, state, decision.grant)
        case WaivedFulfilDecision():
            return waived_contract(out, state)
    return None


def granted_unit(out: Outlook, state: State, grant: ExpandGrant) -> float:
    """What the best unit earns that a grant lets one deploy, less what is still to be paid."""
    player = state.players[out.seat]
    cheapest: dict[Column, tuple[int, Hex]] = {}
    for column, hex_ in deployable(state, out.seat, grant):
        cost = expand_cost(state, out.seat, column, hex_, grant)
        if cost <= player.money and (column not in cheapest or cost < cheapest[column][0]):
            cheapest[column] = cost, hex_
    gains = (
        unit_gain(out, state, column, hex_) - cost * out.money
        for column, (cost, hex_) in cheapest.items()
    )
    return max([0.0, *gains])


def unit_gain(out: Outlook, state: State, column: Column, hex_: Hex) -> float:
    """What productions to come bring more with a unit there."""
    player = state.players[out.seat]
    match column:
        case "woodcutter" | "miner" | "worker":
            return unit_worth(out, state, column)
        case unit:
            grown = replace(player, units=[*player.units, Piece(unit, hex_)])
    return income_worth(out, supply(state, grown)) - income_worth(out, supply(state, player))


def waived_contract(out: Outlook, state: State) -> float:
    """What fulfilling the best contract in a box for nothing adds to its worth there."""
    player = state.players[out.seat]
    means = Means(out, state, player, supply(state, player))
    held = [state.content.contract(number) for number in player.contracts()]
    spare = stand_ins(player)
    gains = (
        reward(out, player, one)
        - held_worth(means, order(means, one, lacking(player.goods, one.goods, spare)))
        for one in held
    )
    return max(gains, default=0.0)
