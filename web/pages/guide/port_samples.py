"""Samples of the port tiles whose use leaves a choice to the player."""

from collections.abc import Callable, Mapping
from typing import Final, get_args

from django.utils.translation import gettext as _

from games import engine
from games.engine.geometry.board import BIT, hexes_in
from games.engine.recorder import Recorder
from games.engine.rules.costs import deploy_cost
from games.engine.rules.deploying import deployable, ground
from games.engine.rules.granted_decisions import UNIT_MOVES, PortGain
from games.engine.rules.moving import beside
from games.engine.state import Piece, State
from games.engine.terms import Column, Hex
from games.engine.tiles import PORTS
from games.engine.tiles.choices import NOTHING
from games.engine.tiles.new_ports import FREE_BUILDING, SECOND_ANIMAL, take_gain
from web.pages.common.labels import label, pounds
from web.pages.common.pieces import contract_card
from web.pages.guide.difference import difference, listed
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.strip import BECOMES, Cell, Strip, joined
from web.pages.guide.topic import Example

FIRST: Final = "sheep"
"""The animal that stands already, and the unit that moves."""
HOME: Final = "woodcutter"
ROOM: Final = 3
"""Spaces to which a unit of an example can move, where a map has as many."""


def used(state: State, number: int) -> State:
    """A copy of a sample after using a tile that asks nothing of the player."""
    after = engine.copy(state)
    PORTS[number].perform(Recorder(after), YOU, NOTHING)
    return after


# --- units ----------------------------------------------------------------------------------------


def second_animal(setting: Setting, number: int) -> Example:
    """Another animal on the space of the first one."""
    state = setting.sample()
    put(state, YOU, FIRST, middle_out(ground(state, state.players[YOU], FIRST))[0])
    before, player = engine.copy(state), state.players[YOU]
    column, hex_ = [*deployable(state, YOU, SECOND_ANIMAL)][-1]
    cost = deploy_cost(state, player, column, hex_, SECOND_ANIMAL)
    usual = deploy_cost(before, before.players[YOU], column, hex_)
    Recorder(state).deploy(YOU, column, hex_, cost)
    return Example(map_piece(state, [hex_]), _cheaper(column, hex_, cost, usual))


def _cheaper(column: Column, hex_: Hex, cost: int, usual: int) -> str:
    """The price of a unit with a tile, and without."""
    facts = {"unit": label(column), "hex": hex_, "price": pounds(cost), "usual": pounds(usual)}
    return _("%(unit)s on %(hex)s: %(price)s instead of %(usual)s.") % facts


def free_building(setting: Setting, number: int) -> Example:
    """What a building costs on the spaces in reach."""
    state = setting.sample()
    player = state.players[YOU]
    costs = state.content.unit_costs
    column = max(FREE_BUILDING.columns, key=lambda one: costs[one])
    fit = ground(state, player, column)
    homes = middle_out(ground(state, player, HOME) & ~fit)
    home = next(hex_ for hex_ in homes if (state.board.neighbours[hex_] & fit).bit_count() > 1)
    put(state, YOU, HOME, home)
    spaces = [hex_ for one, hex_ in deployable(state, YOU, FREE_BUILDING) if one == column]
    tags = {
        hex_: pounds(deploy_cost(state, player, column, hex_, FREE_BUILDING)) for hex_ in spaces
    }
    usual = deploy_cost(state, player, column, spaces[0])
    cost = deploy_cost(state, player, column, spaces[0], FREE_BUILDING)
    text = _cheaper(column, spaces[0], cost, usual)
    near = state.position.reach(YOU) & fit
    return Example(map_piece(state, [home], tags=tags, marked={"near": near}), text)


