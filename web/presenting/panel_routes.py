"""The way to a move: the choices that lead a player to it, one after the other.

A route is what somebody clicks: the kind of action, then a unit, then a space. A move may have
several, where the order of choosing does not matter. No route is the beginning of another one, so
who has followed one to its end has chosen a move.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any, Final, NamedTuple

from games import engine
from games.engine.amounts import Amounts
from games.engine.moves import (
    bidding,
    clans,
    contracts,
    expanding,
    fulfilling,
    ports,
    producing,
    setting_up,
    trading,
    turns,
    upgrading,
)
from games.engine.moves.base import MoveBase
from games.engine.moves.modifiers import Modifier


class Step(NamedTuple):
    """One choice: ``value`` is what the address of a page says, ``kind`` how it is shown."""

    kind: str
    value: str


Route = tuple[Step, ...]
Writer = Callable[[Any], Iterator[Route]]

ENOUGH: Final = Step("enough", "enough")
"""The end of a choice of several, where one might go on."""
PLAIN: Final = "plain"
"""No port tile is announced."""


def routes(move: MoveBase) -> Iterator[Route]:
    """Every way to a move, the first one as it is written."""
    kind, write = ROUTES[type(move)]
    for rest in write(move):
        yield (Step("do", kind), *rest)


def kind_of(move_type: type[MoveBase]) -> str:
    """The first step to all moves of a type."""
    return ROUTES[move_type][0]


def _nothing(move: MoveBase) -> Iterator[Route]:
    yield ()


def _modifiers(modifiers: Sequence[Modifier]) -> Step:
    return Step("modifiers", " ".join(one.notation() for one in modifiers) or PLAIN)


def _expand(move: expanding.Expand) -> Iterator[Route]:
    yield Step("unit", move.unit), Step("hex", move.hex)


def _first_worker(move: setting_up.PlaceFirstWorker) -> Iterator[Route]:
    yield Step("unit", move.column), Step("hex", move.hex)


def _trade(move: trading.Trade) -> Iterator[Route]:
    deal = Step("deal", f"{move.side} {move.good}")
    yield deal, _modifiers(move.modifiers), Step("quantity", str(move.quantity))


def _neighbourhood(move: trading.NeighbourhoodBuy) -> Iterator[Route]:
    quantity = Step("quantity", str(move.quantity))
    yield Step("good", move.good), _modifiers(move.modifiers), quantity


def _several(move: contracts.TakeContracts | contracts.Keep) -> Iterator[Route]:
    for order in permutations(move.contracts):
        yield (*(Step("contract", str(number)) for number in order), ENOUGH)


def _fulfil(move: fulfilling.Fulfil) -> Iterator[Route]:
    first = Step("contract", str(move.contract)), _modifiers(move.modifiers)
    by_kind = [
        [Step("animal", f"{one.unit} {one.hex}") for one in move.slaughter if one.unit == unit]
        for unit in ("cow", "sheep")
    ]
    for cows, sheep in product(*map(permutations, by_kind)):
        yield (*first, *cows, *sheep)


def _port(move: ports.UsePort) -> Iterator[Route]:
    first = [Step("tile", str(move.tile))]
    if move.copy is not None:
        first.append(Step("copy", str(move.copy)))
    first += [
        Step(kind, amounts.notation())
        for kind, amounts in (("discard", move.discard), ("gain", move.gain))
        if amounts != Amounts()
    ]
    last = [Step("return", " ".join(move.return_to))] if move.return_to else []
    if not move.exchange:
        yield (*first, *last)
        return
    for order in permutations(move.exchange):
        pairs = [(Step("old", f"{one.old} {one.hex}"), Step("new", one.new)) for one in order]
        yield (*first, *(step for pair in pairs for step in pair), ENOUGH, *last)


def _upgrade(move: upgrading.BonusUpgrade) -> Iterator[Route]:
    first = Step("upgrade", move.choice)
    if move.column:
        yield first, Step("technology", move.column)
    elif move.good:
        yield first, Step("merchant", f"{move.side} {move.good}")
    else:
        yield (first,)


def _produce(move: producing.Produce) -> Iterator[Route]:
    made = (("cheese", move.cheese), ("bread", move.bread), ("whisky", move.whisky))
    butter = f"butter {move.clan.butter}" if move.clan.butter else PLAIN
    extra = "cellar" if move.clan.cellar else butter
    yield (*(Step(good, str(amount)) for good, amount in made), Step("extra", extra))


ROUTES: Final[dict[type[MoveBase], tuple[str, Writer]]] = {
    setting_up.ChooseClan: ("clan", lambda m: iter([(Step("pair", str(m.pair)),)])),
    bidding.Bid: ("bid", lambda m: iter([(Step("amount", str(m.amount)),)])),
    bidding.DeclineBid: ("quit", _nothing),
    setting_up.PlaceFirstWorker: ("place", _first_worker),
    trading.Trade: ("trade", _trade),
    contracts.TakeContracts: ("contracts", _several),
    expanding.Expand: ("expand", _expand),
    upgrading.UpgradeShipping: ("shipping", _nothing),
    upgrading.UpgradeTechnology: (
        "technology",
        lambda m: iter([(Step("technology", m.column),)]),
    ),
    upgrading.HireMerchant: ("merchant", _nothing),
    fulfilling.Fulfil: ("fulfil", _fulfil),
    turns.Pass: ("pass", _nothing),
    turns.EndTurn: ("end", _nothing),
    ports.UsePort: ("port", _port),
    trading.NeighbourhoodBuy: ("neighbourhood", _neighbourhood),
    contracts.DrawContracts: ("draw", _nothing),
    contracts.Keep: ("keep", _several),
    fulfilling.Bonus: ("bonus", lambda m: iter([(Step("bonus", m.kind),)])),
    upgrading.BonusUpgrade: ("upgrade", _upgrade),
    clans.Row: ("row", lambda m: iter([(Step("fisherman", m.origin), Step("hex", m.target))])),
    clans.WithdrawCellar: ("cellar", lambda m: iter([(Step("barrel", str(m.slot)),)])),
    clans.Brew: ("brew", lambda m: iter([(Step("quantity", str(m.quantity)),)])),
    turns.Skip: ("skip", _nothing),
    producing.Produce: ("produce", _produce),
}


class Way(NamedTuple):
    """A route that begins as a player has chosen, with the move that it leads to."""

    route: Route
    move: engine.Move


def ways(moves: Sequence[engine.Move], path: Sequence[str]) -> list[Way]:
    """The routes to some of the moves that begin with the values of a path."""
    wanted = tuple(path)
    length = len(wanted)
    return [
        Way(route, move)
        for move in moves
        if not wanted or kind_of(type(move)) == wanted[0]
        for route in routes(move)
        if tuple(step.value for step in route[:length]) == wanted
    ]
