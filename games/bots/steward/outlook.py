"""What a seat expects of the rest of the game; worked out once for each decision."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from games.bots.steward import weights
from games.bots.steward.ranking import Race, prospects
from games.engine import Seat, State
from games.engine.rules.final import (
    MONEY_PER_POINT,
    connected_settlements,
    contracts_fulfilled,
    import_worth,
    ranking_scheme,
)
from games.engine.rules.supply import ROUNDS
from games.engine.terms import BASIC_GOODS, GOODS, IMPORTS, ContractId
from games.engine.tiles import ScoringTile, scoring_tile

END_VALUES: Final = tuple(1.0 if good in BASIC_GOODS else 2.0 for good in GOODS)
"""What a good in stock is worth in final scoring. (FINAL-05, FINAL-06)"""

BASE_TILES: Final = 9
"""The scoring tiles of the base game have numbers up to this one."""

IMPORT: Final = 4.0
"""What an import good is worth on average. (FINAL-08)"""


class Coming(Struct, frozen=True):
    """A production to come: what a pound and goods are worth that arrive in it."""

    money: float
    goods: list[float]


class Upcoming(Struct, frozen=True):
    """A scoring tile to come: how much of its Glory to count on, and whether it is the next."""

    tile: ScoringTile
    weight: float
    next: bool


class Outlook(Struct, frozen=True):
    """What a seat expects; worths in victory points.

    ``round`` is the one in which money can be spent next, 6 after the last. ``pounds`` is what a
    pound is worth by round. ``exports`` and
    ``settlements`` are the points to expect by the number one has. ``haste`` is what a contract is
    worth more that is fulfilled than one that could be. ``races`` are the comparisons that
    expansions add, ``in_races`` what contracts at hand would bring there.
    """

    seat: Seat
    round: int
    prices: list[float]
    pounds: Sequence[float]
    goods: list[float]
    imports: list[float]
    productions: list[Coming]
    tiles: list[Upcoming]
    exports: list[float]
    settlements: list[float]
    haste: float
    races: Sequence[Race] = ()
    in_races: Mapping[ContractId, float] = {}

    @property
    def money(self) -> float:
        """A pound now."""
        return self.pounds[self.round]

    @property
    def money_later(self) -> float:
        """A pound in the next round."""
        return self.pounds[min(self.round + 1, ROUNDS + 1)]

    @property
    def rounds(self) -> int:
        """The action phases in which something can be done, this one included."""
        return ROUNDS + 1 - self.round


def outlook(state: State, seat: Seat) -> Outlook:
    """What a seat expects now."""
    here = max(state.round, 1)
    round_ = here + (state.phase not in ("draft", "workers", "action"))
    prices = usual_prices(state)
    others = [Seat(other) for other in range(len(state.players)) if other != seat]
    rounds = ROUNDS + 1 - round_
    pounds = weights.MONEY_ALONE if state.options.solo else weights.MONEY
    return Outlook(
        seat=seat,
        round=round_,
        prices=prices,
        pounds=pounds,
        goods=goods_worth(prices, round_, pounds),
        imports=expected_imports(state, seat, here),
        productions=[
            Coming(pounds[after], goods_worth(prices, after, pounds))
            for after in range(round_ + 1, ROUNDS + 2)
        ],
        tiles=tiles_to_come(state, here),
        exports=export_prospects(state, others, rounds),
        settlements=settlement_prospects(state, others, rounds),
        haste=haste(state, here),
    )


def export_prospects(state: State, others: Sequence[Seat], rounds: int) -> list[float]:
    """The points to expect for none, one, two ... fulfilled contracts."""
    theirs = [contracts_fulfilled(state, other) for other in others]
    lead = weights.EXPORT_LEAD * (1 + weights.OPEN_RANKING * rounds)
    scheme = ranking_scheme(state.options, "exports")
    return prospects(scheme, theirs, lead=lead, rounds=rounds, pace=weights.EXPORT_PACE)


def settlement_prospects(state: State, others: Sequence[Seat], rounds: int) -> list[float]:
    """The points to expect for none, one, two ... connected settlements."""
    theirs = [connected_settlements(state, other) for other in others]
    lead = weights.SETTLEMENT_LEAD * (1 + weights.OPEN_RANKING * rounds)
    scheme = ranking_scheme(state.options, "settlements")
    return prospects(scheme, theirs, lead=lead, rounds=rounds, pace=weights.SETTLEMENT_PACE)


def usual_prices(state: State) -> list[float]:
    """What goods cost on the whole: half-way between the prices now and at the start."""
    tracks = state.content.market(state.options.players)
    return [
        (track.prices[here] + track.prices[track.start]) / 2
        for track, here in zip(tracks, state.prices, strict=True)
    ]


def goods_worth(
    prices: Sequence[float], round_: int, pounds: Sequence[float] = weights.MONEY
) -> list[float]:
    """What goods in stock are worth in a round: what they would bring, at the end their points."""
    if round_ > ROUNDS:
        return list(END_VALUES)
    rate = pounds[round_] * weights.SELLING
    least = END_VALUES if round_ == ROUNDS else [0.0] * len(GOODS)
    return [max(price * rate, points) for price, points in zip(prices, least, strict=True)]


def expected_imports(state: State, seat: Seat, round_: int) -> list[float]:
    """What import goods will be worth: all alike at first, in the end as things stand."""
    known = round_ / (ROUNDS + 1)
    return [IMPORT + (value - IMPORT) * known for value in import_worth(state, seat)]


def tiles_to_come(state: State, here: int) -> list[Upcoming]:
    """The scoring tiles of this round and the later ones."""
    return [
        upcoming(scoring_tile(state.options, number), round_ == here)
        for round_, number in enumerate(state.scoring_tiles, start=1)
        if round_ >= here
    ]


def upcoming(tile: ScoringTile, next_: bool) -> Upcoming:
    """A tile with what to count on; of a tile of an expansion that is less."""
    if tile.number <= BASE_TILES:
        return Upcoming(tile, 1.0 if next_ else weights.LATER_GLORY, next_)
    return Upcoming(tile, weights.ADDED_GLORY if next_ else weights.ADDED_LATER, next_)


def haste(state: State, here: int) -> float:
    """What is lost with a contract that waits, where tiles of an expansion are still to come.

    They count much that contracts take, so that a contract would wait for them again and again.
    """
    if all(number <= BASE_TILES for number in state.scoring_tiles[here - 1 :]):
        return 0.0
    return weights.LAST_HASTE if here == ROUNDS else weights.HASTE


def money_worth(money: int, rate: float) -> float:
    """Money at so many points a pound; what cannot be spent well is worth less."""
    spare = max(0, money - weights.PLENTY)
    return money * rate - spare * (rate - 1 / MONEY_PER_POINT) * weights.SPARE


def points_of_imports(out: Outlook, amounts: Sequence[int]) -> float:
    """What import goods will be worth in final scoring."""
    return sum(amounts[place] * out.imports[place] for place in range(len(IMPORTS)))
