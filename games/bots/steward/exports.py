"""What contracts are worth: those fulfilled, and those in a box."""

from collections.abc import Sequence

from msgspec import Struct

from games.bots.steward import weights
from games.bots.steward.income import Supply
from games.bots.steward.outlook import Outlook, points_of_imports
from games.engine import State
from games.engine.clans import clan_of
from games.engine.content import Contract
from games.engine.rules.costs import obtaining_cost
from games.engine.state import Player
from games.engine.terms import GOOD_INDEX, PROCESSED_GOODS, ContractId


class Means(Struct, frozen=True):
    """What a player can fulfil contracts with."""

    out: Outlook
    state: State
    player: Player
    made: Supply

    @property
    def merchants(self) -> int:
        """All that are hired, wherever they are."""
        player = self.player
        return player.stock + sum(player.buying) + sum(player.selling)


class BoxedContract(Struct, frozen=True):
    """A contract in a box and what is still lacking for it.

    ``animals`` and ``pounds``: those that have to be deployed, and what they cost. ``net`` is what
    fulfilling it is worth beyond what it takes, ``reserved`` the merchants that others need.
    """

    missing: list[int]
    animals: int
    pounds: float
    net: float
    reserved: int


def fulfilled_worth(out: Outlook, state: State, player: Player) -> float:
    """Hops, import goods, the place among the exporters, and not having to wait."""
    contracts = [state.content.contract(number) for number in player.fulfilled]
    return (
        out.exports[len(contracts)]
        + out.haste * len(contracts)
        + sum(contract.hops + points_of_imports(out, contract.imports) for contract in contracts)
    )


def reward(out: Outlook, player: Player, contract: Contract) -> float:
    """All that fulfilling one more contract brings."""
    done = len(player.fulfilled)
    total = contract.hops + points_of_imports(out, contract.imports)
    total += out.exports[done + 1] - out.exports[done]
    total += contract.money * out.money + out.in_races.get(contract.id, 0.0)
    total += contract.free_space * weights.FREE_SPACE + contract.bonus_upgrade * weights.UPGRADE
    for upcoming in out.tiles:
        if upcoming.tile.of_contract is not None:
            total += upcoming.weight * upcoming.tile.glory * upcoming.tile.of_contract(contract)
    return total


def boxes_worth(means: Means) -> float:
    """The contracts in boxes, the nearest first, and the boxes that are empty."""
    player, contract = means.player, means.state.content.contract
    held = [contract(number) for number in player.contracts()]
    empty = len(player.boxes) - len(held)
    total = means.out.rounds * sum(weights.EMPTY_BOXES[:empty])
    spare = stand_ins(player)
    held.sort(key=lambda one: sum(lacking(player.goods, one.goods, spare)))
    stock, reserved = player.goods, 0
    for one in held:
        missing = lacking(stock, one.goods, spare)
        spare -= sum(lacking(stock, one.goods)) - sum(missing)
        total += held_worth(means, order(means, one, missing, reserved))
        reserved += sum(missing)
        stock = [max(0, have - n) for have, n in zip(stock, one.goods, strict=True)]
    return total


def best_offered(means: Means, offered: Sequence[ContractId]) -> float:
    """What the best of some contracts adds when it comes into an empty box; 0 if none does."""
    player = means.player
    empty = player.empty_boxes()
    if not empty:
        return 0.0
    known = [means.state.content.contract(number) for number in offered]
    spare = stand_ins(player)
    orders = (order(means, one, lacking(player.goods, one.goods, spare), 0) for one in known)
    place = means.out.rounds * weights.EMPTY_BOXES[empty - 1]
    cost = obtaining_cost(means.state) * means.out.money
    return max([0.0, *(held_worth(means, one) - place - cost for one in orders)])


def stand_ins(player: Player) -> int:
    """How many processed goods something of the clan's can stand for."""
    other = clan_of(player).stand_in(player)
    return other.amount if other else 0


def lacking(stock: Sequence[int], wanted: Sequence[int], spare: int = 0) -> list[int]:
    """How many of each good are wanted beyond the stock, and ``spare`` for processed ones."""
    short = [max(0, n - have) for n, have in zip(wanted, stock, strict=True)]
    for good in PROCESSED_GOODS if spare else ():
        used = min(spare, short[GOOD_INDEX[good]])
        short[GOOD_INDEX[good]] -= used
        spare -= used
    return short


def order(means: Means, contract: Contract, missing: list[int], reserved: int) -> BoxedContract:
    """A contract as something to be worked for; its goods and animals cost what they are worth."""
    out, player, costs = means.out, means.player, means.state.content.unit_costs
    sheep, cow = costs["sheep"] + weights.LAND, costs["cow"] + weights.LAND
    more_sheep = max(0, contract.mutton - player.count("sheep"))
    more_cows = max(0, contract.beef - player.count("cow"))
    animals = more_sheep + more_cows
    cost = (contract.mutton * sheep + contract.beef * cow) * out.money
    cost += sum(n * worth for n, worth in zip(contract.goods, out.goods, strict=True))
    net = (reward(out, player, contract) - cost) * weights.SURE
    net *= weights.DOUBT_OF_ANIMAL**animals
    return BoxedContract(missing, animals, more_sheep * sheep + more_cows * cow, net, reserved)


def held_worth(means: Means, wanted: BoxedContract) -> float:
    """What a contract in a box adds to the goods and animals that are there for it."""
    if not any(wanted.missing) and not wanted.animals:
        return max(weights.BURDEN, wanted.net)
    waiting = (worth_after(means, wanted, wait) for wait in range(means.out.rounds))
    return max([weights.BURDEN, *waiting])


def worth_after(means: Means, wanted: BoxedContract, wait: int) -> float:
    """The worth of a contract that is fulfilled in so many rounds.

    What production has not made by then is bought, by merchants that may have to be hired.
    """
    out, player = means.out, means.player
    bought, pounds, dear = 0, wanted.pounds, 0.0
    for good, amount in enumerate(wanted.missing):
        short = amount - wait * means.made.goods[good]
        if short > 0:
            bought += short
            pounds += short * out.prices[good]
            extra = out.prices[good] * out.money - out.goods[good] + weights.READY
            dear += short * max(0.0, extra)
    free = max(0, player.stock + wait * means.merchants - wanted.reserved)
    hired = -(-max(0, bought - free) // (wait + 1))
    hiring = hired * means.state.content.merchant_cost
    purse = player.money + wait * (means.made.money + weights.ROUND_MONEY)
    if hired > player.track or pounds + hiring > purse:
        return weights.BURDEN
    worth = (wanted.net - dear) * weights.DOUBT**bought
    return worth - hiring * out.money - wait * weights.DELAY
