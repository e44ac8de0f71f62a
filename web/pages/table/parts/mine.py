"""What the viewer has, always visible: money, goods, merchants, and what boxes still need."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.rules.spending import lacking, lacking_beside
from games.engine.terms import GOOD_INDEX, ContractId, Good, Seat, Unit
from web.pages.common.pieces import Amount, ContractCard, contract_card
from web.pages.table.part import TablePart
from web.pages.table.parts.players import PlayerBoard, boards_of
from web.pages.table.table import Table

MEAT: Final[Mapping[str, Unit]] = {"mutton": "sheep", "beef": "cow"}
"""By meat the unit that is delivered from the map."""


class Asked(Struct, frozen=True):
    """What a contract asks for, and how many of it are missing in stock and on the map."""

    amount: Amount
    missing: int

    @property
    def there(self) -> int:
        """How many of them the player has."""
        return self.amount.number - self.missing


class OwnBox(Struct, frozen=True):
    """A contract that waits to be fulfilled.

    ``kilts`` is how many of what is missing the clan's substitutes can stand for, whichever it be;
    ``complete`` says that then nothing is missing. (CLAN-FRASER-5)
    """

    card: ContractCard
    asks: list[Asked]
    kilts: int

    @property
    def complete(self) -> bool:
        """Whether nothing is missing that kilts do not stand for."""
        return sum(one.missing for one in self.asks) == self.kilts


class Mine(Struct, frozen=True):
    """The viewer's board, and a box for each contract on it; None for an empty one."""

    board: PlayerBoard
    boxes: list[OwnBox | None]


def mine(table: Table) -> Mine | None:
    """What the viewer has; None without a seat."""
    if table.seat is None:
        return None
    board = next(one for one in boards_of(table) if one.own)
    return Mine(board, boxes_of(table.state, Seat(table.seat)))


def boxes_of(state: engine.State, seat: Seat) -> list[OwnBox | None]:
    """The boxes of a player; None for an empty one."""
    piles = state.players[seat].boxes
    return [_box(state, seat, pile[-1]) if pile else None for pile in piles]


def _box(state: engine.State, seat: Seat, number: ContractId) -> OwnBox:
    contract = state.content.contract(number)
    card = contract_card(contract)
    short = lacking_beside(state, seat, contract.goods, ())
    kilts = sum(short) - sum(lacking(state, seat, contract.goods))
    return OwnBox(card, list(_asked(state, seat, card, short)), kilts)


def _asked(
    state: engine.State, seat: Seat, card: ContractCard, short: Sequence[int]
) -> Iterator[Asked]:
    for one in card.asks:
        if (animal := MEAT.get(one.symbol)) is not None:
            yield Asked(one, max(0, one.number - state.players[seat].count(animal)))
        else:
            yield Asked(one, short[GOOD_INDEX[cast("Good", one.symbol)]])


class MinePart(TablePart[Mine | None]):
    """The dock of a player, while the game runs."""

    name = "mine"
    place = "dock"
    heading = gettext_noop("What you have")
    in_replay = False
    always = True

    def build(self, table: Table) -> Mine | None:
        return mine(table)

    def hidden(self, table: Table) -> bool:
        return table.seat is None or table.state.over
