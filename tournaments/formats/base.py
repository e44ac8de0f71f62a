"""A format: how tables are drawn from entrants and results, and when it is over."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

import msgspec
from msgspec import Struct

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused, TableRefused
from tournaments.scoring.standings import RankedRow
from tournaments.scoring.tie_breaks import THIRDS, deciding
from tournaments.sentences import Sentence
from tournaments.state import (
    Draw,
    EntrantId,
    OptionValue,
    Settings,
    TableDraw,
    TableId,
    Tournament,
)

UNKNOWN = gettext_noop("This format has no option %(name)s.")
NUMBER = gettext_noop("Choose a whole number from %(least)s to %(most)s.")
YES_OR_NO = gettext_noop("Choose yes or no.")
ONE_OF = gettext_noop("Choose one of these: %(values)s.")
PLAYED = gettext_noop("All rounds are played.")
FEW_LEFT = gettext_noop("Too few players are left for another round.")
DRAWN = gettext_noop("In this format tables come from draws, and players make none of their own.")


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

    def check(self, value: OptionValue) -> None:
        """Raises FormatRefused for a value that the option cannot have."""
        if self.kind == "boolean" and not isinstance(value, bool):
            raise FormatRefused(YES_OR_NO, self.name)
        if self.kind == "choice" and value not in self.values:
            raise FormatRefused(ONE_OF, self.name, values=", ".join(self.values))
        if self.kind == "integer":
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole or not self.least <= int(value) <= self.most:
                raise FormatRefused(NUMBER, self.name, least=self.least, most=self.most)


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
    stages: ClassVar[dict[str, str]] = {}
    """The words of its draws, each with a translatable title."""
    round_name: ClassVar[str] = ""
    """What a round is called, translatable, with its ``number``; empty for just a round."""
    table_name: ClassVar[str] = ""
    """The same of its tables, with the ``number`` of the round and that of the ``table``."""
    played: ClassVar[str] = PLAYED
    """Translatable, why no further round comes: all are played."""
    few_left: ClassVar[str] = FEW_LEFT
    """The same where too few are left for one."""
    described: ClassVar[tuple[FormatOption, ...]] = ()
    Options: ClassVar[type[Struct]]
    sizes: ClassVar[tuple[int, ...]] = (2, 3, 4)
    """How many seats its tables can have."""
    endless: ClassVar[bool] = False
    """Whether it has no rounds and no end, as a ladder."""
    one_table: ClassVar[bool] = True
    """Whether each can sit at one table of a round at most; a league plays several at once."""

    def options(self, given: dict[str, OptionValue]) -> Struct:
        """The options, checked. Raises FormatRefused."""
        return msgspec.convert(self.values(given), self.Options)

    def values(self, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """A value for each described option, checked one by one. Raises FormatRefused."""
        described = {option.name: option for option in self.described}
        for name, value in given.items():
            if name not in described:
                raise FormatRefused(UNKNOWN, name, name=name)
            described[name].check(value)
        return {name: given.get(name, option.default) for name, option in described.items()}

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused where so many entrants do not fit."""
        raise NotImplementedError

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int | None:
        """How many rounds so many entrants play, all stages together; None without an end."""
        raise NotImplementedError

    def plays_once(self, given: dict[str, OptionValue], entrants: int) -> bool:
        """Whether each of so many sits at one table of a round at most. Asked after ``check``."""
        return self.one_table

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next round; None when the last one has been drawn. All earlier ones have results."""
        raise NotImplementedError

    def over(self, state: Tournament) -> Sentence | None:
        """Why no further round comes; None while one does.

        Asked of a running tournament whose newest round has all its results, on every page: formats
        whose draws take long answer without one.
        """
        if self.next_draw(state, Stream(b"", "nothing")) is not None:
            return None
        return self.why_over(state)

    def why_over(self, state: Tournament) -> Sentence:
        """Why it is over, of a tournament that is."""
        first = state.draws[0] if state.draws else None
        seated = {one for table in first.tables for one in table.seats} if first else set()
        entrants = len(seated.union(first.rest)) if first else len(state.active())
        rounds = self.rounds(state.settings.format_options, entrants)
        all_played = rounds is not None and state.round >= rounds
        return Sentence(self.played if all_played else self.few_left)

    def coming(self, state: Tournament) -> list[Draw]:
        """The rounds after the newest as far as they are known: who meets whom, if nobody leaves.

        Formats with a schedule know them all once the first round is drawn; others none.
        """
        return []

    def challenge(self, state: Tournament, seats: Sequence[EntrantId], chance: Stream) -> TableDraw:
        """The table to which the first of ``seats`` challenges the others, in a ladder.

        It is of round 0. Raises TableRefused, which formats with rounds do for every table.
        """
        raise TableRefused(DRAWN)

    def rest_points(self, state: Tournament, stage: str) -> int:
        """What a round of this stage brings to who rests in it."""
        return 0

    def left_out(self, state: Tournament) -> Mapping[EntrantId, frozenset[TableId]]:
        """The tables of each entrant whose results do not count; nothing where all do."""
        return {}

    def parted_by(self, settings: Settings) -> tuple[str, ...]:
        """What orders those who are level, as names of tie-breaks; of duels no third places."""
        return tuple(name for name in deciding(settings) if name != THIRDS or max(self.sizes) > 2)

    def order(self, settings: Settings) -> tuple[str, ...]:
        """What orders the standings, the first that differs."""
        return ("points", *self.parted_by(settings))

    def standings(self, state: Tournament) -> list[RankedRow]:
        """Everybody who competed, best first, as the results stand now."""
        raise NotImplementedError

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        raise NotImplementedError

    def forecast(self, given: dict[str, OptionValue], entrants: int) -> Sequence[Sentence]:
        """How so many entrants are divided, and how even that is. Asked after ``check``."""
        return ()
