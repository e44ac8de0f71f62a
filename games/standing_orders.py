"""Standing orders: what a seat makes in production when its player is away.

An order is kept outside the stream and seen only by its owner; what it answers is a move like any
other, judged by the engine.
"""

from functools import cache
from typing import Annotated, Any, Generic, Literal, cast

import msgspec
from msgspec import Meta, Struct

from games import engine
from games.engine.clans import clan_of
from games.engine.rules.answers import ChoiceType, ClanChoice, ProduceAnswer, size, within
from games.engine.state import Player
from games.engine.terms import GOOD_INDEX, PROCESSED_GOODS, ProcessedGood
from games.engine.type_variable import filled
from games.errors import MalformedOrder

Kept = Annotated[int, Meta(ge=0, le=99)]


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """How many units of the raw goods are not to be used up."""

    milk: Kept = 0
    grain: Kept = 0


class StandingOrder(Struct, Generic[ChoiceType], frozen=True, forbid_unknown_fields=True):
    """Make as many of the first good as can be, then of the second, and so on.

    Goods that ``order`` does not name are not made. ``keep`` is left over if it is there at all;
    ``clan`` is what the clan lets its player choose, as far as it is legal then and up to so much,
    or on these spaces.
    """

    order: Annotated[list[ProcessedGood], Meta(max_length=3)] = []
    keep: Keep = Keep()
    clan: ChoiceType = cast("ChoiceType", ClanChoice())

    def __post_init__(self) -> None:
        if len(set(self.order)) != len(self.order):
            raise ValueError("order names a good twice")


@cache
def _reading_type(known: engine.registry.Registry) -> Any:
    return filled(StandingOrder, known.choice_type)


def reading_type() -> Any:
    """The type that reads an order, whatever clan it is for."""
    return _reading_type(engine.registry.current())


def decode(data: object) -> StandingOrder:
    """An order from plain data or JSON bytes. Raises MalformedOrder."""
    try:
        order: StandingOrder
        if isinstance(data, bytes):
            order = msgspec.json.decode(data, type=reading_type())
        else:
            order = msgspec.convert(data, reading_type())
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedOrder(f"Malformed standing order: {error}.") from error
    return order


def stored(order: StandingOrder) -> object:
    """An order as plain data, for the seat's column."""
    return msgspec.to_builtins(order)


def answer(state: engine.State, seat: engine.Seat, order: StandingOrder) -> engine.Move:
    """The legal production by an order; the seat's decision must be open.

    Where the rules ask for more than the order allows, they go first (IND-AWARD-07); what is the
    player's own choice stays within the order.
    """
    player = state.players[seat]
    legal = [(made, move) for move in engine.legal_moves(state, seat) if (made := move.answer())]
    allowed = [(made, move) for made, move in legal if _within_clan(made, order)] or legal
    wanted = [(made, move) for made, move in allowed if _obeys(made, player, order)]
    return max(wanted or allowed, key=lambda choice: _worth(choice[0], order))[1]


def _within_clan(answer: ProduceAnswer, order: StandingOrder) -> bool:
    most = order.clan.chosen()
    chosen = answer.clan.chosen().items()
    return all(name in most and within(value, most[name]) for name, value in chosen)


def _obeys(answer: ProduceAnswer, player: Player, order: StandingOrder) -> bool:
    """Whether an answer makes only what the order names, and leaves what is to be kept."""
    clan = clan_of(player)
    unwanted = set(PROCESSED_GOODS).difference(order.order)
    if any(_made(answer, good) for good in unwanted):
        return False
    given_up, brought = (ask(answer.clan) for ask in (clan.gives_up, clan.brings))
    milk = answer.cheese + given_up.get("milk", 0)
    grain = answer.bread + answer.whisky + given_up.get("grain", 0) - brought.get("grain", 0)
    return _spares(player.goods, "milk", milk, order.keep.milk) and _spares(
        player.goods, "grain", grain, order.keep.grain
    )


def _spares(goods: list[int], good: Literal["milk", "grain"], used: int, keep: int) -> bool:
    return not used or goods[GOOD_INDEX[good]] - used >= keep


def _made(answer: ProduceAnswer, good: str) -> int:
    return {"bread": answer.bread, "cheese": answer.cheese, "whisky": answer.whisky}[good]


def _worth(answer: ProduceAnswer, order: StandingOrder) -> list[int]:
    chosen = answer.clan.chosen()
    return [
        *(_made(answer, good) for good in order.order),
        *(size(chosen.get(name, 0)) for name in order.clan.chosen()),
    ]
