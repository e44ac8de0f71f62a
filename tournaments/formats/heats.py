"""Heats of which the best count, semi-finals, and a final: for conventions."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

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
    forfeits_last,
    next_final,
    with_finals,
)
from tournaments.pairing.mixing import mixed_tables, table_sizes
from tournaments.scoring.results import Counting, SeatOutcome
from tournaments.scoring.standings import RankedRow, stage_results, stage_standings
from tournaments.sentences import Sentence
from tournaments.state import Draw, EntrantId, OptionValue, TableDraw, TableId, Tournament

HEAT: Final = "heat"

COUNTING = gettext_noop("At most as many heats count as are played: %(heats)s.")
TABLES = gettext_noop("Tables of %(size)s in each heat: %(tables)s.")
COUNTED = gettext_noop(
    "Points and tie-breaks look only at the heats that count for a player; the mean of an opponent"
    " is that of all heats."
)
FEW = gettext_noop("Heats need at least 3 entrants.")


class HeatsOptions(Struct, frozen=True):
    """How many heats there are and count, and who goes on."""

    heats: int = 3
    counting: int = 2
    table_size: int = 4
    semi_finals: int = 2
    final: int = 4

    @property
    def cut(self) -> FinalsCut:
        """Who goes on."""
        return FinalsCut(self.semi_finals, self.final, self.table_size)


class Heats(Format):
    """Everybody plays heats by lot; the best results of each count."""

    name = "heats"
    title = gettext_noop("Heats and final")
    summary = gettext_noop(
        "For conventions: heats of which the best results count, semi-finals and a final."
    )
    stages: ClassVar = {HEAT: gettext_noop("Heat"), **TITLES}
    Options = HeatsOptions
    forfeits_last: ClassVar[bool] = True
    """Whether tournaments that begin now have who forfeits after all who played."""
    described = (
        FormatOption(
            "heats",
            gettext_noop("How many heats are played."),
            "integer",
            HeatsOptions().heats,
            least=1,
            most=9,
        ),
        FormatOption(
            "counting",
            gettext_noop("How many heats count for each player: the best ones."),
            "integer",
            HeatsOptions().counting,
            least=1,
            most=9,
        ),
        FormatOption(
            "table_size",
            gettext_noop("How many sit at a table; where that does not fit, some have 3 or 4."),
            "integer",
            HeatsOptions().table_size,
            least=3,
            most=4,
        ),
        FormatOption(
            "semi_finals",
            gettext_noop("How many semi-finals; 0 for none."),
            "integer",
            HeatsOptions().semi_finals,
            least=0,
            most=4,
        ),
        FormatOption(
            "final",
            gettext_noop("How many play the final; 0 for none."),
            "integer",
            HeatsOptions().final,
            least=0,
            most=4,
        ),
    )

    def options(self, given: dict[str, OptionValue]) -> HeatsOptions:
        """The options, checked. Raises FormatRefused."""
        options = msgspec.convert(self.values(given), HeatsOptions)
        if options.counting > options.heats:
            raise FormatRefused(COUNTING, "counting", heats=options.heats)
        options.cut.check()
        return options

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused where so many entrants do not fit."""
        if entrants < 3:
            raise FormatRefused(FEW)
        self.options(given).cut.check(entrants)

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int:
        """The heats and what comes after them."""
        options = self.options(given)
        return options.heats + options.cut.rounds

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """The next heat, then semi-finals and final."""
        options = self.options(state.settings.format_options)
        if state.round >= options.heats:
            return next_final(state, options.cut, self._heats(state, options), chance)
        tables = mixed_tables(state.to_draw(), options.table_size, state.tables.values(), chance)
        drawn = tuple(TableDraw(table) for table in tables)
        last = self.forfeits_last and not state.draws
        return Draw(HEAT, state.round + 1, drawn, forfeits_last=last) if drawn else None

    def over(self, state: Tournament) -> Sentence | None:
        """Why no further round comes, without drawing a heat."""
        if self.options(state.settings.format_options).heats <= state.round:
            return super().over(state)
        return None if len(state.to_draw()) > 1 else self.why_over(state)

    def _heats(self, state: Tournament, options: HeatsOptions) -> list[RankedRow]:
        counting = _counting(state, options)
        return stage_standings(state, state.competed(), stage=HEAT, counting=counting)

    def left_out(self, state: Tournament) -> Mapping[EntrantId, frozenset[TableId]]:
        """The heats of each that are not among the best."""
        choose = _counting(state, self.options(state.settings.format_options))
        every = stage_results(state, state.of_stage(HEAT)).every
        return {
            one: frozenset(result.table for result in results if result not in choose(results))
            for one, results in every.items()
        }

    def standings(self, state: Tournament) -> list[RankedRow]:
        """Finalists, semi-finalists, then by the heats that count."""
        options = self.options(state.settings.format_options)
        return with_finals(state, self._heats(state, options))

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        options = self.options(given)
        return [
            Sentence(
                gettext_noop(
                    "Heats: %(heats)s. Tables are drawn so that few meet again, with %(size)s"
                    " players where that fits."
                ),
                {"heats": options.heats, "size": options.table_size},
            ),
            Sentence(
                gettext_noop(
                    "Results that count for each player: %(counting)s, those with the most points."
                    " One that was forfeited counts only if too few were played."
                ),
                {"counting": options.counting},
            ),
            Sentence(COUNTED),
            *cut_sentences(options.cut),
        ]

    def forecast(self, given: dict[str, OptionValue], entrants: int) -> Sequence[Sentence]:
        """How many tables of each size a heat has."""
        sizes = table_sizes(entrants, self.options(given).table_size)
        return [
            Sentence(TABLES, {"size": size, "tables": sizes.count(size)})
            for size in sorted(set(sizes), reverse=True)
        ]


class FirstHeats(Heats):
    """As heats were until version 5 of the draws."""

    forfeits_last = False


def _counting(state: Tournament, options: HeatsOptions) -> Counting:
    if forfeits_last(state):
        return best_results(options.counting)
    return best_results_with_forfeits(options.counting)


def best_results(number: int) -> Counting:
    """Chooses so many results with the most points, forfeited ones only for want of others.

    Of equal ones those played to the end come first, then the better place, the earlier.
    """
    return _best(number, lambda one: (one.forfeited, -one.points, one.out, one.place, one.table))


def best_results_with_forfeits(number: int) -> Counting:
    """As the draws chose before version 5: forfeited results as all others."""
    return _best(number, lambda one: (-one.points, one.place, one.table))


def _best(number: int, order: Callable[[SeatOutcome], tuple[Fraction | int, ...]]) -> Counting:
    def choose(results: list[SeatOutcome]) -> list[SeatOutcome]:
        return sorted(sorted(results, key=order)[:number], key=lambda one: one.table)

    return choose
