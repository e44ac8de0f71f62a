"""A round robin of two at a table: everybody meets everybody else once or twice."""

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
from msgspec import Struct

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.formats.base import Format, FormatOption
from tournaments.formats.rosters import roster_ahead, roster_draw
from tournaments.pairing.designs import circle
from tournaments.scoring.standings import RankedRow, stage_standings
from tournaments.sentences import Sentence
from tournaments.state import Draw, OptionValue, Tournament

ALL_MEET: Final = "round"
MOST: Final = 32

NUMBER = gettext_noop("A round robin is for 3 to %(most)s entrants.")
ONE_LEG = gettext_noop(
    "Everybody plays everybody else once, two at a table. Seats alternate from round to round."
)
TWO_LEGS = gettext_noop(
    "Everybody plays everybody else twice, two at a table. Seats alternate from round to round, and"
    " in the second game of a pair they are swapped."
)
RESTS = gettext_noop(
    "With an odd number one player rests in each round, everybody equally often. That brings no"
    " points."
)
LOT = gettext_noop(
    "A lot says who takes which place of the schedule. Who would meet a player who has dropped out"
    " rests."
)
COUNTED = gettext_noop("Rounds: %(rounds)s. Games of each player: %(games)s.")


class RoundRobinOptions(Struct, frozen=True):
    """How often each pair meets."""

    legs: int = 1


class RoundRobin(Format):
    """Everybody meets everybody else, two at a table."""

    name = "round_robin"
    title = gettext_noop("Round robin for two")
    summary = gettext_noop("For duels in a small field: everybody plays everybody else.")
    stages: ClassVar = {ALL_MEET: gettext_noop("Round")}
    Options = RoundRobinOptions
    sizes = (2,)
    described = (
        FormatOption(
            "legs",
            gettext_noop("How often each pair meets; the second time with seats swapped."),
            "integer",
            RoundRobinOptions().legs,
            least=1,
            most=2,
        ),
    )

    def options(self, given: dict[str, OptionValue]) -> RoundRobinOptions:
        """The options, checked. Raises FormatRefused."""
        return msgspec.convert(self.values(given), RoundRobinOptions)

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused where so many entrants do not fit."""
        self.options(given)
        if not 3 <= entrants <= MOST:
            raise FormatRefused(NUMBER, most=MOST)

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int:
        """As many as each has opponents, with an odd number one more; twice that for two legs."""
        return len(circle(entrants, self.options(given).legs))

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next round of the circle."""
        options = self.options(state.settings.format_options)
        first = state.draws[0] if state.draws else None
        entrants = 2 * len(first.tables) + len(first.rest) if first else len(state.to_draw())
        if entrants < 2:
            return None
        return roster_draw(state, ALL_MEET, circle(entrants, options.legs), chance)

    def coming(self, state: Tournament) -> list[Draw]:
        """All rounds that are left of the schedule, once the first one is drawn."""
        return roster_ahead(state, self.next_draw)

    def standings(self, state: Tournament) -> list[RankedRow]:
        """By the points of all rounds."""
        return stage_standings(state, state.competed(), stage=ALL_MEET)

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        legs = Sentence(ONE_LEG if self.options(given).legs == 1 else TWO_LEGS)
        return [legs, Sentence(RESTS), Sentence(LOT)]

    def forecast(self, given: dict[str, OptionValue], entrants: int) -> Sequence[Sentence]:
        """How many rounds that are, and how many games for each."""
        games = (entrants - 1) * self.options(given).legs
        return [Sentence(COUNTED, {"rounds": self.rounds(given, entrants), "games": games})]
