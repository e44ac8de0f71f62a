"""Starting a game from a position of another one.

The first event of such a game is of the kind ``fork``: one public effect lays out the position,
and the secrets of the event are a seed of the new game's own and the order of the face-down
contracts that follows from it. So nothing that was hidden in the old game shows in the new one, and
knowledge of the old one is of no use there.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from games.engine import effects as fx
from games.engine.decisions import Decision, SealedBidDecision
from games.engine.expansions import in_play
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.sealing import copy
from games.engine.state import State
from games.engine.terms import ContractId

FORK: Final = "fork"
"""The kind of the event."""
FIRST: Final = 1
"""Its version."""
GAME_OVER: Final = "the game is over in this position"


def lay_out(game: Recorder, position: State, seed: bytes) -> None:
    """Begin a game with a position. Only its public part is used.

    It may be any that a game can come to but the end: raises ValueError for that one, and for one
    whose contracts do not add up.
    """
    if position.over or not position.players:
        raise ValueError(GAME_OVER)
    placed = rebased(position)
    hidden = face_down(placed)
    if len(hidden) != placed.pile:
        raise ValueError(f"{len(hidden)} contracts are not seen, and {placed.pile} lie face down")
    game.emit_secret(fx.Seeded(seed.hex()))
    game.emit_secret(fx.PileShuffled(Stream(seed, "contracts").shuffled(hidden)))
    for expansion in in_play(placed.options):
        for secret in expansion.hide(placed.options, placed.content, seed, placed):
            game.emit_secret(secret)
    game.emit(fx.PositionPlaced(placed))


def rebased(position: State) -> State:
    """A position as the effect holds it: public, and as if the first event had led to it.

    Resignations are dropped: other people play the new game.
    """
    placed = copy(position)
    placed.version = placed.head = 0
    placed.secret = None
    placed.undo_to = FIRST
    placed.resigned = []
    placed.decisions = [_opened_first(decision) for decision in placed.decisions]
    return placed


def _opened_first(decision: Decision) -> Decision:
    if isinstance(decision, SealedBidDecision):  # what was bid stays in the old game
        return SealedBidDecision(FIRST, decision.seat)
    return msgspec.structs.replace(decision, id=FIRST)


def face_down(state: State) -> list[ContractId]:
    """The contracts whose place is hidden, by their numbers."""
    known = set(seen(state))
    return sorted(number for number in state.content.contracts if number not in known)


def seen(state: State) -> Iterator[ContractId]:
    """The contracts that lie open, left the game, or were seen on their way under the pile.

    0 is an empty slot.
    """
    yield from state.slots
    yield from state.pile_tail
    yield from state.future
    yield from state.removed
    for player in state.players:
        yield from player.fulfilled
        for pile in player.boxes:
            yield from pile
    for decision in state.decisions:
        yield from decision.turned_up
