"""Port tile 7: units of the map for units of the player board. (PORT-7, WORKER-03)"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT
from games.engine.recorder import Recorder
from games.engine.rules.deploying import check_column, check_ground, ground, open_deployment_bonuses
from games.engine.state import Piece, Player, State
from games.engine.terms import Column, Hex, Seat, TechnologyColumn
from games.engine.tiles.choices import PortChoice, UnitExchange

WORKERS: Final[tuple[Column, ...]] = ("woodcutter", "miner", "worker")
MOST: Final = 2
"""How many units one use exchanges; fewer only by a switch. (PORT-7a, OPT-03)"""

Out = tuple[int, int]
"""How many workers are gone from each column, as ``Player.workers_out``."""


def kind(column: Column) -> str:
    """The kind of unit that a column holds; all workers are of one kind. (PORT-7d)"""
    return "worker" if column in WORKERS else column


def left(player: Player, column: Column) -> int:
    """How many units a column still holds."""
    return clan_of(player).column_size(column) - player.deployed(column)


def check_exchange(state: State, seat: Seat, choice: PortChoice) -> None:
    """Raise IllegalMove unless these units may be exchanged. (PORT-7, PORT-7a..7j)"""
    player = state.players[seat]
    least = 1 if state.options.port7_up_to else MOST
    if not least <= len(choice.exchange) <= MOST:
        numbers = list(range(least, MOST + 1))
        raise IllegalMove("PORT-7a", "wrong_number_of_units", numbers=numbers)
    pieces = list(player.units)
    for item in choice.exchange:
        if item.old == "field" or item.new == "field":
            raise IllegalMove("PORT-7", "no_fields")
        check_old(state, pieces, item, "PORT-7")
        check_new(state, seat, item, choice.exchange, "PORT-7e")
    if state.options.port7_different:
        _check_kinds(choice)
    returns(state, player, choice)


def check_old(state: State, pieces: list[Piece], item: UnitExchange, rule: str) -> None:
    """A unit of one's own on land, which is then gone from ``pieces``. (PORT-7, PORT-7i)"""
    piece = Piece(item.old, item.hex)
    if piece not in pieces:
        raise IllegalMove(rule, "no_such_unit", unit=item.old, hex=item.hex)
    pieces.remove(piece)
    if state.board.loch & BIT[item.hex]:
        raise IllegalMove("PORT-7i", "fisherman_stays", hex=item.hex)


def check_new(
    state: State, seat: Seat, item: UnitExchange, items: Sequence[UnitExchange], rule: str
) -> None:
    """A unit of the player board that fits the space. (PORT-7, PORT-7b, PORT-7e)"""
    player = state.players[seat]
    check_column(player, item.new, rule)
    wanted = sum(other.new == item.new for other in items)
    if wanted > left(player, item.new):
        have = left(player, item.new)
        raise IllegalMove(rule, "not_on_your_board", column=item.new, have=have)
    check_ground(state, seat, item.new, item.hex, "PORT-7b")


def _check_kinds(choice: PortChoice) -> None:
    """No kind that goes may come. (PORT-7c, PORT-7d)"""
    going = {item.old for item in choice.exchange}
    for item in choice.exchange:
        if kind(item.new) in going:
            raise IllegalMove("PORT-7c", "kinds_alike", kind=kind(item.new))


# --- workers that go home ------------------------------------------------------------------------


def columns_for(state: State, player: Player, hex_: Hex, out: Out) -> tuple[Column, ...]:
    """The columns to which a worker on a space may return: one, or its owner chooses.

    (WORKER-03, WORKER-04)
    """
    columns = tuple(column for column in WORKERS if column in clan_of(player).columns)
    if len(columns) == 1:
        return columns
    if not all(out):
        return ("woodcutter",) if out[0] else ("miner",)
    terrain = state.board.terrain
    forest, mountain = terrain["forest"] & BIT[hex_], terrain["mountain"] & BIT[hex_]
    if bool(forest) == bool(mountain):
        return columns
    return ("woodcutter",) if forest else ("miner",)


def _after(out: Out, item: UnitExchange, column: Column | None) -> Out:
    """The workers gone once a unit has been exchanged, its worker (if any) for a column."""
    woodcutters, miners = out
    if column is not None:
        woodcutters, miners = woodcutters - (column != "miner"), miners - (column == "miner")
    if item.new in WORKERS:
        woodcutters, miners = woodcutters + (item.new != "miner"), miners + (item.new == "miner")
    return woodcutters, miners