def moves_needed(state: State, piece: Piece, moves: int) -> dict[Hex, int]:
    """The spaces that a unit reaches by so many moves, each with how many it takes."""
    units = state.players[YOU].units
    place, found = units.index(piece), {piece.hex: 0}
    for number in range(1, moves + 1):
        for hex_ in [name for name, taken in found.items() if taken == number - 1]:
            units[place] = Piece(piece.unit, hex_)
            state.forget_position()
            for target in hexes_in(beside(state, YOU, units[place])):
                found.setdefault(target, number)
    units[place] = piece
    state.forget_position()
    return {hex_: taken for hex_, taken in found.items() if taken}


def moved(setting: Setting, number: int = 0, *, moves: int = UNIT_MOVES) -> Example:
    """The spaces to which a unit can be moved, with how many moves that takes."""
    state = setting.sample()
    player, board = state.players[YOU], state.board
    fit = ground(state, player, FIRST)
    homes = middle_out(fit)
    room = {hex_: (board.neighbours[hex_] & fit).bit_count() for hex_ in homes}
    home = next(hex_ for hex_ in homes if room[hex_] >= min(ROOM, max(room.values())))
    put(state, YOU, FIRST, home)
    needed = moves_needed(state, Piece(FIRST, home), moves)
    mask = sum(BIT[hex_] for hex_ in needed)
    if moves == 1:
        text = _("The unit on %(hex)s can be moved to each of the marked spaces.")
        tags = {}
    else:
        text = _("The number on a space is how many moves the unit on %(hex)s takes to it.")
        tags = {hex_: str(taken) for hex_, taken in needed.items()}
    piece = map_piece(state, [home, *needed], tags=tags, marked={"ground": mask}, ring=False)
    return Example(piece, text % {"hex": home})


# --- what it pays, and what for -------------------------------------------------------------------


def gains(setting: Setting, number: int = 13) -> Example:
    """Each of the gains that the tile offers."""
    state = used(setting.sample(), number)
    rows, texts = [], {}
    for gain in get_args(PortGain):
        after = engine.copy(state)
        take_gain(Recorder(after), YOU, gain)
        change = difference(state, after)
        flipped = [Cell("", column, "here") for column in after.players[YOU].technology]
        rows.append([*change.row, BECOMES, *flipped] if flipped else change.row)
        texts[gain] = listed([*change.out, *change.into])
    text = _("Either both technologies for %(technology)s, or %(glory)s.")
    return Example(Strip(rows), text % texts)


def three_merchants(setting: Setting, number: int) -> Example:
    """The merchants that are ready before and after."""
    state = setting.sample()
    before = state.players[YOU].stock
    after = used(state, number)
    # No merchant of the sample is on the market: hiring is the only choice.
    while len(after.decisions) > len(state.decisions):
        decision = after.decisions[-1]
        hire = engine.legal_moves(after, YOU)[0]
        hire.perform(Recorder(after), decision)
    ready = after.players[YOU].stock
    row = [Cell(str(before), "merchant"), BECOMES, Cell(str(ready), "merchant", "here")]
    text = _("Merchants ready: %(before)s before, %(after)s after.")
    return Example(Strip([row]), text % {"before": before, "after": ready})


def waived(setting: Setting, number: int) -> Example:
    """The contract that asks for most, and what is paid instead."""
    contracts = setting.content.contracts.values()
    found = max(contracts, key=lambda one: sum(part.number for part in contract_card(one).asks))
    state = setting.sample()
    state.players[YOU].boxes = [[found.id]]
    asked = [*contract_card(found).asks]
    paid = difference(state, used(state, number)).out
    text = _("Contract %(number)s asks for %(asked)s; you pay %(paid)s instead.")
    facts = {"number": found.id, "asked": listed(asked), "paid": listed(paid)}
    row = joined(
        [
            [Cell(one.text, one.symbol) for one in asked],
            [Cell(one.text, one.symbol, "here") for one in paid],
        ]
    )
    return Example(Strip([row]), text % facts)


SAMPLES: Final[Mapping[int, Callable[[Setting, int], Example]]] = {
    11: second_animal,
    13: gains,
    15: three_merchants,
    16: moved,
    17: free_building,
    18: waived,
}
"""By number, the tiles whose example is more than what using them changes at once."""
