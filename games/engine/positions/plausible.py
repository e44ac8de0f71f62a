"""Checks that a game can go on from a position of unknown origin.

Only the moves before it could prove that the rules lead to it. The checks here are what a game
needs: everything in it exists, nothing is there twice, and views, scores and the moves of its
open decisions can be worked out. ``playing_on`` tries whether a game gets to its end from there.
"""

from collections.abc import Iterator
from typing import Final

from games.engine import registry
from games.engine.clans import all_clans
from games.engine.decisions import (
    PlaceWorkerDecision,
)
from games.engine.errors import stopped_by
from games.engine.game import legal_moves, next_step
from games.engine.geometry.board import BIT, CORNERS
from games.engine.positions.bounded import beyond
from games.engine.positions.conserved import too_much
from games.engine.positions.forking import GAME_OVER, face_down, seen
from games.engine.positions.ground import misplaced
from games.engine.rules.final import score_now
from games.engine.sealing import copy, dump
from games.engine.state import Player, State
from games.engine.terms import GOODS, IMPORTS
from games.engine.views import view


class BadPosition(ValueError):
    """No game can go on from there."""


LARGEST: Final = 64 * 1024
"""Bytes of a position as msgpack; none that a game came to has a tenth of it."""
NO_LEGAL_MOVE: Final = "a player has to decide something, and no move is legal"
SEAT_MISSING: Final = "a seat is missing in the turn order"


def check_position(position: State) -> None:
    """Raises BadPosition. The content pack has to be registered."""
    if len(dump(position)) > LARGEST:
        raise BadPosition(f"it has more than {LARGEST} bytes")
    try:
        wrong = next(_wrong(position), None)
        if wrong is None:
            _work_out(copy(position))
    except (BadPosition, MemoryError):
        raise
    except Exception as error:
        # Whatever makes the engine raise here would do so in every view of the game.
        raise BadPosition(stopped_by(error)) from error
    if wrong is not None:
        raise BadPosition(wrong)


def _wrong(state: State) -> Iterator[str]:
    yield from _wrong_map(state)
    yield from _wrong_at_the_table(state)
    yield from _wrong_on_the_tracks(state)
    yield from _wrong_tiles(state)
    yield from _wrong_expansions(state)
    for player in state.players:
        yield from _wrong_with(player, state)
    yield from _wrong_waiting(state)
    yield from too_much(state)
    yield from beyond(state)
    for player in state.players:
        yield from misplaced(player, state)


def _wrong_expansions(state: State) -> Iterator[str]:
    known = registry.current().expansions
    here = [kind for one in known if one.in_play(state.options) for kind in one.states]
    if {type(part) for part in state.expansions} - set(here):
        yield "it has the state of an expansion that is not in play"
    if len({type(part) for part in state.expansions}) < len(state.expansions):
        yield "an expansion has two states"
    foreign = {kind for one in known if not one.in_play(state.options) for kind in one.decisions}
    if foreign & {type(decision) for decision in state.decisions}:
        yield "an expansion that is not in play asks for a decision"
    for expansion in known:
        yield from expansion.wrong(state)


def _wrong_map(state: State) -> Iterator[str]:
    if [name[:1] for name in sorted(state.modules)] != list(CORNERS):
        yield "its map does not have each module once"
    tiles = [port.tile for port in state.ports]
    if len(set(tiles)) < len(tiles) or len(tiles) > len(state.modules):
        yield "a port tile is there twice, or has no port"
    pieces = [port.hex for port in state.ports] + [blocker.hex for blocker in state.blockers]
    if not set(pieces) <= set(state.board.spaces):
        yield "a piece lies off the map"


def _wrong_at_the_table(state: State) -> Iterator[str]:
    seats = list(range(state.options.players))
    if state.over:
        yield GAME_OVER
    if len(state.players) != len(seats):
        yield "it has not as many players as its options say"
    if len(set(state.turn_order)) < len(state.turn_order):
        yield "a seat is twice in the turn order"
    if state.phase in ("action", "production") and len(state.turn_order) < len(seats):
        yield SEAT_MISSING
    named = [*state.turn_order, *state.passed, *state.resigned]
    named += [decision.seat for decision in state.decisions]
    for decision in state.decisions:
        named += decision.left if isinstance(decision, PlaceWorkerDecision) else []
    named += [pair.taken_by for pair in state.draft if pair.taken_by is not None]
    if not set(named) <= set(seats):
        yield "it names an unknown seat"
    if len(set(state.passed)) < len(state.passed):
        yield "a seat has passed twice"


def _wrong_waiting(state: State) -> Iterator[str]:
    """What it waits for has to belong to its phase, or the game cannot go on. (STATE-01)"""
    top = state.decisions[-1] if state.decisions else None
    if top is None:
        try:
            next_step(state)
        except LookupError:
            yield "it has no open decision, and no step follows"
    elif top.PHASE not in (state.phase, None):
        yield "an open decision does not belong to its phase"
    if state.phase not in ("setup", "auction") and len(state.turn_order) < len(state.players):
        yield SEAT_MISSING
    together = [(type(one), one.seat) for one in state.decisions if one.TOGETHER]
    if len(set(together)) < len(together):
        yield "a seat has to decide the same twice"
    if sum(one.TURN for one in state.decisions) > 1:
        yield "two turns go on at a time"
    acting = {one.seat for one in state.decisions if one.MAIN}
    if acting & set(state.passed):
        yield "a seat acts that has passed"


def _wrong_on_the_tracks(state: State) -> Iterator[str]:
    if len(state.prices) != len(GOODS) or len(state.imports) != len(IMPORTS):
        yield "goods are missing"
    for price, track in zip(state.prices, state.content.market(state.options.players), strict=True):
        if not 0 <= price < len(track.prices):
            yield "a price is not on its track"


def _wrong_tiles(state: State) -> Iterator[str]:
    content, contracts = state.content, [number for number in seen(state) if number]
    for decision in state.decisions:
        # What is chosen of the open row still lies in it.
        for number in set(decision.turned_up) & set(state.future):
            contracts.remove(number)
    if len(set(contracts)) < len(contracts) or not set(contracts) <= set(content.contracts):
        yield "a contract is there twice, or unknown"
    if len(face_down(state)) != state.pile:
        yield "its contracts do not add up"
    for pair in state.draft:
        if pair.start_tile not in content.start_tiles or pair.clan not in ("", *content.clans):
            yield "a pair to choose is unknown"
    if not {port.tile for port in state.ports} <= set(content.ports):
        yield "a port tile is unknown"
    if not set(state.scoring_tiles) <= set(content.scoring_tiles):
        yield "a scoring tile is unknown"


def _wrong_with(player: Player, state: State) -> Iterator[str]:
    content = state.content
    if player.clan and not (player.clan in content.clans and player.clan in all_clans()):
        yield "a clan is unknown"
    rows = (player.goods, player.buying, player.selling)
    if any(len(row) != len(GOODS) for row in rows):
        yield "goods are missing"
    numbers = [player.money, player.glory, player.stock, player.track, player.shipping]
    if min(*numbers, *player.workers_out, *(number for row in rows for number in row)) < 0:
        yield "a count is negative"
    if player.shipping >= len(content.shipping_levels):
        yield "a level of shipping is out of range"
    if any(not BIT[piece.hex] & state.board.active for piece in player.units):
        yield "a unit stands off the map"


def _work_out(state: State) -> None:
    view(state, None)
    if state.turn_order:
        score_now(state)
    for decision in state.open_decisions():
        if not legal_moves(state, decision.seat):
            raise BadPosition(NO_LEGAL_MOVE)
