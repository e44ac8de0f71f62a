"""Swiss: who has as many points meets, and few meet again; with a final or without."""

from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias

import msgspec
from msgspec import Struct

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.formats.base import Format, FormatOption
from tournaments.formats.finals import (
    TITLES,
    FinalsCut,
    cut_sentences,
    dealt,
    next_final,
    with_finals,
)
from tournaments.pairing.matching import duels, first_duels
from tournaments.pairing.mixing import table_sizes
from tournaments.pairing.pods import first_pods, pods
from tournaments.pairing.records import STEPS, SwissRecord, records
from tournaments.scoring.points import points_row
from tournaments.scoring.standings import RankedRow, stage_standings
from tournaments.sentences import Sentence
from tournaments.state import FINAL, Draw, EntrantId, OptionValue, TableDraw, Tournament

Round: TypeAlias = tuple[tuple[tuple[EntrantId, ...], ...], EntrantId | None]
"""The tables of a round in the order of their seats, and who has a bye."""

SWISS: Final = "swiss"
FEW_PLAYERS: Final = 34
"""With fewer, and many rounds, soon many have met: points are compared in whole wins."""
FEW_ROUNDS: Final = 3
"""In so few, seats come out even though points are compared closely."""

FEW = gettext_noop("Swiss at these tables needs at least %(least)s entrants.")
MANY_ROUNDS = gettext_noop(
    "So many rounds of two at a table need at least %(least)s entrants, or pairs meet again."
)
MANY = gettext_noop("Swiss at tables of two is for %(most)s players at most: choose larger tables.")
ONE = gettext_noop("A final has 2, 3 or 4 players; 0 is none.")


MOST_DUELS: Final = 128
"""An exact matching takes a time that grows with the third power: of 256 eight seconds."""


class SwissOptions(Struct, frozen=True):
    """How many rounds, how many sit at a table, and how many play a final; 0 for none."""

    rounds: int = 3
    table_size: int = 4
    final: int = 4

    @property
    def cut(self) -> FinalsCut:
        """Who goes on."""
        return FinalsCut(final=self.final)

    @property
    def duels(self) -> bool:
        """Whether two sit at a table."""
        return self.table_size == 2

    @property
    def coarse(self) -> bool:
        """Whether points of few players are compared in whole wins."""
        return not self.duels and self.rounds > FEW_ROUNDS

    @property
    def least(self) -> int:
        """The fewest entrants: at pods two tables, at duels so many that no pair meets again.

        An odd number plays as many rounds as it is, because each of them has a bye once.
        """
        if not self.duels:
            return 5
        return max(4, self.rounds + 1 - self.rounds % 2)


