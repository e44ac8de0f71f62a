"""What a route to a move is made of: the choices that lead a player to it, one after the other."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from games import engine
from games.engine.moves.modifiers import Modifier


class Step(NamedTuple):
    """One choice: ``value`` is what the address of a page says, ``kind`` how it is shown."""

    kind: str
    value: str


Route: TypeAlias = tuple[Step, ...]
Path: TypeAlias = Sequence[str]
"""The values that have been chosen so far; the first is the kind of the move."""

ENOUGH: Final = Step("enough", "enough")
"""The end of a choice of several, where one might go on."""
PLAIN: Final = "plain"
"""No port tile is announced."""


class Way(NamedTuple):
    """A route that begins as a player has chosen, with the move that it leads to."""

    route: Route
    move: engine.Move


def modifiers(announced: Sequence[Modifier]) -> Step:
    """The port tiles that are announced with a move, as one choice."""
    return Step("modifiers", " ".join(one.notation() for one in announced) or PLAIN)
