"""What scoring tiles to come are likely to bring."""

from games.bots.steward import weights
from games.bots.steward.income import Supply
from games.bots.steward.outlook import Outlook, Upcoming
from games.engine import State


def glory_to_come(out: Outlook, state: State, made: Supply) -> float:
    """The scoring tiles of this round and the later ones, by what they would count now.

    Of goods the next one counts those in stock, each one those that the round makes.
    """
    return sum(
        upcoming.weight
        * upcoming.tile.glory
        * counted(upcoming, out, state, made)
        / upcoming.tile.per
        for upcoming in out.tiles
    )


def counted(upcoming: Upcoming, out: Outlook, state: State, made: Supply) -> float:
    """What a tile to come would count: goods with those of the production before it is scored."""
    tile, stock = upcoming.tile, state.players[out.seat].goods
    if upcoming.next or not tile.passing:
        now = tile.count(state, out.seat)
        if tile.of_goods is None or state.phase != "action":
            return now
        later = [have + more for have, more in zip(stock, made.goods, strict=True)]
        return now + tile.of_goods(later) - tile.of_goods(stock)
    if tile.at_most is not None:
        return weights.ON_THE_MARKET * tile.at_most(state, out.seat)
    return tile.of_goods(made.goods) if tile.of_goods is not None else 0
