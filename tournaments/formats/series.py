"""A single table, or a series of games of the same players."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec
from msgspec import Struct

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.formats.base import Format, FormatOption
from tournaments.scoring.points import points_row
from tournaments.scoring.standings import RankedRow, stage_standings
from tournaments.sentences import Sentence
from tournaments.state import Draw, EntrantId, OptionValue, TableDraw, Tournament

GAME = "game"

MOST: int = 4
DECIDED = gettext_noop("The series is decided: nobody can catch %(entrant)s.")
NUMBER = gettext_noop("A series is played by 2 to 4 players.")


class SeriesOptions(Struct, frozen=True):
    """How many games at most; ``to_the_end`` plays them all."""

    games: int = 1
    to_the_end: bool = False


class Series(Format):
    """The same players at one table, again and again; seats move on by one."""

    name = "series"
    title = gettext_noop("One table or a series")
    summary = gettext_noop("For 2 to 4 players: one game, or the best of several.")
    stages: ClassVar = {GAME: gettext_noop("Game")}
    round_name = table_name = gettext_noop("Game %(number)s")
    Options = SeriesOptions
    described = (
        FormatOption(
            "games",
            gettext_noop("How many games are played at most."),
            "integer",
            SeriesOptions().games,
            least=1,
            most=15,
        ),
        FormatOption(
            "to_the_end",
            gettext_noop("Play all games, even when the first place is decided."),
            "boolean",
            SeriesOptions().to_the_end,
        ),
    )

    def options(self, given: dict[str, OptionValue]) -> SeriesOptions:
        """The options, checked. Raises FormatRefused."""
        return msgspec.convert(self.values(given), SeriesOptions)

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused for a number that cannot sit at one table."""
        self.options(given)
        if not 2 <= entrants <= MOST:
            raise FormatRefused(NUMBER)

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int:
        """As many as there are games at most."""
        return self.options(given).games

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next game; None when all are played, one cannot be caught, or one is left alone."""
        options = self.options(state.settings.format_options)
        entrants = state.to_draw()[:MOST]
        left = options.games - state.round
        if left < 1 or len(entrants) < 2:
            return None
        if state.round and not options.to_the_end and decided(state, entrants, left):
            return None
        seats = seats_of(state, entrants, chance)
        return Draw(GAME, state.round + 1, (TableDraw(seats),))

    def why_over(self, state: Tournament) -> Sentence:
        """That one cannot be caught, or what the others say."""
        entrants = state.to_draw()[:MOST]
        left = self.options(state.settings.format_options).games - state.round
        if left > 0 and len(entrants) > 1:
            leader = self.standings(state)[0].entrant
            return Sentence(DECIDED, {"entrant": leader})
        return super().why_over(state)

    def standings(self, state: Tournament) -> list[RankedRow]:
        """By the points of all games."""
        return stage_standings(state, state.competed(), stage=GAME if state.draws else None)

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        options = self.options(given)
        if options.games == 1:
            return [Sentence(gettext_noop("One game decides. Seats are drawn."))]
        seats = Sentence(
            gettext_noop("Seats are drawn for the first game; after each game they move on by one.")
        )
        if options.to_the_end:
            text = gettext_noop("Games: %(games)s, all of them played. The sum of points decides.")
        else:
            text = gettext_noop(
                "At most %(games)s games, whose points add up. The series ends as soon as the"
                " leader cannot be caught."
            )
        return [Sentence(text, {"games": options.games}), seats]


def seats_of(
    state: Tournament, entrants: Sequence[EntrantId], chance: Stream
) -> tuple[EntrantId, ...]:
    """The seats of the next game: those of the last one moved on, or drawn if others play."""
    before = state.draws[-1].tables[0].seats if state.draws else ()
    if set(before) != set(entrants):
        return tuple(chance.shuffled(entrants))
    return (*before[1:], before[0])


def decided(state: Tournament, entrants: Sequence[EntrantId], left: int) -> bool:
    """Whether nobody else could still reach the points of the leader in so many games."""
    rows = stage_standings(state, state.competed(), stage=GAME)
    row = points_row(state.settings.points, len(entrants))
    gain = left * Fraction(row[0] - row[-1])
    chasing = [one.points for one in rows[1:] if one.entrant in entrants]
    return rows[0].entrant in entrants and all(rows[0].points - one > gain for one in chasing)
