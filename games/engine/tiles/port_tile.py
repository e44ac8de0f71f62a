"""What a port tile is. (PORT-G)"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec import Struct

from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.rules.demands import Item
from games.engine.state import State
from games.engine.terms import Seat, TileTopic
from games.engine.tiles.choices import CHOICES, NOTHING, PortChoice

Check: TypeAlias = Callable[[State, Seat, PortChoice], None]
Choices: TypeAlias = Callable[[State, Seat], Iterator[PortChoice]]


def always(state: State, seat: Seat, choice: PortChoice) -> None:
    """The check of a tile that can always be used. (PORT-G07)"""


def one_choice(state: State, seat: Seat) -> Iterator[PortChoice]:
    """The only choice of a tile that lets the player choose nothing."""
    yield NOTHING


class Sparing(Struct, frozen=True):
    """What a tile leaves out of what is to be delivered: one of some ``items``. (PORT-1, PORT-10)

    ``rule`` and ``code`` are of the refusal where nothing of that is asked for, and ``fact`` is
    what it calls the item.
    """

    rule: str
    code: str
    items: tuple[Item, ...]
    fact: str


class Announced(Struct, frozen=True):
    """How a tile that is never used by itself is announced with the move that it changes.

    ``names`` are the fields of a ``Modifier`` that belong to the tile; the first has to be given.
    ``code`` is that of the refusal to use it by itself. The first name stands for the item where
    the tile ``spares`` one.
    """

    rule: str
    code: str
    names: tuple[str, ...]
    spares: Sparing | None = None


class PortTileKind(Struct, frozen=True):
    """A port tile; the general rules (reach, once for each player) are the move's.

    ``doubles`` says that by it two units of a player may share a space. (IND-DUAL-01)
    ``takes`` names the choices that belong to the tile; ``check`` and ``choices`` judge and list
    them, and both are exact. (PORT-G07) ``details`` are sentences about what ``text`` leaves open.
    ``cost`` are the pounds that the tile asks for whatever is chosen, ``topics`` what it is about
    that a clan may change.
    """

    number: int
    text: str
    perform: Callable[[Recorder, Seat, PortChoice], None]
    check: Check = always
    choices: Choices = one_choice
    takes: tuple[str, ...] = ()
    announced: Announced | None = None
    kickstarter: bool = False
    doubles: bool = False
    details: tuple[str, ...] = ()
    cost: int = 0
    topics: tuple[TileTopic, ...] = ()

    def judge(self, state: State, seat: Seat, choice: PortChoice) -> None:
        """Raise IllegalMove unless the tile can be used with this choice."""
        for name in CHOICES:
            if name not in self.takes and getattr(choice, name) != getattr(NOTHING, name):
                rule = f"PORT-{self.number}"
                if not self.takes:
                    raise IllegalMove(rule, "nothing_to_choose")
                raise IllegalMove(rule, "wrong_details", tile=self.number, takes=list(self.takes))
        self.check(state, seat, choice)


def announced_tile(number: int, text: str, announced: Announced, *details: str) -> PortTileKind:
    """A tile that is never used by itself: it can only be announced with another move."""

    def refuse(state: State, seat: Seat, choice: PortChoice) -> None:
        raise IllegalMove(announced.rule, announced.code)

    return PortTileKind(
        number,
        text,
        nothing_happens,
        refuse,
        no_choice,
        takes=CHOICES,
        announced=announced,
        details=details,
    )


def no_choice(state: State, seat: Seat) -> Iterator[PortChoice]:
    """The choices of a tile that is never used by itself."""
    return iter(())


def nothing_happens(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """The effect of a tile that is never used by itself."""
