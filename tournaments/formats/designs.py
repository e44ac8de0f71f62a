"""Exact designs: for a few numbers of entrants, all meet all others equally often."""

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
from msgspec import Struct

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.formats.base import Format, FormatOption
from tournaments.formats.rosters import roster_ahead, roster_draw
from tournaments.pairing.designs import DESIGNS, Design, design_for
from tournaments.scoring.standings import RankedRow, stage_standings
from tournaments.sentences import Sentence
from tournaments.state import Draw, OptionValue, Tournament

EXACT: Final = "exact"

NUMBERS = gettext_noop(
    "There is no exact schedule with %(size)s at a table for so many entrants: %(entrants)s. With 3"
    " at a table there is one for %(threes)s, with 4 for %(fours)s."
)
FITTING = gettext_noop("With %(size)s at a table, for so many entrants: %(fit)s.")
DESIGN = gettext_noop(
    "Each pair meets so often: %(meetings)s. Games of each player: %(games)s. All hold each seat"
    " equally often, or one of them once more."
)
AT_ONCE = gettext_noop(
    "All tables are drawn at the same time, because they cannot be parted into rounds in which"
    " everybody plays."
)
IN_ROUNDS = gettext_noop("Rounds: %(rounds)s. Everybody plays one game in each.")
ALL_EQUAL = gettext_noop(
    "Everybody meets everybody else equally often and holds each seat equally often, or one of them"
    " once more. A lot says who takes which place of the schedule."
)
GONE = gettext_noop("Tables from which somebody has dropped out are played by the others.")


def _fitting(size: int) -> str:
    """The numbers of entrants for which there is a design with so many at a table."""
    return ", ".join(str(one.players) for one in DESIGNS if one.size == size)


class ExactOptions(Struct, frozen=True):
    """How many sit at a table."""

    table_size: int = 4


class Designs(Format):
    """Everybody meets everybody else equally often; the number of entrants has to fit."""

    name = "designs"
    title = gettext_noop("Exact schedule")
    summary = gettext_noop(
        "For 7 or 9 at tables of 3, for 7, 13 or 16 at tables of 4: everybody meets everybody else"
        " equally often."
    )
    stages: ClassVar = {EXACT: gettext_noop("Round")}
    Options = ExactOptions
    described = (
        FormatOption(
            "table_size",
            gettext_noop("How many sit at a table: 3 for 7 or 9 entrants, 4 for 7, 13 or 16."),
            "integer",
            ExactOptions().table_size,
            least=3,
            most=4,
        ),
    )

    def options(self, given: dict[str, OptionValue]) -> ExactOptions:
        """The options, checked. Raises FormatRefused."""
        return msgspec.convert(self.values(given), ExactOptions)

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused, which says which numbers fit."""
        self._design(self.options(given), entrants)

    def _design(self, options: ExactOptions, entrants: int) -> Design:
        size = options.table_size
        design = design_for(entrants, size)
        if design is None:
            threes, fours = _fitting(3), _fitting(4)
            raise FormatRefused(NUMBERS, size=size, entrants=entrants, threes=threes, fours=fours)
        return design

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int:
        """One, where tables cannot be parted into rounds."""
        return len(self._design(self.options(given), entrants).rounds)

    def plays_once(self, given: dict[str, OptionValue], entrants: int) -> bool:
        """Where tables can be parted into rounds, as those of 9 and of 16 entrants."""
        return self._design(self.options(given), entrants).in_rounds

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next round, or all tables. Raises FormatRefused if the first does not fit."""
        first = state.draws[0] if state.draws else None
        seated = {one for table in first.tables for one in table.seats} if first else ()
        entrants = len(seated) or len(state.to_draw())
        design = self._design(self.options(state.settings.format_options), entrants)
        return roster_draw(state, EXACT, design.rounds, chance)

    def coming(self, state: Tournament) -> list[Draw]:
        """All rounds that are left of the schedule, once the first one is drawn."""
        return roster_ahead(state, self.next_draw)

    def standings(self, state: Tournament) -> list[RankedRow]:
        """By the points of all rounds."""
        return stage_standings(state, state.competed(), stage=EXACT)

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        size = self.options(given).table_size
        fitting = Sentence(FITTING, {"size": size, "fit": _fitting(size)})
        return [fitting, Sentence(ALL_EQUAL), Sentence(GONE)]

    def forecast(self, given: dict[str, OptionValue], entrants: int) -> Sequence[Sentence]:
        """How often pairs meet, how many games each has, and in how many rounds."""
        design = self._design(self.options(given), entrants)
        numbers: dict[str, int | str] = {"meetings": design.meetings, "games": design.games}
        rounds = Sentence(IN_ROUNDS, {"rounds": len(design.rounds)})
        return [Sentence(DESIGN, numbers), rounds if design.in_rounds else Sentence(AT_ONCE)]
