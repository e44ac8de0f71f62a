"""What contracts are worth: those fulfilled, and those in a box."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games.bots.steward import weights
from games.bots.steward.income import Supply
from games.bots.steward.outlook import Outlook, points_of_imports
from games.engine import State
from games.engine.clans import clan_of
from games.engine.content import Contract
from games.engine.rules.deploying import expanding_reach, ground
from games.engine.state import Player
from games.engine.terms import GOOD_INDEX, GOODS, GRAIN, PROCESSED_GOODS, ContractId


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

    def purse(self, wait: int) -> float:
        """The money that there may be after so many rounds."""
        return self.player.money + wait * (self.made.money + weights.ROUND_MONEY)

    @property
    def herds(self) -> tuple[int, int]:
        """Sheep and cows on the map."""
        return self.player.count("sheep"), self.player.count("cow")

    def pounds_of(self, sheep: int, cows: int) -> float:
        """What it costs to deploy so many animals."""
        costs = self.state.content.unit_costs
        return sheep * (costs["sheep"] + weights.LAND) + cows * (costs["cow"] + weights.LAND)

    def pastures(self) -> int:
        """The spaces in reach on which an animal can be deployed."""
        seat, position = self.out.seat, self.state.position
        spaces = expanding_reach(self.state, seat) & position.open_to(seat)
        return (spaces & ground(self.state, self.player, "sheep")).bit_count()


class Needs(Struct, frozen=True):
    """What contracts still lack: goods, and animals that have to be deployed."""

    goods: Sequence[int] = (0,) * len(GOODS)
    sheep: int = 0
    cows: int = 0

    def __add__(self, other: "Needs") -> "Needs":
        if self is NOTHING:
            return other
        goods = [mine + more for mine, more in zip(self.goods, other.goods, strict=True)]
        return Needs(goods, self.sheep + other.sheep, self.cows + other.cows)

    @property
    def animals(self) -> int:
        """Animals of both kinds."""
        return self.sheep + self.cows


NOTHING: Final = Needs()


class BoxedContract(Struct, frozen=True):
    """A contract in a box and what is still lacking for it.

    ``net`` is what fulfilling it is worth beyond what it takes. ``nearer`` is what other contracts
    lack that come first: they have the first claim on merchants, money and production.
    """

    lacks: Needs
    nearer: Needs
    net: float


class Purchase(Struct, frozen=True):
    """What to buy for contracts, its number, the merchants to hire for it, and the pounds of all.

    The pounds of animals are among them.
    """

    goods: Sequence[int] = NOTHING.goods
    number: int = 0
    hired: int = 0
    pounds: float = 0.0


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
    total += beer_to_come(out, player, clan_of(player).beer(contract))
    for upcoming in out.tiles:
        if upcoming.tile.of_contract is not None:
            total += upcoming.weight * upcoming.tile.glory * upcoming.tile.of_contract(contract)
    return total


def beer_worth(out: Outlook, player: Player, most: int) -> float:
    """What selling at most so much of the grain in stock as beer brings beyond its worth."""
    gain = clan_of(player).beer_price * out.money - out.goods[GRAIN]
    return min(most, player.goods[GRAIN]) * max(0.0, gain)


def beer_to_come(out: Outlook, player: Player, most: int) -> float:
    """The same for a contract that is still to be fulfilled, when more grain may be there."""
    gain = clan_of(player).beer_price * out.money - out.goods[GRAIN]
    there = min(most, player.goods[GRAIN])
    return (there + (most - there) * weights.BEER) * max(0.0, gain)


def boxes_worth(means: Means) -> float:
    """The contracts in boxes, the nearest first, and the boxes that are empty."""
    player, contract = means.player, means.state.content.contract
    held = [contract(number) for number in player.contracts()]
    empty = len(player.boxes) - len(held)
    total = means.out.rounds * sum(weights.EMPTY_BOXES[:empty])
    if empty and len(player.boxes) > 1:
        total += paid_later(means)
    spare = stand_ins(player)
    held.sort(key=lambda one: sum(lacking(player.goods, one.goods, spare)))
    stock, herds, nearer = player.goods, means.herds, NOTHING
    for one in held:
        missing = lacking(stock, one.goods, spare)
        wanted = order(means, one, missing, nearer, herds)
        worth = held_worth(means, wanted)
        total += worth
        if worth <= weights.BURDEN:
            continue
        spare -= sum(lacking(stock, one.goods)) - sum(missing)
        nearer += wanted.lacks
        stock = [max(0, have - n) for have, n in zip(stock, one.goods, strict=True)]
        herds = max(0, herds[0] - one.mutton), max(0, herds[1] - one.beef)
    return total


def paid_later(means: Means) -> float:
    """What another contract brings that is obtained in a later turn of a round that pays for it.

    Two that are obtained at once are paid for once. (CONTRACT-02, CLAN-BUCHANAN-04)
    """
    state = means.state
    cost = state.content.contract_cost(state.round)
    if state.phase != "action" or cost >= 0:
        return 0.0
    offered = [number for number in state.slots if number]
    return weights.STILL_THERE * best_offered(means, offered, cost)


def best_offered(means: Means, offered: Sequence[ContractId], cost: int) -> float:
    """What the best of some contracts adds when it comes into an empty box for so many pounds.

    It is 0 if none adds anything.
    """
    player = means.player
    empty = player.empty_boxes()
    if not empty:
        return 0.0
    known = [means.state.content.contract(number) for number in offered]
    spare = stand_ins(player)
    orders = (order(means, one, lacking(player.goods, one.goods, spare)) for one in known)
    place = means.out.rounds * weights.EMPTY_BOXES[empty - 1]
    paid = cost * means.out.money
    return max([0.0, *(held_worth(means, one) - place - paid for one in orders)])


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


def order(
    means: Means,
    contract: Contract,
    missing: Sequence[int],
    nearer: Needs = NOTHING,
    herds: tuple[int, int] | None = None,
) -> BoxedContract:
    """A contract as something to be worked for; its goods and animals cost what they are worth."""
    out, (sheep, cows) = means.out, herds or means.herds
    lacks = Needs(missing, max(0, contract.mutton - sheep), max(0, contract.beef - cows))
    cost = means.pounds_of(contract.mutton, contract.beef) * out.money
    cost += sum(n * worth for n, worth in zip(contract.goods, out.goods, strict=True))
    net = (reward(out, means.player, contract) - cost) * weights.SURE
    net *= weights.DOUBT_OF_ANIMAL**lacks.animals
    if lacks.animals:
        net *= weights.NO_PASTURE ** max(0, nearer.animals + lacks.animals - means.pastures())
    return BoxedContract(lacks, nearer, net)


def held_worth(means: Means, wanted: BoxedContract) -> float:
    """What a contract in a box adds to the goods and animals that are there for it."""
    if not any(wanted.lacks.goods) and not wanted.lacks.animals:
        return max(weights.BURDEN, wanted.net)
    best = weights.BURDEN
    for wait in range(means.out.rounds):
        together = purchase(means, wanted.nearer + wanted.lacks, wait)
        if together.pounds <= means.purse(wait) and together.hired <= means.player.track:
            best = max(best, worth_after(means, wanted, together, wait))
            if not together.number:
                break
    return best


def worth_after(means: Means, wanted: BoxedContract, together: Purchase, wait: int) -> float:
    """The worth of a contract that is fulfilled in so many rounds.

    What production has not made by then is bought, by merchants that may have to be hired:
    ``together`` with what nearer contracts lack.
    """
    out, before = means.out, Purchase()
    if wanted.nearer is not NOTHING:
        before = purchase(means, wanted.nearer, wait)
    dear = 0.0
    for good, number in enumerate(together.goods):
        short = number - before.goods[good]
        if short:
            extra = out.prices[good] * out.money - out.goods[good] + weights.READY
            dear += short * max(0.0, extra)
    hiring = (together.hired - before.hired) * means.state.content.merchant_cost
    worth = (wanted.net - dear) * weights.DOUBT ** (together.number - before.number)
    return worth - hiring * out.money - wait * weights.DELAY


def purchase(means: Means, needs: Needs, wait: int) -> Purchase:
    """What has to be bought for contracts that are to be fulfilled in so many rounds."""
    goods, number, pounds = [0] * len(GOODS), 0, means.pounds_of(needs.sheep, needs.cows)
    for good, wanted in enumerate(needs.goods):
        short = wanted - wait * means.made.goods[good]
        if short > 0:
            goods[good] = short
            number += short
            pounds += short * means.out.prices[good]
    idle = means.player.stock + wait * means.merchants
    hired = -(-max(0, number - idle) // (wait + 1))
    pounds += hired * means.state.content.merchant_cost
    return Purchase(goods, number, hired, pounds)
