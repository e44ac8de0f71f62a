"""A format: how tables are drawn from entrants and results, and when it is over."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from msgspec import Struct

from games.engine.randomness import Stream
from tournaments.scoring.standings import Row
from tournaments.sentences import Sentence
from tournaments.state import Draw, OptionValue, Tournament


class FormatOption(Struct, frozen=True):
    """One choice of a format, as a form asks for it.

    ``name`` is the field of the format's options; ``meaning`` is a translatable sentence. A number
    lies between ``least`` and ``most``; a choice is one of ``values``.
    """

    name: str
    meaning: str
    kind: Literal["integer", "boolean", "choice"]
    default: OptionValue
    least: int = 0
    most: int = 0
    values: tuple[str, ...] = ()


class Format:
    """Every question that a tournament asks its format.

    Draws are pure functions of state and chance: integers only, no limit of time, no order of sets
    or dictionaries that is not that of the log. A change of what a format draws is a new
    ``ALGORITHM``, and the old one stays for the logs that name it.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    """Translatable, as people call it."""
    summary: ClassVar[str]
    """One translatable sentence for whom it is."""
    described: ClassVar[tuple[FormatOption, ...]] = ()
    Options: ClassVar[type[Struct]]
    sizes: ClassVar[tuple[int, ...]] = (2, 3, 4)
    """How many seats its tables can have."""
    endless: ClassVar[bool] = False
    """Whether it has no rounds and no end, as a ladder."""

    def options(self, given: dict[str, OptionValue]) -> Struct:
        """The options, checked. Raises FormatRefused."""
        raise NotImplementedError

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused where so many entrants do not fit."""
        raise NotImplementedError

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int | None:
        """How many rounds so many entrants play, all stages together; None without an end."""
        raise NotImplementedError

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next round; None when the last one has been drawn. All earlier ones have results."""
        raise NotImplementedError

    def standings(self, state: Tournament) -> list[Row]:
        """Everybody who competed, best first, as the results stand now."""
        raise NotImplementedError

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        raise NotImplementedError