class Swiss(Format):
    """Everybody plays every round, against those who have done as well."""

    name = "swiss"
    title = gettext_noop("Swiss")
    summary = gettext_noop(
        "For 5 and more: all play every round, with those who have about as many points."
    )
    stages: ClassVar = {SWISS: gettext_noop("Swiss round"), FINAL: TITLES[FINAL]}
    Options = SwissOptions
    described = (
        FormatOption(
            "rounds",
            gettext_noop("How many rounds are played before the final."),
            "integer",
            SwissOptions().rounds,
            least=2,
            most=9,
        ),
        FormatOption(
            "table_size",
            gettext_noop("How many sit at a table, as far as the number of players allows."),
            "integer",
            SwissOptions().table_size,
            least=2,
            most=4,
        ),
        FormatOption(
            "final",
            gettext_noop("How many play the final; 0 for none."),
            "integer",
            SwissOptions().final,
            least=0,
            most=4,
        ),
    )

    matched = staticmethod(duels)
    """The round at tables of two."""

    def options(self, given: dict[str, OptionValue]) -> SwissOptions:
        """The options, checked. Raises FormatRefused."""
        options = msgspec.convert(self.values(given), SwissOptions)
        if options.final == 1:
            raise FormatRefused(ONE, "final")
        return options

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused where so many entrants do not fit."""
        options = self.options(given)
        if entrants < options.least:
            raise FormatRefused(MANY_ROUNDS if options.duels else FEW, least=options.least)
        if options.duels and entrants > MOST_DUELS:
            raise FormatRefused(MANY, most=MOST_DUELS)
        options.cut.check(entrants)

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int:
        """The rounds of Swiss and the final."""
        options = self.options(given)
        return options.rounds + options.cut.rounds

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next round, then the final. Raises FormatRefused where so many have been let in."""
        options = self.options(state.settings.format_options)
        rows = self._swiss(state)
        if state.round >= options.rounds:
            return next_final(state, options.cut, rows, chance)
        drawn = len(state.to_draw())
        if drawn < 2:
            return None
        if options.duels and drawn > MOST_DUELS:
            raise FormatRefused(MANY, most=MOST_DUELS)
        if state.round == 0:
            tables, bye = _first_round(state, options, chance)
        else:
            tables, bye = self.next_round(state, options, rows, chance)
        rest = () if bye is None else (bye,)
        return Draw(SWISS, state.round + 1, tuple(map(TableDraw, tables)), rest)

    def over(self, state: Tournament) -> Sentence | None:
        """Why no further round comes, without drawing a round of Swiss."""
        if self.options(state.settings.format_options).rounds <= state.round:
            return super().over(state)
        return None if len(state.to_draw()) > 1 else self.why_over(state)

    def next_round(
        self,
        state: Tournament,
        options: SwissOptions,
        rows: Sequence[RankedRow],
        chance: Stream,
    ) -> Round:
        """A round after the first."""
        win = points_row(state.settings.points, options.table_size)[0]
        if options.duels:
            return self.matched(_records(state, rows, win), _byes(state), chance)
        found = _records(state, rows, win * self.coarseness(state, options))
        left = options.rounds - state.round - 1
        return pods(found, options.table_size, chance, left=left), None

    def coarseness(self, state: Tournament, options: SwissOptions) -> int:
        """How many steps of points count as one."""
        return coarseness(len(state.to_draw()), options.rounds)

    def _swiss(self, state: Tournament) -> list[RankedRow]:
        bye = self.rest_points(state, SWISS)
        return stage_standings(state, state.competed(), stage=SWISS, rest_points=bye)

    def rest_points(self, state: Tournament, stage: str) -> int:
        """A bye at tables of two brings the points of a win."""
        duels = self.options(state.settings.format_options).duels
        return points_row(state.settings.points, 2)[0] if duels and stage == SWISS else 0

    def standings(self, state: Tournament) -> list[RankedRow]:
        """Finalists, then by the rounds of Swiss."""
        return with_finals(state, self._swiss(state))

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        options = self.options(given)
        return [
            Sentence(ROUNDS, {"rounds": options.rounds}),
            Sentence(ALIKE),
            *([Sentence(ABOUT, {"few": FEW_PLAYERS})] if options.coarse else []),
            *map(Sentence, (BYE,) if options.duels else (PODS[options.table_size], NOBODY_RESTS)),
            Sentence(LATE),
            *cut_sentences(options.cut),
        ]

    def forecast(self, given: dict[str, OptionValue], entrants: int) -> Sequence[Sentence]:
        """How many tables of each size a round has."""
        options = self.options(given)
        if options.duels:
            return [Sentence(TABLES_OF_2, {"tables": entrants // 2})]
        sizes = table_sizes(entrants, options.table_size)
        counted = {size: sizes.count(size) for size in (4, 3, 2)}
        if counted[2]:
            return [Sentence(FIVE)]
        if counted[4] and counted[3]:
            return [Sentence(TABLES, {"four": counted[4], "three": counted[3]})]
        return [Sentence(TABLES_OF_4 if counted[4] else TABLES_OF_3, {"tables": len(sizes)})]


ROUNDS = gettext_noop("Swiss rounds: %(rounds)s. Everybody plays in each of them.")
ALIKE = gettext_noop(
    "After the first round, tables are drawn so that as few as possible meet again; then, so that"
    " players with about the same points sit together; then, so that everybody holds each seat"
    " about as often."
)
ABOUT = gettext_noop(
    "With fewer than %(few)s players, points are compared in whole wins for that: finer"
    " differences would leave no choice of seats."
)
PODS = {
    4: gettext_noop("Tables have four players, or three where that fits better."),
    3: gettext_noop("Tables have three players, or four where that fits better."),
}
NOBODY_RESTS = gettext_noop(
    "Nobody has to sit out; five players are a table of three and one of two."
)
BYE = gettext_noop(
    "With an odd number one player has a bye: it brings the points of a win, but counts for no"
    " tie-break. Nobody gets a second one before all have had one."
)
LATE = gettext_noop("Who comes later has no points for the rounds before.")
TABLES = gettext_noop(
    "Tables in a round: with four players %(four)s, with three players %(three)s."
)
TABLES_OF_4 = gettext_noop("Tables in a round: %(tables)s, each with four players.")
TABLES_OF_3 = gettext_noop("Tables in a round: %(tables)s, each with three players.")
TABLES_OF_2 = gettext_noop("Tables in a round: %(tables)s, each with two players.")
FIVE = gettext_noop("A round has a table of three and one of two.")


def coarseness(players: int, rounds: int) -> int:
    """How many steps of points count as one, at tables of three and four.

    With few players and many rounds finer ones would leave no choice of seats.
    """
    return STEPS if players < FEW_PLAYERS and rounds > FEW_ROUNDS else 1


def _first_round(state: Tournament, options: SwissOptions, chance: Stream) -> Round:
    """By lot, or so that tables are equally strong; of two, the upper half meets the lower.

    Last in the order has the bye.
    """
    order = state.to_draw()
    if state.settings.seeding == "drawn":
        order = chance.shuffled(order)
    half = len(order) // 2
    if options.duels:
        tables = [list(pair) for pair in zip(order[:half], order[half : 2 * half], strict=True)]
    else:
        tables = dealt(order, len(table_sizes(len(order), options.table_size)))
    seated = tuple(tuple(chance.shuffled(table)) for table in tables)
    return seated, order[-1] if options.duels and len(order) % 2 else None


def _records(state: Tournament, rows: Sequence[RankedRow], win: int) -> list[SwissRecord]:
    played = [[table.seats for table in draw.tables] for draw in state.draws]
    points = {row.entrant: row.points for row in rows}
    return records(state.to_draw(), played, points, win)


def _byes(state: Tournament) -> list[EntrantId]:
    return [one for draw in state.draws for one in draw.rest]


class ThirdSwiss(Swiss):
    """How rounds were drawn by the third version of the draws; logs that name it are verified."""

    def coarseness(self, state: Tournament, options: SwissOptions) -> int:
        """The same, however few the rounds."""
        return STEPS if len(state.to_draw()) < FEW_PLAYERS else 1


class SecondSwiss(ThirdSwiss):
    """How rounds were drawn by the second version of the draws; logs that name it are verified."""

    matched = staticmethod(first_duels)


class FirstSwiss(SecondSwiss):
    """The same by the first version."""

    def next_round(
        self,
        state: Tournament,
        options: SwissOptions,
        rows: Sequence[RankedRow],
        chance: Stream,
    ) -> Round:
        """A round after the first."""
        win = points_row(state.settings.points, options.table_size)[0]
        found = _records(state, rows, win)
        if options.duels:
            return self.matched(found, _byes(state), chance)
        return first_pods(found, options.table_size, chance), None
