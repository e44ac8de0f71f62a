"""A league of divisions: seasons of few games each, with promotion and relegation between them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

import msgspec
from msgspec import Struct

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.formats.base import Format, FormatOption
from tournaments.pairing.schedules import MOST_PLAYERS, imbalance, schedule
from tournaments.scoring.standings import RankedRow, joined, stage_standings
from tournaments.sentences import Sentence
from tournaments.state import Draw, EntrantId, OptionValue, TableDraw, Tournament

SEASON = "season"

EVEN = gettext_noop(
    "Divisions of %(size)s players: %(divisions)s. In a season each pair meets so often: %(most)s."
)
UNEVEN = gettext_noop(
    "Divisions of %(size)s players: %(divisions)s. In a season each pair meets so often: %(least)s"
    " to %(most)s."
)
FEW = gettext_noop("A league at tables of %(size)s needs at least %(size)s entrants.")


class LeagueOptions(Struct, frozen=True):
    """How a league is divided. ``promoted`` is how many rise from each division, and fall."""

    division: int = 7
    table_size: int = 4
    promoted: int = 2
    seasons: int = 1


class League(Format):
    """Divisions in which each plays as many games as a table has seats, each seat once."""

    name = "league"
    title = gettext_noop("League of divisions")
    summary = gettext_noop(
        "For a season of weeks: small divisions, few games for each, and the best rise to the next"
        " division."
    )
    stages: ClassVar = {SEASON: gettext_noop("Season")}
    round_name = gettext_noop("Season %(number)s")
    table_name = gettext_noop("Season %(number)s, table %(table)s")
    played = gettext_noop("All seasons are played.")
    few_left = gettext_noop("Too few players are left for another season.")
    Options = LeagueOptions
    sizes = (3, 4)
    one_table = False
    described = (
        FormatOption(
            "division",
            gettext_noop("How many play in a division; divisions differ by one at most."),
            "integer",
            LeagueOptions().division,
            least=4,
            most=12,
        ),
        FormatOption(
            "table_size",
            gettext_noop("How many sit at a table, and how many games each plays in a season."),
            "integer",
            LeagueOptions().table_size,
            least=3,
            most=4,
        ),
        FormatOption(
            "promoted",
            gettext_noop("How many rise from each division after a season, and as many fall."),
            "integer",
            LeagueOptions().promoted,
            least=0,
            most=4,
        ),
        FormatOption(
            "seasons",
            gettext_noop("How many seasons are played."),
            "integer",
            LeagueOptions().seasons,
            least=1,
            most=50,
        ),
    )

    def options(self, given: dict[str, OptionValue]) -> LeagueOptions:
        """The options, checked. Raises FormatRefused."""
        return msgspec.convert(self.values(given), LeagueOptions)

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused for fewer entrants than sit at a table."""
        size = self.options(given).table_size
        if entrants < size:
            raise FormatRefused(FEW, size=size)

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int:
        """One for each season: all its tables can be played side by side."""
        return self.options(given).seasons

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next season; None after the last, and where too few are left for a table."""
        options = self.options(state.settings.format_options)
        number = state.round + 1
        order = self._ranked(state, options)
        if number > options.seasons or len(order) < options.table_size:
            return None
        tables = [
            TableDraw(tuple(division[index] for index in table), group)
            for group, division in enumerate(self._drawn(order, options, chance), 1)
            for table in schedule(len(division), options.table_size)
        ]
        return Draw(SEASON, number, tuple(tables))

    def _drawn(
        self, order: Sequence[EntrantId], options: LeagueOptions, chance: Stream
    ) -> list[list[EntrantId]]:
        """The divisions, the highest first, each in an order by lot: the schedule is no ranking."""
        found, begin = list[list[EntrantId]](), 0
        for size in division_sizes(len(order), options):
            found.append(chance.shuffled(order[begin : begin + size]))
            begin += size
        return found

    def _ranked(self, state: Tournament, options: LeagueOptions) -> list[EntrantId]:
        """Everybody for the next season, from the top of the highest division to the lowest.

        Before the first season that is the seeding. Who has moved up or down stands in the new
        division. Places of those who have left are filled from below; who is new begins at the
        bottom.
        """
        entering = state.to_draw()
        if not state.draws:
            return entering
        order = promoted(self._divisions(state, state.round), options.promoted)
        playing, before = set(entering), set(order)
        return [
            *(one for one in order if one in playing),
            *(one for one in entering if one not in before),
        ]

    def _divisions(self, state: Tournament, number: int) -> list[list[RankedRow]]:
        """The standings of each division of a season."""
        members: dict[int, dict[EntrantId, None]] = {}
        for table in state.draws[number - 1].tables:
            members.setdefault(table.group, {}).update(dict.fromkeys(table.seats))
        return [
            stage_standings(state, list(group), stage=SEASON, number=number, group=division)
            for division, group in members.items()
        ]

    def standings(self, state: Tournament) -> list[RankedRow]:
        """The divisions of the newest season in order, then those of earlier ones alone."""
        if not state.draws:
            return stage_standings(state, state.competed())
        left, seasons = set(state.competed()), list[list[RankedRow]]()
        for number in range(state.round, 0, -1):
            if left:
                seasons.append(joined(*self._divisions(state, number), by="group"))
                left -= {row.entrant for row in seasons[-1]}
        waiting = stage_standings(state, sorted(left), stage=SEASON)
        return joined(*seasons, waiting)

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        options = self.options(given)
        found = [
            Sentence(
                gettext_noop(
                    "Divisions of about %(division)s players, tables of %(games)s. In a season each"
                    " player holds each seat once: that makes %(games)s games."
                ),
                {"division": options.division, "games": options.table_size},
            ),
            Sentence(
                gettext_noop(
                    "All games of a season can be played side by side; the deadline is that of the"
                    " season."
                )
            ),
        ]
        if options.division == 7:
            found.append(
                Sentence(
                    gettext_noop(
                        "In a division of 7 each pair meets equally often. Meetings in a season:"
                        " %(times)s."
                    ),
                    {"times": options.table_size - 2},
                )
            )
        if options.seasons > 1:
            found.append(
                Sentence(
                    gettext_noop(
                        "Seasons: %(seasons)s. After each, %(promoted)s rise from each division and"
                        " as many fall from the one above. Places of players who leave are filled"
                        " from below; who is new begins in the lowest division."
                    ),
                    {"seasons": options.seasons, "promoted": options.promoted},
                )
            )
        return found

    def forecast(self, given: dict[str, OptionValue], entrants: int) -> Sequence[Sentence]:
        """The divisions, and for each size how often pairs meet."""
        options = self.options(given)
        sizes = division_sizes(entrants, options)
        found = list[Sentence]()
        for size in sorted(set(sizes)):
            even = imbalance(schedule(size, options.table_size), size)
            params: dict[str, int | str] = {
                "divisions": sizes.count(size),
                "size": size,
                "most": even.meetings_most,
            }
            if even.meetings_least == even.meetings_most:
                found.append(Sentence(EVEN, params))
            else:
                found.append(Sentence(UNEVEN, {**params, "least": even.meetings_least}))
        return found


def division_sizes(entrants: int, options: LeagueOptions) -> list[int]:
    """How many play in each division: nearly as many as chosen, the larger ones at the bottom."""
    number = max(1, (entrants + options.division // 2) // options.division)
    while number > 1 and entrants // number < options.table_size:
        number -= 1
    while -(-entrants // number) > MOST_PLAYERS:
        number += 1
    size, larger = divmod(entrants, number)
    return [size] * (number - larger) + [size + 1] * larger


def promoted(divisions: Sequence[Sequence[RankedRow]], number: int) -> list[EntrantId]:
    """Everybody in the order of the divisions, after the best have risen and the last have fallen.

    So many rise and fall between two divisions, but at most half of either. Who rises stands at
    the bottom of the new division, who falls at its top.
    """
    orders = [[row.entrant for row in rows] for rows in divisions]
    moves = [min(number, len(upper) // 2, len(lower) // 2) for upper, lower in pairwise(orders)]
    found = list[list[EntrantId]]()
    for division, order in enumerate(orders):
        rising = moves[division - 1] if division else 0
        falling = moves[division] if division < len(moves) else 0
        from_above = orders[division - 1][-rising:] if rising else []
        from_below = orders[division + 1][:falling] if falling else []
        found.append([*from_above, *order[rising : len(order) - falling], *from_below])
    return [one for order in found for one in order]
