"""Lines of the score sheet: the name, the points, and how they are counted."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from games.engine.state import State
from games.engine.terms import Seat

Compared: TypeAlias = Callable[[State], Sequence[int]]
"""What players are compared by, by seat."""


class How(Struct, frozen=True):
    """How a line is counted, in a few words that pages have translated, and the rule's id.

    ``params`` are the numbers that stand in ``text``.
    """

    text: str
    rule: str
    params: Mapping[str, int] = {}


def in_every_game(_state: State) -> bool:
    """For lines that every score sheet has."""
    return True


def nothing_lasts(_state: State) -> int:
    """For lines whose players may lose again what they are compared by."""
    return 0


def nowhere(_state: State) -> bool:
    """For lines that count no units, or all wherever they stand."""
    return False


def says_itself(_state: State) -> str:
    """For lines whose label says what is counted."""
    return ""


class ScoreLine(Struct, frozen=True):
    """A line that adds to the total of every player; see the table in ``rules/final``.

    ``points`` are by seat, in victory points. ``label`` is a text that pages have translated.
    ``settled`` says that nothing which is done in a round changes the line. Where ``in_game`` says
    no, it brings 0 and is not shown: a line of an expansion says there whether that is in play.
    ``compared`` is what players are compared by for it, by seat, where they are; ``lasting`` is
    about how much of it the best has in the end, 0 where what is there now may be gone by then;
    ``placed`` whether it counts units by where they stand. ``counted`` is what is counted in this
    game, a text that pages have translated, where the label does not say it.
    """

    name: str
    label: str
    points: Callable[[State], Sequence[int]]
    how: Callable[[State], How]
    settled: bool = False
    in_game: Callable[[State], bool] = in_every_game
    compared: Compared | None = None
    lasting: Callable[[State], int] = nothing_lasts
    placed: Callable[[State], bool] = nowhere
    counted: Callable[[State], str] = says_itself


def by_seat(count: Callable[[State, Seat], int]) -> Callable[[State], Sequence[int]]:
    """The points of a line for which players are looked at one by one."""
    return lambda state: [count(state, Seat(seat)) for seat in range(len(state.players))]


def always(text: str, rule: str) -> Callable[[State], How]:
    """How a line is counted that is counted the same in every game."""
    how = How(text, rule)
    return lambda _state: how