def returns(state: State, player: Player, choice: PortChoice) -> list[Column | None]:
    """By exchanged unit, the column to which a worker returns; None for other units.

    Workers are judged one after the other. Raises IllegalMove when the columns named are not
    exactly those that are for the owner to name. (WORKER-03, CMD-20)
    """
    named = list(choice.return_to)
    out = (player.workers_out[0], player.workers_out[1])
    found: list[Column | None] = []
    for item in choice.exchange:
        column: Column | None = None
        if item.old == "worker":
            column, *more = columns_for(state, player, item.hex, out)
            if more and not named:
                raise IllegalMove("WORKER-03", "return_column_missing", hex=item.hex)
            if more:
                column = named.pop(0)
        out = _after(out, item, column)
        found.append(column)
    if named:
        raise IllegalMove("WORKER-03", "return_column_not_asked", columns=list(named))
    return found


# --- what can be chosen --------------------------------------------------------------------------


def exchanges(state: State, seat: Seat) -> Iterator[PortChoice]:
    """Every legal exchange; of several that come to the same, only the first."""
    player = state.players[seat]
    units = player.units
    options = [_fitting(state, player, piece) for piece in units]
    if state.options.port7_up_to:
        for place, items in enumerate(options):
            for item in items if units[place] not in units[:place] else ():
                yield from _with_returns(state, player, [item])
    single = {column for column in clan_of(player).columns if left(player, column) == 1}
    different = state.options.port7_different
    for one_place, other_place in combinations(range(len(units)), MOST):
        if _as_before(units, one_place, other_place):
            continue
        for one in options[one_place]:
            for other in options[other_place]:
                if different and (kind(one.new) == other.old or kind(other.new) == one.old):
                    continue
                if one.new == other.new and one.new in single:
                    continue
                yield from _with_returns(state, player, [one, other])


def _as_before(units: Sequence[Piece], one: int, other: int) -> bool:
    """Whether other units, alike and on the same spaces, have made the same pair. (IND-DUAL-10)"""
    between = [*units[:one], *units[one + 1 : other]]
    return units[one] in units[:one] or units[other] in between


def _fitting(state: State, player: Player, piece: Piece) -> list[UnitExchange]:
    """Everything that a unit may be exchanged for by itself."""
    if piece.unit == "field" or state.board.loch & BIT[piece.hex]:
        return []
    same = piece.unit if state.options.port7_different else None
    columns = clan_of(player).columns
    wanted = [column for column in columns if column != "field" and kind(column) != same]
    return fitting(state, player, piece, wanted)


def fitting(
    state: State, player: Player, piece: Piece, columns: Sequence[Column]
) -> list[UnitExchange]:
    """The exchanges of a unit for the next one of some columns, as far as it fits the space."""
    return [
        UnitExchange(piece.hex, piece.unit, column)
        for column in columns
        if left(player, column) and ground(state, player, column) & BIT[piece.hex]
    ]


def _with_returns(state: State, player: Player, items: list[UnitExchange]) -> Iterator[PortChoice]:
    """An exchange with every outcome for the workers that go home."""
    if all(item.old != "worker" for item in items):
        yield PortChoice(exchange=items)
        return
    seen: set[Out] = set()
    turned = items[::-1]
    for order in [items, turned] if all(map(_about_workers, items)) else [items]:
        out = (player.workers_out[0], player.workers_out[1])
        for columns, after in _return_choices(state, player, order, out):
            if after not in seen:
                seen.add(after)
                yield PortChoice(exchange=order, return_to=columns)


def _about_workers(item: UnitExchange) -> bool:
    return item.old == "worker" or item.new in WORKERS


def _return_choices(
    state: State, player: Player, items: list[UnitExchange], out: Out
) -> Iterator[tuple[list[TechnologyColumn], Out]]:
    """The ways to name columns for the workers that go home, and the workers gone after each."""
    if not items:
        yield [], out
        return
    item, *rest = items
    if item.old != "worker":
        yield from _return_choices(state, player, rest, _after(out, item, None))
        return
    columns = columns_for(state, player, item.hex, out)
    for column in columns:
        named: list[TechnologyColumn] = []
        if len(columns) > 1 and column in ("woodcutter", "miner"):
            named = [column]
        for others, after in _return_choices(state, player, rest, _after(out, item, column)):
            yield named + others, after


def perform_exchange(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """Unit for unit, without cost; then one window for all that was deployed. (PORT-7f..7h)"""
    homes = returns(game.state, game.player(seat), choice)
    for item, home in zip(choice.exchange, homes, strict=True):
        if home is None:
            game.emit(fx.Withdrawn(seat, item.old, item.hex))
        else:
            game.emit(fx.WorkerReturned(seat, home, item.hex))
        game.deploy(seat, item.new, item.hex, cost=0)
    open_deployment_bonuses(
        game,
        seat,
        [item.hex for item in choice.exchange],
        [item.new for item in choice.exchange],
        neighbourhood=game.state.options.port7_neighbourhood,
    )
