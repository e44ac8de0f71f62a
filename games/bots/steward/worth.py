"""What a position is worth to a seat, in victory points at the end of the game."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from msgspec.structs import replace

from games.bots.steward import weights
from games.bots.steward.exports import (
    Means,
    beer_worth,
    best_offered,
    boxes_worth,
    fulfilled_worth,
)
from games.bots.steward.glory import glory_to_come
from games.bots.steward.granted import granted
from games.bots.steward.income import Supply, goods_value, income_worth, supply, unit_worth
from games.bots.steward.outlook import Outlook
from games.bots.steward.races import races_worth
from games.engine import Decision, State
from games.engine.clans import clan_of
from games.engine.decisions import BrewDecision, DeploymentBonusesDecision
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.deals import most_goods
from games.engine.moves.trading import neighbourhood_limit
from games.engine.rules.costs import neighbourhood_price, obtaining_cost
from games.engine.rules.deploying import expanding_reach, places_beside, sales_at
from games.engine.rules.final import added_lines, connected_settlements
from games.engine.rules.supply import ROUNDS
from games.engine.state import Player
from games.engine.terms import GOOD_INDEX, Good, Hex


def worth(state: State, out: Outlook) -> float:
    """Everything that the seat has but its money."""
    player = state.players[out.seat]
    made = supply(state, player)
    coming = glory_to_come(out, state, made)
    return (
        player.glory
        + goods_value(player.goods, out.goods)
        + income_worth(out, made)
        + fulfilled_worth(out, state, player)
        + boxes_worth(Means(out, state, player, made))
        + out.settlements[connected_settlements(state, out.seat)]
        + coming
        + merchants(out, player)
        + places(out, state, made)
        + kept(out, state, player)
        + gifts(out, state, player)
        + other_lines(state, out)
        + races_worth(out, state, coming)
        + sum(pending(out, state, d) for d in state.decisions if d.seat == out.seat)
    )


def merchants(out: Outlook, player: Player) -> float:
    """Those that are ready now, and all of them in the rounds to come."""
    later = sum(weights.MERCHANTS[: hired(player) + 1]) * max(0, out.rounds - 1)
    more = 1 + weights.SECOND_GOOD * (clan_of(player).goods_per_merchant - 1)
    return more * (later + player.stock * weights.READY)


def hired(player: Player) -> int:
    """All merchants that a player has, wherever they are."""
    return player.stock + sum(player.buying) + sum(player.selling)


def places(out: Outlook, state: State, made: Supply) -> float:
    """Room to expand, shipping, and what is in reach: ports, and where new units could sell."""
    later = max(0, out.rounds - 1)
    position = state.position
    reach = position.reach(out.seat) | position.own[out.seat]
    ground = expanding_reach(state, out.seat) | position.own[out.seat]
    room = (ground & position.empty & state.board.land).bit_count()
    total = later * weights.ROOM * sqrt(room)
    total += later * weights.SHIPPING * state.players[out.seat].shipping
    left = min(1.0, out.rounds / weights.ROUNDS_FOR_PORTS)
    for port in state.ports:
        if reach & BIT[port.hex] and out.seat not in port.used_by:
            total += left * weights.PORTS.get(port.tile, weights.OTHER_PORT)
    total += left * own_ports(out, state)
    selling = set(
        places_beside(state, out.seat, hexes_in(ground & position.empty & state.board.land))
    )
    return total + left * weights.SALE * sum(sale_to_come(out, state, made, p) for p in selling)


def own_ports(out: Outlook, state: State) -> float:
    """Port tiles of the clan's own that are still to be used, and the contract each may bring."""
    source = clan_of(state.players[out.seat]).own_ports
    if source is None:
        return 0.0
    unused = [
        tile for tile in source.tiles(state, out.seat) if source.announceable(state, out.seat, tile)
    ]
    worths = sum(weights.PORTS.get(tile, weights.OTHER_PORT) for tile in unused)
    return weights.OWN_PORT * worths


def kept(out: Outlook, state: State, player: Player) -> float:
    """Goods that the clan keeps, at the best that they still will pay."""
    total = 0.0
    for one in clan_of(player).keeps(state.content, player):
        total += max(out.goods[GOOD_INDEX[good]] for good in one.goods)
        now, *later = one.pays
        if later:
            rounds = enumerate(later, start=out.round + 1)
            paid = (pay * out.pounds[round_] for round_, pay in rounds if round_ <= ROUNDS + 1)
            total += weights.KEPT * max(paid, default=0.0)
        else:
            total += now * out.money * weights.KEPT
    return total


