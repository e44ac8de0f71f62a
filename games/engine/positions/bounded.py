"""Refuses positions that list more than a game lists, or hold numbers beyond any game.

What is listed is drawn, offered or tried one by one: in legal moves, by bots, on pages. With lists
of any length and numbers of any size a single look at a position could take arbitrarily long, and
what it leads to might never end.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from games.engine.decisions import Decision
from games.engine.expansions import row_in_play
from games.engine.geometry.board import HEXES
from games.engine.rules.grants import MOST_SKIPS
from games.engine.rules.supply import ROUNDS
from games.engine.state import State
from games.engine.terms import GOODS, repeats

MOST: Final = 1_000_000
"""Of money, Glory and all that is counted: far beyond any game, and safe to go on from."""
MOST_LISTED: Final = 60
"""In one list of a decision, and decisions at a time. A contract with the most that a content pack
can name gives 41 bonuses."""


def beyond(state: State) -> Iterator[str]:
    """What is listed too often or too large, in words. Needs a valid content pack."""
    shown = msgspec.structs.replace(state, secret=None)
    if any(abs(number) > MOST for number in numbers_in(msgspec.to_builtins(shown))):
        yield "a number is too large"
    yield from _on_the_table(state)
    yield from _by_seats(state)
    if len(state.decisions) > MOST_LISTED:
        yield "too many decisions are open"
    for decision in state.decisions:
        yield from _decided(decision)


def numbers_in(plain: Any) -> Iterator[int]:
    """All whole numbers of plain data."""
    if isinstance(plain, dict):
        plain = list(plain.values())
    if isinstance(plain, list):
        for part in plain:
            yield from numbers_in(part)
    elif isinstance(plain, int):
        yield plain


def _on_the_table(state: State) -> Iterator[str]:
    if len(state.slots) > state.content.board_slots(state.options.players):
        yield "the export board has too many slots"
    if state.future and row_in_play(state.options) is None:
        yield "contracts lie beside the export board, but no row of them is in play"
    if len(state.scoring_tiles) > ROUNDS:
        yield "there are more scoring tiles than rounds"
    if len(state.draft) > state.options.players + 1:
        yield "there are more pairs to choose from than are drawn"
    if len({piece.hex for piece in state.blockers}) < len(state.blockers):
        yield "two pieces lie on one space"


def _by_seats(state: State) -> Iterator[str]:
    seats = set(range(state.options.players))
    if any(repeats(port.used_by) or not set(port.used_by) <= seats for port in state.ports):
        yield "a port tile was used by an unknown seat, or twice by one"
    if state.turn.seat not in {None, *seats}:
        yield "it is the turn of an unknown seat"
    if len(state.turn.bought) != len(GOODS):
        yield "goods are missing among those bought in this turn"
    if min(state.turn.bought, default=0) < 0:
        yield "a negative number of goods was bought in this turn"


def _decided(decision: Decision) -> Iterator[str]:
    """Of a decision: how much it lists, and what it would offer more than once."""
    parts = msgspec.to_builtins(decision).values()
    lists = [part for part in parts if isinstance(part, list)]
    grant = decision.grant
    lists += [grant.columns, grant.beside]
    if any(len(part) > MOST_LISTED for part in lists):
        yield "a decision lists too much"
    if not 0 <= grant.skips <= MOST_SKIPS:
        yield "a grant reaches behind more spaces than a grant may skip"
    if not set(grant.beside) <= set(HEXES):
        yield "a grant asks for a space beside a space that does not exist"
    yield from decision.wrong()