def gifts(out: Outlook, state: State, player: Player) -> float:
    """Units that the clan will give: each earns from the production after it comes."""
    clan, total = clan_of(player), 0.0
    for column in clan.gifts(state, out.seat):
        left = clan.column_size(column) - player.deployed(column)
        for number in range(1, min(left, len(out.productions)) + 1):
            later = replace(out, productions=out.productions[number:])
            total += weights.GIFT + unit_worth(later, state, column)
    return weights.GIFT_TO_COME * total


def other_lines(state: State, out: Outlook) -> float:
    """What lines of expansions bring as things stand; those that are settled change no choice.

    Lines for which several players are compared are races.
    """
    return sum(
        line.points(state)[out.seat]
        for line in added_lines()
        if not line.settled
        and (line.compared is None or len(state.players) == 1)
        and line.in_game(state)
    )


def pending(out: Outlook, state: State, decision: Decision) -> float:
    """What a decision is worth that waits for the seat's answer."""
    known = granted(out, state, decision)
    if known is not None:
        return known
    total = 0.0
    for gift, times in Counter(decision.gives).items():
        total += times * (drawing(out, state) if gift == "contracts" else weights.GIFTS[gift])
    if isinstance(decision, BrewDecision) or "beer" in decision.gives:
        total += beer_worth(out, state.players[out.seat], decision.beer_to_sell)
    if isinstance(decision, DeploymentBonusesDecision):
        total += sum(purchase(out, state, good) for good in decision.goods)
        total += sum(sale(out, state, place) for place in decision.places)
    return total


def drawing(out: Outlook, state: State) -> float:
    """What a building bonus is worth: the best of the contracts to choose from, where all see them.

    A row of contracts beside the export board gives its leftmost ones. (VAR-FUTURE, IND-REFILL)
    """
    player = state.players[out.seat]
    if not state.future:
        return weights.DRAWING
    seen = state.future[: clan_of(player).contracts_drawn(state.options)]
    means = Means(out, state, player, supply(state, player))
    return best_offered(means, seen, obtaining_cost(state))


def purchase(out: Outlook, state: State, good: Good) -> float:
    """What buying a good of the neighbours saves for a contract, or brings."""
    player, index = state.players[out.seat], GOOD_INDEX[good]
    wanted = sum(state.content.contract(c).goods[index] for c in player.contracts())
    most = min(neighbourhood_limit(state, out.seat), most_goods(state, out.seat))
    needed = min(max(0, wanted - player.goods[index]), most)
    saved = state.content.neighbourhood_discount(good) * out.money
    price = neighbourhood_price(state, good, state.price(index))
    gained = out.goods[index] - price * out.money - weights.READY
    return needed * saved + (most - needed) * max(0.0, gained)


def sale(out: Outlook, state: State, place: Hex) -> float:
    """What selling beside a new unit brings at best, for goods that no contract asks for."""
    player = state.players[out.seat]
    sold = [0 if there else n for n, there in zip(player.goods, player.buying, strict=True)]
    return best_sale(out, state, place, sold, player.stock)


def sale_to_come(out: Outlook, state: State, made: Supply, place: Hex) -> float:
    """The same with the goods and merchants that there will be after the next production."""
    player = state.players[out.seat]
    goods = [have + more for have, more in zip(player.goods, made.goods, strict=True)]
    return best_sale(out, state, place, goods, hired(player))


def best_sale(out: Outlook, state: State, place: Hex, goods: Sequence[int], ready: int) -> float:
    """What selling some of these goods there brings at best beyond what they are worth."""
    player = state.players[out.seat]
    contracts = [state.content.contract(number) for number in player.contracts()]
    best = 0.0
    for one in sales_at(state, place):
        index = GOOD_INDEX[one.good]
        wanted = sum(contract.goods[index] for contract in contracts)
        number = min(one.most, ready, max(0, goods[index] - wanted))
        each = one.price * out.money - out.goods[index] - weights.READY
        best = max(best, number * each)
    return best
